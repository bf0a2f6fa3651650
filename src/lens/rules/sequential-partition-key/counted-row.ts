import type { Place } from '../../../core/text/segments.ts';
import type { PointRead } from '../../model/operations/operation.ts';
import { addTo } from '../../syntax/facts/grouped.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare, bindingOf, isSamePath, pathOf } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode, ScopeCode, Statement } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type Frames,
  type FunctionPart,
  type Part,
  type StatementPart,
} from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { functionOf, type GivenOf } from '../shared/function-of.ts';
import { constantKey } from '../shared/key-values.ts';
import { onceForEach, oncePerFile } from '../shared/once.ts';
import { countedIn, isOne, isRemainder } from './counted.ts';

/** Steps from a name to what it is made of. */
const MOST_STEPS = 6;

/** What assigns a path of names: one more, a value, or something else. */
type Written = 'up' | 'other' | ExpressionPart;

/** What is asked about one file; each of it is worked out once, however many keys ask. */
interface Search {
  readonly given: GivenOf;
  readonly functions: readonly FunctionPart[];
  /** Where the counters of a whole table are read, by where the call begins and ends. */
  readonly reads: ReadonlyMap<number, number>;
  /** What assigns properties, by the scope of the name that the path begins with, and the path. */
  readonly writes: ByScope<string, Written>;
  /** What patterns take names from, by the scope of the name. */
  readonly taken: ByScope<number, ExpressionPart>;
  /** What is given where there is no such row yet. */
  readonly firsts: ReadonlySet<Expression>;
  /** What functions return, by their scopes. */
  readonly returned: ReadonlyMap<ScopeCode, readonly ExpressionPart[]>;
  /** Whether functions give a count, by the steps that are left: several calls may come to one. */
  readonly counting: Map<FunctionCode, Map<number, boolean>>;
}

type ByScope<K, T> = ReadonlyMap<ScopeCode, ReadonlyMap<K, readonly T[]>>;

/**
 * Whether what stands at a place is made of one more than a property of the one row that a table is counted by: `counter.value + 1`, under a
 * name of its own, or as a function of the file gives it. A row that is read by keys of the running program counts for these alone, and
 * what is set back, or made a remainder, begins again.
 */
export function isCountOfRow(context: RuleContext, place: Place): boolean {
  if (place.file !== context.file) return false;
  const code = expressionAt(context, place);
  if (code === undefined) return false;
  const search = searchOf(context);
  return search.reads.size > 0 && writtenIn(code).some((one) => isCounted(search, one, MOST_STEPS));
}

const searchOf = oncePerFile((context): Search => {
  const all = codeOfFile(context, context.file);
  const functions = all.parts.filter((part) => part.kind === 'function');
  const scopes = new Set(functions.map(({ fn }) => fn.scope));
  const reads = context.operations
    .filter((operation) => operation.kind === 'point-read')
    .filter((read) => isOfTable(read) && !hasRemainder(context, functionAround(context, readAt(read))));
  const writes = new Map<ScopeCode, Map<string, Written[]>>();
  const taken = new Map<ScopeCode, Map<number, ExpressionPart[]>>();
  const firsts = new Set<Expression>();
  const returned = new Map<ScopeCode, ExpressionPart[]>();
  for (const part of reads.length > 0 ? all.parts : []) {
    const { frames } = part;
    noteWrite(part, writes);
    if (part.kind !== 'statement') continue;
    noteTaken(part, taken);
    for (const one of firstsIn(part.statement)) firsts.add(one);
    const value = part.statement.kind === 'return' ? part.statement.value : undefined;
    const scope = value && scopeOfFunction(frames, scopes);
    if (value && scope) addTo(returned, scope, { kind: 'expression', expression: value, frames });
  }
  return {
    given: givenToNames(context, all),
    functions,
    reads: new Map(reads.map(({ callSpan: { start, end } }) => [start, end])),
    writes,
    taken,
    firsts,
    returned,
    counting: new Map(),
  };
});

function readAt({ file, callSpan }: PointRead): Place {
  return { file, span: callSpan };
}

/** The scope of the innermost function around code. */
function scopeOfFunction(frames: Frames, functions: ReadonlySet<ScopeCode>): ScopeCode | undefined {
  let at: Frames | undefined = frames;
  while (at !== undefined && !functions.has(at.scope)) at = at.outer;
  return at?.scope;
}

