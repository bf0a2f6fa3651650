import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { codeOfFile } from '../shared/code-at.ts';

/** Takes an element out of a list that has others. */
export function removal(context: RuleContext, place: Place): readonly Fix[] {
  const span = elementWithComma(context, place);
  return span === undefined
    ? []
    : [{ title: l10n.t('Remove it'), edits: [{ span, text: '' }], isHarmless: true }];
}

function elementWithComma(context: RuleContext, { file, span }: Place): Span | undefined {
  for (const part of codeOfFile(context, file).parts) {
    if (part.kind !== 'expression' || part.expression.kind !== 'array') continue;
    const { elements } = part.expression;
    const at = elements.findIndex((one) => one.span.start === span.start && one.span.end === span.end);
    if (at < 0) continue;
    const [before, after] = [elements[at - 1], elements[at + 1]];
    const from = after === undefined ? before?.span.end : span.start;
    const to = after === undefined ? span.end : after.span.start;
    if (from === undefined) return undefined;
    const comma = context
      .sourceOf(file)
      .slice(after === undefined ? from : span.end, after === undefined ? span.start : to);
    // a comment between them would be lost
    return comma.trim() === ',' ? { start: from, end: to } : undefined;
  }
  return undefined;
}
