import { isKeyed, loseKeyed } from './map-entries.ts';
import { escape } from '../entities/answers.ts';
import { NEVER } from '../conditions/guards.ts';
import { decide, each, either, type Machine, unknownOf } from '../machine.ts';
import { UNKNOWN } from './list-size.ts';
import { UNDEFINED, type Value } from './values.ts';

/** What may have changed a value: code that is not seen, or functions of the program at any time. */
type Forgotten = 'too-complex' | 'not-supported';

/** After code that is not seen may have changed it: an object has anything, and so has what it holds. */
export function openUp(machine: Machine, value: Value, depth = 3, why: Forgotten = 'too-complex'): void {
  if (depth === 0) return;
  each(machine, value, (atom) => {
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    escape(machine, atom);
    const state = machine.store.change(atom.id);
    const { and } = machine.guards;
    const isOther = and(machine.reached, decide(machine, { kind: 'changed', name: '' }));
    for (const [name, inner] of state.properties) {
      openUp(machine, inner, depth - 1, why);
      if (isHeld(inner) || isForgotten(inner, name)) continue;
      const changed = unknownOf(machine, why, { name });
      state.properties.set(name, either(machine, isOther, changed, inner));
    }
    if (isKeyed(state)) loseKeyed(state, '');
    state.open ??= { why: 'too-complex', file: '' };
    state.isChanged = true;
    if (state.split !== undefined) state.split = {};
    if (state.kind !== 'object') state.limit ??= UNKNOWN;
    if (state.kind !== 'object') state.grown = machine.guards.or(state.grown, machine.reached);
    return UNDEFINED;
  });
}

const FORGOTTEN: ReadonlySet<string> = new Set<Forgotten>(['too-complex', 'not-supported']);

/** Whether something else may be there already: once is enough until somebody writes it again. */
export function isForgotten(value: Value, name: string): boolean {
  const atoms = value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
  return atoms.some((atom) => atom.kind === 'unknown' && FORGOTTEN.has(atom.why) && atom.name === name);
}

/** Objects and functions stay what they are far more often than what they hold does. */
function isHeld(value: Value): boolean {
  return (
    value.kind === 'object' || value.kind === 'function' || value.kind === 'client' || value.kind === 'class'
  );
}
