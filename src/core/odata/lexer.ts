import type { EdmType } from '../edm/value.ts';
import type { FlatText } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type { ComparisonOperator, FilterErrorKind, HoleAt } from './ast.ts';
import { filterError, type Mistake, MOST_ERRORS } from './errors.ts';
import { typeOfPrefix } from './literals.ts';
import { quote } from './quote.ts';

interface At {
  /** As written. */
  readonly text: string;
  readonly span: Span;
}

/** `datetime` of `datetime'…'` is the prefix; `parts` is what stands between the quotes, unescaped. */
export type StringToken = At & {
  readonly kind: 'string';
  readonly prefix: string;
  readonly parts: readonly (string | HoleAt)[];
};

/** A run without spaces in which a hole is: nobody knows what it reads as. */
export type HoleToken = At & { readonly kind: 'hole'; readonly hole: HoleAt; readonly type?: EdmType };

export type Token =
  | (At & { readonly kind: 'word' | 'number' | 'symbol' | 'open' | 'close' | 'comma' | 'end' })
  | StringToken
  | HoleToken;

/** The comparison operators, and what people write for them. */
export const COMPARISONS: ReadonlyMap<string, ComparisonOperator> = new Map([
  ['eq', 'eq'],
  ['ne', 'ne'],
  ['gt', 'gt'],
  ['ge', 'ge'],
  ['lt', 'lt'],
  ['le', 'le'],
  ['=', 'eq'],
  ['==', 'eq'],
  ['===', 'eq'],
  ['!=', 'ne'],
  ['!==', 'ne'],
  ['<>', 'ne'],
  ['>', 'gt'],
  ['>=', 'ge'],
  ['<', 'lt'],
  ['<=', 'le'],
]);

/** The logical operators, and what people write for them. */
export const LOGICAL: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
  ['&&', 'and'],
  ['&', 'and'],
  ['||', 'or'],
  ['|', 'or'],
  ['!', 'not'],
]);

const SPACE = /\s+/y;
const WORD = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const NUMBER = /[+-]?\.?\p{Nd}[\p{L}\p{N}_.:+-]*/uy;
const GLUE = /[\p{L}\p{N}\p{M}_.:+-]+/uy;
const SYMBOL = /===?|!==?|&&|\|\||<>|[<>]=|[^]/uy;
const URL_PREFIX = /^\s*(\??\$filter\s*=)/;

const PUNCTUATION: ReadonlyMap<string, 'open' | 'close' | 'comma'> = new Map([
  ['(', 'open'],
  [')', 'close'],
  [',', 'comma'],
]);

/** Cuts a filter into tokens, the last of kind `end`. Never throws: every character goes somewhere. */
export function lex(flat: FlatText<unknown>): { tokens: Token[]; errors: Mistake[] } {
  return new Lexer(flat).run();
}

class Lexer {
  readonly #text: string;
  readonly #holes: ReadonlyMap<number, unknown>;
  readonly #tokens: Token[] = [];
  readonly #errors: Mistake[] = [];
  #at = 0;
  /** Up to here there is nothing that a hole touches. */
  #plainUntil = 0;

  constructor(flat: FlatText<unknown>) {
    this.#text = flat.text;
    this.#holes = flat.holes;
  }

