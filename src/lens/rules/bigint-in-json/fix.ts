import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';

/** A replacer for `JSON.stringify`, which threw until now; what makes JSON elsewhere takes none. */
export function replacerFixes(context: RuleContext, place: Place): readonly Fix[] {
  const code = expressionAt(context, place)?.expression;
  if (code?.kind !== 'call' || code.callee.kind !== 'member' || code.callee.name !== 'stringify') return [];
  const [value, ...others] = code.args;
  if (value === undefined || value.kind === 'spread' || others.length > 0) return [];
  const { end } = value.span;
  return [
    {
      title: l10n.t('Write bigints as text'),
      edits: [
        {
          span: { start: end, end },
          text: ", (_key, value) => (typeof value === 'bigint' ? value.toString() : value)",
        },
      ],
    },
  ];
}
