import { contains } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { bare, type Binding, bindingOf, type Given, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
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
    const list = listOf({ ...key, expression: bare(expression.object) }, parts, write.callSpan.start);
    const name = list && givenList(list, parts);
    if (name === undefined) continue;
    const own = actions.map(({ entityPlace, place: at }) => (entityPlace ?? at).span);
    const isUsed = [...parts, ...callersOf(context, parts)].some((part) => {
      const span = part.kind === 'expression' ? part.expression.span : undefined;
      return span !== undefined && !own.some((one) => contains(one, span)) && isAbout(part, expression.name);
    });
    if (!isUsed) return { action, key, list: name };
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

/** What the function calls the list that its caller gives, of which something is all or a part. */
function givenList(list: ExpressionPart, parts: readonly Part[]): string | undefined {
  const given = givenIn(parts);
  let at: Given | undefined = list;
  // each step goes to what stands before it
  for (let left = MOST_STEPS; left > 0 && at?.kind === 'expression'; left--) {
    const expression: Expression = bare(at.expression);
    if (expression.kind === 'call') {
      const inner: Expression | undefined = cutBy(expression);
      at = inner && { ...at, expression: inner };
      continue;
    }
    if (expression.kind !== 'local') return undefined;
    const name: ExpressionPart = { ...at, expression };
    if (isParameter(name, parts)) return expression.name;
    const [one, ...others]: readonly Given[] = given(name);
    at = others.length > 0 ? undefined : (one ?? listOf(name, parts, -1));
  }
  return undefined;
}

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
  const outer = parts.find((part): part is FunctionPart => part.kind === 'function');
  if (outer === undefined || binding?.scope !== outer.fn.scope) return false;
  return outer.fn.parameters.some(
    ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === binding.index,
  );
}

function bindingAt({ expression, frames }: ExpressionPart): Binding | undefined {
  return expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
}

function isSame(a: Binding | undefined, b: Binding): boolean {
  return a?.scope === b.scope && a.index === b.index;
}
