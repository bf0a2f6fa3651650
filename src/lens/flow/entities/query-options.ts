import type { Place } from '../../../core/text/segments.ts';
import { casesOf, type Machine } from '../machine.ts';
import { constantOf } from '../values/sizes.ts';
import { objectHere } from '../values/snapshot.ts';
import { readIfThere } from '../values/properties.ts';
import type { AskedBeside, Top } from './reads.ts';
import type { Value } from '../values/values.ts';

/** What a query asks for by its `queryOptions` beside the filter. */
export function askedBeside(machine: Machine, query: Value): AskedBeside {
  const top = topOf(machine, query);
  return { select: objectHere(machine, readIfThere(machine, query, 'select')), top };
}

/** Where options have a filter beside their `queryOptions`, or in place of them: the SDK looks for none there. */
export function strayFilterIn(machine: Machine, options: Value): Place | undefined {
  for (const { value: atom } of casesOf(machine, options)) {
    if (atom.kind !== 'object') continue;
    const { written } = machine.store.object(atom.id);
    const filter = written?.get('filter');
    if (filter?.how === 'literal' || filter?.how === 'late') return { file: filter.file, span: filter.at };
  }
  return undefined;
}

function topOf(machine: Machine, query: Value): Top | undefined {
  for (const { value: atom } of casesOf(machine, query)) {
    if (atom.kind !== 'object') continue;
    const { properties, open, written } = machine.store.object(atom.id);
    const own = properties.get('top');
    if (own === undefined && open !== undefined) return { isSeen: false };
    const given =
      own === undefined ? [] : casesOf(machine, own).filter(({ value }) => value.kind !== 'nothing');
    const [first] = given;
    if (first === undefined) continue;
    const size = given.length === 1 ? constantOf(first.value) : undefined;
    const isSeen = first.value.kind !== 'unknown' || written?.has('top') === true;
    return { isSeen, ...(size !== undefined && { size }) };
  }
  return undefined;
}
