import type { FlatText } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type { ComparisonOperator } from './ast.ts';
import { isComparison, isConnective, isOperand, logicalOf } from './cursor.ts';
import { COMPARISONS, lex, type Token } from './lexer.ts';

/** What the grammar has next. */
export type Expected =
  | { readonly kind: 'clause' }
  | { readonly kind: 'operator'; readonly property: string }
  /** `operator` is absent where the property stands behind it. */
  | { readonly kind: 'value'; readonly property: string; readonly operator?: ComparisonOperator }
  | { readonly kind: 'connective' };

/** Where a filter is being written. */
export interface WritingPoint {
  readonly expected: Expected;
  /** What has been begun there, and what takes its place goes: to the end of the word or the text that is around the cursor. */
  readonly span: Span;
  /** What of it stands before the cursor. */
  readonly typed: string;
}

/**
 * What may be written at `offset` of a filter, by what stands before it. Undefined within a value that has holes: nobody
 * knows what belongs there.
 */
export function writingPointAt(flat: FlatText<unknown>, offset: number): WritingPoint | undefined {
  const before = flat.text.slice(0, offset);
  const written = tokensOf(flat, before);
  const last = written.at(-1);
  // a closed text or parenthesis is not being written any more; an open text takes what follows into it
  const isOpen = (tokensOf(flat, `${before} `).at(-1)?.span.end ?? 0) > offset;
  if (isOpen && last && hasHoles(last)) return undefined;
  const isPartial = last?.span.end === offset && (last.kind === 'word' || last.kind === 'number' || isOpen);
  const start = isPartial ? last.span.start : offset;
  return {
    expected: expectedAfter(isPartial ? written.slice(0, -1) : written),
    span: { start, end: isPartial ? endOf(last, flat.text, offset) : offset },
    typed: before.slice(start),
  };
}

function tokensOf(flat: FlatText<unknown>, text: string): readonly Token[] {
  const holes = new Map([...flat.holes].filter(([at]) => at < text.length));
  return lex({ ...flat, text, holes }).tokens.filter(({ kind }) => kind !== 'end');
}

function hasHoles(token: Token): boolean {
  return (
    token.kind === 'hole' || (token.kind === 'string' && token.parts.some((part) => typeof part !== 'string'))
  );
}

/** Where the word ends that has the cursor in it, or the text: at a quote that no blank keeps apart from it. */
function endOf({ kind }: Token, text: string, offset: number): number {
  const rest = text.slice(offset);
  const [more = ''] = (kind === 'word' ? /^[\p{L}\p{N}\p{M}_]*/u : /^[^\s'()\uFFFC]*'/).exec(rest) ?? [];
  return kind === 'number' ? offset : offset + more.length;
}

function expectedAfter(tokens: readonly Token[]): Expected {
  let expected: Expected = { kind: 'clause' };
  for (const token of tokens) expected = next(expected, token);
  return expected;
}

function next(expected: Expected, token: Token): Expected {
  if (token.kind === 'open' || logicalOf(token) === 'not' || isConnective(token)) return { kind: 'clause' };
  if (token.kind === 'close') return { kind: 'connective' };
  if (isComparison(token)) {
    const property = expected.kind === 'operator' ? expected.property : '';
    const operator = COMPARISONS.get(token.text.toLowerCase());
    return { kind: 'value', property, ...(operator && { operator }) };
  }
  if (!isOperand(token)) return expected;
  return expected.kind === 'clause'
    ? { kind: 'operator', property: token.kind === 'word' ? token.text : '' }
    : { kind: 'connective' };
}
