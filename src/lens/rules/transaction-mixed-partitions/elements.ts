import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { bare, type Binding, bindingOf, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Pattern, Statement } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type Frames,
  type FunctionPart,
  type Part,
  someCode,
  within,
} from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import type { Transaction } from '../shared/actions.ts';
import { codeBetween, codeOfFile, expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { functionOf } from '../shared/function-of.ts';
import {
  bindingAt,
  cutBy,
  givenList,
  isLookedInto,
  isSame,
  listOf,
  outermost,
  parameterAt,
  THROUGH,
} from '../shared/given-lists.ts';

/** A PartitionKey that each element of a caller's list brings, or is. */
export interface OfElement {
  readonly action: TransactionAction;
  readonly key: ExpressionPart;
  /** What the function calls the list. */
  readonly list: string;
  /** A function of its own makes the key: nothing is wrong with it there. */
  readonly isMapped: boolean;
}

/**
 * The property of a list's elements, or the elements, that many actions of a transaction have as their PartitionKey, where the list is
 * a caller's and neither the function nor who calls it in the file groups, filters, compares or sorts by that.
 */
export function ofElements(context: RuleContext, { write, actions }: Transaction): OfElement | undefined {
  for (const action of actions) {
    const place = action.many ? action.partitionKey?.place : undefined;
    if (place?.file !== context.file) continue;
    const found = expressionAt(context, place);
    if (found === undefined) continue;
    const around = functionAround(context, { file: write.file, span: write.callSpan });
    const parts = handlerIn(context, around.parts, write);
    if (isSplit(context, write, parts)) continue;
    const own = actions.map(({ entityPlace, place: at }) => (entityPlace ?? at).span);
    const key = { ...found, expression: bare(found.expression) };
    const at: Search = { context, write, parts, place, own: [...own, place.span] };
    for (const part of variablesOf(key.expression)) {
      const variable = { ...found, expression: part };
      const list = ofProperty(at, variable) ?? ofElementItself(at, variable);
      if (list !== undefined) return { action, key, ...list };
    }
  }
  return undefined;
}

/** What a PartitionKey is looked for in. */
interface Search {
  readonly context: RuleContext;
  readonly write: Write;
  /** The function that submits. */
  readonly parts: readonly Part[];
  readonly place: Place;
  /** Where the actions themselves are written. */
  readonly own: readonly Span[];
}

type OfList = Pick<OfElement, 'list' | 'isMapped'>;

/** The list of whose elements a key is a property. */
function ofProperty(at: Search, property: ExpressionPart): OfList | undefined {
  const { context, write, parts, place, own } = at;
  const taken = elementsTaken(property, parts, write.callSpan.start);
  const { expression } = property;
  const of = expression.kind === 'member' ? expression.name : taken?.name;
  // whoever calls a property so hands on entities that are made for it
  if (of === undefined || /partition|^pk$/i.test(of)) return undefined;
  const element =
    expression.kind === 'member' ? { ...property, expression: bare(expression.object) } : undefined;
  const here = taken?.list ?? (element && listOf(element, parts, write.callSpan.start));
  const list = here ?? (element && mappedIn(context, element, place, parts, write));
  const name = list && givenList(list, parts, of);
  if (name === undefined) return undefined;
  const isUsed = [...parts, ...callersOf(context, parts)].some((part) => {
    const span = part.kind === 'expression' ? part.expression.span : undefined;
    return span !== undefined && !own.some((one) => contains(one, span)) && isAbout(part, of);
  });
  return isUsed ? undefined : { list: name, isMapped: here === undefined };
}

/** The list whose elements are keys themselves, or parts of such: `ids.map((id) => ['create', { partitionKey: id }])`. */
function ofElementItself(at: Search, element: ExpressionPart): OfList | undefined {
  const { context, write, parts, place, own } = at;
  if (element.expression.kind !== 'local') return undefined;
  const { name: called } = element.expression;
  const here = listOf(element, parts, write.callSpan.start);
  const list = here ?? mappedIn(context, element, place, parts, write);
  const name = list && givenList(list, parts, called);
  if (name === undefined || isLookedInto(name, parts) || isGivenOne(context, parts, name)) return undefined;
  if (isFailureTaken(write.callSpan, parts)) return undefined;
  const isCompared = parts.some((part) => {
    if (part.kind !== 'expression' || own.some((one) => contains(one, part.expression.span))) return false;
    const { expression } = part;
    const looked =
      expression.kind === 'call'
        ? expression.args
        : expression.kind === 'binary'
          ? [expression.left, expression.right]
          : [];
    return looked.some((one) => bare(one).kind === 'local' && nameIn(bare(one)) === called);
  });
  return isCompared ? undefined : { list: name, isMapped: here === undefined };
}

/** Whether the function goes on where the transaction throws: that it may, its author knows. */
export function isFailureTaken(callSpan: Span, parts: readonly Part[]): boolean {
  return parts.some((part) => {
    if (part.kind !== 'statement' || part.statement.kind !== 'try') return false;
    const { body, handler } = part.statement;
    const of = (statement: Statement): Part => ({ kind: 'statement', statement, frames: part.frames });
    const isIn = (one: Part): boolean =>
      one.kind === 'expression' && one.expression.kind === 'call' && contains(one.expression.span, callSpan);
    const throws = (one: Part): boolean => one.kind === 'statement' && one.statement.kind === 'throw';
    return handler !== undefined && !someCode(of(handler.body), throws) && someCode(of(body), isIn);
  });
}

/** What in a key may differ from one to the next: the holes of a template, the parts of a sum, what a text is cut from. */
function variablesOf(key: Expression): readonly Expression[] {
  const code = cutFrom(key);
  if (code.kind === 'template') return code.tag === undefined ? code.holes.map(cutFrom) : [];
  if (code.kind === 'binary' && code.operator === '+') return [code.left, code.right].map(cutFrom);
  return [code];
}

/** Whether somebody in the file calls the function with a list of one. */
export function isGivenOne(context: RuleContext, parts: readonly Part[], list: string): boolean {
  const fn = outermost(parts);
  if (fn?.name === undefined) return false;
  const index = fn.parameters.findIndex(({ pattern }) => pattern.kind === 'local' && pattern.name === list);
  return codeOfFile(context, context.file).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
    const { callee, args } = part.expression;
    const given = nameIn(callee) === fn.name ? args[index] : undefined;
    return (
      given?.kind === 'array' &&
      given.elements.length < 2 &&
      !given.elements.some(({ kind }) => kind === 'spread')
    );
  });
}

