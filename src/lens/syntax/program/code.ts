import { contains, type Span } from '../../../core/text/span.ts';
import { addTo } from '../facts/grouped.ts';
import { bindingOf } from './names.ts';
import type { Program, ScopeCode } from './program.ts';
import { type ExpressionPart, type FunctionPart, type Part, type StatementPart, walkCode } from './walk.ts';

/** Code of one file: what one of its places may run, or all of it. */
export interface Code {
  readonly parts: readonly Part[];
}

/** What is asked of the code of a file without running it. */
export interface CodeIndex {
  /** All of the file. */
  readonly whole: Code;
  /**
   * The code that may be run with an offset: the outermost statement around it, those that name what that declares, as they
   * may call it, and all that declare what any of these names. The same object for offsets in one statement; `whole` for one
   * that is in none.
   */
  readonly reachOf: (offset: number) => Code;
  /** The outermost function around an offset; `whole` where there is none. */
  readonly functionAround: (offset: number) => Code;
  /**
   * What of the outermost function around an offset begins in a span; of statements counts where what is tested or given first does.
   */
  readonly beginningIn: (offset: number, span: Span) => readonly Part[];
  /** The expression that stands at a place: the outermost one within it. */
  readonly expressionAt: (span: Span) => ExpressionPart | undefined;
}

/** An outermost statement, and which parts of the whole stand in it. */
interface Block {
  readonly span: Span;
  readonly from: number;
  readonly to: number;
}

/** The names of the module that an outermost statement declares, and those that it has in it, by their places in the module's scope. */
interface Names {
  readonly declared: ReadonlySet<number>;
  readonly used: ReadonlySet<number>;
}

/** What the outermost statements of a file name, and by each name which of them declare and which have it. */
interface NamedBy {
  readonly names: readonly Names[];
  readonly declaredBy: ReadonlyMap<number, readonly number[]>;
  readonly usedBy: ReadonlyMap<number, readonly number[]>;
}

/** How many times the size of its file all that is put together from it may have; then `whole` stands for more. */
const MOST_TIMES = 20;

/** What does not depend on who asks. */
interface Walked {
  readonly blocks: readonly Block[];
  readonly whole: Code;
  /** All expressions, in the order in which they begin. */
  readonly expressions: readonly ExpressionPart[];
  readonly functionAround: CodeIndex['functionAround'];
  readonly beginningIn: CodeIndex['beginningIn'];
  /** Not of every file somebody asks which code names what. */
  readonly named: () => NamedBy;
}

/** Programs that are kept as they were gone through: many files ask about the same few others, and all of them would take much memory. */
const MOST_WALKED = 8;

/** By file, as nobody asks for what a text was before an edit; the one that was last asked for is last. */
const recent = new Map<string, { readonly program: Program; readonly walked: Walked }>();

function walkedOf(file: string, program: Program): Walked {
  const known = recent.get(file);
  const walked = known?.program === program ? known.walked : walkAll(program);
  recent.delete(file);
  recent.set(file, { program, walked });
  const [oldest] = recent.keys();
  if (recent.size > MOST_WALKED && oldest !== undefined) recent.delete(oldest);
  return walked;
}

function walkAll(program: Program): Walked {
  const frames = { scope: program.scope };
  const statements = program.body
    .map((statement) => walked({ kind: 'statement', statement, frames }))
    .sort((a, b) => a.span.start - b.span.start);
  const parts: Part[] = [];
  const blocks = statements.map(({ parts: own, span }): Block => {
    const from = parts.length;
    for (const part of own) parts.push(part);
    return { span, from, to: parts.length };
  });
  const whole: Code = { parts };
  const expressions: ExpressionPart[] = [];
  const declared: FunctionPart[] = [];
  for (const part of parts) {
    if (part.kind === 'expression') expressions.push(part);
    else if (part.kind === 'function') declared.push(part);
  }
  // they nearly always are: only members of classes are not gone through as they are written
  if (!areInOrder(expressions)) expressions.sort((a, b) => startOf(a) - startOf(b));
  const outer = outermost(declared);
  const functions = new Map<FunctionPart, Code>();
  const sorted = new Map<Code, readonly Beginning[]>();
  const functionAround = (offset: number): Code => {
    const around = outer[firstFrom(outer, ({ fn }) => fn.span.end > offset)];
    if (around === undefined || around.fn.span.start > offset) return whole;
    let code = functions.get(around);
    if (code === undefined) functions.set(around, (code = { parts: allParts(around) }));
    return code;
  };
  let named: NamedBy | undefined;
  return {
    blocks,
    whole,
    expressions,
    functionAround,
    beginningIn(offset, { start, end }) {
      const code = functionAround(offset);
      let all = sorted.get(code);
      if (all === undefined) sorted.set(code, (all = beginningsOf(code)));
      const [first, last] = [start, end].map((at) => firstFrom(all, (one) => one.start >= at));
      return all.slice(first, last).map(({ part }) => part);
    },
    named: () =>
      (named ??= namedBy(blocks.map(({ from, to }) => namesOf(parts.slice(from, to), program.scope)))),
  };
}

