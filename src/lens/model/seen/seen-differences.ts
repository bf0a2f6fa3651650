import { flatten, samePlace, type Segment } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Loop } from '../../flow/values/list-size.ts';
import { toPlain } from '../../flow/values/symbols.ts';
import { UNDEFINED, type Value } from '../../flow/values/values.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import { addTo } from '../../syntax/facts/grouped.ts';
import { readFilterText } from '../../../core/shape/filter-text.ts';
import { type Differences, NO_DIFFERENCES } from './differences.ts';
import { inLoop, type LoopAt } from './seen-loops.ts';

/**
 * What two turns have of something. `made`: drawn, or read from the clock, in each; `hidden`: made by code that is not seen, which may
 * give the same each time; `come-by`: taken out of what neither a caller gave nor the other turn has, such as an entity that each reads.
 */
type Likeness = 'same' | 'of-element' | 'other' | 'made' | 'hidden' | 'come-by';

/** From what says least of two turns to what says most. */
const RANKS: readonly Likeness[] = ['same', 'hidden', 'made', 'come-by', 'of-element', 'other'];

type Known = Pick<Flow, 'askedKey' | 'isMadeAlike' | 'isMadeByLanguage' | 'isOwnPartition'>;

/** What a call asks for in one turn: the PartitionKeys that it may name, each as what stands in it, and what names the rows. */
interface Asked {
  readonly turn: number;
  readonly partitions: readonly Plain[];
  readonly rows: readonly Plain[];
}

/**
 * What differs in what a call asks for, or writes, in the turns of a loop, of which `whole` is all: in two of them, in each by the same
 * way.
 */
export function seenDifferences(
  flow: Known,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): Differences {
  const runs = asked(flow, observations, whole, loop);
  const pairs = runs.flatMap((turns) => {
    const [first] = turns;
    return turns.flatMap((other) =>
      first === undefined || other.turn === first.turn ? [] : [{ first, other }],
    );
  });
  if (pairs.length === 0) return NO_DIFFERENCES;
  const partition = together(
    pairs.map(({ first, other }) => between(flow, first.partitions, other.partitions)),
  );
  const row = together(pairs.map(({ first, other }) => between(flow, first.rows, other.rows)));
  return {
    partition:
      partition === 'made' || partition === 'come-by'
        ? 'other'
        : partition === 'hidden'
          ? undefined
          : partition,
    row: row === 'same' ? 'same' : row === 'of-element' || row === 'other' ? 'other' : 'new',
    isCarried: isCarried(observations, whole, loop),
  };
}

/** The place of a loop among those around a call; -1 where it is none of them. */
function indexOf({ loops }: Observation, whole: Span, { file }: LoopAt): number {
  return loops.findLastIndex(({ place }) => samePlace([place, { file, span: whole }]) !== undefined);
}

function isCarried(observations: readonly Observation[], whole: Span, loop: LoopAt): boolean {
  return inLoop(observations, loop).some(({ one }) => one.carries[indexOf(one, whole, loop)] === true);
}

/** What is asked for in each run of a loop, by each way that leads to the call. */
function asked(
  flow: Known,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): readonly (readonly Asked[])[] {
  const runs = new Map<Loop, Map<string, Asked[]>>();
  for (const { one } of inLoop(observations, loop)) {
    const index = indexOf(one, whole, loop);
    const run = one.loops[index];
    if (run === undefined) continue;
    const calls = one.through.map(({ nameStart }) => nameStart);
    const way = `${calls.join()} ${one.turns.slice(index + 1).join()}`;
    const ways = runs.get(run) ?? new Map<string, Asked[]>();
    runs.set(run, ways);
    addTo(ways, way, { turn: one.turns[index] ?? 0, ...askedIn(flow, one) });
  }
  return [...runs.values()].flatMap((ways) => [...ways.values()]);
}

function askedIn(flow: Known, { method, keys, filter }: Observation): Omit<Asked, 'turn'> {
  if (method === 'listEntities') return { partitions: partitionsIn(filter), rows: plainOf(filter) };
  const [partition = UNDEFINED, row = UNDEFINED] = keys;
  return { partitions: plainOf(askedBefore(flow, partition)), rows: plainOf(askedBefore(flow, row)) };
}

/** The key that an entity was read by is the one that it has. */
function askedBefore(flow: Known, key: Value): Value {
  return ('symbol' in key ? flow.askedKey(key.symbol) : undefined) ?? key;
}

function plainOf(value: Value): readonly Plain[] {
  return value.kind === 'choice' ? value.cases.map((one) => toPlain(one.value)) : [toPlain(value)];
}

