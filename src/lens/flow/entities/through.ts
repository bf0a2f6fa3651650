import { addList, type ListedAt, type Place } from '../../../core/text/segments.ts';
import { NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import type { Element } from '../values/store.ts';
import type { Atom, Value } from '../values/values.ts';
import { elementMark, markOf } from './answers.ts';
import type { Answer } from './marks.ts';
import type { Read } from './reads.ts';
import { sourcesWithin } from './sources.ts';
import { keyOf } from './turn.ts';

/** Notes what a loop, or a method that calls a function for each element, has turns for. */
export function noteThrough(machine: Machine, loop: Place, elements: readonly Element[]): void {
  if (machine.reads.size === 0) return;
  for (const { value, isDistinct } of elements)
    noteTurnFor(machine, loop, isDistinct === true ? [] : listsOfOne(machine, value));
}

/** The same of the innermost loop, which counts to the length of a list, or goes on as long as that has any. */
export function noteCounted(machine: Machine, list: Value): void {
  const loop = machine.loops.at(-1)?.place;
  if (loop === undefined || machine.reads.size === 0) return;
  for (const { value } of casesOf(machine, list)) {
    const mark = elementMark(markOf(machine, value));
    if (mark !== undefined)
      noteTurnFor(machine, loop, mark.kind === 'entity' ? listedBy(machine, mark.of) : []);
    else if (value.kind === 'object') noteThrough(machine, loop, machine.store.object(value.id).elements);
  }
}

function noteTurnFor({ throughs }: Machine, loop: Place, lists: readonly ListedAt[]): void {
  const through = throughs.get(keyOf(loop)) ?? { lists: [], isOfOthers: false };
  throughs.set(keyOf(loop), through);
  if (lists.length === 0) through.isOfOthers = true;
  for (const list of lists) addList(through.lists, list);
}

/** The queries of which a value is one entity, or made of one; none where it may be anything else. */
function listsOfOne(machine: Machine, value: Value): readonly ListedAt[] {
  const found: ListedAt[] = [];
  for (const { value: atom } of casesOf(machine, value)) {
    if (atom.kind === 'nothing') continue;
    const lists = listsOfAtom(machine, atom);
    if (lists.length === 0) return [];
    found.push(...lists);
  }
  return found;
}

function listsOfAtom(machine: Machine, atom: Atom): readonly ListedAt[] {
  const kind = markOf(machine, atom)?.kind;
  if (kind === 'list' || kind === 'pages') return [];
  return sourcesWithin(machine, partsOf(machine, atom)).flatMap(({ read, share }) =>
    read.kind === 'list' && share !== 'far' ? [listedAt(read)] : [],
  );
}

/** Of a pair, as `entries` gives it, what it has that is no list; of a list of any number of things nothing. */
function partsOf({ store }: Machine, atom: Atom): readonly Value[] {
  const state = atom.kind === 'object' ? store.object(atom.id) : undefined;
  if (state === undefined || state.kind === 'object') return [atom];
  if (state.kind !== 'array' || state.open !== undefined || state.grown !== NEVER) return [];
  return state.elements.flatMap(({ value }) =>
    value.kind === 'object' && store.object(value.id).kind !== 'object' ? [] : [value],
  );
}

function listedBy({ reads }: Machine, answer: Answer): readonly ListedAt[] {
  const read = reads.get(answer);
  return [read === undefined ? answer.place : listedAt(read)];
}

function listedAt({ place, through }: Read): ListedAt {
  if (through.length === 0) return place;
  return { ...place, through: through.map(({ file, span }) => ({ file, span })) };
}