  run(): { tokens: Token[]; errors: Mistake[] } {
    this.#skipUrlPrefix();
    for (;;) {
      this.#at = this.#endOf(SPACE, this.#at) ?? this.#at;
      if (this.#at >= this.#text.length) break;
      const token = this.#next();
      this.#tokens.push(token);
      this.#at = token.span.end;
    }
    this.#tokens.push({ kind: 'end', ...this.#slice(this.#at, this.#at) });
    return { tokens: this.#tokens, errors: this.#errors };
  }

  /** `$filter=…` comes along when a filter is copied from an address or from the guide. */
  #skipUrlPrefix(): void {
    const match = URL_PREFIX.exec(this.#text);
    if (!match) return;
    const end = match[0].length;
    const span = { start: end - (match[1]?.length ?? 0), end };
    this.#errors.push(filterError('unexpected', this.#text, span, { replacement: '' }));
    this.#at = end;
  }

  #next(): Token {
    const start = this.#at;
    const glued = this.#glued(start);
    if (glued) return glued;
    const wordEnd = this.#endOf(WORD, start);
    if (wordEnd !== undefined) {
      const word = this.#slice(start, wordEnd);
      const key = word.text.toLowerCase();
      const keyword = COMPARISONS.has(key) || LOGICAL.has(key);
      return !keyword && this.#isQuote(wordEnd) ? this.#string(start, wordEnd) : { kind: 'word', ...word };
    }
    const numberEnd = this.#endOf(NUMBER, start);
    if (numberEnd !== undefined) return { kind: 'number', ...this.#slice(start, numberEnd) };
    if (this.#isQuote(start)) return this.#string(start, start);
    const symbol = this.#slice(start, this.#endOf(SYMBOL, start) ?? start + 1);
    return { kind: PUNCTUATION.get(symbol.text) ?? 'symbol', ...symbol };
  }

  /** A run of holes and of characters that touch them; `${type}'…'` with the quoted text. */
  #glued(start: number): HoleToken | undefined {
    if (start < this.#plainUntil) return undefined;
    let end = start;
    let first: number | undefined;
    for (;;) {
      if (this.#holes.has(end)) {
        first ??= end;
        end++;
      } else {
        const next = this.#endOf(GLUE, end);
        if (next === undefined) break;
        end = next;
      }
    }
    if (first === undefined) {
      this.#plainUntil = end;
      return undefined;
    }
    const type = end === first + 2 && first === start && this.#text[end - 1] === 'L' ? 'Int64' : undefined;
    if (this.#isQuote(end)) end = this.#scan(end).end;
    return { kind: 'hole', ...this.#slice(start, end), hole: { offset: first }, ...(type && { type }) };
  }

  #string(start: number, open: number): Token {
    const prefix = this.#text.slice(start, open);
    const { parts, end, closed } = this.#scan(open);
    const content = parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
    const repaired = prefix + quote(content ?? '');
    if (!closed) {
      // A hole may bring the quote that closes the text.
      const closable = content !== undefined && /^[^\s()]*$/.test(content);
      if (content !== undefined) {
        this.#report('unterminated-string', start, end, closable ? repaired : undefined);
      }
    } else if (this.#text[open] === '"') {
      this.#report('double-quotes', start, end, repaired);
    } else if (prefix === '' && content !== undefined) {
      const tail = this.#unescapedTail(end);
      if (tail !== undefined) {
        const whole = `${content}'${tail}`;
        const last = end + tail.length + 1;
        this.#report('unescaped-quote', start, last, quote(whole));
        return { kind: 'string', ...this.#slice(start, last), prefix, parts: [whole] };
      }
    }
    const type = typeOfPrefix(prefix);
    const hole = parts.find((part) => typeof part !== 'string');
    if (prefix !== '' && hole) {
      return { kind: 'hole', ...this.#slice(start, end), hole, ...(type && { type }) };
    }
    return { kind: 'string', ...this.#slice(start, end), prefix, parts };
  }

  /** Reads a quoted text from its opening quote on, to its closing quote or the end. */
  #scan(open: number): { parts: (string | HoleAt)[]; end: number; closed: boolean } {
    const mark = this.#text[open];
    const parts: (string | HoleAt)[] = [];
    let piece = '';
    const flush = (): void => {
      if (piece !== '') parts.push(piece);
      piece = '';
    };
    let at = open + 1;
    for (; at < this.#text.length; at++) {
      if (this.#holes.has(at)) {
        flush();
        parts.push({ offset: at });
      } else if (this.#text[at] !== mark) {
        piece += this.#text.charAt(at);
      } else if (this.#text[at + 1] === mark) {
        piece += this.#text.charAt(at);
        at++;
      } else {
        flush();
        return { parts, end: at + 1, closed: true };
      }
    }
    flush();
    return { parts, end: at, closed: false };
  }

  /** `Brien` of `'O'Brien'`, where the first two quotes were read as a text; undefined if it was one. */
  #unescapedTail(end: number): string | undefined {
    const wordEnd = this.#endOf(WORD, end);
    if (wordEnd === undefined || LOGICAL.has(this.#text.slice(end, wordEnd).toLowerCase())) return undefined;
    const close = this.#text.indexOf("'", wordEnd);
    if (close < 0 || !/^[\s),]?$/.test(this.#text.charAt(close + 1))) return undefined;
    for (let at = end; at < close; at++) if (this.#holes.has(at)) return undefined;
    return this.#text.slice(end, close);
  }

  #isQuote(at: number): boolean {
    return this.#text[at] === "'" || this.#text[at] === '"';
  }

  #endOf(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }

  #slice(start: number, end: number): At {
    return { text: this.#text.slice(start, end), span: { start, end } };
  }

  #report(kind: FilterErrorKind, start: number, end: number, replacement: string | undefined): void {
    if (this.#errors.length >= MOST_ERRORS) return;
    this.#errors.push(filterError(kind, this.#text, { start, end }, { replacement }));
  }
}
