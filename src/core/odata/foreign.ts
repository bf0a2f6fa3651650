import type { Span } from '../text/span.ts';
import type { Comparison, Operand } from './ast.ts';
import { type Cursor, isComparison, isOperand } from './cursor.ts';
import type { StringToken, Token } from './lexer.ts';
import { readOperand } from './operands.ts';
import { afterPrefix, quote } from './quote.ts';

/** What other dialects write in one clause, said in comparisons; undefined where comparisons cannot say it. */
export interface ForeignClause {
  readonly join: 'and' | 'or';
  readonly comparisons: readonly Comparison[];
}

/** Reads a call at the cursor, a word with a parenthesis after it: the service knows no functions. */
export function readFunction(cursor: Cursor): ForeignClause | undefined {
  const name = cursor.peek();
  const prefix = prefixCall(cursor);
  cursor.advance();
  cursor.skipBrackets();
  if (prefix && cursor.peek().text === 'eq' && cursor.peek(1).text === 'true') {
    cursor.advance();
    cursor.advance();
  }
  const span = cursor.since(name.span.start);
  const compared = isComparison(cursor.peek());
  if (compared) cursor.skipClause();
  const next = prefix && afterPrefix(prefix.text);
  if (!prefix || next === undefined || compared) {
    cursor.report('function', span);
    return undefined;
  }
  const { property } = prefix;
  const [from, to] = [quote(prefix.text), quote(next)];
  cursor.report('function', span, {
    replacement: `(${property.text} ge ${from} and ${property.text} lt ${to})`,
  });
  const bound = (operator: 'ge' | 'lt', value: string): Comparison => ({
    kind: 'comparison',
    operator,
    operatorSpan: name.span,
    left: { kind: 'property', name: property.text, span: property.span },
    right: { kind: 'literal', value: { type: 'String', value }, span: prefix.argument },
    span,
  });
  return { join: 'and', comparisons: [bound('ge', prefix.text), bound('lt', next)] };
}

/** `startswith(Property, 'text')` at the cursor; nothing is consumed. */
function prefixCall(cursor: Cursor): { property: Token; text: string; argument: Span } | undefined {
  const [name, , property, comma, argument, close] = [0, 1, 2, 3, 4, 5].map((ahead) => cursor.peek(ahead));
  if (name?.text.toLowerCase() !== 'startswith' || property?.kind !== 'word') return undefined;
  if (comma?.kind !== 'comma' || argument?.kind !== 'string' || close?.kind !== 'close') return undefined;
  const text = plainContent(argument);
  return text === undefined ? undefined : { property, text, argument: argument.span };
}

function plainContent({ prefix, parts }: StringToken): string | undefined {
  return prefix === '' && parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
}

/** Reads `in (a, b)` at the cursor, after its left side; `first` is the left side's first token. */
export function readInList(cursor: Cursor, left: Operand, first: Token): ForeignClause | undefined {
  const operatorSpan = cursor.advance().span;
  const values = readList(cursor);
  if (!values) cursor.skipClause();
  const span = cursor.since(first.span.start);
  if (!values || left.kind !== 'property') {
    cursor.report('in-operator', span);
    return undefined;
  }
  const clauses = values.map(
    (value) => `${left.name} eq ${cursor.text.slice(value.span.start, value.span.end)}`,
  );
  const replacement = clauses.length === 1 ? clauses[0] : `(${clauses.join(' or ')})`;
  cursor.report('in-operator', span, { replacement });
  return {
    join: 'or',
    comparisons: values.map((right) => ({
      kind: 'comparison',
      operator: 'eq',
      operatorSpan,
      left,
      right,
      span,
    })),
  };
}

/** One value or more in parentheses; undefined when that is not what stands there. */
function readList(cursor: Cursor): Operand[] | undefined {
  if (cursor.peek().kind !== 'open') return undefined;
  const values: Operand[] = [];
  do {
    cursor.advance();
    if (!isOperand(cursor.peek())) return undefined;
    values.push(readOperand(cursor));
  } while (cursor.peek().kind === 'comma');
  if (cursor.peek().kind !== 'close') return undefined;
  cursor.advance();
  return values;
}
