import * as l10n from '@vscode/l10n';
import type { PutProperty } from '../../model/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { textAt } from '../shared/place.ts';

/** `bytes.subarray(a, b)` as `bytes.slice(a, b)`, which copies. */
export function ownBytesFixes(context: RuleContext, { place }: PutProperty): readonly Fix[] {
  const found = /\.subarray(?=\([^()]*\)$)/.exec(textAt(context, place));
  if (found === null) return [];
  const start = place.span.start + found.index;
  return [
    {
      title: l10n.t('Copy it by slice'),
      edits: [{ span: { start, end: start + found[0].length }, text: '.slice' }],
    },
  ];
}
