import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { codeOfFile } from '../shared/code-at.ts';
import { say } from './messages.ts';

/**
 * Read in the SDK's code: 13.0.0 and later take `etag` out of `select`, as the service sends it in any case; up to 12.1.2 it was sent, and
 * every etag came back as null (Azure/azure-sdk-for-js, issue 17407).
 */
export const rule: Rule = {
  id: 'select-etag',
  severity: 'hint',
  title: () => l10n.t('etag in a select'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind === 'write' || operation.via !== undefined) continue;
      const select = operation.projection?.select;
      if (select === undefined || select === 'unknown') continue;
      for (const { name, place } of select) {
        if (!ETAGS.has(name) || place?.file !== operation.file) continue;
        yield {
          place,
          ...say('not-sent'),
          about: operation,
          fixes: () => removal(context, place),
        };
      }
    }
  },
};

const ETAGS: ReadonlySet<string> = new Set(['etag', 'odata.etag']);

/** Takes an element out of a list that has others. */
function removal(context: RuleContext, place: Place): readonly Fix[] {
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
