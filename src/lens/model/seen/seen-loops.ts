import { flatten, type Place, samePlace } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Loop } from '../../flow/values/list-size.ts';
import { constantText } from '../../flow/values/texts.ts';
import type { Value } from '../../flow/values/values.ts';
import { addTo } from '../../syntax/facts/grouped.ts';
import { readFilterText } from '../filters/filter-text.ts';

/** A loop of a file, and where it calls the function that a call stands in, if that is another one. */
export interface LoopAt {
  readonly file: string;
  readonly span: Span;
  readonly calledAt?: Span | undefined;
}

/** What a loop around a call goes through. */
export interface SeenLoop {
  /** The calls of list queries whose entities it goes through, or what is made of each. */
  readonly lists: readonly Place[];
  /** It goes through something else, too. */
  readonly isOfOthers: boolean;
  /** What is asked for, or written, is in the partition of a listed entity. */
  readonly isOfListedPartition: boolean;
  /** Each turn names a partition of its own, which is a constant. */
  readonly isEachAnother: boolean;
  /** What a read asks for comes from what it gave before. */
  readonly followsAnswers: boolean;
  /** Of a query which partitions its filter fixes in the turns; undefined where that is not seen. */
  readonly partitions: 'same' | 'other' | undefined;
}

/** Of a loop of which nothing is seen. */
export const UNSEEN_LOOP: SeenLoop = {
  lists: [],
  isOfOthers: true,
  isOfListedPartition: false,
  isEachAnother: false,
  followsAnswers: false,
  partitions: undefined,
};

/** What a loop goes through, of which `whole` is all, with what was seen at a call in it. */
export function seenLoop(
  flow: Flow,
  observations: readonly Observation[],
  whole: Span,
  loop: LoopAt,
): Omit<SeenLoop, 'followsAnswers' | 'partitions'> {
  const through = flow.throughAt({ file: loop.file, span: whole });
  const lists: Place[] = [];
  for (const list of through.flatMap((one) => one.lists))
    if (!lists.some((known) => samePlace([known, list]) !== undefined)) lists.push(list);
  const seen = inLoop(observations, loop);
  return {
    lists,
    isOfOthers: through.length === 0 || through.some(({ isOfOthers }) => isOfOthers),
    isOfListedPartition: seen.length > 0 && seen.every(({ one }) => isOfListedPartition(flow, one)),
    isEachAnother: areDistinct(seen),
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

/** Whether what was seen each time that a loop ran names another partition. */
function areDistinct(seen: ReturnType<typeof inLoop>): boolean {
  const found = new Map<Loop | undefined, (string | undefined)[]>();
  for (const { one, around } of seen) addTo(found, around.at(-1), partitionIn(one));
  const areOthers = (names: readonly (string | undefined)[]): boolean =>
    !names.includes(undefined) && new Set(names).size === names.length;
  return found.size > 0 && [...found.values()].every(areOthers);
}

/** The partition that a call names, if that is a constant. */
function partitionIn({ keys: [key], argument }: Observation): string | undefined {
  const entity = argument?.value.kind === 'object' ? argument.objects.get(argument.value.id) : undefined;
  const partition = key ?? entity?.properties.get('partitionKey');
  return partition?.kind === 'text' ? constantText(partition) : undefined;
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
