import * as l10n from '@vscode/l10n';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation, PointRead, Query, Repetition } from '../../model/operations/operation.ts';
import type { Report, RuleContext } from '../rule.ts';
import { queriesOf } from './filters.ts';
import { oncePerFile } from './once.ts';

/** The method's name of any operation. */
export function methodOf({ file, nameSpan }: Operation): Place {
  return { file, span: nameSpan };
}

/** Points to the loop, and to the call that leads from there to the operation; of several loops to each. */
export function loopOf(
  { file }: Operation,
  { head, calledAt, alsoIn = [] }: Repetition,
): NonNullable<Report['related']> {
  return [{ head, calledAt }, ...alsoIn].flatMap((one) => {
    const loop = { place: { file, span: one.head }, message: l10n.t('This is the loop.') };
    return one.calledAt === undefined
      ? [loop]
      : [{ place: { file, span: one.calledAt }, message: l10n.t('It is called here, in a loop.') }, loop];
  });
}

/** Whether a loop of the file goes through a list that has one entity at most, since both keys are fixed. */
export function isOverOne(context: RuleContext, { span, alsoIn, lists = [] }: Repetition): boolean {
  if (alsoIn !== undefined) return false;
  const ofOne = ofOneEntity(context);
  return ofOne.has(span.start) || (lists.length > 0 && lists.every(({ start }) => ofOne.has(start)));
}

/** Where queries for one entity at most begin, and the loops through what they give. */
const ofOneEntity = oncePerFile((context): ReadonlySet<number> => {
  const starts = queriesOf(context).flatMap((query) => {
    return isForOne(query) ? [query.callSpan.start, query.consumption.loop?.span.start] : [];
  });
  return new Set(starts.filter((start) => start !== undefined));
});

/** Whether a query gives one entity at most. */
export function isForOne({ filter }: Query): boolean {
  const alternatives = filter.kind === 'known' ? filter.alternatives : [];
  return (
    alternatives.length > 0 && alternatives.every(({ classification }) => OF_ONE.has(classification.shape))
  );
}

const OF_ONE: ReadonlySet<Shape> = new Set(['point', 'empty']);

/** How many turns a loop over a few constants has; undefined where the number may grow. */
export function constantTurns({ turns }: PointRead): number | undefined {
  return turns?.kind === 'most' && turns.isDefault !== true ? turns.count : undefined;
}
