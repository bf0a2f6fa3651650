import { contains } from '../../../core/text/span.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Write } from '../../model/operations/operation.ts';
import { bare, type Binding, bindingOf, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Frames, type Part, someCode, within } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';
import { bindingAt, cutBy, givenList, isSame, THROUGH } from '../shared/given-lists.ts';

/** What a list that is submitted was grouped from, with nothing that bounds a group. */
export interface GroupedFrom {
  readonly by: 'caller' | 'query';
  readonly place: Place;
}

/**
 * Where a transaction has one group of a list, put together in a map by a property: the list, where callers give it or a query does,
 * and neither a length is looked at nor anything cut.
 */
export function groupedFrom(context: RuleContext, write: Write): GroupedFrom | undefined {
  const [span] = write.argumentSpans;
  const { file } = context;
  const submitted = write.file === file && span ? expressionAt(context, { file, span }) : undefined;
  if (submitted === undefined) return undefined;
  const { parts } = functionAround(context, { file, span: write.callSpan });
  if (parts.some(mayBound)) return undefined;
  const groups = groupsOf(submitted, parts);
  return groups && filledFrom(context, groups, parts);
}

/** What cuts lists, empties them, or compares how long they are. */
function mayBound(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  switch (expression.kind) {
    case 'member':
      return CUTTING.has(expression.name);
    case 'number':
      return expression.value === 100;
    case 'binary':
      return COMPARES.has(expression.operator) && someCode(part, isLength);
    case 'call':
      return cutBy(expression) !== undefined;
    default:
      return false;
  }
}

const CUTTING: ReadonlySet<string> = new Set(['splice', 'slice', 'shift', 'pop']);
const COMPARES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '===', '!==', '==', '!=', '%']);

function isLength(part: Part): boolean {
  const name = part.kind === 'expression' ? nameIn(part.expression) : undefined;
  return name === 'length' || name === 'size';
}

/** Steps from what is submitted to the map that it is from. */
const MOST_STEPS = 5;

/** The name of the map whose values a list is one of: `for (const list of byId.values())`, `list.map(…)`. */
function groupsOf(list: ExpressionPart, parts: readonly Part[]): Binding | undefined {
  const given = givenIn(parts);
  let at = list;
  for (let left = MOST_STEPS; left > 0; left--) {
    const code: Expression = bare(at.expression);
    if (code.kind === 'call' && code.callee.kind === 'member' && code.callee.name === 'map') {
      at = { ...at, expression: code.callee.object };
      continue;
    }
    if (code.kind !== 'local') return undefined;
    const name: ExpressionPart = { ...at, expression: code };
    const own = bindingAt(name);
    const map = own && mapGoneThrough(own, parts);
    if (map !== undefined) return map;
    const [one, ...others] = given(name);
    if (one?.kind !== 'expression' || others.length > 0) return undefined;
    at = one;
  }
  return undefined;
}

/** The map whose values a loop or callback gives by a name. */
function mapGoneThrough(name: Binding, parts: readonly Part[]): Binding | undefined {
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'for-of' && !part.statement.isIn) {
      const { target, of, scope } = part.statement;
      const value = isValue(target, within(part.frames, scope), name);
      const map = value && mapIn(of, value, part.frames);
      if (map !== undefined) return map;
    }
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee, args } = part.expression;
    const fn = args[0]?.kind === 'function' ? args[0].fn : undefined;
    const pattern = fn?.parameters[0]?.pattern;
    if (callee.kind !== 'member' || !THROUGH.has(callee.name) || fn === undefined || pattern === undefined)
      continue;
    const value = isValue(pattern, { scope: fn.scope, outer: part.frames }, name);
    const isOwn =
      value === 'whole' && callee.name === 'forEach' ? bindingIn(callee.object, part.frames) : undefined;
    const map = isOwn ?? (value && mapIn(callee.object, value, part.frames));
    if (map !== undefined) return map;
  }
  return undefined;
}

