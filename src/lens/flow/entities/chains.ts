import type { Place } from '../../../core/text/segments.ts';
import type { CallPlace, Machine } from '../machine.ts';
import type { Value } from '../values/values.ts';
import type { CalledAt } from './reads.ts';
import { sourcesWithin } from './sources.ts';

/** Notes of a read whether what it asks for comes from what the same call gave before: then none can begin earlier. */
export function noteChain(machine: Machine, asked: readonly Value[], at: CallPlace): void {
  const through = machine.calls.map((entered) => entered.at);
  const isOwn = sourcesWithin(machine, asked).some(
    ({ read }) =>
      read.place.file === at.file &&
      read.place.span.start === at.span.start &&
      areSameCalls(read.through, through),
  );
  if (!isOwn) return;
  for (const caller of [undefined, ...through]) machine.chains.add(chainKey(at, caller));
}

function areSameCalls(a: readonly CalledAt[], b: readonly CalledAt[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ file, nameStart }, index) => file === b[index]?.file && nameStart === b[index].nameStart)
  );
}

/** Equal for the same read, by where its name begins, that the same call leads to, if any does. */
export function chainKey({ file, nameStart }: Pick<CalledAt, 'file' | 'nameStart'>, caller?: Place): string {
  return `${nameStart} ${file}\0${caller === undefined ? '' : `${caller.span.start} ${caller.file}`}`;
}