/** A row of constant keys in one table. */
function isOfTable({ table, declaredTable, tableSetting, partitionKey, rowKey }: PointRead): boolean {
  const isConstant = [partitionKey, rowKey].every(
    (key) => key !== undefined && constantKey(key.value) !== undefined,
  );
  return isConstant && (table ?? declaredTable ?? tableSetting) !== undefined;
}

const hasRemainder = onceForEach((_: RuleContext, { parts }: Code) => parts.some(isRemainder));

function noteWrite(part: Part, to: Map<ScopeCode, Map<string, Written[]>>): void {
  if (part.kind !== 'expression') return;
  const { expression, frames, target } = part;
  const written = (path: Expression, by: Written): void => {
    const at = path.kind === 'member' ? rootOf({ kind: 'expression', expression: path, frames }) : undefined;
    if (at !== undefined) addTo(inner(to, at.scope), at.path, by);
  };
  if (expression.kind === 'assign' && expression.target.kind === 'member') {
    const value: ExpressionPart = { kind: 'expression', expression: expression.value, frames };
    const isPlain = expression.operator === undefined;
    written(expression.target, countedIn(part) !== undefined ? 'up' : isPlain ? value : 'other');
  } else if (
    (expression.kind === 'update' || expression.kind === 'delete') &&
    expression.target.kind === 'member'
  )
    written(expression.target, countedIn(part) !== undefined ? 'up' : 'other');
  else if (target === 'part' || target === 'rest') written(expression, 'other');
}

function inner<K, T>(all: Map<ScopeCode, Map<K, T[]>>, scope: ScopeCode): Map<K, T[]> {
  const known = all.get(scope) ?? new Map<K, T[]>();
  all.set(scope, known);
  return known;
}

/** The scope of the name that a path begins with, and the path in it. */
function rootOf({ expression, frames }: ExpressionPart): { scope: ScopeCode; path: string } | undefined {
  let root = expression;
  while (root.kind === 'member') root = root.object;
  const binding = root.kind === 'local' ? bindingOf(root, frames) : undefined;
  const names = pathOf(expression);
  return binding && names && { scope: binding.scope, path: [binding.index, ...names.slice(1)].join('.') };
}

/** `const { value } = await client.getEntity(…)` */
function noteTaken(
  { statement, frames }: StatementPart,
  to: Map<ScopeCode, Map<number, ExpressionPart[]>>,
): void {
  if (statement.kind !== 'declare' || statement.init === undefined) return;
  if (statement.pattern.kind !== 'object-pattern') return;
  for (const { target } of statement.pattern.parts) {
    const binding = target.kind === 'local' ? bindingOf(target, frames) : undefined;
    if (binding !== undefined)
      addTo(inner(to, binding.scope), binding.index, {
        kind: 'expression',
        expression: statement.init,
        frames,
      });
  }
}

/** What is returned or assigned in a `catch`, or under `if (!counter)`. */
function firstsIn(statement: Statement): readonly Expression[] {
  const inside =
    statement.kind === 'try'
      ? statement.handler?.body
      : statement.kind === 'if' && isMissing(statement.test)
        ? statement.then
        : undefined;
  if (inside === undefined) return [];
  return (inside.kind === 'block' ? inside.body : [inside]).flatMap((one) => {
    if (one.kind === 'return') return one.value ?? [];
    return one.kind === 'expression' && one.expression.kind === 'assign' ? one.expression.value : [];
  });
}

/** `!counter`, `counter === undefined` */
function isMissing(test: Expression): boolean {
  if (test.kind === 'unary') return test.operator === '!' && test.operand.kind === 'local';
  const isEqual = test.kind === 'binary' && (test.operator === '===' || test.operator === '==');
  return isEqual && test.left.kind === 'local' && test.right.kind === 'nothing';
}

/** What code makes a text of, as it is: nothing that another function makes of it. */
function writtenIn({ expression, frames }: ExpressionPart): readonly ExpressionPart[] {
  const inside = (one: Expression): readonly ExpressionPart[] =>
    writtenIn({ kind: 'expression', expression: one, frames });
  switch (expression.kind) {
    case 'typed':
      return inside(expression.operand);
    case 'template':
      return expression.tag === undefined ? expression.holes.flatMap(inside) : [];
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind === 'global' && callee.name === 'String') return args.flatMap(inside);
      if (callee.kind === 'member' && AS_TEXT.has(callee.name)) return inside(callee.object);
      break;
    }
    default:
  }
  return [{ kind: 'expression', expression, frames }];
}

const AS_TEXT: ReadonlySet<string> = new Set(['toString', 'toFixed', 'padStart']);

