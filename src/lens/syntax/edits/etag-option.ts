import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { walkInOrder } from '../walk.ts';

/**
 * The edit that gives a call of `updateEntity` an etag in its options: with the mode that it has by default where it has
 * none. Undefined where its arguments are not spelled out. `property` is code: `etag: entity.etag`.
 */
export function etagOptionOf(file: string, text: string, call: Span, property: string): TextEdit | undefined {
  const source = parseSource(file, text);
  const found = callAt(source, call);
  if (found === undefined || found.arguments.some(ts.isSpreadElement)) return undefined;
  const [entity, mode, options, ...others] = found.arguments;
  if (entity === undefined || others.length > 0) return undefined;
  return mode === undefined
    ? insert(entity.end, `, 'Merge', { ${property} }`)
    : withProperty(source, mode, options, property);
}

/** The same for an action of a transaction that is written as a tuple: `['update', entity, mode]`. */
export function etagOptionOfTuple(
  file: string,
  text: string,
  tuple: Span,
  property: string,
): TextEdit | undefined {
  const source = parseSource(file, text);
  let found: ts.ArrayLiteralExpression | undefined;
  walkInOrder(source, (node) => {
    if (node.pos > tuple.start || node.end < tuple.end) return false;
    if (ts.isArrayLiteralExpression(node) && node.getStart(source) === tuple.start && node.end === tuple.end)
      found = node;
    return true;
  });
  if (found === undefined || found.elements.some(ts.isSpreadElement)) return undefined;
  const [, entity, mode, options, ...others] = found.elements;
  if (entity === undefined || others.length > 0) return undefined;
  return mode === undefined
    ? insert(entity.end, `, 'Merge', { ${property} }`)
    : withProperty(source, mode, options, property);
}

function withProperty(
  source: ts.SourceFile,
  mode: ts.Expression,
  options: ts.Expression | undefined,
  property: string,
): TextEdit | undefined {
  if (options === undefined) return insert(mode.end, `, { ${property} }`);
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  // one that is there comes after it, and would be the one that is sent
  const own = options.properties.find(
    ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'etag',
  );
  return own === undefined
    ? insert(options.getStart(source) + 1, ` ${property},`)
    : { span: { start: own.getStart(source), end: own.end }, text: property };
}

function insert(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text };
}

/** The call of that span. */
export function callAt(source: ts.SourceFile, { start, end }: Span): ts.CallExpression | undefined {
  let found: ts.CallExpression | undefined;
  walkInOrder(source, (node) => {
    if (node.pos > start || node.end < end) return false;
    if (ts.isCallExpression(node) && node.getStart(source) === start && node.end === end) found = node;
    return true;
  });
  return found;
}
