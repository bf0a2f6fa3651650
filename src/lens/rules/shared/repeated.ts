import * as l10n from '@vscode/l10n';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation, PointRead, Query, Repetition } from '../../model/operations/operation.ts';
import type { Report, RuleContext } from '../rule.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { decidedBy } from '../../model/wrappers/wrappers.ts';
import { functionAround } from './code-at.ts';
import { resultsOf } from './filters.ts';
import { oncePerFile } from './once.ts';

/** The method's name of any operation. */
export function methodOf({ file, nameSpan }: Operation): Place {
  return { file, span: nameSpan };
}

/** Where a loop repeats an operation: the call of the function that it stands in, or the operation itself, also of several loops. */
export function repeatedAt(
  operation: Operation,
  repeated: Repetition | undefined,
): Pick<Report, 'place' | 'isOfCaller'> {
  const called = repeated?.alsoIn === undefined ? repeated?.calledName : undefined;
  return called === undefined
    ? { place: methodOf(operation) }
    : { place: { file: operation.file, span: called }, isOfCaller: true };
}

/** Points to the loop, and to the call that leads from there to the operation, or where that is; of several loops to each. */
export function loopOf(operation: Operation, repeated: Repetition): NonNullable<Report['related']> {
  const { file } = operation;
  const { head, calledAt, calledName, alsoIn = [] } = repeated;
  if (calledName !== undefined && alsoIn.length === 0) {
    return [
      { place: methodOf(operation), message: l10n.t('The request is sent here.') },
      { place: { file, span: head }, message: l10n.t('This is the loop.') },
    ];
  }
  return [{ head, calledAt }, ...alsoIn].flatMap((one) => {
    const loop = { place: { file, span: one.head }, message: l10n.t('This is the loop.') };
    return one.calledAt === undefined
      ? [loop]
      : [{ place: { file, span: one.calledAt }, message: l10n.t('It is called here, in a loop.') }, loop];
  });
}

/** Whether a loop of the file goes through a list that has one entity at most, since both keys are fixed, or that may be one. */
export function isOverOne(context: RuleContext, repeated: Repetition): boolean {
  const { span, head, kind, alsoIn, lists = [] } = repeated;
  if (alsoIn !== undefined) return false;
  const isThrough = kind === 'of' || kind === 'await-of';
  const isOfOne = ofOneEntity(context).some(
    ({ consumption: { loop }, callSpan }) =>
      loop?.span.start === span.start || (isThrough && contains(head, callSpan)),
  );
  return isOfOne || (lists.length > 0 && lists.every((list) => mayGiveOne(context, list, head)));
}

/** The file's queries for one entity at most. */
const ofOneEntity = oncePerFile((context): readonly Query[] => resultsOf(context).filter(isForOne));

/** Where the calls of queries of the file begin. */
const callStarts = oncePerFile(
  (context): ReadonlySet<number> => new Set(resultsOf(context).map(({ callSpan }) => callSpan.start)),
);

/** Whether a query gives one entity at most, or may for those who call the function that it stands in. */
export function mayBeForOne(context: RuleContext, query: Query): boolean {
  if (isForOne(query)) return true;
  if (ofOneEntity(context).length === 0 || decidedBy(query).length === 0) return false;
  const { file, callSpan, via } = query;
  return listingsAt(context, via?.place ?? { file, span: callSpan }).some(isForOne);
}

/**
 * Whether a listing gives one entity at most where `use` stands. Of one inside a function that is called for it, the calls
 * in the function around `use` tell, or where these get their filter from their callers, and where there is none, any.
 */
export function mayGiveOne(context: RuleContext, listing: Place, use: Span): boolean {
  // the table of a call in another function isn't known, nor what its callers make it ask for
  const isUnread = listing.file === context.file && !callStarts(context).has(listing.span.start);
  if (!isUnread && ofOneEntity(context).length === 0) return false;
  const code = functionAround(context, { file: context.file, span: use });
  if (isUnread && functionAround(context, listing) !== code) return true;
  if (ofOneEntity(context).length === 0) return false;
  const queries = listingsAt(context, listing);
  const here = queries.filter(
    ({ callSpan }) => functionAround(context, { file: context.file, span: callSpan }) === code,
  );
  const isToldHere = here.length > 0 && here.every((query) => decidedBy(query).length === 0);
  return (isToldHere ? here : queries).some(isForOne);
}

/**
 * Whether each entity that a listing gives is in a partition of its own: it asks for one RowKey, in whatever partition, and is asked
 * once. No transaction holds two of them.
 */
export function isOnePerPartition(context: RuleContext, listing: Place): boolean {
  const queries = listingsAt(context, listing);
  return (
    queries.length > 0 &&
    queries.every(
      ({ filter, repeated }) =>
        repeated === undefined &&
        filter.kind === 'known' &&
        filter.isPartial !== true &&
        filter.alternatives.every(({ classification }) => classification.region.rowKey.kind === 'fixed'),
    )
  );
}

/** The queries of the file that ask at a place: the call that stands there, and calls of what wraps it. */
function listingsAt(context: RuleContext, { file, span }: Place): readonly Query[] {
  return resultsOf(context).filter((query) => {
    if (query.file === file && query.callSpan.start === span.start) return true;
    return query.via?.place.file === file && contains(span, query.via.place.span);
  });
}

/** Whether a query gives one entity at most. */
function isForOne({ filter }: Query): boolean {
  const alternatives = filter.kind === 'known' ? filter.alternatives : [];
  return (
    alternatives.length > 0 && alternatives.every(({ classification }) => OF_ONE.has(classification.shape))
  );
}

const OF_ONE: ReadonlySet<Shape> = new Set(['point', 'empty']);

/** How many turns a loop over a few constants has; undefined where the number may grow. */
export function constantTurns({ turns }: PointRead | Query): number | undefined {
  return turns?.kind === 'most' && turns.isDefault !== true ? turns.count : undefined;
}
