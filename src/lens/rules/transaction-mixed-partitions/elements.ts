import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { bare, type Binding, bindingOf, type Given, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import { type ExpressionPart, type FunctionPart, type Part, within } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import type { Transaction } from '../shared/actions.ts';
import { codeOfFile, expressionAt, functionAround } from '../shared/code-at.ts';

/** A PartitionKey that each element of a caller's list brings. */
export interface OfElement {
  readonly action: TransactionAction;
  readonly key: ExpressionPart;
  /** What the function calls the list. */
  readonly list: string;
  /** A function of its own makes the key: nothing is wrong with it there. */
  readonly isMapped: boolean;
}

/**
 * The property of a list's elements that many actions of a transaction have as their PartitionKey, where the list is a caller's and
 * neither the function nor who calls it in the file groups, filters, compares or sorts by that.
 */
export function ofElements(context: RuleContext, { write, actions }: Transaction): OfElement | undefined {
  for (const action of actions) {
    const place = action.many ? action.partitionKey?.place : undefined;
    if (place?.file !== context.file) continue;
    const found = expressionAt(context, place);
    if (found === undefined) continue;
    const key = { ...found, expression: bare(found.expression) };
    const { expression } = key;
    // whoever calls a property so hands on entities that are made for it
    if (expression.kind !== 'member' || /partition|^pk$/i.test(expression.name)) continue;
    const { parts } = functionAround(context, { file: write.file, span: write.callSpan });
    if (isSplit(context, write, parts)) continue;
    const element = { ...key, expression: bare(expression.object) };
    const here = listOf(element, parts, write.callSpan.start);
    const list = here ?? mappedIn(context, element, place, parts, write);
    const name = list && givenList(list, parts, expression.name);
    if (name === undefined) continue;
    const own = actions.map(({ entityPlace, place: at }) => (entityPlace ?? at).span);
    const isUsed = [...parts, ...callersOf(context, parts)].some((part) => {
      const span = part.kind === 'expression' ? part.expression.span : undefined;
      return (
        span !== undefined &&
        ![...own, place.span].some((one) => contains(one, span)) &&
        isAbout(part, expression.name)
      );
    });
    if (!isUsed) return { action, key, list: name, isMapped: here === undefined };
  }
  return undefined;
}

/** Whether what is submitted is one of those that a function makes of the actions, by whatever it likes: `for (const one of split(actions))`. */
function isSplit(
  context: RuleContext,
  { file, argumentSpans: [span] }: Write,
  parts: readonly Part[],
): boolean {
  const submitted = span && expressionAt(context, { file, span });
  const list = submitted && listOf({ ...submitted, expression: bare(submitted.expression) }, parts, -1);
  const split = list && bare(list.expression);
  return split?.kind === 'call' && cutBy(split) === undefined;
}

/**
 * The list whose elements a function makes entities or actions of, which has the key: `rows.map(toEntity)`, or `toEntity(row)` where
 * something goes through the rows.
 */
function mappedIn(
  context: RuleContext,
  element: ExpressionPart,
  place: Place,
  parts: readonly Part[],
  { callSpan }: Transaction['write'],
): ExpressionPart | undefined {
  const mapper = outermost(functionAround(context, place).parts);
  if (mapper?.name === undefined || mapper === outermost(parts)) return undefined;
  const binding = bindingAt(element);
  const at = binding?.scope === mapper.scope ? parameterAt(mapper, binding.index) : -1;
  if (at < 0) return undefined;
  for (const part of parts) {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee, args } = part.expression;
    const [callback] = args;
    const isHandedOn = callee.kind === 'member' && THROUGH.has(callee.name) && at === 0;
    if (isHandedOn && callback !== undefined && nameIn(callback) === mapper.name)
      return { ...part, expression: callee.object };
    const given = nameIn(callee) === mapper.name ? args[at] : undefined;
    const list = given && listOf({ ...part, expression: bare(given) }, parts, callSpan.start);
    if (list !== undefined) return list;
  }
  return undefined;
}

function outermost(parts: readonly Part[]): FunctionCode | undefined {
  return parts.find((part): part is FunctionPart => part.kind === 'function')?.fn;
}

/** Which of a function's parameters a name of its scope is; -1 if it is none. */
function parameterAt({ parameters }: FunctionCode, index: number): number {
  return parameters.findIndex(
    ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === index,
  );
}

function isAbout(part: Part, name: string): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'text') return expression.text.text === name;
  return nameIn(expression) === name;
}

/** Code of the functions of the file that call the outermost function of some code. */
function callersOf(context: RuleContext, parts: readonly Part[]): readonly Part[] {
  const name = parts.find((part): part is FunctionPart => part.kind === 'function')?.fn.name;
  if (name === undefined) return [];
  return codeOfFile(context, context.file).parts.flatMap((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return [];
    const { callee, span } = part.expression;
    return nameIn(callee) === name ? functionAround(context, { file: context.file, span }).parts : [];
  });
}

/** What a name goes through the elements of, in a loop or callback that the transaction is submitted outside of. */
function listOf(
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
    const list = part.kind === 'expression' ? calledBackWith(part, binding) : undefined;
    if (list !== undefined) return list;
  }
  return undefined;
}

/** The list whose elements an array's method gives to a callback by that name. */
function calledBackWith({ expression, ...at }: ExpressionPart, binding: Binding): ExpressionPart | undefined {
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return undefined;
  const { name, object } = expression.callee;
  const [callback] = expression.args;
  if (!THROUGH.has(name) || callback?.kind !== 'function') return undefined;
  const pattern = callback.fn.parameters[0]?.pattern;
  const isIts = pattern?.kind === 'local' && pattern.hops === 0;
  return isIts && isSame({ scope: callback.fn.scope, index: pattern.index }, binding)
    ? { ...at, expression: object }
    : undefined;
}

const THROUGH: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

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
 * What the function calls the list that its caller gives, or that it reads out of a text, of which something is all or a part. `key` is the
 * property of an element: the lines of one order have that order's id.
 */
function givenList(list: ExpressionPart, parts: readonly Part[], key: string): string | undefined {
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

function cutBy({ callee, args: [first] }: Extract<Expression, { kind: 'call' }>): Expression | undefined {
  // `lodash/chunk` gives its one function by no name of its own
  const isDefault = callee.kind === 'import' && (callee.name ?? 'default') === 'default';
  const name = (isDefault ? callee.module.split(/[/.]/).at(-1) : nameIn(callee)) ?? '';
  if (callee.kind === 'member' && PARTS.has(name)) return callee.object;
  return CHUNKS.has(name) ? first : undefined;
}

const MOST_STEPS = 5;

/** Whether a name is what the outermost function is given. */
function isParameter(name: ExpressionPart, parts: readonly Part[]): boolean {
  const binding = bindingAt(name);
  const outer = outermost(parts);
  if (outer === undefined || binding?.scope !== outer.scope) return false;
  return parameterAt(outer, binding.index) >= 0;
}

function bindingAt({ expression, frames }: ExpressionPart): Binding | undefined {
  return expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
}

function isSame(a: Binding | undefined, b: Binding): boolean {
  return a?.scope === b.scope && a.index === b.index;
}
