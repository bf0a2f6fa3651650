import { contains } from '../../../core/text/span.ts';
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
import {
  codeOfFile,
  expressionAt,
  functionAround,
  givenToNames,
  innerFunctionAround,
} from '../shared/code-at.ts';
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
  /** Functions that read the counter that they are given the name of, and as which argument: who calls them with a constant counts by one row. */
  readonly named: ReadonlyMap<FunctionCode, readonly number[]>;
  /** What assigns properties, by the scope of the name that the path begins with, and the path. */
  readonly writes: ByScope<string, Written>;
  /** The values that object literals give to properties, by the scope of the name that a path which counts up begins with, and the path. */
  readonly puts: ByScope<string, 'up'>;
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
 * name of its own, or as a function of the file gives it, be it the one that this is given the name of. A row that is read by keys of the
 * running program counts for these alone, and what is set back, or made a remainder, begins again.
 */
export function isCountOfRow(context: RuleContext, place: Place): boolean {
  if (place.file !== context.file) return false;
  const code = expressionAt(context, place);
  if (code === undefined) return false;
  const search = searchOf(context);
  // a counter of whatever name counts for that alone
  if ([...search.named.keys()].some(({ span }) => contains(span, place.span))) return false;
  return search.reads.size > 0 && writtenIn(code).some((one) => isCounted(search, one, MOST_STEPS));
}

const searchOf = oncePerFile((context): Search => {
  const all = codeOfFile(context, context.file);
  const functions = all.parts.filter((part) => part.kind === 'function');
  const scopes = new Set(functions.map(({ fn }) => fn.scope));
  const named = new Map<FunctionCode, readonly number[]>();
  const reads = context.operations
    .filter((operation) => operation.kind === 'point-read')
    .filter((read) => !hasRemainder(context, functionAround(context, readAt(read))))
    .filter((read) => {
      const names = namesOf(context, read);
      const fn = names && names.length > 0 ? innerFunctionAround(context, readAt(read))?.fn : undefined;
      if (names === undefined || fn === undefined) return names?.length === 0;
      named.set(fn, [...(named.get(fn) ?? []), ...names]);
      return true;
    });
  const writes = new Map<ScopeCode, Map<string, Written[]>>();
  const puts = new Map<ScopeCode, Map<string, 'up'[]>>();
  const taken = new Map<ScopeCode, Map<number, ExpressionPart[]>>();
  const firsts = new Set<Expression>();
  const returned = new Map<ScopeCode, ExpressionPart[]>();
  for (const part of reads.length > 0 ? all.parts : []) {
    const { frames } = part;
    noteWrite(part, writes);
    notePut(part, puts);
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
    puts,
    named,
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

/**
 * Of a row in one table whose keys are constants, or parameters of the function around the read, which of these; undefined for rows of other
 * keys.
 */
function namesOf(
  context: RuleContext,
  { table, declaredTable, tableSetting, file, callSpan, partitionKey, rowKey }: PointRead,
): readonly number[] | undefined {
  if ((table ?? declaredTable ?? tableSetting) === undefined) return undefined;
  const reader = innerFunctionAround(context, { file, span: callSpan });
  const names: number[] = [];
  for (const key of [partitionKey, rowKey]) {
    if (key === undefined) return undefined;
    if (constantKey(key.value) !== undefined) continue;
    const code = key.place.file === file ? expressionAt(context, key.place) : undefined;
    const binding = code?.expression.kind === 'local' ? bindingOf(code.expression, code.frames) : undefined;
    if (code === undefined || reader === undefined || binding?.scope !== reader.fn.scope) return undefined;
    // what puts something else into a parameter may make a row for each shop of it
    if (givenToNames(context, codeOfFile(context, file))(code).length > 0) return undefined;
    const at = reader.fn.parameters.findIndex(
      ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === binding.index,
    );
    if (at < 0) return undefined;
    names.push(at);
  }
  return names;
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

/** `{ value: row.value + 1 }`: a write of one more than what was read, under the name that it has there. */
function notePut(part: Part, to: Map<ScopeCode, Map<string, 'up'[]>>): void {
  if (part.kind !== 'expression' || part.expression.kind !== 'object') return;
  for (const one of part.expression.parts) {
    const value = one.kind === 'property' ? bare(one.value) : undefined;
    if (value?.kind !== 'binary' || value.operator !== '+' || !isOne(value.right)) continue;
    const before = withoutDefault(value.left);
    if (one.kind !== 'property' || before.kind !== 'member' || before.name !== one.name) continue;
    const at = rootOf({ kind: 'expression', expression: before, frames: part.frames });
    if (at !== undefined) addTo(inner(to, at.scope), at.path, 'up');
  }
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
      return isOfRow(search, part) && (writesTo(search, part).length > 0 || isAt(search.puts, part));
    case 'local': {
      const [only, ...others] = search.given(part);
      if (only?.kind !== 'expression' || others.length > 0) return false;
      return isCounted(search, only, steps - 1);
    }
    case 'call': {
      const called = functionOf(inner(expression.callee), search.given, search.functions);
      if (called === undefined) return false;
      const names = search.named.get(called.fn) ?? [];
      return (
        names.every((name) => expression.args[name]?.kind === 'text') && givesCount(search, called, steps - 1)
      );
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

function withoutDefault(code: Expression): Expression {
  let before = bare(code);
  for (let value = valueIn(before); value !== undefined; value = valueIn(before)) before = bare(value);
  return before;
}

/** What `Number(counter.value)` and `counter.value ?? 0` are as a rule. */
function valueIn(code: Expression): Expression | undefined {
  if (code.kind === 'logical') return code.operator === '&&' ? undefined : code.left;
  if (code.kind !== 'call' || code.callee.kind !== 'global' || code.callee.name !== 'Number')
    return undefined;
  return code.args.length === 1 ? code.args[0] : undefined;
}

function isAt<T>(all: ByScope<string, T>, path: ExpressionPart): boolean {
  const at = rootOf(path);
  return at !== undefined && all.get(at.scope)?.has(at.path) === true;
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
  return operator === '+' && isOne(right) && isSamePath({ ...only, expression: withoutDefault(left) }, path);
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
