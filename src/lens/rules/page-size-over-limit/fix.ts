import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Query } from '../../model/operations/operation.ts';
import { partSizes } from '../../syntax/edits/part-size.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';

/** The number itself; of a name the one that its constant is declared with, as what counts pages may compare with it. */
export function pageSizeFixes(
  context: RuleContext,
  { callSpan }: Query,
  place: Place,
  size: number,
  most: number,
): readonly Fix[] {
  const isSize = (at: Place): boolean => {
    const code = expressionAt(context, at)?.expression;
    return code?.kind === 'number' && code.value === size;
  };
  const text = String(most);
  if (isSize(place))
    return [
      { title: l10n.t('Use pages of {0}', most), edits: [{ span: place.span, text }], isHarmless: true },
    ];
  const { file } = place;
  const spans = partSizes(file, context.sourceOf(file), place.span, callSpan);
  if (spans.length === 0 || !spans.every((span) => isSize({ file, span }))) return [];
  const name = textAt(context, place);
  return [{ title: l10n.t('Set {0} to {1}', name, most), edits: spans.map((span) => ({ span, text })) }];
}
