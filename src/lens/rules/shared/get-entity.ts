import type { Operand } from '../../../core/odata/ast.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { asText } from './as-text.ts';
import { isPath, stringCode } from './code.ts';
import { isNumberLike, piecesOf, quotedCode, quotedSpan } from './pieces.ts';

/** What a `listEntities` call has that a `getEntity` in its place must keep. */
export interface ListCall {
  readonly filter: FilterAlternative;
  readonly receiver: string;
  /** With its angle brackets; empty if there are none. */
  readonly typeArguments: string;
  /** The third argument of `getEntity`, with the comma before it; empty if there is nothing to keep. */
  readonly options: string;
}

const SELECT = String.raw`(?:select\s*:\s*(\[[^\]]*\]|[\w$.]+)\s*(?:,\s*)?)?`;
const BEFORE_FILTER = new RegExp(String.raw`^\{\s*queryOptions\s*:\s*\{\s*${SELECT}filter\s*:\s*$`);
const AFTER_FILTER = new RegExp(String.raw`^\s*(?:,\s*)?${SELECT}\}\s*(?:,\s*)?\}$`);

/**
 * The call behind a query, if it is spelled out: one filter, written inside the options, and nothing else
 * there but `select`. Undefined for a wrapper's call, and for everything that could not be kept.
 */
export function readListCall(context: RuleContext, query: Query): ListCall | undefined {
  const { filter, optionsSpan, via } = query;
  if (filter.kind !== 'known' || filter.alternatives.length !== 1 || optionsSpan === undefined || via)
    return undefined;
  const { expression } = filter.worst;
  if (expression?.file !== query.file || !contains(optionsSpan, expression.span)) return undefined;
  const source = context.sourceOf(query.file);
  const between = source.slice(query.nameSpan.end, optionsSpan.start);
  const name = source.slice(query.nameSpan.start, query.nameSpan.end);
  const typeArguments = /^\s*(?:(<[^()]*>)\s*)?\(\s*$/.exec(between);
  const before = BEFORE_FILTER.exec(source.slice(optionsSpan.start, expression.span.start));
  const after = AFTER_FILTER.exec(source.slice(expression.span.end, optionsSpan.end));
  const isWhole = /^\s*(?:,\s*)?\)$/.test(source.slice(optionsSpan.end, query.callSpan.end));
  if (name !== 'listEntities' || typeArguments === null || before === null || after === null || !isWhole) {
    return undefined;
  }
  const select = before[1] ?? after[1];
  return {
    filter: filter.worst,
    receiver: query.receiver.text,
    typeArguments: typeArguments[1] ?? '',
    options: select === undefined ? '' : `, { queryOptions: { select: ${select} } }`,
  };
}

/**
 * JavaScript for a key that a filter compares with: a string, an expression, a template. Undefined where
 * the value in the filter need not be the key itself (a number, a text that may be escaped already).
 */
export function keyCode(
  context: RuleContext,
  filter: FilterAlternative,
  operand: Operand,
): string | undefined {
  const pieces = piecesOf(context, filter)?.filter((piece) => contains(operand.span, piece.span));
  const inner = quotedSpan(filter, operand);
  if (pieces === undefined || operand.kind === 'missing') return undefined;
  const [only] = pieces;
  if (only === undefined) {
    return operand.kind === 'literal' && operand.value.type === 'String'
      ? stringCode(operand.value.value)
      : undefined;
  }
  const isWhole = only.span.start === operand.span.start && only.span.end === operand.span.end;
  if (isWhole) return only.tagged && !isNumberLike(only.value) ? asText(context, filter, only) : undefined;
  // what is empty here and follows the quote may be another condition elsewhere
  if (inner === undefined || !pieces.every((piece) => contains(inner, piece.span))) return undefined;
  const code = quotedCode(filter, inner, pieces);
  if (pieces.every((piece) => piece.tagged)) {
    if (code !== only.code || asText(context, filter, only) === code)
      return code === only.code ? code : undefined;
    // the tag writes nothing for what is missing
    return isPath(code) ? `String(${code} ?? '')` : undefined;
  }
  if (!pieces.every((piece) => !piece.tagged && isPath(piece.code))) return undefined;
  return code === only.code ? asText(context, filter, only) : code;
}

/** What follows a `getEntity` so that no match gives `undefined`, as a list would give nothing. */
export function orUndefined(indent: string): string {
  return [
    '.catch((error) => {',
    `${indent}  if (error.details?.odataError?.code === 'ResourceNotFound') return undefined;`,
    `${indent}  throw error;`,
    `${indent}})`,
  ].join('\n');
}
