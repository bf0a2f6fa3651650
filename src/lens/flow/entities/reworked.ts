import type { Machine } from '../machine.ts';
import type { Atom, Value } from '../values/values.ts';
import type { Source } from './reads.ts';
import { sourcesOf, sourcesWithin } from './sources.ts';

/**
 * Notes that a property of an entity is set to what was made of that property: whoever has the same entity by another way, such as
 * through a map or a list that keeps it, finds that there.
 */
export function noteReworked(machine: Machine, of: Atom, name: string, value: Value): void {
  if (machine.sources.size === 0 && machine.reads.size === 0) return;
  const wholes = sourcesOf(machine, of).filter((source) => source.name === undefined);
  if (wholes.length === 0) return;
  const made = sourcesWithin(machine, [value]).filter((one) => one.name === name && one.share === 'made');
  for (const source of wholes)
    if (made.some((one) => placeOf(one) === placeOf(source)))
      machine.reworked.add(`${placeOf(source)} ${name}`);
}

/** Whether a property of an entity may have been made anew of what was read. */
export function isReworked({ reworked }: Machine, source: Source): boolean {
  return source.name !== undefined && reworked.has(`${placeOf(source)} ${source.name}`);
}

function placeOf({ read: { place } }: Source): string {
  return `${place.file} ${String(place.span.start)}`;
}
