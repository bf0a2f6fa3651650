import type { FlatText } from '../text/segments.ts';
import type { Comparison, ComparisonOperator, Filter, Operand, ParsedFilter } from './ast.ts';
import { Cursor, isComparison, isConnective, isOperand, logicalOf } from './cursor.ts';
import { type ForeignClause, readFunction, readInList } from './foreign.ts';
import { COMPARISONS, type Token } from './lexer.ts';
import { readOperand } from './operands.ts';
import { quote } from './quote.ts';

/** The service's limit for one `$filter`: REST page "Querying Tables and Entities". */
const MAX_COMPARISONS = 15;
/** Brackets and `not` within each other; far beyond what 15 comparisons can need. */
const MAX_DEPTH = 100;
/** A tree of more clauses is not built, so that those who walk it need not fear its depth. */
const MAX_CLAUSES = 500;

/**
 * Reads a `$filter`. Never throws: what the service would reject gives errors, and the tree that was most
 * likely meant; what nobody can tell is `unknown` in it. Holes count as what their place makes of them:
 * a piece of a quoted text, an operand, or a clause.
 */
export function parseFilter(flat: FlatText<unknown>): ParsedFilter {
  const cursor = new Cursor(flat);
  const filter = new Parser(cursor).filter();
  return { ...(filter && { filter }), errors: cursor.errors() };
}

class Parser {
  readonly #cursor: Cursor;
  readonly #comparisons: Comparison[] = [];
  #clauses = 0;
  #depth = 0;

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  filter(): Filter | undefined {
    const cursor = this.#cursor;
    const { kind, span } = cursor.peek();
    if (kind === 'end') return cursor.hasErrors ? { kind: 'unknown', span } : undefined;
    const filter = this.#disjunction();
    const [tooMany, last] = [this.#comparisons[MAX_COMPARISONS], this.#comparisons.at(-1)];
    if (tooMany && last) {
      cursor.report('too-many-comparisons', { start: tooMany.span.start, end: last.span.end });
    }
    return this.#clauses > MAX_CLAUSES ? { kind: 'unknown', span: cursor.since(span.start) } : filter;
  }

  #disjunction(): Filter {
    const cursor = this.#cursor;
    const first = cursor.peek();
    let left = this.#conjunction();
    const start = Math.min(first.span.start, left.span.start);
    for (;;) {
      const next = cursor.peek();
      if (this.#connective('or')) {
        const right = this.#conjunction();
        left = { kind: 'or', left, right, span: cursor.since(start) };
      } else if (next.kind === 'end' || next.kind === 'close') {
        return left;
      } else {
        this.#unconnected(next);
        left = { kind: 'unknown', span: cursor.since(start) };
      }
    }
  }