/** Whether a pattern gives a name all that there is, or the second of two: the value of an entry. */
function isValue(
  pattern: Extract<Part, { kind: 'function' }>['fn']['parameters'][number]['pattern'],
  frames: Frames,
  name: Binding,
): 'whole' | 'second' | undefined {
  if (pattern.kind === 'local') return isSame(bindingOf(pattern, frames), name) ? 'whole' : undefined;
  const second = pattern.kind === 'array-pattern' ? pattern.parts[1]?.target : undefined;
  return second?.kind === 'local' && isSame(bindingOf(second, frames), name) ? 'second' : undefined;
}

/** The map whose values, or entries, an expression gives: `byId.values()`, `[...byId]`, `Object.entries(byId)`. */
function mapIn(expression: Expression, value: 'whole' | 'second', frames: Frames): Binding | undefined {
  const code = bare(expression);
  const asked = value === 'whole' ? 'values' : 'entries';
  if (code.kind === 'array') {
    const [only, ...others] = code.elements;
    return only?.kind === 'spread' && others.length === 0 ? mapIn(only.operand, value, frames) : undefined;
  }
  if (code.kind === 'local') return value === 'second' ? bindingIn(code, frames) : undefined;
  if (code.kind !== 'call' || code.callee.kind !== 'member') return undefined;
  const { object, name } = code.callee;
  const [first] = code.args;
  const isFrom = object.kind === 'global' && object.name === 'Array' && name === 'from';
  if (isFrom && first !== undefined) return mapIn(first, value, frames);
  if (name !== asked) return undefined;
  const isOfObject = object.kind === 'global' && object.name === 'Object';
  const map = isOfObject ? first : object;
  return map && bindingIn(map, frames);
}

function bindingIn(expression: Expression, frames: Frames): Binding | undefined {
  return bindingAt({ kind: 'expression', expression: bare(expression), frames });
}

/** The list whose elements a loop puts into the values of a map, each into that of a key which it has. */
function filledFrom(context: RuleContext, map: Binding, parts: readonly Part[]): GroupedFrom | undefined {
  const fills = parts.filter((part): part is ExpressionPart => isFill(part, map));
  for (const fill of fills) {
    const { start } = fill.expression.span;
    for (const part of parts) {
      const loop = loopAround(part, start);
      if (loop === undefined) continue;
      const { list } = loop;
      const query = context.operations.find(
        ({ kind, callSpan }) => kind === 'query' && contains(list.expression.span, callSpan),
      );
      const place = { file: context.file, span: list.expression.span };
      if (query !== undefined) return { by: 'query', place };
      const name = givenList(list, parts, '');
      if (name !== undefined && !PART.test(name)) return { by: 'caller', place };
    }
  }
  return undefined;
}

/** Names of lists that are parts already, whoever makes them so. */
const PART = /batch|chunk|page|slice|group|part|window|segment/i;

/** `byId.set(key, …)`, `byId[key] = …`, `(byId[key] ??= []).push(…)`. */
function isFill(part: Part, map: Binding): boolean {
  if (part.kind !== 'expression') return false;
  const { expression, frames } = part;
  const isMap = (of: Expression): boolean => isSame(bindingIn(of, frames), map);
  if (expression.kind === 'assign')
    return expression.target.kind === 'index' && isMap(expression.target.object);
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return false;
  return (
    nameIn(expression.callee) === 'set' && expression.args.length === 2 && isMap(expression.callee.object)
  );
}

/** A loop, or an array's method with a callback, around a place, and what it goes through. */
function loopAround(part: Part, at: number): { readonly list: ExpressionPart } | undefined {
  const isIn = ({ start, end }: { start: number; end: number }): boolean => start <= at && at < end;
  if (part.kind === 'statement') {
    const { statement, frames } = part;
    if (statement.kind !== 'for-of' || statement.isIn || !isIn(statement.span)) return undefined;
    return { list: { kind: 'expression', expression: statement.of, frames } };
  }
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return undefined;
  const { callee, args } = part.expression;
  const [callback] = args;
  if (callee.kind !== 'member' || !THROUGH.has(callee.name) || callback?.kind !== 'function')
    return undefined;
  return isIn(callback.span) ? { list: { ...part, expression: callee.object } } : undefined;
}
