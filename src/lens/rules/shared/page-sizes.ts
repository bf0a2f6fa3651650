import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { Report, RuleContext } from '../rule.ts';
import { functionAround } from './code-at.ts';
import { resultsOf } from './filters.ts';
import { nameOf } from './place.ts';

/** A constant that `byPage` gets as the size of pages. */
export interface PageSize extends Pick<Report, 'place' | 'about' | 'related'> {
  readonly query: Query;
  readonly size: number;
}

/**
 * The sizes of pages that the file gives, each once: where it is written, or at the call of a function that hands it on to `byPage`.
 */
export function pageSizesOf(context: RuleContext): readonly PageSize[] {
  const all = resultsOf(context).flatMap((query): readonly PageSize[] => {
    const { pageSize: size, pagePlace: place } = query.consumption;
    return size === undefined || place?.file !== query.file ? [] : [{ query, size, place, about: query }];
  });
  const own = new Set(all.filter(({ query }) => query.via === undefined).map(keyOf));
  const given = all
    .filter((one) => !own.has(keyOf(one)))
    .map((one) => (isWrittenAround(context, one) ? one : atCall(one)));
  const byPlace = [...all.filter((one) => own.has(keyOf(one))), ...given].map(
    (one) => [keyOf(one), one] as const,
  );
  return [...new Map(byPlace.reverse()).values()].reverse();
}

/** Whether a size is written in the function that the call is in, and not in the one that is called. */
function isWrittenAround(context: RuleContext, { query: { file, callSpan }, place }: PageSize): boolean {
  return functionAround(context, { file, span: callSpan }) === functionAround(context, place);
}

function atCall(one: PageSize): PageSize {
  const related = [{ place: one.place, message: l10n.t('The page size is used here.') }];
  return { ...one, place: nameOf(one.query), related };
}

function keyOf({ place }: { readonly place: Place }): number {
  return place.span.start;
}
