import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { bigintEdits } from '../../syntax/edits/bigint.ts';
import type { Fix, RuleContext } from '../rule.ts';

/** The same arithmetic in bigint; none where that cannot be written. */
export function bigintFixes(context: RuleContext, { place }: { readonly place: Place }): Fix[] {
  const edits = bigintEdits(context.file, context.sourceOf(context.file), place.span) ?? [];
  return edits.length === 0 ? [] : [{ title: l10n.t('Compute it with bigint'), edits }];
}
