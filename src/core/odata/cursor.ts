import type { FlatText } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type { FilterError, FilterErrorKind } from './ast.ts';
import { azuriteAccepts } from './azurite.ts';
import { type ErrorDetails, filterError, type Mistake, MOST_ERRORS } from './errors.ts';
import { COMPARISONS, lex, LOGICAL, type Token } from './lexer.ts';

/** The tokens of a filter, a place among them, and the errors found so far. */
export class Cursor {
  readonly text: string;
  /** A hole stood where words of the grammar stand: it may bring brackets with it. */
  freeHole = false;
  readonly #tokens: readonly Token[];
  readonly #errors: Mistake[];
  #at = 0;

  constructor(flat: FlatText<unknown>) {
    this.text = flat.text;
    const { tokens, errors } = lex(flat);
    this.#errors = errors;
    this.#tokens = this.#withoutStrayCloses(tokens);
  }

  /** All errors, in order of their place. */
  errors(): FilterError[] {
    const found = this.#errors.filter(({ kind }) => !(this.freeHole && kind === 'unbalanced-parenthesis'));
    if (found.length === 0) return [];
    const isLocal = azuriteAccepts(this.text);
    return found
      .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
      .map((error) => ({ ...error, azuriteAccepts: isLocal }));
  }

  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  /** The token `ahead` of the next one; the last one is of kind `end` and never passed. */
  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (!token) throw new RangeError('a lexer gives at least one token');
    return token;
  }

  previous(): Token | undefined {
    return this.#tokens[this.#at - 1];
  }

  advance(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  /** From the start of a token that was read to the end of the last one that was. */
  since(start: number): Span {
    return { start, end: Math.max(start, this.previous()?.span.end ?? start) };
  }

  /** Adds an error, unless the last one says the same of the same place. */
  report(kind: FilterErrorKind, span: Span, details?: ErrorDetails): void {
    const last = this.#errors.at(-1);
    if (last?.kind === kind && last.span.start === span.start && last.span.end === span.end) return;
    if (this.#errors.length >= MOST_ERRORS) return;
    this.#errors.push(filterError(kind, this.text, span, details));
  }

  /** Reports the next token as one that cannot stand here, and leaves out what belongs to it. */
  unexpected(): void {
    this.report('unexpected', this.peek().span);
    this.skipClause();
  }

  /** Goes on to what ends a clause: `and`, `or`, a closing parenthesis of the caller's, the end. */
  skipClause(): void {
    let depth = 0;
    for (;;) {
      const token = this.peek();
      if (token.kind === 'end' || (depth === 0 && (token.kind === 'close' || isConnective(token)))) return;
      if (token.kind === 'open') depth++;
      if (token.kind === 'close') depth--;
      if (token.kind === 'hole') this.freeHole = true;
      this.advance();
    }
  }

  /** Goes behind the parenthesis that closes the one at the cursor, or to the end. */
  skipBrackets(): void {
    let depth = 0;
    do {
      const token = this.advance();
      if (token.kind === 'open') depth++;
      if (token.kind === 'close') depth--;
    } while (depth > 0 && this.peek().kind !== 'end');
  }

  #withoutStrayCloses(tokens: readonly Token[]): Token[] {
    let depth = 0;
    return tokens.filter((token) => {
      if (token.kind === 'open') depth++;
      if (token.kind !== 'close') return true;
      if (depth > 0) {
        depth--;
        return true;
      }
      this.report('unbalanced-parenthesis', token.span);
      return false;
    });
  }
}

/** The logical operator that a token is, or was meant to be. */
export function logicalOf(token: Token): 'and' | 'or' | 'not' | undefined {
  return token.kind === 'word' || token.kind === 'symbol' ? LOGICAL.get(token.text.toLowerCase()) : undefined;
}

export function isConnective(token: Token): boolean {
  const logical = logicalOf(token);
  return logical === 'and' || logical === 'or';
}

export function isComparison(token: Token): boolean {
  return (token.kind === 'word' || token.kind === 'symbol') && COMPARISONS.has(token.text.toLowerCase());
}

/** Whether a token can be a value or a name, and is no word of the grammar. */
export function isOperand(token: Token): boolean {
  return (
    token.kind === 'string' ||
    token.kind === 'number' ||
    token.kind === 'hole' ||
    (token.kind === 'word' && !isComparison(token) && logicalOf(token) === undefined)
  );
}
