import { indentStepOf } from '../../../core/text/indent-step.ts';
import type { CodePlace } from '../../../core/text/code-place.ts';
import { indentAt, lineStart } from '../../../core/text/line.ts';
import { parseSource, syntaxErrorCount } from '../parse.ts';
import { scriptBlocks } from '../script-blocks.ts';
import { isDirective, isJump, type StatementList, statementListAt } from './statement-list.ts';
import type * as ts from '../typescript.ts';

/**
 * Where a call goes that a person wants at `offset`: where a value is missing, as that value, else on lines of its own between two
 * statements. Nothing correct around it becomes incorrect. Undefined in markup around scripts.
 */
export function codePlaceAt(file: string, text: string, offset: number): CodePlace | undefined {
  const blocks = scriptBlocks(file, text);
  if (blocks?.some(({ span }) => span.start <= offset && offset <= span.end) === false) return undefined;
  const source = parseSource(file, text);
  const list = statementListAt(source, offset);
  const writing: Writing = { text, source, list, offset, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  return valuePlace(file, writing) ?? statementPlace(writing);
}

/** What a place is worked out from. */
interface Writing {
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly list: StatementList;
  readonly offset: number;
  /** The line break of the source. */
  readonly eol: string;
}

/** A value is missing where one makes the source less wrong. */
function valuePlace(file: string, { text, offset, list }: Writing): CodePlace | undefined {
  const before = syntaxErrorCount(file, text);
  if (before === 0) return undefined;
  if (syntaxErrorCount(file, `${text.slice(0, offset)} a() ${text.slice(offset)}`) >= before)
    return undefined;
  return {
    span: { start: offset, end: offset },
    kind: 'expression',
    before: /\w$/.test(text.slice(0, offset)) ? ' ' : '',
    after: '',
    indent: indentAt(text, offset),
    takesAwait: list.takesAwait && !/\bawait\s+$/.test(text.slice(0, offset)),
    goesOn: false,
  };
}

function statementPlace(writing: Writing): CodePlace {
  const { text, source, list, offset } = writing;
  const { statements } = list;
  const around = statements.find((each) => each.getStart(source) < offset && offset < each.end);
  if (around !== undefined) return beside(writing, around);
  const previous = statements.findLast(({ end }) => end <= offset);
  const next = statements.find((each) => each.getStart(source) >= offset);
  const line = lineAt(text, offset);
  const isFree =
    text.slice(line.start, line.end).trim() === '' && line.start >= (previous?.end ?? list.start);
  if (isFree && !isInComment(text.slice(previous?.end ?? list.start, offset))) return onLine(writing, line);
  if (previous !== undefined && (previous.end >= line.start || next === undefined)) {
    return beside(writing, previous);
  }
  if (next !== undefined) return isDirective(next) ? beside(writing, next) : before(writing, next);
  return behind(writing, list.isFile ? text.length : list.start);
}

/** What stands between two statements is blanks and comments. */
function isInComment(gap: string): boolean {
  return commentsIn(gap).at(-1)?.isOpen === true;
}

/** Where the comments of what stands between two statements are; the last one may be open. */
function commentsIn(gap: string): readonly { start: number; end: number; isOpen: boolean }[] {
  const comments: { start: number; end: number; isOpen: boolean }[] = [];
  const mark = /\/[*/]/g;
  for (let found = mark.exec(gap); found !== null; found = mark.exec(gap)) {
    const inside = mark.lastIndex;
    const isBlock = found[0] === '/*';
    const length = isBlock ? gap.indexOf('*/', inside) - inside : gap.slice(inside).search(/[\r\n]/);
    const isOpen = length < 0;
    const end = isOpen ? gap.length : inside + length + (isBlock ? '*/'.length : 0);
    comments.push({ start: found.index, end, isOpen });
    mark.lastIndex = end;
  }
  return comments;
}

/** On an empty line. */
function onLine(writing: Writing, line: { readonly start: number; readonly end: number }): CodePlace {
  const isLast = line.end === writing.text.length;
  return statement(writing, line, { before: indentOf(writing), after: isLast ? writing.eol : '' });
}

/** Above a statement and the comments that belong to it; where it shares its line, right before it. */
function before(writing: Writing, of: ts.Statement): CodePlace {
  const { text, source, list, eol } = writing;
  const start = of.getStart(source);
  const indent = indentOf(writing);
  const own = lineAt(text, start).start;
  if (text.slice(own, start).trim() !== '') {
    return statement(writing, { start, end: start }, { before: eol + indent, after: eol + indent });
  }
  const from = list.statements.findLast(({ end }) => end <= start)?.end ?? list.start;
  const masked = text.slice(0, from) + withoutBreaks(text.slice(from, start));
  let top = lineAt(masked, start).start;
  for (let above = lineAt(masked, top - 1); belongs(above); above = lineAt(masked, top - 1))
    top = above.start;
  return statement(writing, { start: top, end: top }, { before: indent, after: eol });

  function belongs(above: { readonly start: number; readonly end: number }): boolean {
    return above.start >= from && above.start < top && masked.slice(above.start, above.end).trim() !== '';
  }
}

/** Blanks and comments with each comment on one line: it is not taken apart. */
function withoutBreaks(gap: string): string {
  let [text, from] = ['', 0];
  for (const { start, end } of commentsIn(gap)) {
    text += gap.slice(from, start) + 'x'.repeat(end - start);
    from = end;
  }
  return text + gap.slice(from);
}

function beside(writing: Writing, of: ts.Statement): CodePlace {
  return isJump(of) ? before(writing, of) : behind(writing, of.end);
}

/** Behind what ends at `start`: below its line, or, where more of it follows, between the two. */
function behind(writing: Writing, start: number): CodePlace {
  const { text, list, eol } = writing;
  const indent = indentOf(writing);
  const [rest = ''] = /^[^\r\n]*/.exec(text.slice(start)) ?? [];
  if (/^\s*(\/\/.*)?$/.test(rest)) {
    const at = start + rest.length;
    const isLast = at === text.length;
    return statement(
      writing,
      { start: at, end: at },
      { before: (/(^|\n)$/.test(text.slice(0, at)) ? '' : eol) + indent, after: isLast ? eol : '' },
    );
  }
  const blanks = rest.length - rest.trimStart().length;
  const closing = rest.trimStart().startsWith('}') ? list.outerIndent : indent;
  return statement(writing, { start, end: start + blanks }, { before: eol + indent, after: eol + closing });
}

function statement(
  writing: Writing,
  span: { readonly start: number; readonly end: number },
  around: { readonly before: string; readonly after: string },
): CodePlace {
  const { text, list } = writing;
  const previous = list.statements.findLast(({ end }) => end <= span.start);
  return {
    span,
    kind: 'statement',
    ...around,
    indent: indentOf(writing),
    takesAwait: list.takesAwait,
    goesOn: previous !== undefined && text[previous.end - 1] !== ';',
  };
}

/** As the other statements of the list stand that begin a line, else one step further in than the line that opens it. */
function indentOf({ text, source, list, offset }: Writing): string {
  const starts = list.statements.map((each) => each.getStart(source));
  const leading = starts.filter((start) => text.slice(lineAt(text, start).start, start).trim() === '');
  const near = leading.findLast((start) => start <= offset) ?? leading[0];
  if (near !== undefined) return indentAt(text, near);
  return list.isFile ? '' : list.outerIndent + indentStepOf(text);
}

/** The line around an offset, without its break. */
function lineAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = lineStart(text, offset);
  const length = text.slice(start).search(/\r?\n|$/);
  return { start, end: start + length };
}
