import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';
import { constantText } from '../values/texts.ts';
import { sourcesOf } from './sources.ts';
import type { Asks, CheckedValue } from './reads.ts';

/** Questions about one entity that are kept. */
const MOST_CHECKS = 40;

/** Notes that values are compared, where one of them is of an entity that was read. */
export function noteCheck(
  machine: Machine,
  [left, right]: readonly [Value, Value],
  isOrder: boolean,
  guard: Guard,
): void {
  if (machine.sources.size === 0) return;
  noteAsked(machine, left, isOrder ? OPEN : equalTo(machine, right), guard);
  noteAsked(machine, right, isOrder ? OPEN : equalTo(machine, left), guard);
}

const OPEN: Asks = { kind: 'open' };

/** Who compares with what only the running program knows may be about to write it: then that only saves a request. */
function equalTo(machine: Machine, value: Value): Asks | undefined {
  const [only, ...others] = casesOf(machine, value);
  if (only === undefined || others.length > 0) return undefined;
  if (only.value.kind === 'nothing') return { kind: 'equal', to: undefined };
  const to = constantOf(only.value);
  return to === undefined ? undefined : { kind: 'equal', to };
}

function constantOf(atom: Atom): CheckedValue | undefined {
  if (atom.kind === 'boolean') return atom.value;
  if (atom.kind !== 'number') return constantText(atom);
  const { constant } = atom.number;
  return typeof constant === 'number' && atom.least === undefined ? constant : undefined;
}

/** Notes that it is asked whether a value is truthy. */
export function noteTruthCheck(machine: Machine, atom: Atom, guard: Guard): void {
  // the answer to another question was noted with that
  if (machine.sources.size > 0 && atom.kind !== 'boolean')
    noteAsked(machine, atom, { kind: 'truthy' }, guard);
}

function noteAsked(machine: Machine, value: Value, asks: Asks | undefined, guard: Guard): void {
  // what was answered before tells nothing
  if (asks === undefined || guard === NEVER || guard === ALWAYS) return;
  for (const { value: atom } of casesOf(machine, value)) {
    for (const { read, entity, name, share } of sourcesOf(machine, atom)) {
      if (read.kind !== 'point' || name === undefined || share === 'far') continue;
      const known = machine.checks.get(entity) ?? [];
      machine.checks.set(entity, known);
      // what is worked out of it says little of itself
      const isItself = share === 'same' || share === 'like';
      // `name.localeCompare(other) === 0`
      if (!isItself && asks.kind === 'equal') continue;
      if (known.length < MOST_CHECKS) known.push({ property: name, asks: isItself ? asks : OPEN, guard });
    }
  }
}