  /**
   * Something stands where `and`, `or` or the end should: nothing is known of what it joins. A hole may
   * bring the operator with it; anything else is an error.
   */
  #unconnected(next: Token): void {
    const cursor = this.#cursor;
    if (next.kind === 'hole' || cursor.previous()?.kind === 'hole') {
      cursor.freeHole = true;
    } else {
      cursor.report('unexpected', next.span);
      if (next.kind === 'string' || next.kind === 'number') {
        cursor.skipClause();
        return;
      }
    }
    this.#conjunction();
  }

  #conjunction(): Filter {
    const cursor = this.#cursor;
    const first = cursor.peek();
    let left = this.#unary();
    const start = Math.min(first.span.start, left.span.start);
    while (this.#connective('and')) {
      const right = this.#unary();
      left = { kind: 'and', left, right, span: cursor.since(start) };
    }
    return left;
  }

  #connective(kind: 'and' | 'or'): boolean {
    const token = this.#cursor.peek();
    if (logicalOf(token) !== kind) return false;
    this.#cursor.advance();
    this.#checkSpelling(token, kind);
    return true;
  }

  #unary(negated = false): Filter {
    const cursor = this.#cursor;
    const token = cursor.peek();
    if (logicalOf(token) !== 'not') return this.#clause(negated);
    const { start } = token.span;
    cursor.advance();
    this.#checkSpelling(token, 'not');
    const operandStart = cursor.peek();
    const operand = this.#deeper(token, () => this.#unary(true));
    const span = cursor.since(start);
    if (operand.kind === 'comparison' && operandStart.kind !== 'open') {
      const clause = cursor.text.slice(operandStart.span.start, span.end);
      cursor.report('not-without-brackets', span, { replacement: `not (${clause})` });
    }
    return { kind: 'not', operand, span };
  }

  #deeper(token: Token, read: () => Filter): Filter {
    if (this.#depth >= MAX_DEPTH) {
      this.#cursor.report('too-deep', token.span);
      this.#cursor.skipClause();
      return { kind: 'unknown', span: this.#cursor.since(token.span.start) };
    }
    this.#depth++;
    const filter = read();
    this.#depth--;
    return filter;
  }

  #clause(negated: boolean): Filter {
    this.#clauses++;
    const cursor = this.#cursor;
    const first = cursor.peek();
    const filter = this.#clauseAt(first, negated);
    if (!isStray(cursor.peek())) return filter;
    cursor.unexpected();
    return this.#unknownSince(first);
  }

  #clauseAt(first: Token, negated: boolean): Filter {
    const cursor = this.#cursor;
    if (isComparison(first)) {
      cursor.report('missing-operand', first.span);
      return this.#comparison(nothing(first.span.start), first);
    }
    if (this.#atCall()) return this.#foreign(readFunction(cursor), first);
    if (first.kind === 'open' && !this.#atOperand()) return this.#group(first);
    if (!this.#atOperand()) return this.#withoutOperand(first);
    const left = this.#operand();
    const next = cursor.peek();
    if (isComparison(next)) return this.#comparison(left, first);
    if (next.kind === 'word' && next.text.toLowerCase() === 'in') {
      return this.#foreign(readInList(cursor, left, first), first);
    }
    return this.#notCompared(left, first, negated);
  }

  /** At an operand, or at one in brackets of its own: `('a')`, `(PartitionKey)`. */
  #atOperand(): boolean {
    const cursor = this.#cursor;
    if (cursor.peek().kind !== 'open') return isOperand(cursor.peek());
    return isOperand(cursor.peek(1)) && cursor.peek(2).kind === 'close';
  }

  #atCall(): boolean {
    const first = this.#cursor.peek();
    return first.kind === 'word' && isOperand(first) && this.#cursor.peek(1).kind === 'open';
  }

  #operand(): Operand {
    const cursor = this.#cursor;
    const bracketed = cursor.peek().kind === 'open';
    if (bracketed) cursor.advance();
    const operand = readOperand(cursor);
    if (bracketed) cursor.advance();
    return operand;
  }

  #group(open: Token): Filter {
    const cursor = this.#cursor;
    cursor.advance();
    if (cursor.peek().kind === 'close') {
      cursor.advance();
      cursor.report('empty', cursor.since(open.span.start));
      return this.#unknownSince(open);
    }
    const filter = this.#deeper(open, () => this.#disjunction());
    if (cursor.peek().kind === 'close') cursor.advance();
    else cursor.report('unbalanced-parenthesis', open.span);
    return filter;
  }

  /** The operator is at the cursor. */
  #comparison(left: Operand, first: Token): Filter {
    const cursor = this.#cursor;
    const operatorToken = cursor.advance();
    const operator = COMPARISONS.get(operatorToken.text.toLowerCase()) ?? 'eq';
    this.#checkSpelling(operatorToken, operator);
    if (this.#atCall()) {
      readFunction(cursor);
      return this.#unknownSince(first);
    }
    const present = this.#atOperand();
    if (!present && cursor.peek().kind === 'open') {
      cursor.unexpected();
      return this.#unknownSince(first);
    }
    if (!present) cursor.report('missing-operand', operatorToken.span);
    const right = present ? this.#operand() : nothing(operatorToken.span.end);
    const span = cursor.since(first.span.start);
    const comparison: Comparison = {
      kind: 'comparison',
      operator,
      operatorSpan: operatorToken.span,
      left,
      right,
      span,
    };
    this.#comparisons.push(comparison);
    checkSides(cursor, comparison);
    return comparison;
  }

  #foreign(clause: ForeignClause | undefined, first: Token): Filter {
    const [head, ...rest] = clause?.comparisons ?? [];
    if (!clause || !head) return this.#unknownSince(first);
    this.#comparisons.push(...clause.comparisons);
    this.#clauses += rest.length;
    const span = this.#cursor.since(first.span.start);
    return rest.reduce<Filter>((left, right) => ({ kind: clause.join, left, right, span }), head);
  }

  /** An operand that no comparison operator follows. */
  #notCompared(left: Operand, first: Token, negated: boolean): Filter {
    const cursor = this.#cursor;
    const next = cursor.peek();
    const phrase = isOperand(next) && isOperand(cursor.peek(1));
    if (left.kind === 'hole' || next.kind === 'hole') {
      // `A ${op} 5`, `${name} 'x'`: the hole brings the operator.
      cursor.freeHole = true;
      if (phrase) cursor.advance();
      if (phrase || next.kind === 'string' || next.kind === 'number') cursor.advance();
      return this.#unknownSince(first);
    }
    if (phrase || next.kind === 'string' || next.kind === 'number' || isStray(next)) {
      cursor.unexpected();
      return this.#unknownSince(first);
    }
    const span = cursor.since(first.span.start);
    if (left.kind === 'property') {
      const condition = `${left.name} eq true`;
      const replacement = negated && first.kind !== 'open' ? `(${condition})` : condition;
      cursor.report('bare-property', left.span, isKey(left.name) ? {} : { replacement });
      return { kind: 'bare', operand: left, span };
    }
    if (left.kind === 'literal' && left.value.type === 'Boolean')
      return { kind: 'bare', operand: left, span };
    if (left.kind !== 'missing') cursor.report('unexpected', left.span);
    return { kind: 'unknown', span };
  }

  #withoutOperand(first: Token): Filter {
    const cursor = this.#cursor;
    const before = cursor.previous();
    if (isStray(first)) {
      cursor.unexpected();
      return this.#unknownSince(first);
    }
    const owner = before && (logicalOf(before) ?? first.kind === 'end') ? before : first;
    cursor.report('missing-operand', owner.span);
    const at = before?.span.end ?? first.span.start;
    return { kind: 'unknown', span: { start: at, end: at } };
  }

  #unknownSince(first: Token): Filter {
    return { kind: 'unknown', span: this.#cursor.since(first.span.start) };
  }

  /** `token` stands for `operator`: reports it when it is spelled another way. */
  #checkSpelling({ kind, text, span }: Token, operator: ComparisonOperator | 'and' | 'or' | 'not'): void {
    if (text === operator) return;
    const { text: source } = this.#cursor;
    const before = /^[\s(]?$/.test(source.charAt(span.start - 1)) ? '' : ' ';
    const after = /^\s$/.test(source.charAt(span.end)) ? '' : ' ';
    if (kind === 'symbol') {
      this.#cursor.report('javascript-operator', span, { replacement: before + operator + after });
    } else {
      this.#cursor.report('operator-case', span, { replacement: operator });
    }
  }
}

/** Whether a token can neither begin a clause nor stand behind one. */
function isStray(token: Token): boolean {
  if (isConnective(token)) return false;
  return token.kind === 'comma' || token.kind === 'symbol' || isComparison(token);
}

function nothing(at: number): Operand {
  return { kind: 'missing', span: { start: at, end: at } };
}

function isKey(name: string): boolean {
  return name === 'PartitionKey' || name === 'RowKey';
}

/** A comparison needs a property on one side and a constant on the other. */
function checkSides(cursor: Cursor, { left, right, span }: Comparison): void {
  if (left.kind === 'property' && right.kind === 'property') {
    const name = isKey(right.name) ? left : right;
    const againstKey = isKey(left.name) !== isKey(right.name);
    cursor.report('two-properties', name.span, againstKey ? { replacement: quote(name.name) } : {});
  } else if (isConstant(left) && isConstant(right)) {
    cursor.report('two-constants', span);
  }
}

function isConstant({ kind }: Operand): boolean {
  return kind === 'literal' || kind === 'composed';
}