/** Goes through the program of a file once, for whoever asks for code of it. */
export function indexCode(file: string, program: Program): CodeIndex {
  const { blocks, whole, expressions, functionAround, beginningIn, named } = walkedOf(file, program);
  // what one asked does not count for the next
  const reached = new Map<number, Code>();
  let left = MOST_TIMES * whole.parts.length;
  const reachFrom = (first: number): Code => {
    const { names, declaredBy, usedBy } = named();
    const found = new Set([first]);
    // a set goes on to what is added while it is gone through
    for (const index of found)
      for (const name of names[index]?.declared ?? []) usedBy.get(name)?.forEach((other) => found.add(other));
    for (const index of found)
      for (const name of names[index]?.used ?? []) declaredBy.get(name)?.forEach((other) => found.add(other));
    const parts = [...found]
      .sort((a, b) => a - b)
      .flatMap((index) => whole.parts.slice(blocks[index]?.from, blocks[index]?.to));
    left -= parts.length;
    return { parts };
  };
  return {
    whole,
    reachOf(offset) {
      const index = firstFrom(blocks, ({ span }) => span.start > offset) - 1;
      if (offset >= (blocks[index]?.span.end ?? 0)) return whole;
      const known = reached.get(index);
      if (known !== undefined || left <= 0) return known ?? whole;
      const found = reachFrom(index);
      reached.set(index, found);
      return found;
    },
    functionAround,
    beginningIn,
    expressionAt(span) {
      for (let at = firstFrom(expressions, (one) => startOf(one) >= span.start); ; at++) {
        const part = expressions[at];
        if (part === undefined || startOf(part) >= span.end) return undefined;
        if (contains(span, part.expression.span)) return part;
      }
    },
  };
}

/** A piece of code, and where it begins. */
interface Beginning {
  readonly part: Part;
  readonly start: number;
}

function beginningsOf({ parts }: Code): readonly Beginning[] {
  return parts
    .flatMap((part) => {
      const start = beginningOf(part);
      return start === undefined ? [] : [{ part, start }];
    })
    .sort((a, b) => a.start - b.start);
}

function beginningOf(part: Part): number | undefined {
  switch (part.kind) {
    case 'expression':
      return part.expression.span.start;
    case 'function':
      return part.fn.span.start;
    case 'statement': {
      const { statement } = part;
      if (statement.kind === 'if') return statement.test.span.start;
      return statement.kind === 'return' || statement.kind === 'throw'
        ? statement.value?.span.start
        : undefined;
    }
  }
}

function allParts(part: Part): Part[] {
  const parts: Part[] = [];
  walkCode(part, (inner) => parts.push(inner));
  return parts;
}

function startOf({ expression }: ExpressionPart): number {
  return expression.span.start;
}

/** All parts of a statement, and where what stands in it begins and ends. */
function walked(part: StatementPart): { readonly parts: readonly Part[]; readonly span: Span } {
  const { statement } = part;
  const parts: Part[] = [];
  const span = { start: Infinity, end: 0 };
  walkCode(part, (one) => {
    parts.push(one);
    if (one.kind !== 'statement') widen(span, one.kind === 'function' ? one.fn.span : one.expression.span);
    else if (one.statement.kind === 'class') widen(span, one.statement.cls.span);
  });
  if (statement.kind === 'function') return { parts, span: statement.fn.span };
  return { parts, span: statement.kind === 'class' ? statement.cls.span : span };
}

function areInOrder(expressions: readonly ExpressionPart[]): boolean {
  let before = -Infinity;
  for (const { expression } of expressions) {
    const { start } = expression.span;
    if (start < before) return false;
    before = start;
  }
  return true;
}

/** What an outermost statement names of the module's scope. */
function namesOf(parts: readonly Part[], module: ScopeCode): Names {
  const declared = new Set<number>();
  const used = new Set<number>();
  for (const one of parts) {
    if (one.kind === 'statement') {
      const { statement, frames } = one;
      const isDeclared = statement.kind === 'function' || statement.kind === 'class';
      if (isDeclared && frames.outer === undefined) declared.add(statement.index);
      continue;
    }
    if (one.kind !== 'expression' || one.expression.kind !== 'local') continue;
    const { scope, index } = bindingOf(one.expression, one.frames) ?? {};
    if (index === undefined || scope !== module) continue;
    used.add(index);
    if (one.target !== undefined && one.frames.outer === undefined) declared.add(index);
  }
  return { declared, used };
}

function namedBy(names: readonly Names[]): NamedBy {
  return {
    names,
    declaredBy: indexed(names.map(({ declared }) => declared)),
    usedBy: indexed(names.map(({ used }) => used)),
  };
}

function widen(span: { start: number; end: number }, { start, end }: Span): void {
  if (start < span.start) span.start = start;
  if (end > span.end) span.end = end;
}

/** Where in a list a name is. */
function indexed(lists: readonly ReadonlySet<number>[]): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [index, names] of lists.entries()) for (const name of names) addTo(found, name, index);
  return found;
}

/** Functions that stand in no other. */
function outermost(functions: readonly FunctionPart[]): readonly FunctionPart[] {
  const found: FunctionPart[] = [];
  let end = 0;
  for (const one of [...functions].sort((a, b) => a.fn.span.start - b.fn.span.start)) {
    if (one.fn.span.start < end) continue;
    found.push(one);
    ({ end } = one.fn.span);
  }
  return found;
}

/** Where in a sorted list the first is that something holds of, as it does of all after it. */
function firstFrom<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = list[middle];
    if (one !== undefined && holds(one)) to = middle;
    else from = middle + 1;
  }
  return from;
}
