import { decide, either, type Machine, unknownOf } from '../machine.ts';
import { isForgotten, openUp } from '../values/forgotten.ts';
import { isLeftBy } from '../values/own-methods.ts';
import type { Frame } from '../values/values.ts';

/** What functions change may hold anything by the time that one of them is called. */
export function forgetChanged(machine: Machine, frame: Frame | undefined): void {
  for (let at = frame; at !== undefined; at = at.parent) {
    for (const [index, by] of at.scope.changed) {
      const place = at.first + index;
      const name = at.scope.names[index] ?? '';
      const value = machine.store.get(place);
      if (value === undefined || isLeftBy(machine.store, value, by)) continue;
      if (value.kind === 'object') {
        openUp(machine, value, undefined, 'not-supported');
        continue;
      }
      if (value.kind === 'class')
        openUp(machine, { kind: 'object', id: value.statics }, undefined, 'not-supported');
      if (value.kind === 'function' || value.kind === 'class') continue;
      if (isForgotten(value, name)) continue;
      const isChanged = decide(machine, { kind: 'changed', name });
      machine.store.set(
        place,
        either(machine, isChanged, unknownOf(machine, 'too-complex', { name }), value),
      );
    }
  }
}
