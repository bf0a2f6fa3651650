import { type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine, type Observation } from '../machine.ts';
import type { Atom, Frame, Value } from '../values/values.ts';
import { readIfThere } from '../values/properties.ts';
import { isOneClient, isOfRow, type WaysTo, waysTo } from './missing.ts';
import type { Asks, Check, CheckedProperty, CheckedRead, CheckedValue, Source } from './reads.ts';
import { sourcesOf } from './sources.ts';
import { hasForgotten, keyIn, KEYS, nameOf } from './written-back.ts';

/** Methods that change the row that they name. */
const CHANGING: ReadonlySet<string> = new Set([
  ...['createEntity', 'updateEntity', 'upsertEntity', 'deleteEntity', 'submitTransaction'],
]);

/**
 * The read of the row that is written here, where answers to questions about properties that are written keep the code from that. What
 * was written of the row since then was written for these answers.
 */
export function checkedRead(
  machine: Machine,
  client: Value,
  entity: Value,
  frame: Frame | undefined,
): CheckedRead | undefined {
  const [only, ...others] = casesOf(machine, entity);
  if (only === undefined || others.length > 0 || machine.checks.size === 0) return undefined;
  const before = machine.observed.slice(-MOST_BEFORE);
  const at = before.findLastIndex((one) => isReadOf(machine, one, client, only.value));
  const read = before[at];
  if (read?.answer === undefined || read.gives === undefined) return undefined;
  const { and, not } = machine.guards;
  const isWritten = before
    .slice(at + 1)
    .some(({ method, reached }) => CHANGING.has(method) && and(machine.reached, reached) !== NEVER);
  if (isWritten) return undefined;
  const { here, base, there } = waysTo(machine, read);
  if (there === NEVER) return undefined;
  const isMissingToo = and(here, not(base)) !== NEVER;
  // of conditions that were forgotten it isn't seen whether one way is taken with the row and without it
  if (isMissingToo && hasForgotten(machine, here)) return undefined;
  const checks = machine.checks.get(read.gives.symbol) ?? [];
  // an etag that was read is never empty: code that asks for it sends it
  if (checks.some(({ property }) => property === 'etag')) return undefined;
  const names = new Set(checks.map(({ property }) => property));
  const properties = [...names].flatMap((name): readonly CheckedProperty[] => {
    if (readIfThere(machine, only.value, name).kind === 'nothing') return [];
    const own = checks.filter(({ property }) => property === name);
    const found = blockedBy(machine, own, { there, base });
    return found === undefined ? [] : [{ property: name, ...found }];
  });
  const source = machine.sources.get(read.gives.symbol)?.[0];
  return properties.length === 0
    ? undefined
    : {
        place: read.answer.place,
        through: read.through,
        properties,
        ...(isMissingToo && { isMissingToo }),
        ...(source && nameOf(machine, source.read, frame)),
      };
}

/** Accesses before a write among which its read is looked for. */
const MOST_BEFORE = 40;

/** Whether an access reads the row that is written, by the same keys or those that it gave, and something was asked of what it gave. */
function isReadOf(machine: Machine, one: Observation, client: Value, entity: Atom): boolean {
  const { gives } = one;
  if (gives === undefined || !machine.checks.has(gives.symbol)) return false;
  const isOwn = ({ entity: of, name, share }: Source, key: string): boolean =>
    of === gives.symbol && name === key && (share === 'same' || share === 'like');
  const isItsOwn = KEYS.every((key) =>
    casesOf(machine, keyIn(machine, entity, key)).every(({ value }) =>
      sourcesOf(machine, value).some((source) => isOwn(source, key)),
    ),
  );
  return isItsOwn ? isOneClient(machine, one.client, client) : isOfRow(machine, one, client, entity);
}

/** What a property must not be, so that the write is reached. */
function blockedBy(
  machine: Machine,
  checks: readonly Check[],
  { there, base }: Pick<WaysTo, 'there' | 'base'>,
): Omit<CheckedProperty, 'property'> | undefined {
  const { and, not } = machine.guards;
  const isBlocked = (guard: Guard): boolean => and(base, guard) !== NEVER && and(there, guard) === NEVER;
  const known = new Set(checks.flatMap(({ asks }) => (asks.kind === 'equal' ? [asks.to ?? []].flat() : [])));
  if (checks.some(({ asks }) => asks.kind === 'truthy')) for (const flag of [true, false]) known.add(flag);
  const where = (value: CheckedValue | typeof OTHER): Guard =>
    checks.reduce((all, { asks, guard }) => {
      const answer = answerOf(asks, value);
      return answer === undefined ? all : and(all, answer ? guard : not(guard));
    }, base);
  const blocked = [...known].filter((value) => isBlocked(where(value)));
  const ofOther = where(OTHER);
  const isOtherBlocked = isBlocked(ofOther);
  const isOrdered = checks.some(
    ({ asks, guard }) =>
      asks.kind === 'open' && [guard, not(guard)].some((answer) => isBlocked(and(ofOther, answer))),
  );
  if (blocked.length === 0 && !isOtherBlocked && !isOrdered) return undefined;
  return { known: [...known], blocked, isOtherBlocked, isOrdered };
}

/** A value that no question names. */
const OTHER = Symbol('other');

/** What the answer is of a value; undefined where that is not known. */
function answerOf(asks: Asks, value: CheckedValue | typeof OTHER): boolean | undefined {
  switch (asks.kind) {
    case 'equal':
      return asks.to === value;
    case 'truthy':
      return Boolean(value);
    case 'open':
      return undefined;
  }
}
