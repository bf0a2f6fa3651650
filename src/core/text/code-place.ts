import { lineStart } from './line.ts';
import type { Span } from './span.ts';

/** Where a piece of code goes in a source, so that what stands around it stays right. */
export interface CodePlace {
  /** What it replaces: blanks at most. */
  readonly span: Span;
  /** `statement`: it stands on lines of its own; `expression`: the source lacks a value there. */
  readonly kind: 'statement' | 'expression';
  /** What stands before and behind it: line breaks, and the blanks that lead a line. */
  readonly before: string;
  readonly after: string;
  /** What leads each of its lines. */
  readonly indent: string;
  /** Whether `await` is allowed there, and does not stand there yet. */
  readonly takesAwait: boolean;
  /** The statement before it has no semicolon, so that a `[` or `(` would go on with it. */
  readonly goesOn: boolean;
}

/** A place for a call on a table. */
export interface Insertion {
  readonly place: CodePlace;
  /** What the source calls the table's client there, where it is known. */
  readonly client?: string;
}

/** An expression of JavaScript, of one line or several, as it is written at a place. */
export function placedCode(place: CodePlace, expression: string): string {
  const code = place.takesAwait ? expression : expression.replace(/^await /, '');
  const eol = /\r?\n/.exec(place.before + place.after)?.[0] ?? '\n';
  const lines = code.split('\n').join(`${eol}${place.indent}`);
  if (place.kind === 'expression') return place.before + lines + place.after;
  const apart = place.goesOn && /^[[(`]/.test(lines) ? ';' : '';
  return `${place.before}${apart}${lines};${place.after}`;
}

/** A line of its own where nothing is known of the text: the line of `offset` if it is empty, else one below it. */
export function placeInText(text: string, offset: number): CodePlace {
  const start = lineStart(text, offset);
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(start)) ?? [];
  const [indent = ''] = /^\s*/.exec(line) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const end = start + line.length;
  const isEmpty = line === indent;
  return {
    span: { start: isEmpty ? start : end, end },
    kind: 'statement',
    before: (isEmpty ? '' : eol) + indent,
    after: end === text.length ? eol : '',
    indent,
    takesAwait: true,
    goesOn: false,
  };
}
