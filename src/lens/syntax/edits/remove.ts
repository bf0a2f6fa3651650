import { lineStart } from '../../../core/text/line.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';
import { statementListAt } from './statement-list.ts';

/** What goes with a property of an object literal that is taken out: its comma. */
export function propertyWithComma(file: string, text: string, property: Span): Span {
  const source = parseSource(file, text);
  const literal = nodesAround(source, property).findLast(ts.isObjectLiteralExpression);
  const properties = literal?.properties ?? [];
  const index = properties.findIndex((one) => isAt(source, one, property));
  if (literal === undefined || index < 0) return property;
  const until = properties[index + 1]?.getStart(source) ?? literal.end - 1;
  const own = commaIn(text, property.end, until);
  if (own !== undefined) return { start: property.start, end: blankEnd(text, own + 1) };
  const before = properties[index - 1];
  const comma = before && commaIn(text, before.end, property.start);
  // a comment between them would be lost
  const isNext = comma !== undefined && text.slice(comma + 1, property.start).trim() === '';
  return isNext ? { start: comma, end: property.end } : property;
}

/** The same, and the line where it stands alone in it. */
export function propertyWithLine(file: string, text: string, property: Span): Span {
  const span = propertyWithComma(file, text, property);
  return text.startsWith('\n', span.end) ? withLineBefore(text, span) : span;
}

/** An assignment that is a statement of its own, with its line where it stands alone in it; undefined for others. */
export function statementOf(file: string, text: string, assignment: Span): Span | undefined {
  const source = parseSource(file, text);
  const statement = statementListAt(source, assignment.start).statements.find(
    (one) => ts.isExpressionStatement(one) && isAt(source, one.expression, assignment),
  );
  if (statement === undefined) return undefined;
  const span = { start: assignment.start, end: statement.end };
  return text.startsWith('\n', span.end) ? withLineBefore(text, span) : span;
}

/** Options of a call that have nothing but this property, with the comma before them; undefined where there is more. */
export function onlyOptionsOf(file: string, text: string, property: Span): Span | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, property);
  const options = around.findLast(ts.isObjectLiteralExpression);
  const call = around.findLast((node) => ts.isCallExpression(node) || ts.isNewExpression(node));
  const args = call?.arguments ?? [];
  const before = args.at(-2);
  if (options?.properties.length !== 1 || args.at(-1) !== options || before === undefined) return undefined;
  const comma = commaIn(text, before.end, options.getStart(source));
  return comma === undefined ? undefined : { start: comma, end: options.end };
}

/** Where a comma stands with nothing but white space before it. */
function commaIn(text: string, start: number, end: number): number | undefined {
  const at = end - text.slice(start, end).trimStart().length;
  return at < end && text[at] === ',' ? at : undefined;
}

/** Where the blanks end that follow an offset on its line. */
function blankEnd(text: string, offset: number): number {
  let end = offset;
  while (text[end] === ' ' || text[end] === '\t') end += 1;
  return end;
}

/** From the end of the line before, where nothing stands before the span on its own. */
function withLineBefore(text: string, { start, end }: Span): Span {
  const line = lineStart(text, start);
  return line > 0 && text.slice(line, start).trim() === '' ? { start: line - 1, end } : { start, end };
}
