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

/**
 * Which partition a query asks for in the turns of a loop, of which `whole` is all: the same where its filter fixes none; undefined where
 * it is not seen in two turns, in each of them by the same way.
 */
export function seenPartitions(
  flow: Pick<Flow, 'isMadeAlike'>,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): 'same' | 'other' | undefined {
  const found = asked(observations, whole, loop).flatMap((turns): ('same' | 'other')[] => {
    const [first] = turns;
    const others = turns.filter(({ turn }) => turn !== first?.turn);
    return first === undefined ? [] : others.map((other) => between(flow, first, other));
  });
  if (found.length === 0) return undefined;
  return found.includes('other') ? 'other' : 'same';
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
): 'same' | 'other' {
  if (partitions.length === 0 || others.length === 0) return 'same';
  const areIn = (some: readonly Fixed[], all: readonly Fixed[]): boolean =>
    some.every((one) => all.some((other) => isSameKey(flow, one, other)));
  return areIn(partitions, others) && areIn(others, partitions) ? 'same' : 'other';
}

function isSameKey(flow: Pick<Flow, 'isMadeAlike'>, a: Fixed, b: Fixed): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.length === b.length && a.every((one, index) => isSameValue(flow, one, b[index]));
}

/** Equal in both turns; what is drawn or read from the clock is so only where it was before the loop. */
function isSameValue(flow: Pick<Flow, 'isMadeAlike'>, a: Plain, b: Plain | undefined): boolean {
  if (a === b) return true;
  if (a.kind === 'unknown' && b?.kind === 'unknown') {
    // what the process was started with, and the like, has no number, as it is always the same
    if (a.symbol === undefined) return b.symbol === undefined && a.why === b.why && a.name === b.name;
    return a.symbol === b.symbol || flow.isMadeAlike(a.symbol, b.symbol);
  }
  if (a.kind !== 'text' || b?.kind !== 'text' || a.segments.length !== b.segments.length) return false;
  return a.segments.every((segment, index) => isSameSegment(flow, segment, b.segments[index]));
}

function isSameSegment(
  flow: Pick<Flow, 'isMadeAlike'>,
  a: Segment<Plain>,
  b: Segment<Plain> | undefined,
): boolean {
  if (a.kind === 'literal') return b?.kind === 'literal' && a.text === b.text;
  return b?.kind === 'hole' && isSameValue(flow, a.hole, b.hole);
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
