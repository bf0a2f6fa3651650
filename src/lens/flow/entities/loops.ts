import type { Place } from '../../../core/text/segments.ts';
import type { Target } from '../activation.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import type { Machine } from '../machine.ts';
import { elementsOf } from '../values/elements.ts';
import type { Atom, Symbolic, Value } from '../values/values.ts';
import { markOf } from './answers.ts';
import type { Answer } from './marks.ts';
import type { ResultFilter } from './results.ts';
import { noteFiltered, noteLeftOut, rowsOf } from './rows.ts';
import type { Turn } from './turn.ts';
import { beginTurn, endTurn, filtersOf, openTurn, stopOf } from './turns.ts';

/** A loop, while it goes through something. */
export interface LoopThrough {
  readonly begin: (element: Value) => Turn | undefined;
  readonly end: (turn: Turn | undefined) => void;
  readonly finish: () => void;
}

/**
 * Follows the turns of a loop through a list: what a query gives, its pages, of which `isFirst` takes the first entity, or an array.
 * `left` is where its body ends with a `break` or `return`, whatever comes before.
 */
export function loopThrough(
  machine: Machine,
  list: Atom,
  place: Place,
  target?: Target,
  isFirst = false,
  left?: Place,
): LoopThrough {
  if (machine.reads.size === 0) return NO_RESULTS;
  const mark = markOf(machine, list);
  const rows = rowsOf(machine, list);
  const isLazy = rows?.state.isLazy === true;
  const isOfAll = isLazy || (mark?.kind === 'list' && mark.isPage !== true);
  const pages = mark?.kind === 'pages' ? mark.of : undefined;
  if (mark?.kind === 'list' && mark.isPage !== true) mark.of.results.loop ??= place;
  if (pages !== undefined) pages.results.loop ??= place;
  const turns: Turn[] = [];
  const isOuter = rows?.state.isPage === true;
  return {
    begin(element) {
      if (pages !== undefined) return openTurn(machine, pages, element, target);
      return isOfAll || rows !== undefined ? beginTurn(machine, element, target, rows?.state) : undefined;
    },
    end(turn) {
      if (turn === undefined) return;
      endTurn(machine, turn);
      turns.push(turn);
    },
    finish() {
      const [only] = turns;
      if (left !== undefined && isOfAll && pages === undefined && !isOuter && only !== undefined)
        only.of.results.stops.push({ kind: 'one', place: left });
      else if (isOfAll || isOuter || pages !== undefined)
        for (const turn of turns) noteStop(machine, turn, { isOuter, pages, isFirst });
      if (pages !== undefined) return;
      for (const turn of turns) noteCollected(machine, turn);
      const filters: ResultFilter[] = [];
      for (const turn of turns) for (const one of filtersOf(machine, turn)) addOnce(filters, one);
      if (!isOfAll && filters.length > 0) for (const { begun } of turns) noteFiltered(machine, begun);
      if (!isOfAll) noteLeftOut(machine, rows, filters, place);
      else turns[0]?.of.results.filters.push(...filters);
    },
  };
}

interface OfPages {
  readonly isOuter: boolean;
  readonly pages: Answer | undefined;
  readonly isFirst: boolean;
}

function noteStop(machine: Machine, turn: Turn, { isOuter, pages, isFirst }: OfPages): void {
  const stop = stopOf(machine, turn, isOuter, isThere(machine, turn, pages));
  if (stop === undefined) return;
  const isPage = pages !== undefined && !isFirst && stop.kind === 'one';
  if (isPage) {
    const goesOnIfEmpty = stopOf(machine, turn, isOuter, ALWAYS)?.kind !== 'one';
    turn.of.results.stops.push({ ...stop, kind: 'page', ...(goesOnIfEmpty && { goesOnIfEmpty }) });
    return;
  }
  const isOne = isFirst && stop.kind === 'match';
  turn.of.results.stops.push(isOne ? { ...stop, kind: 'one' } : stop);
}

const NO_RESULTS: LoopThrough = { begin: () => undefined, end: () => undefined, finish: () => undefined };

function addOnce(filters: ResultFilter[], filter: ResultFilter): void {
  const { file, span } = filter.place;
  const isKnown = filters.some(({ place }) => place.file === file && place.span === span);
  if (!isKnown) filters.push(filter);
}

/** The condition under which a page has entities, or what a turn is about is there. */
function isThere(machine: Machine, { about }: Turn, pages: Answer | undefined): Guard {
  const { and } = machine.guards;
  if (about.kind !== 'unknown' && about.kind !== 'typed') return ALWAYS;
  const [first] = pages === undefined ? [] : elementsOf(machine, about).elements;
  const value = first?.value;
  const guard = and(isSome(machine, about), first?.guard ?? ALWAYS);
  return value?.kind === 'unknown' || value?.kind === 'typed' ? and(guard, isSome(machine, value)) : guard;
}

/** The condition under which a value is there, as far as that was asked. */
function isSome({ asked, guards: { and, not } }: Machine, { symbol }: Symbolic): Guard {
  return and(asked.get(`t:${symbol}`) ?? ALWAYS, not(asked.get(`n:${symbol}:loose`) ?? NEVER));
}

/** Notes that every one is put into an array, or counted and nothing else. */
function noteCollected(machine: Machine, turn: Turn): void {
  const { and, not } = machine.guards;
  const { results } = turn.of;
  const isAll = (guard: Guard): boolean => guard !== NEVER && and(turn.entered, not(guard)) === NEVER;
  if (turn.isLost) return;
  if (isAll(turn.kept)) results.collects ??= 'array';
  // a line for each of them is what it is read for
  if (turn.acted !== NEVER || !isAll(turn.counted) || isAll(turn.logged)) return;
  results.collects ??= 'count';
  for (const counter of turn.counters) machine.counters.set(counter, turn.of);
}
