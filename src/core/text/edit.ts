import type { Span } from './span.ts';

/** One replacement in one text: the code units of `span` become `text`. */
export interface TextEdit {
  readonly span: Span;
  readonly text: string;
}

/**
 * Applies edits that refer to the text before any of them.
 * Throws a RangeError when two edits overlap: the caller built a wrong fix.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = '';
  let from = 0;
  for (const { span, text: replacement } of sorted) {
    if (span.start < from) throw new RangeError('text edits overlap');
    result += text.slice(from, span.start) + replacement;
    from = span.end;
  }
  return result + text.slice(from);
}

/** The one edit that makes `after` of `before`: all between what both begin and end with. */
export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  const common = (): boolean =>
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail);
  while (tail < shorter - head && common()) tail++;
  return {
    span: { start: head, end: before.length - tail },
    text: after.slice(head, after.length - tail),
  };
}
