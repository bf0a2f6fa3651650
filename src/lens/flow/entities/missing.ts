import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine, type Observation } from '../machine.ts';
import { type Atom, isSame, type Value } from '../values/values.ts';
import type { MissingRead } from './reads.ts';
import { isSameKey, keyIn, KEYS } from './written-back.ts';

/** The read after which an entity is written here alone because there was none. */
export function missingRead(machine: Machine, client: Value, entity: Value): MissingRead | undefined {
  const [only, ...others] = casesOf(machine, entity);
  if (only === undefined || others.length > 0) return undefined;
  const read = machine.observed.findLast(
    (one) =>
      one.method === 'getEntity' && isAfterMiss(machine, one) && isOfRow(machine, one, client, only.value),
  );
  return read?.answer && { place: read.answer.place, through: read.through };
}

/** Whether an access is to the row of an entity, on the same client. */
export function isOfRow(
  machine: Machine,
  { client: asked, keys }: Observation,
  client: Value,
  entity: Atom,
): boolean {
  return (
    isOneClient(machine, asked, client) &&
    KEYS.every((name, index) => {
      const key = keys[index];
      return key !== undefined && isOneKey(machine, key, keyIn(machine, entity, name));
    })
  );
}

/** Whether the code here is run after a read that gave nothing, and never after it gave an entity unless something else throws. */
function isAfterMiss(machine: Machine, read: Observation): boolean {
  if (read.gives === undefined || read.answer === undefined) return false;
  const { here, there } = waysTo(machine, read);
  return here !== NEVER && there === NEVER;
}

/** Ways from a read to the code here. */
export interface WaysTo {
  readonly here: Guard;
  /** All on which the read gave an entity, wherever they lead. */
  readonly base: Guard;
  /** Those of them that lead here, unless something throws. */
  readonly there: Guard;
}

export function waysTo(machine: Machine, { reached, gives, answer }: Observation): WaysTo {
  const { and, not } = machine.guards;
  const here = and(machine.reached, reached);
  if (gives === undefined || answer === undefined || here === NEVER)
    return { here, base: NEVER, there: NEVER };
  const base = and(and(gives.after, not(answer.rejected)), isGiven(machine, gives.symbol));
  return { here, base, there: and(withoutThrows(machine, here, reached), base) };
}

/** The ways of those on which nothing throws that need not, but for what has thrown wherever a read is reached: that stands in its catch. */
function withoutThrows(machine: Machine, ways: Guard, read: Guard): Guard {
  const { and, not, support, decided } = machine.guards;
  return [...support(ways)].reduce((left, decision) => {
    const quiet = not(decided(decision));
    const mayNot = machine.subjects[decision]?.kind === 'throws' && and(read, quiet) !== NEVER;
    return mayNot ? and(left, quiet) : left;
  }, ways);
}

/** Where a value counts as one that is there, as far as that was asked. */
function isGiven({ asked, guards: { and, not } }: Machine, symbol: number): Guard {
  const truth = asked.get(`t:${symbol}`);
  const nothing = ['loose', 'null'].flatMap((key) => asked.get(`n:${symbol}:${key}`) ?? []);
  return nothing.reduce((all, one) => and(all, not(one)), truth ?? ALWAYS);
}

export function isOneClient(machine: Machine, a: Value, b: Value): boolean {
  if (a === b) return true;
  const [one, other] = [madeHere(machine, a), madeHere(machine, b)];
  return one !== undefined && other !== undefined && isSame(one, other);
}

/** The only case of a client, or the one that is made here where it may have been kept from before. */
function madeHere(machine: Machine, client: Value): Atom | undefined {
  const all = casesOf(machine, client).map(({ value }) => value);
  const made = all.length > 1 ? all.filter((value) => !mayBeKept(value)) : all;
  return made.length === 1 ? made[0] : undefined;
}

/** What is taken out of a map, of which no more is known than that it is a client. */
function mayBeKept(value: Atom): boolean {
  return value.kind === 'unknown' || (value.kind === 'client' && value.table === undefined);
}

function isOneKey(machine: Machine, a: Value, b: Value): boolean {
  const [one, other] = [casesOf(machine, a), casesOf(machine, b)];
  return (
    one.length === other.length &&
    one.every((asked) => other.some((put) => isSameKey(machine, asked.value, put.value)))
  );
}
