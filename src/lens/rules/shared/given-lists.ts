import { bare, type Binding, bindingOf, type Given, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import { type ExpressionPart, type FunctionPart, type Part, within } from '../../syntax/program/walk.ts';

/**
 * What the function calls the list that its caller gives, or that it reads out of a text, of which something is all or a part. `key` is the
 * property of an element: the lines of one order have that order's id.
 */
export function givenList(list: ExpressionPart, parts: readonly Part[], key: string): string | undefined {
  const given = givenIn(parts);
  let at: Given | undefined = list;
  let called = '';
  // each step goes to what stands before it
  for (let left = MOST_STEPS; left > 0 && at?.kind === 'expression'; left--) {
    const expression: Expression = bare(at.expression);
    if (expression.kind === 'call') {
      if (called !== '' && isReading(expression)) return called;
      const inner: Expression | undefined = cutBy(expression);
      at = inner && { ...at, expression: inner };
      continue;
    }
    if (expression.kind === 'member') {
      const of = bare(expression.object);
      const owner = nameIn(of);
      const isGiven = of.kind === 'local' && isParameter({ ...at, expression: of }, parts);
      return isGiven && owner !== undefined && !isOf(key, owner) ? expression.name : undefined;
    }
    if (expression.kind !== 'local') return undefined;
    const name: ExpressionPart = { ...at, expression };
    if (isParameter(name, parts)) return expression.name;
    called = expression.name;
    const [one, ...others]: readonly Given[] = given(name);
    at = others.length > 0 ? undefined : (one ?? listOf(name, parts, -1));
  }
  return undefined;
}

/** What a name goes through the elements of, in a loop or callback that the transaction is submitted outside of. */
export function listOf(
  element: ExpressionPart,
  parts: readonly Part[],
  submitted: number,
): ExpressionPart | undefined {
  const binding = bindingAt(element);
  if (binding === undefined) return undefined;
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'for-of') {
      const { target, of, scope, span } = part.statement;
      const isIn = span.start <= submitted && submitted < span.end;
      if (target.kind !== 'local' || isIn || part.statement.isIn) continue;
      if (isSame(bindingOf(target, within(part.frames, scope)), binding))
        return { kind: 'expression', expression: of, frames: part.frames };
    }
    const list = part.kind === 'expression' ? calledBackWith(part, binding, submitted) : undefined;
    if (list !== undefined) return list;
  }
  return undefined;
}

/** The list whose elements an array's method gives to a callback by that name. */
function calledBackWith(
  { expression, ...at }: ExpressionPart,
  binding: Binding,
  submitted: number,
): ExpressionPart | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return undefined;
  const { name, object } = expression.callee;
  const [callback] = expression.args;
  if (!THROUGH.has(name) || callback?.kind !== 'function') return undefined;
  const { span } = callback.fn;
  if (span.start <= submitted && submitted < span.end) return undefined;
  const pattern = callback.fn.parameters[0]?.pattern;
  const isIts = pattern?.kind === 'local' && pattern.hops === 0;
  return isIts && isSame({ scope: callback.fn.scope, index: pattern.index }, binding)
    ? { ...at, expression: object }
    : undefined;
}

/** Methods of arrays that call a function for each element. */
export const THROUGH: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

/** Whether a name is what the outermost function is given. */
function isParameter(name: ExpressionPart, parts: readonly Part[]): boolean {
  const binding = bindingAt(name);
  const outer = outermost(parts);
  if (outer === undefined || binding?.scope !== outer.scope) return false;
  return parameterAt(outer, binding.index) >= 0;
}

/** The function that code is of. */
export function outermost(parts: readonly Part[]): FunctionCode | undefined {
  return parts.find((part): part is FunctionPart => part.kind === 'function')?.fn;
}

/** Which of a function's parameters a name of its scope is; -1 if it is none. */
export function parameterAt({ parameters }: FunctionCode, index: number): number {
  return parameters.findIndex(
    ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === index,
  );
}

/** What a name is bound to; undefined for other expressions. */
export function bindingAt({ expression, frames }: ExpressionPart): Binding | undefined {
  return expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
}

/** Whether two names are one. */
export function isSame(a: Binding | undefined, b: Binding): boolean {
  return a?.scope === b.scope && a.index === b.index;
}

/** Whether a property is one of the thing that has the list: `orderId` of an order. */
function isOf(key: string, owner: string): boolean {
  return key.toLowerCase().startsWith(owner.toLowerCase());
}

/** Whether something reads a text that others wrote: nothing says of what is in it. */
function isReading({ callee }: Extract<Expression, { kind: 'call' }>): boolean {
  if (callee.kind === 'import') return !callee.module.startsWith('.') && READS.has(callee.name ?? 'parse');
  if (callee.kind !== 'member') return false;
  const { object, name } = callee;
  if (object.kind === 'global') return object.name === 'JSON' && name === 'parse';
  return name === 'json' || (object.kind === 'import' && !object.module.startsWith('.') && READS.has(name));
}

const READS: ReadonlySet<string> = new Set(['parse', 'load', 'safeLoad', 'sheet_to_json']);

/** The list that a call gives parts of: `rows.slice(0, 10)`, `chunk(rows, 100)`. */
export function cutBy({
  callee,
  args: [first],
}: Extract<Expression, { kind: 'call' }>): Expression | undefined {
  // `lodash/chunk` gives its one function by no name of its own
  const isDefault = callee.kind === 'import' && (callee.name ?? 'default') === 'default';
  const name = (isDefault ? callee.module.split(/[/.]/).at(-1) : nameIn(callee)) ?? '';
  if (callee.kind === 'member' && PARTS.has(name)) return callee.object;
  return CHUNKS.has(name) ? first : undefined;
}

/** Methods of arrays that give a part of it, and functions that people have to cut one into such. */
const PARTS: ReadonlySet<string> = new Set(['slice', 'splice']);

const CHUNKS: ReadonlySet<string> = new Set([
  'chunk',
  'chunks',
  'chunkArray',
  'toChunks',
  'batch',
  'batches',
]);

/**
 * Whether some code does more with a list than to go through it, cut it and count it: whoever looks into it may know that its elements
 * are equal.
 */
export function isLookedInto(list: string, parts: readonly Part[]): boolean {
  const gone = new Set<Expression>();
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'for-of') gone.add(bare(part.statement.of));
    if (part.kind !== 'expression') continue;
    const { expression } = part;
    if (expression.kind === 'member' && expression.name === 'length') gone.add(bare(expression.object));
    if (expression.kind === 'binary' && isCountOfOne(expression, list)) return true;
    if (expression.kind !== 'call') continue;
    const { callee } = expression;
    const through = callee.kind === 'member' && THROUGH.has(callee.name) ? callee.object : undefined;
    const cut = through ?? cutBy(expression);
    if (cut !== undefined) gone.add(bare(cut));
  }
  return parts.some(
    (part) =>
      part.kind === 'expression' &&
      part.target === undefined &&
      part.expression.kind !== 'typed' &&
      nameIn(part.expression) === list &&
      !gone.has(part.expression),
  );
}

/** `ids.length === 1` */
function isCountOfOne({ left, right }: Extract<Expression, { kind: 'binary' }>, list: string): boolean {
  return [left, right].some(
    (count, i) =>
      count.kind === 'member' &&
      count.name === 'length' &&
      nameIn(bare(count.object)) === list &&
      [right, left].some((other, j) => i === j && other.kind === 'number' && other.value === 1),
  );
}

const MOST_STEPS = 5;