function isCounted(search: Search, part: ExpressionPart, steps: number): boolean {
  const { expression, frames } = part;
  if (steps === 0) return false;
  const inner = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  switch (expression.kind) {
    case 'typed':
      return isCounted(search, inner(expression.operand), steps);
    case 'binary':
      return (
        expression.operator === '+' && isOne(expression.right) && isOfRow(search, inner(expression.left))
      );
    case 'member':
      return isOfRow(search, part) && writesTo(search, part).length > 0;
    case 'local': {
      const [only, ...others] = search.given(part);
      if (only?.kind !== 'expression' || others.length > 0) return false;
      return isCounted(search, only, steps - 1);
    }
    case 'call': {
      const called = functionOf(inner(expression.callee), search.given, search.functions);
      return called !== undefined && givesCount(search, called, steps - 1);
    }
    default:
      return false;
  }
}

/** Whether all that a function returns is the count, but for the first one. */
function givesCount(search: Search, called: FunctionPart, steps: number): boolean {
  const known = search.counting.get(called.fn) ?? new Map<number, boolean>();
  search.counting.set(called.fn, known);
  let answer = known.get(steps);
  if (answer === undefined) {
    const all = search.returned.get(called.fn.scope) ?? [];
    const later = all.filter(({ expression }) => !search.firsts.has(expression));
    answer = later.length > 0 && later.every((one) => isCounted(search, one, steps));
    known.set(steps, answer);
  }
  return answer;
}

/**
 * `counter.value`, `(counter?.value ?? 0)`, or the name that a pattern gives that, of an entity that was read, while nothing but counting
 * changes it.
 */
function isOfRow(search: Search, { expression, frames }: ExpressionPart): boolean {
  const code = bare(expression);
  const inside = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  switch (code.kind) {
    case 'logical':
    case 'call': {
      const value = valueIn(code);
      return value !== undefined && isOfRow(search, inside(value));
    }
    case 'member': {
      const of = inside(bare(code.object));
      if (of.expression.kind !== 'local') return false;
      const [only, ...others] = search
        .given(of)
        .filter((one) => one.kind !== 'expression' || !search.firsts.has(one.expression));
      if (only?.kind !== 'expression' || others.length > 0 || !isRead(search, only.expression)) return false;
      return writesTo(search, inside(code)).every((written) => isUp(search, written, inside(code)));
    }
    case 'local': {
      const binding = bindingOf(code, frames);
      const [only, ...others] = (binding && search.taken.get(binding.scope)?.get(binding.index)) ?? [];
      if (only === undefined || others.length > 0 || search.given(inside(code)).length > 0) return false;
      return isRead(search, only.expression);
    }
    default:
      return false;
  }
}

/** What `Number(counter.value)` and `counter.value ?? 0` are as a rule. */
function valueIn(code: Expression): Expression | undefined {
  if (code.kind === 'logical') return code.operator === '&&' ? undefined : code.left;
  if (code.kind !== 'call' || code.callee.kind !== 'global' || code.callee.name !== 'Number')
    return undefined;
  return code.args.length === 1 ? code.args[0] : undefined;
}

function writesTo(search: Search, path: ExpressionPart): readonly Written[] {
  const at = rootOf(path);
  return (at && search.writes.get(at.scope)?.get(at.path)) ?? [];
}

/** Whether a path gets what it was and one more: `counter.value = next` of `const next = counter.value + 1`. */
function isUp(search: Search, written: Written, path: ExpressionPart): boolean {
  if (written === 'up' || written === 'other') return written === 'up';
  if (search.firsts.has(written.expression)) return true;
  const [only, ...others] = written.expression.kind === 'local' ? search.given(written) : [written];
  if (only?.kind !== 'expression' || others.length > 0 || only.expression.kind !== 'binary') return false;
  const { operator, left, right } = only.expression;
  let before = bare(left);
  for (let value = valueIn(before); value !== undefined; value = valueIn(before)) before = bare(value);
  return operator === '+' && isOne(right) && isSamePath({ ...only, expression: before }, path);
}

/** `await client.getEntity('counter', 'bills')`, with or without `catch`. */
function isRead(search: Search, expression: Expression): boolean {
  const code = bare(expression);
  if (code.kind === 'logical') return code.operator !== '&&' && isRead(search, code.left);
  if (code.kind !== 'call') return false;
  const isCaught = code.callee.kind === 'member' && code.callee.name === 'catch';
  if (isCaught) return isRead(search, code.callee.object);
  return search.reads.get(code.span.start) === code.span.end;
}
