import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { bare, type Binding, pathOf } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import type { Transaction } from '../shared/actions.ts';
import { isOverwritten } from '../shared/called-with.ts';
import { codeOfFile, expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { bindingAt, givenList, isLookedInto, isSame, outermost } from '../shared/given-lists.ts';
import { isFailureTaken, isGivenOne } from './elements.ts';

/** A PartitionKey that is made of where each element stands in its list, and another one for the second than for the first. */
export interface OfIndex {
  readonly action: TransactionAction;
  readonly key: ExpressionPart;
  /** What the function calls the caller's list; absent where there are several for sure. */
  readonly list?: string;
}

/** `rows.map((row, i) => ['create', { partitionKey: `shard-${i % 4}`, … }])`, where all of that, or its beginning, is submitted. */
export function ofIndex(context: RuleContext, { write, actions }: Transaction): OfIndex | undefined {
  const mapped = actions.some(({ many }) => many) ? mapSubmitted(context, write) : undefined;
  if (mapped === undefined) return undefined;
  for (const action of actions) {
    const place = action.many ? action.partitionKey?.place : undefined;
    const key = place?.file === context.file ? expressionAt(context, place) : undefined;
    if (key === undefined || !isAlwaysPut(mapped.fn, key) || !isOfPlaceInList(context, mapped.fn, key))
      continue;
    return { action, key, ...(mapped.list !== undefined && { list: mapped.list }) };
  }
  return undefined;
}

/** The function that makes each action, and the caller's list that it is called for; no list where it is called twice at least. */
interface Mapped {
  readonly fn: FunctionCode;
  readonly list?: string;
}

const MOST_STEPS = 5;

function mapSubmitted(
  context: RuleContext,
  { file, callSpan, argumentSpans: [span] }: Write,
): Mapped | undefined {
  const { parts } = functionAround(context, { file, span: callSpan });
  const given = givenToNames(context, codeOfFile(context, file));
  let at = span && expressionAt(context, { file, span });
  for (let left = MOST_STEPS; left > 0 && at !== undefined; left--) {
    const expression: Expression = bare(at.expression);
    const part: ExpressionPart = { ...at, expression };
    if (expression.kind === 'call') {
      const beginning = beginningOf(expression);
      if (beginning === undefined) return mappedBy(context, { ...part, expression }, parts, callSpan);
      at = { ...part, expression: beginning };
    } else {
      const [one, ...others] = isUsedOnce(part, parts) ? given(part) : [];
      at = one?.kind === 'expression' && others.length === 0 ? one : undefined;
    }
  }
  return undefined;
}

type Call = Extract<Expression, { kind: 'call' }>;

/** The list of which a call gives the beginning, two elements at least: `rows.slice(0, 100)`. */
function beginningOf({ callee, args: [start, end] }: Call): Expression | undefined {
  if (callee.kind !== 'member' || callee.name !== 'slice') return undefined;
  const isStart = start === undefined || (start.kind === 'number' && start.value === 0);
  const isLong = end === undefined || (end.kind === 'number' && end.value >= 2);
  return isStart && isLong ? callee.object : undefined;
}

/** Whether nothing else names a list that is submitted: whoever does may know how many it has, or take some out. */
function isUsedOnce(name: ExpressionPart, parts: readonly Part[]): boolean {
  const binding = bindingAt(name);
  const uses = parts.filter(
    (part) =>
      part.kind === 'expression' &&
      part.target === undefined &&
      binding !== undefined &&
      isSame(bindingAt(part), binding),
  );
  return uses.length === 1;
}

function mappedBy(
  context: RuleContext,
  call: ExpressionPart & { readonly expression: Call },
  parts: readonly Part[],
  submitted: Write['callSpan'],
): Mapped | undefined {
  const { callee, args } = call.expression;
  if (callee.kind !== 'member') return undefined;
  const [first, second] = args;
  if (callee.name === 'from' && callee.object.kind === 'global' && callee.object.name === 'Array')
    return second?.kind === 'function' && isOfSeveral(first) ? { fn: second.fn } : undefined;
  if (callee.name !== 'map' || first?.kind !== 'function') return undefined;
  let list = bare(callee.object);
  for (let left = MOST_STEPS; left > 0 && list.kind === 'call'; left--)
    list = bare(beginningOf(list) ?? callee);
  if (list.kind !== 'local' && pathOf(list) === undefined) return undefined;
  const name = givenList({ ...call, expression: list }, parts, '');
  if (name === undefined || isLookedInto(name, parts) || isGivenOne(context, parts, name)) return undefined;
  if (isOfOtherType(name, parts)) return undefined;
  return isFailureTaken(submitted, parts) ? undefined : { fn: first.fn, list: name };
}

/** Whether the type of a parameter isn't that of a list of any length: a tuple has as many elements as it says, and so may a name. */
function isOfOtherType(list: string, parts: readonly Part[]): boolean {
  const type = outermost(parts)?.parameters.find(({ name }) => name === list)?.type;
  return type !== undefined && (!LISTS.has(type.name) || type.most !== undefined);
}

const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);

/** `{ length: 20 }` */
function isOfSeveral(list: Expression | undefined): boolean {
  const [only, ...others] = list?.kind === 'object' ? list.parts : [];
  if (only?.kind !== 'property' || only.name !== 'length' || others.length > 0) return false;
  return only.value.kind === 'number' && only.value.value >= 2;
}

