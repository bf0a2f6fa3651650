import { flatten, samePlace, type Segment } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Loop } from '../../flow/values/list-size.ts';
import type { Value } from '../../flow/values/values.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { addTo } from '../../syntax/facts/grouped.ts';
import { readFilterText } from '../filters/filter-text.ts';
import { inLoop, type LoopAt } from './seen-loops.ts';

/** The PartitionKey that a filter fixes: a constant, or what stands in the holes there. */
type Fixed = string | readonly Plain[];

/** What a query asks for in one turn of a loop: a PartitionKey for each way on which its filter fixes one. */
interface Asked {
  readonly turn: number;
  readonly partitions: readonly Fixed[];
}

/** What two turns have of something; undefined where that cannot be told. */
type Likeness = 'same' | 'other' | undefined;

/**
 * Which partition a query asks for in the turns of a loop, of which `whole` is all: the same where its filter fixes none; undefined where
 * that cannot be told, as where it is not seen in two turns, in each of them by the same way.
 */
export function seenPartitions(
  flow: Pick<Flow, 'isMadeAlike'>,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): Likeness {
  const found = asked(observations, whole, loop).flatMap((turns): Likeness[] => {
    const [first] = turns;
    const others = turns.filter(({ turn }) => turn !== first?.turn);
    return first === undefined ? [] : others.map((other) => between(flow, first, other));
  });
  return found.length === 0 ? undefined : together(found);
}

function together(all: readonly Likeness[]): Likeness {
  if (all.includes('other')) return 'other';
  return all.includes(undefined) ? undefined : 'same';
}

/** What is asked for in each run of a loop, by each way that leads to the query. */
function asked(
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): readonly (readonly Asked[])[] {
  const runs = new Map<Loop, Map<string, Asked[]>>();
  for (const { one } of inLoop(observations, loop)) {
    const index = one.loops.findLastIndex(
      ({ place }) => samePlace([place, { file: loop.file, span: whole }]) !== undefined,
    );
    const run = one.loops[index];
    if (run === undefined || one.method !== 'listEntities') continue;
    const calls = one.through.map(({ nameStart }) => nameStart);
    const way = `${calls.join()} ${one.turns.slice(index + 1).join()}`;
    const ways = runs.get(run) ?? new Map<string, Asked[]>();
    runs.set(run, ways);
    addTo(ways, way, { turn: one.turns[index] ?? 0, partitions: partitionsIn(one.filter) });
  }
  return [...runs.values()].flatMap((ways) => [...ways.values()]);
}

function between(
  flow: Pick<Flow, 'isMadeAlike'>,
  { partitions }: Asked,
  { partitions: others }: Asked,
): Likeness {
  if (partitions.length === 0 || others.length === 0) return 'same';
  const found = (some: readonly Fixed[], all: readonly Fixed[]): readonly Likeness[] =>
    some.map((one) => among(all.map((other) => likenessOfKeys(flow, one, other))));
  return together([...found(partitions, others), ...found(others, partitions)]);
}

/** Whether something is one of several. */
function among(all: readonly Likeness[]): Likeness {
  if (all.includes('same')) return 'same';
  return all.includes(undefined) ? undefined : 'other';
}

function likenessOfKeys(flow: Pick<Flow, 'isMadeAlike'>, a: Fixed, b: Fixed): Likeness {
  if (typeof a === 'string' || typeof b === 'string') return a === b ? 'same' : 'other';
  if (a.length !== b.length) return 'other';
  return together(a.map((one, index) => likeness(flow, one, b[index])));
}

/** Of values that stand in a text. What code made that is not seen, or that was read from the clock, may be the same each time. */
function likeness(flow: Pick<Flow, 'isMadeAlike'>, a: Plain, b: Plain | undefined): Likeness {
  if (a === b) return 'same';
  if (b === undefined) return 'other';
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.segments.length !== b.segments.length) return 'other';
    return together(a.segments.map((segment, index) => likenessOfParts(flow, segment, b.segments[index])));
  }
  if (!('symbol' in a) || !('symbol' in b)) return likenessOfUnnamed(a, b);
  if (a.symbol === b.symbol || flow.isMadeAlike(a.symbol, b.symbol)) return 'same';
  return isHidden(a) || isHidden(b) ? undefined : 'other';
}

function isHidden(value: Plain): boolean {
  switch (value.kind) {
    case 'unknown':
      return value.why === 'call-result';
    case 'time-text':
      return value.isNow === true;
    case 'number':
    case 'number-text':
      return value.number.origin.kind === 'time' && value.number.origin.isNow === true;
    default:
      return false;
  }
}

/** Of values of which it is not known from what they were made. */
function likenessOfUnnamed(a: Plain, b: Plain): Likeness {
  // what the process was started with, and the like, has no number, as it is always the same
  if (a.kind === 'unknown' && b.kind === 'unknown' && a.symbol === b.symbol && a.why === b.why)
    return a.name === b.name ? 'same' : 'other';
  return a.kind === 'random-text' || b.kind === 'random-text' ? 'other' : undefined;
}

function likenessOfParts(
  flow: Pick<Flow, 'isMadeAlike'>,
  a: Segment<Plain>,
  b: Segment<Plain> | undefined,
): Likeness {
  if (a.kind === 'literal') return b?.kind === 'literal' && a.text === b.text ? 'same' : 'other';
  return b?.kind === 'hole' ? likeness(flow, a.hole, b.hole) : 'other';
}

function partitionsIn(filter: Value): readonly Fixed[] {
  const atoms = filter.kind === 'choice' ? filter.cases.map(({ value }) => value) : [filter];
  return atoms.flatMap((atom): readonly Fixed[] => {
    if (atom.kind !== 'text') return [];
    const text = flatten(atom.segments);
    const { partitionKey } = readFilterText(text).classification.region;
    if (partitionKey.kind !== 'fixed') return [];
    if (partitionKey.value.kind === 'known') return [partitionKey.value.value];
    const { start, end } = partitionKey.value.span;
    const holes = [...text.holes].flatMap(([offset, hole]) =>
      start <= offset && offset < end ? [hole] : [],
    );
    return [holes];
  });
}
