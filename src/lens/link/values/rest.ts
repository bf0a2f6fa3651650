import { type Abstract, mapChoices } from './abstract.ts';
import { asObject } from '../calls/instance.ts';
import type { Linker } from '../linker.ts';
import { withMembers } from '../calls/types.ts';

/** What `{ a, b, ...others } = value` leaves for `others`: all but the names that the pattern has. */
export function withoutNames(linker: Linker, value: Abstract, names: readonly string[]): Abstract {
  if (names.length === 0) return value;
  return mapChoices(value, (choice): Abstract => {
    const one = asObject(linker, choice);
    switch (one.kind) {
      case 'object': {
        const without = [...(one.without ?? []), ...names];
        const properties = one.properties.filter((of) => of.kind === 'spread' || !names.includes(of.name));
        const overlays = one.overlays.filter(({ path: [first] }) => !names.includes(first ?? ''));
        return { ...one, properties, overlays, without };
      }
      case 'typed':
        return withMembers({ ...one, without: names }, (name) => !names.includes(name));
      case 'unknown':
        return { ...one, without: names };
      default:
        return choice;
    }
  });
}
