import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import type { CollectedWrites } from '../../syntax/edits/collected-writes.ts';
import { type CodeStyle, deeper } from '../code-style.ts';

/** What stands in the place of a loop's writes. */
export interface Instead {
  /** Lines before the loop, and after it: of a list that is gone through, of each of its pages. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Code for each write. */
  readonly writes: readonly string[];
  /** The name of a page. */
  readonly page: string;
}

/** The loop, whose writes are collected, between what makes the list for them and what sends it. */
export function collecting(
  text: string,
  { step }: CodeStyle,
  { loop, body, indent, writes, listed }: CollectedWrites,
  { before, after, writes: codes, page }: Instead,
): readonly TextEdit[] {
  const pushes = writes.map(({ span }, i): TextEdit => ({
    span,
    text: outdented(codes[i] ?? '', indentAt(text, span.start)),
  }));
  const lines = (all: readonly string[], lead: string): string => all.join(`\n${lead}`);
  if (listed === undefined)
    return [
      { span: { start: loop.start, end: loop.start }, text: `${lines(before, indent)}\n${indent}` },
      ...pushes,
      { span: { start: loop.end, end: loop.end }, text: `\n${indent}${lines(after, indent)}` },
    ];
  const within = pushes.map((edit) => ({
    ...edit,
    span: { start: edit.span.start - body.start, end: edit.span.end - body.start },
  }));
  const inner = indent + step;
  const code = [
    `for await (const ${page} of ${listed.list}.byPage()) {`,
    `${step}${lines(before, inner)}`,
    `${step}for (${listed.variable} of ${page}) ${deeper(applyEdits(text.slice(body.start, body.end), within), step)}`,
    `${step}${lines(after, inner)}`,
    '}',
  ];
  return [{ span: loop, text: lines(code, indent) }];
}

/** The white space that a line begins with. */
function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Code whose brackets close on a line of their own, which is as far in as its first line: an argument had lines of its own before. */
function outdented(code: string, indent: string): string {
  const [first = '', ...lines] = code.split('\n');
  const closing = /^([ \t]*)[)\]}]/.exec(lines.at(-1) ?? '')?.[1];
  // white space within a template is text
  if (closing === undefined || !closing.startsWith(indent) || code.includes('`')) return code;
  return [
    first,
    ...lines.map((line) => (line.startsWith(closing) ? indent + line.slice(closing.length) : line)),
  ].join('\n');
}
