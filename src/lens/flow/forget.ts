import { decide, either, type Machine, unknownOf } from './machine.ts';
import { openUp } from './properties.ts';
import type { Atom, Frame } from './values.ts';

/** What functions change may hold anything by the time that one of them is called. */
export function forgetChanged(machine: Machine, frame: Frame | undefined): void {
  for (let at = frame; at !== undefined; at = at.parent) {
    for (const index of at.scope.changed) {
      const place = at.first + index;
      const name = at.scope.names[index] ?? '';
      const value = machine.store.get(place);
      if (value === undefined) continue;
      if (value.kind === 'object') {
        openUp(machine, value);
        continue;
      }
      if (value.kind === 'function' || value.kind === 'class') continue;
      // once is enough until somebody writes it again
      if (value.kind === 'choice' && value.cases.some((one) => isForgotten(one.value, name))) continue;
      const isChanged = decide(machine, { kind: 'changed', name });
      machine.store.set(
        place,
        either(machine, isChanged, unknownOf(machine, 'too-complex', { name }), value),
      );
    }
  }
}

function isForgotten(atom: Atom, name: string): boolean {
  return atom.kind === 'unknown' && atom.why === 'too-complex' && atom.name === name;
}
