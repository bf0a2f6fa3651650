import { addList, flatten, type ListedAt } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Loop } from '../../flow/values/list-size.ts';
import type { Value } from '../../flow/values/values.ts';
import { readFilterText } from '../../../core/shape/filter-text.ts';
import { type Differences, NO_DIFFERENCES } from './differences.ts';

/** A loop of a file, and where it calls the function that a call stands in, if that is another one. */
export interface LoopAt {
  readonly file: string;
  readonly span: Span;
  readonly calledAt?: Span | undefined;
}

/** What a loop around a call goes through. */
export interface SeenLoop extends Differences {
  /** The calls of list queries whose entities it goes through, or what is made of each. */
  readonly lists: readonly ListedAt[];
  /** It goes through something else, too. */
  readonly isOfOthers: boolean;
  /** What is asked for, or written, is in the partition of a listed entity. */
  readonly isOfListedPartition: boolean;
  /** What a read asks for comes from what it gave before. */
  readonly followsAnswers: boolean;
}

/** Of a loop of which nothing is seen. */
export const UNSEEN_LOOP: SeenLoop = {
  lists: [],
  isOfOthers: true,
  isOfListedPartition: false,
  followsAnswers: false,
  ...NO_DIFFERENCES,
};

/** What a loop goes through, of which `whole` is all, with what was seen at a call in it. */
export function seenLoop(
  flow: Flow,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): Omit<SeenLoop, 'followsAnswers' | keyof Differences> {
  const through = flow.throughAt({ file: loop.file, span: whole });
  const lists: ListedAt[] = [];
  for (const list of through.flatMap((one) => one.lists)) addList(lists, list);
  const seen = inLoop(observations, loop);
  return {
    lists,
    isOfOthers: through.length === 0 || through.some(({ isOfOthers }) => isOfOthers),
    isOfListedPartition: seen.length > 0 && seen.every(({ one }) => isOfListedPartition(flow, one)),
  };
}

/** The times that a call was seen in a loop, with the loops from that one outwards, outermost first. */
export function inLoop(
  observations: readonly Observation[],
  { file, span, calledAt }: LoopAt,
): readonly { readonly one: Observation; readonly around: readonly Loop[] }[] {
  return observations.flatMap((one) => {
    const isThere =
      calledAt === undefined ||
      one.through.some((call) => call.file === file && call.span.start === calledAt.start);
    const around = one.loops.filter(({ place }) => place.file === file && contains(place.span, span));
    return isThere && around.length > 0 ? [{ one, around }] : [];
  });
}

function isOfListedPartition(flow: Flow, { method, filter, isInListedPartition }: Observation): boolean {
  return method === 'listEntities' ? isFixedToListed(flow, filter) : isInListedPartition;
}

/** Whether a filter, whichever it is, asks for the partition of a listed entity. */
function isFixedToListed(flow: Flow, filter: Value): boolean {
  const atoms = filter.kind === 'choice' ? filter.cases.map(({ value }) => value) : [filter];
  return atoms.every((atom) => {
    if (atom.kind !== 'text') return false;
    const asked = flatten(atom.segments);
    const { partitionKey } = readFilterText(asked).classification.region;
    if (partitionKey.kind !== 'fixed' || partitionKey.value.kind !== 'hole') return false;
    const { start, end } = partitionKey.value.span;
    const holes = [...asked.holes].filter(([offset]) => start <= offset && offset < end);
    return holes.every(
      ([, hole]) =>
        hole.kind === 'unknown' && hole.symbol !== undefined && flow.isListedPartition(hole.symbol),
    );
  });
}
