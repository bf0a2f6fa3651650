import type { Place } from '../../../core/text/segments.ts';
import { ALWAYS, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import { listOf } from '../values/symbols.ts';
import type { Atom, ObjectId, Value } from '../values/values.ts';
import { markOf } from './answers.ts';
import { madeOf } from './made-of.ts';
import type { ResultFilter, Results, RowFilter, Rows, RowsState, RowUse } from './results.ts';
import { sourcesOf } from './sources.ts';
import { keyOf } from './turn.ts';

/** What a value is as an array of what a query gives: one that was collected, or a page. */
export function rowsOf(machine: Machine, atom: Atom): Rows | undefined {
  if (machine.reads.size === 0) return undefined;
  if (atom.kind === 'object') return machine.rows.get(atom.id);
  if (atom.kind !== 'unknown' && atom.kind !== 'typed') return undefined;
  const mark = markOf(machine, atom);
  if (mark?.kind !== 'list' || mark.isPage !== true) return undefined;
  const list = listOf(machine, atom);
  if (list.kind !== 'object') return undefined;
  const known = machine.rows.get(list.id);
  if (known !== undefined) return known;
  const rows: Rows = { of: mark.of.results, state: { isPage: true } };
  machine.rows.set(list.id, rows);
  return rows;
}

/** Notes that something is put into a list: of what a query gives it makes an array of that. */
export function noteRows(machine: Machine, id: ObjectId, values: readonly Value[]): void {
  if (machine.reads.size === 0) return;
  for (const value of values) {
    const of = madeOf(machine, value)?.results;
    if (of === undefined) continue;
    const known = machine.rows.get(id);
    const turns = machine.turns.filter((turn) => turn.of.results === of);
    const isFiltered = turns.some(({ ofRows }) => ofRows.isFiltered === true);
    const isPart = turns.some(({ ofRows }) => ofRows.isPart === true);
    if (known === undefined) for (const { begun } of turns) begun.add(id);
    // one that is made for each page, or for each entity, never has more than that
    if (known === undefined)
      machine.rows.set(id, {
        of,
        state: {
          ...(isMadeInside(machine, id, of) && { isPage: true }),
          ...(isFiltered && { isFiltered }),
          ...(isPart && { isPart }),
        },
      });
    else if (known.of !== of) noteMixed(machine, id, known, { of, state: isFiltered ? { isFiltered } : {} });
    else if (!isFiltered || !isPart)
      known.state = {
        ...known.state,
        ...(!isFiltered && { isFiltered: false }),
        ...(!isPart && { isPart: false }),
      };
  }
}

/** Notes that arrays which begin with what a loop puts in have no more than what that does not leave out. */
export function noteFiltered(machine: Machine, begun: Iterable<ObjectId>): void {
  for (const id of begun) {
    const rows = machine.rows.get(id);
    if (rows !== undefined) rows.state = { ...rows.state, isFiltered: true };
  }
}

/** Notes of what a generator gives, one after the other. */
export function noteLazy(machine: Machine, list: Atom, yields: readonly Value[]): void {
  if (machine.reads.size === 0 || list.kind !== 'object') return;
  noteRows(machine, list.id, yields);
  const rows = machine.rows.get(list.id);
  if (rows !== undefined) rows.state = { isLazy: true };
}

/** Notes that a query's results come one after the other to what a stream does with each. */
export function noteStreamed(machine: Machine, from: Atom, list: Atom): void {
  const mark = machine.reads.size === 0 ? undefined : markOf(machine, from);
  if (mark?.kind !== 'list' || list.kind !== 'object' || machine.rows.has(list.id)) return;
  machine.rows.set(list.id, {
    of: mark.of.results,
    state: mark.isPage === true ? { isPage: true } : { isLazy: true },
  });
}

/** Notes that all of a list is put into an array: `Array.fromAsync(list)`. */
export function collectRows(machine: Machine, from: Atom, made: Value): void {
  const mark = machine.reads.size === 0 ? undefined : markOf(machine, from);
  const rows = rowsOf(machine, from);
  if (rows !== undefined) deriveRows(machine, rows, made);
  else if (mark?.kind === 'list' && made.kind === 'object') {
    mark.of.results.collects ??= 'array';
    machine.rows.set(made.id, { of: mark.of.results, state: {} });
  }
  if (rows?.state.isLazy === true) rows.of.collects ??= 'array';
}

/** Whether an array is made anew in a loop through what a query gives. */
export function isMadeInside({ loops, store }: Machine, id: ObjectId, { loops: around }: Results): boolean {
  const { born } = store.object(id);
  return born !== undefined && loops.indexOf(born) >= around;
}

/** Of what several queries give nobody is told what is taken first, or left out once it is together. */
function noteMixed(machine: Machine, id: ObjectId, known: Rows, other: Rows): void {
  const place = { file: '', span: { start: 0, end: 0 } };
  const left = (rows: Rows): RowsState => (rows.state.isFiltered === true ? { isFiltered: true } : {});
  for (const rows of [known, other])
    rows.of.uses.push({ kind: 'other', place, guard: ALWAYS, ...left(rows) });
  const isFiltered = known.state.isFiltered === true && other.state.isFiltered === true;
  machine.rows.set(id, { of: other.of, state: isFiltered ? { isFiltered } : {} });
}

/** Notes that a list has what another one has, as that is now, or something made of each. */
export function deriveRows(
  machine: Machine,
  from: Rows | undefined,
  made: Value | undefined,
  more: RowsState = {},
): void {
  if (from === undefined || made?.kind !== 'object') return;
  const { isLazy: _, ...state } = from.state;
  machine.rows.set(made.id, { of: from.of, state: { ...state, ...more } });
}

/** Notes what an array is used for at a place. */
export function noteUse(
  machine: Machine,
  rows: Rows | undefined,
  kind: RowUse['kind'],
  place: Place,
  more: Pick<RowUse, 'isPartial' | 'count'> = {},
): RowUse | undefined {
  if (rows === undefined) return undefined;
  const { uses } = rows.of;
  const key = keyOf(place);
  const known = uses.find((use) => use.kind === kind && keyOf(use.place) === key);
  if (known !== undefined) {
    known.guard = machine.guards.or(known.guard, machine.reached);
    return known;
  }
  const use: RowUse = { kind, place, guard: machine.reached, ...rows.state, ...more };
  if (uses.length < MOST_USES) uses.push(use);
  return use;
}

const MOST_USES = 60;

/** Notes a test by which something is left out of an array; without one, the array is used as a whole. */
export function noteLeftOut(
  machine: Machine,
  rows: Rows | undefined,
  filters: readonly ResultFilter[],
  place: Place,
): void {
  if (rows === undefined) return;
  if (filters.length === 0) noteUse(machine, rows, 'other', place);
  else if (rows.state.isPage === true) rows.of.filters.push(...filters);
  else
    for (const filter of filters)
      rows.of.rowFilters.push({
        filter,
        guard: machine.reached,
        isOfAll: rows.state.isFiltered !== true,
      });
}

/**
 * The same of a method. What is searched again in each turn of a loop that doesn't ask anew is a lookup: another turn needs what this one
 * leaves out.
 */
export function noteSearched(
  machine: Machine,
  rows: Rows | undefined,
  filters: readonly ResultFilter[],
  place: Place,
): void {
  const isAgain = rows !== undefined && rows.state.isPage !== true && machine.loops.length > rows.of.loops;
  noteLeftOut(machine, rows, isAgain ? [] : filters, place);
}

/** Notes that it is read how many results there are. */
export function noteSizeRead(machine: Machine, of: Value, place: Place): void {
  if (machine.rows.size === 0 && machine.reads.size === 0) return;
  for (const { value } of casesOf(machine, of)) noteSize(machine, rowsOf(machine, value), place);
}

/** The same of a name that counted them. */
export function noteCounterRead(machine: Machine, at: number, place: Place): void {
  const of = machine.counters.get(at)?.results;
  if (of !== undefined) noteSize(machine, { of, state: {} }, place);
}

function noteSize(machine: Machine, rows: Rows | undefined, place: Place): void {
  if (rows === undefined) return;
  const { uses } = rows.of;
  const key = keyOf(place);
  const before = uses.find((one) => one.kind === 'size' && keyOf(one.place) === key)?.guard ?? NEVER;
  const use = noteUse(machine, rows, 'size', place);
  if (use !== undefined) machine.sizesRead.set(key, { use, before, among: uses });
}

/** Forgets that it was read just now how many there are, as what is asked of it holds of any number, or of none. */
export function forgetSizeRead({ sizesRead }: Machine, place: Place): void {
  if (sizesRead.size === 0) return;
  const read = sizesRead.get(keyOf(place));
  if (read === undefined) return;
  const { use, before, among } = read;
  use.guard = before;
  if (before === NEVER) among.splice(among.indexOf(use), 1);
  sizesRead.delete(keyOf(place));
}

/** Notes that what is read at a place is only asked whether there is any, or whether there are so many. */
export function noteAnyAsked({ sizesRead }: Machine, place: Place, count = 1): void {
  if (sizesRead.size === 0) return;
  const use = sizesRead.get(keyOf(place))?.use;
  if (use === undefined) return;
  use.kind = 'some';
  if (count <= 1) return;
  use.isPartial = true;
  use.count = count;
}

/** Notes of arrays that came to code which is not followed that all of them is used there; after a run. */
export function noteEscapedRows(machine: Machine): void {
  const { rows, answers } = machine;
  machine.reached = ALWAYS;
  for (const [id, one] of rows) {
    const when = answers.escapes.get(id);
    const isOut = answers.escaped.has(id) || answers.watched.has(id);
    if (one.state.isLazy === true || (when === undefined && !isOut)) continue;
    machine.reached = when ?? ALWAYS;
    noteUse(machine, one, 'other', { file: '', span: { start: id, end: id } });
  }
  machine.reached = ALWAYS;
  for (const of of new Set([...rows.values()].map((one) => one.of))) of.leftOut = leftOut(machine, of);
}

/** Filters of an array that nothing else is done with where they are. */
function leftOut({ guards: { and } }: Machine, { rowFilters, uses }: Results): readonly ResultFilter[] {
  const others = uses.filter(({ isFiltered }) => isFiltered !== true);
  const isBeside = ({ filter, guard }: RowFilter): boolean =>
    others.some((use) => and(use.guard, guard) !== NEVER) ||
    rowFilters.some(
      (one) =>
        one.isOfAll && keyOf(one.filter.place) !== keyOf(filter.place) && and(one.guard, guard) !== NEVER,
    );
  const isUsed = rowFilters.some((one) => one.isOfAll && isBeside(one));
  if (isUsed) return [];
  const isSometimes = others.some(({ kind, guard }) => kind === 'other' && guard !== NEVER);
  return rowFilters.map(({ filter }) => (isSometimes ? { ...filter, isSometimes } : filter));
}

/** Notes that one element of an array is read. */
export function noteIndexRead(machine: Machine, of: Value, isFirst: boolean, place: Place): void {
  for (const { value } of casesOf(machine, of))
    noteUse(machine, rowsOf(machine, value), isFirst ? 'first' : 'other', place);
}

/** Notes what is read of what a query gives: its next one, or whether a token leads on. */
export function noteMemberRead(machine: Machine, of: Value, name: string, place: Place): void {
  if (machine.reads.size === 0) return;
  for (const { value } of casesOf(machine, of)) {
    const mark = markOf(machine, value);
    if (mark === undefined) continue;
    const { results } = mark.of;
    if (name === 'continuationToken' && mark.kind === 'list') results.continues = true;
    if (name !== 'value') continue;
    if (mark.kind === 'list-step') results.stops.push({ kind: 'one', place });
    if (mark.kind === 'page-step') results.stops.push({ kind: 'page', place });
  }
}

/** Notes that a function gives back what a query gives: as it is, or what it makes of each. */
export function noteGivenBack(machine: Machine, value: Value, { file, span }: Place): void {
  if (machine.reads.size === 0) return;
  for (const { value: atom } of casesOf(machine, value)) {
    const mark = markOf(machine, atom);
    const isList = mark?.kind === 'list' || mark?.kind === 'pages';
    const of = isList ? mark.of.results : (rowsOf(machine, atom)?.of ?? madeFarOf(machine, atom));
    if (of === undefined) continue;
    const key = givenKey(file, span.start);
    if (isList || areEntities(machine, atom)) of.givenBy.set(key, 'entities');
    else if (!of.givenBy.has(key)) of.givenBy.set(key, 'made');
  }
}

/** The results of which each element of a list is made by code that is not followed here, such as a method that every class has of its own. */
function madeFarOf(machine: Machine, list: Atom): Results | undefined {
  if (list.kind !== 'object') return undefined;
  const { kind, elements } = machine.store.object(list.id);
  if (kind !== 'array' || elements.length === 0) return undefined;
  const found = elements.map(({ value }) => {
    const [one, ...others] = casesOf(machine, value);
    const isOne = one !== undefined && others.length === 0 && one.value.kind === 'unknown';
    return isOne ? sourcesOf(machine, one.value).find(({ read }) => read.kind === 'list')?.read : undefined;
  });
  const [first] = found;
  if (first === undefined || found.some((read) => read !== first)) return undefined;
  for (const [answer, read] of machine.reads) if (read === first) return answer.results;
  return undefined;
}

/** What a function is found by that begins there. */
export function givenKey(file: string, start: number): string {
  return `${start} ${file}`;
}

function areEntities(machine: Machine, list: Atom): boolean {
  if (list.kind !== 'object') return false;
  const { elements, open } = machine.store.object(list.id);
  const atoms = elements.flatMap(({ value }) => casesOf(machine, value).map((one) => one.value));
  const isOpen = open !== undefined && open.some?.kind !== 'entity';
  return !isOpen && atoms.every((atom) => markOf(machine, atom)?.kind === 'entity');
}