/** What filters fix the PartitionKey to; none where one fixes none. */
function partitionsIn(filter: Value): readonly Plain[] {
  return plainOf(filter).flatMap((asked): readonly Plain[] => {
    if (asked.kind !== 'text') return [];
    const text = flatten(asked.segments);
    const { partitionKey } = readFilterText(text).classification.region;
    if (partitionKey.kind !== 'fixed') return [];
    const { value } = partitionKey;
    const place = { file: '', span: { start: 0, end: 0 } };
    if (value.kind === 'known')
      return [{ kind: 'text', form: 'mixed', segments: [{ kind: 'literal', text: value.value, place }] }];
    const { start, end } = value.span;
    const segments: Segment<Plain>[] = [];
    let from = start;
    for (const [offset, hole] of text.holes) {
      if (offset < start || offset >= end) continue;
      segments.push({ kind: 'literal', text: text.text.slice(from, offset), place });
      segments.push({ kind: 'hole', hole, place });
      from = offset + 1;
    }
    segments.push({ kind: 'literal', text: text.text.slice(from, end), place });
    return [{ kind: 'text', form: 'mixed', segments }];
  });
}

/** The most that differs of several. */
function together(all: readonly Likeness[]): Likeness {
  return all.reduce<Likeness>((most, one) => (RANKS.indexOf(one) > RANKS.indexOf(most) ? one : most), 'same');
}

/** What two turns have of a value that may be one of several: each is held against those of the other that it is most like. */
function between(flow: Known, some: readonly Plain[], others: readonly Plain[]): Likeness {
  if (some.length === 0 || others.length === 0) return 'same';
  const closest = (one: Plain, all: readonly Plain[]): Likeness =>
    all
      .map((other) => likeness(flow, one, other))
      .reduce((least, next) => (RANKS.indexOf(next) < RANKS.indexOf(least) ? next : least));
  return together([...some.map((one) => closest(one, others)), ...others.map((one) => closest(one, some))]);
}

function likeness(flow: Known, a: Plain, b: Plain): Likeness {
  if (a === b) return 'same';
  if (a.kind === 'text' && b.kind === 'text') return likenessOfTexts(flow, a.segments, b.segments);
  if (a.kind === 'number' && b.kind === 'number' && a.number.constant !== undefined)
    return a.number.constant === b.number.constant ? 'same' : 'other';
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value ? 'same' : 'other';
  if (a.kind === 'nothing' && b.kind === 'nothing') return 'same';
  if (!('symbol' in a) || !('symbol' in b)) return likenessOfUnnamed(a, b);
  if (a.symbol === b.symbol || flow.isMadeAlike(a.symbol, b.symbol)) return 'same';
  const made = likenessOfMade(a, b);
  // `replaceAll` of one key, and of another
  if (made === 'hidden' && flow.isMadeByLanguage(a.symbol) && flow.isMadeByLanguage(b.symbol))
    return 'come-by';
  if (made !== undefined) return made;
  if (flow.isOwnPartition(a.symbol) && flow.isOwnPartition(b.symbol)) return 'of-element';
  return isComeBy(a) && isComeBy(b) ? 'come-by' : 'other';
}

function isComeBy(value: Plain): boolean {
  return value.kind === 'unknown' && value.given === undefined;
}

function likenessOfTexts(
  flow: Known,
  segments: readonly Segment<Plain>[],
  others: readonly Segment<Plain>[],
): Likeness {
  if (segments.length !== others.length) return 'other';
  const parts = segments.map((segment, index) => likenessOfParts(flow, segment, others[index]));
  const found = together(parts);
  // a text with the key of an element in it is another key
  return found === 'of-element' ? 'other' : found;
}

function likenessOfParts(flow: Known, a: Segment<Plain>, b: Segment<Plain> | undefined): Likeness {
  if (a.kind === 'literal') return b?.kind === 'literal' && a.text === b.text ? 'same' : 'other';
  return b?.kind === 'hole' ? likeness(flow, a.hole, b.hole) : 'other';
}

/** Of values of which it is not known from what they were made. */
function likenessOfUnnamed(a: Plain, b: Plain): Likeness {
  // what the process was started with, and the like, has no number, as it is always the same
  if (a.kind === 'unknown' && b.kind === 'unknown' && !('symbol' in a) && !('symbol' in b))
    return a.why === b.why && a.name === b.name ? 'same' : 'hidden';
  return likenessOfMade(a, b) ?? ((a.kind === 'text') !== (b.kind === 'text') ? 'other' : 'hidden');
}

/** Of two of which one is made in its turn. */
function likenessOfMade(a: Plain, b: Plain): 'made' | 'hidden' | undefined {
  if (isDrawn(a) || isDrawn(b)) return 'made';
  return isHidden(a) || isHidden(b) ? 'hidden' : undefined;
}

function isDrawn(value: Plain): boolean {
  switch (value.kind) {
    case 'random-text':
      return true;
    case 'time-text':
      return value.isNow === true;
    case 'number':
    case 'number-text': {
      const { origin } = value.number;
      return origin.kind === 'random' || (origin.kind === 'time' && origin.isNow === true);
    }
    default:
      return false;
  }
}

/** Of what is given, or has been taken out of that, two are not the same. */
function isHidden(value: Plain): boolean {
  return value.kind === 'unknown' && value.why !== 'parameter' && value.why !== 'property';
}