/**
 * The code of the handler that a function gives a router with a path, where a write stands in one; else of all the function: what another
 * handler does with its list says nothing.
 */
function handlerIn(context: RuleContext, parts: readonly Part[], { file, callSpan }: Write): readonly Part[] {
  const handler = parts
    .flatMap((part) =>
      part.kind === 'expression' && part.expression.kind === 'call' ? [part.expression.args] : [],
    )
    .filter(([path]) => path?.kind === 'text' && path.text.text.startsWith('/'))
    .flatMap(([, ...others]) => others)
    .find((arg) => arg.kind === 'function' && contains(arg.fn.span, callSpan));
  if (handler === undefined) return parts;
  const { start, end } = handler.span;
  return codeBetween(context, { file, span: { start, end: start } }, end);
}

/** What a text is cut from, or written in another way: `code` of `code.slice(0, 2).toUpperCase()`. */
function cutFrom(expression: Expression): Expression {
  const code = bare(expression);
  const callee = code.kind === 'call' ? code.callee : undefined;
  return callee?.kind === 'member' && OF_TEXTS.has(callee.name) ? cutFrom(callee.object) : code;
}

const OF_TEXTS: ReadonlySet<string> = new Set([
  ...['slice', 'substring', 'substr', 'charAt', 'toLowerCase', 'toUpperCase', 'trim', 'toString', 'padStart'],
]);

/** The list whose elements are taken apart into a name, and which of their properties that is: `for (const { code } of rows)`. */
function elementsTaken(
  name: ExpressionPart,
  parts: readonly Part[],
  submitted: number,
): { readonly list: ExpressionPart; readonly name: string } | undefined {
  const binding = bindingAt(name);
  if (binding === undefined) return undefined;
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'for-of') {
      const { target, of, scope, span, isIn } = part.statement;
      const property = isIn ? undefined : propertyInto(target, within(part.frames, scope), binding);
      if (property === undefined || (span.start <= submitted && submitted < span.end)) continue;
      return { list: { kind: 'expression', expression: of, frames: part.frames }, name: property };
    }
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee, args } = part.expression;
    const fn = args[0]?.kind === 'function' ? args[0].fn : undefined;
    const pattern = fn?.parameters[0]?.pattern;
    if (callee.kind !== 'member' || !THROUGH.has(callee.name) || fn === undefined || pattern === undefined)
      continue;
    const property = propertyInto(pattern, { scope: fn.scope, outer: part.frames }, binding);
    if (property !== undefined) return { list: { ...part, expression: callee.object }, name: property };
  }
  return undefined;
}

/** The property that a pattern gives to a name. */
function propertyInto(pattern: Pattern, frames: Frames, binding: Binding): string | undefined {
  if (pattern.kind !== 'object-pattern') return undefined;
  const part = pattern.parts.find(
    ({ target }) => target.kind === 'local' && isSame(bindingOf(target, frames), binding),
  );
  return typeof part?.key === 'string' ? part.key : undefined;
}

/** Whether what is submitted is one of those that a function makes of the actions, by whatever it likes: `for (const one of split(actions))`. */
function isSplit(context: RuleContext, write: Write, parts: readonly Part[]): boolean {
  return splitOf(context, write, parts) !== undefined;
}

/** Whether that function is of another file. */
export function isSplitElsewhere(context: RuleContext, write: Write): boolean {
  const { file, callSpan: span } = write;
  const split = splitOf(context, write, functionAround(context, { file, span }).parts);
  if (split === undefined) return false;
  const code = codeOfFile(context, file);
  const functions = code.parts.filter((part) => part.kind === 'function');
  return functionOf(split, givenToNames(context, code), functions) === undefined;
}

/** The function that makes those of the actions of which one is submitted. */
function splitOf(
  context: RuleContext,
  { file, argumentSpans: [span] }: Write,
  parts: readonly Part[],
): ExpressionPart | undefined {
  const submitted = span && expressionAt(context, { file, span });
  const list = submitted && listOf({ ...submitted, expression: bare(submitted.expression) }, parts, -1);
  const split = list && bare(list.expression);
  return list !== undefined && split?.kind === 'call' && cutBy(split) === undefined
    ? { ...list, expression: split.callee }
    : undefined;
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

function isAbout(part: Part, name: string): boolean {
  // to take it out of an element is no use of it
  if (part.kind !== 'expression' || part.target !== undefined) return false;
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