/** Whether a function gives an action with that PartitionKey whatever it is called for: what it declares before decides nothing. */
function isAlwaysPut({ body }: FunctionCode, { expression: { span } }: ExpressionPart): boolean {
  const last = body.at(-1);
  const value = last?.kind === 'return' && last.value !== undefined ? bare(last.value) : undefined;
  if (value?.kind !== 'array' || !body.slice(0, -1).every(({ kind }) => kind === 'declare')) return false;
  const [, entity] = value.elements.map(bare);
  const parts = entity?.kind === 'object' ? entity.parts : [];
  const own = parts.findIndex(
    (part) =>
      part.kind === 'property' && part.name === 'partitionKey' && part.value.span.start === span.start,
  );
  return own >= 0 && parts.slice(own).every(({ kind }) => kind !== 'spread');
}

/** Whether one part of a key is of the index, and differs for the first two, and the rest is the same for both. */
function isOfPlaceInList(context: RuleContext, fn: FunctionCode, key: ExpressionPart): boolean {
  const [, second] = fn.parameters;
  if (second?.pattern.kind !== 'local' || second.isRest || second.fallback !== undefined) return false;
  const reader: Reader = { context, index: { scope: fn.scope, index: second.pattern.index } };
  if (isChanged(reader, reader.index)) return false;
  const pieces = piecesOf(reader, key, MOST_STEPS);
  const isOwn = (part: Part): boolean => part.kind === 'expression' && bindingAt(part)?.scope === fn.scope;
  const [own, ...others] = pieces.filter((piece) => someCode(piece, isOwn));
  if (own === undefined || others.length > 0 || !pieces.every((one) => one === own || isSettled(one)))
    return false;
  const [a, b] = [0, 1].map((value) => valueFor(reader, own, value, MOST_DEPTH));
  return a !== undefined && b !== undefined && String(a) !== String(b);
}

interface Reader {
  readonly context: RuleContext;
  readonly index: Binding;
}

const MOST_DEPTH = 20;

function isChanged({ context }: Reader, binding: Binding): boolean {
  return isOverwritten(context, codeOfFile(context, context.file).parts, binding);
}

/** What is the same each time that it is named. */
function isSettled({ expression }: ExpressionPart): boolean {
  return expression.kind === 'text' || expression.kind === 'number' || pathOf(expression) !== undefined;
}

/** What a text is put together of: the holes of a template, the parts of a sum, also under names of their own. */
function piecesOf(reader: Reader, part: ExpressionPart, left: number): readonly ExpressionPart[] {
  const code = bare(part.expression);
  const at = (expression: Expression): readonly ExpressionPart[] =>
    piecesOf(reader, { ...part, expression }, left);
  if (code.kind === 'template' && code.tag === undefined) return code.holes.flatMap(at);
  if (code.kind === 'binary' && code.operator === '+') return [code.left, code.right].flatMap(at);
  const meant = left > 0 ? constantGiven(reader, { ...part, expression: code }) : undefined;
  return meant ? piecesOf(reader, meant, left - 1) : [{ ...part, expression: code }];
}

/** What a name is given, once. */
function constantGiven(reader: Reader, name: ExpressionPart): ExpressionPart | undefined {
  const binding = bindingAt(name);
  if (binding === undefined || isChanged(reader, binding)) return undefined;
  const { context } = reader;
  const [one] = givenToNames(context, codeOfFile(context, context.file))(name);
  return one?.kind === 'expression' ? { ...one, expression: bare(one.expression) } : undefined;
}

type Known = string | number;

/** What code is for one value of the index; undefined where something else is in it. */
function valueFor(reader: Reader, part: ExpressionPart, index: number, left: number): Known | undefined {
  const code = bare(part.expression);
  if (left === 0) return undefined;
  const of = (expression: Expression): Known | undefined =>
    valueFor(reader, { ...part, expression }, index, left - 1);
  switch (code.kind) {
    case 'number':
      return code.value;
    case 'text':
      return code.text.text;
    case 'local': {
      if (isSame(bindingAt({ ...part, expression: code }), reader.index)) return index;
      const given = constantGiven(reader, { ...part, expression: code });
      return given && valueFor(reader, given, index, left - 1);
    }
    case 'binary': {
      const [a, b] = [of(code.left), of(code.right)];
      return typeof a === 'number' && typeof b === 'number'
        ? OPERATORS.get(code.operator)?.(a, b)
        : undefined;
    }
    case 'call': {
      const { callee, args } = code;
      if (callee.kind === 'global' && callee.name === 'String' && args[0]) return asText(of(args[0]));
      if (callee.kind !== 'member') return undefined;
      if (callee.object.kind === 'global' && callee.object.name === 'Math') {
        const value = args[0] && of(args[0]);
        return typeof value === 'number' ? ROUNDED.get(callee.name)?.(value) : undefined;
      }
      return callee.name === 'toString' && args.length === 0 ? asText(of(callee.object)) : undefined;
    }
    default:
      return undefined;
  }
}

function asText(value: Known | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

const OPERATORS: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
]);

const ROUNDED: ReadonlyMap<string, (value: number) => number> = new Map([
  ['floor', Math.floor],
  ['trunc', Math.trunc],
  ['ceil', Math.ceil],
  ['round', Math.round],
]);
