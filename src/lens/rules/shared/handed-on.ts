import { countUpTo } from '../../../core/text/sorted.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare, bindingOf, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type Frames,
  type FunctionPart,
  type Part,
  type StatementPart,
  someCode,
  within,
} from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { functionAround, givenToNames } from './code-at.ts';
import { asksForAll } from './leaves-out.ts';
import { onceForEach } from './once.ts';

/**
 * Where every entity goes that a query gives: to a function that the caller gives, to a file or stream, into a buffer that is emptied,
 * or as they come through a pipeline.
 */
export type Receiver = 'callback' | 'file' | 'buffer' | 'pipeline';

/** Where a query without a filter hands on every entity, turn by turn, as whoever exports or migrates a table does. */
export function handedOnTo(context: RuleContext, query: Query): Receiver | undefined {
  const { loop, limit, filters = [] } = query.consumption;
  if (!asksForAll(query) || limit !== undefined || filters.length > 0) return undefined;
  if (loop === undefined) return isPiped(context, query) ? 'pipeline' : undefined;
  if (loop.file !== query.file) return undefined;
  const { parts } = functionAround(context, loop);
  const turns = loopsOf(context, parts);
  const { start } = loop.span;
  const turn = turns[countUpTo(turns, start, ({ statement }) => statement.span.start) - 1];
  return turn?.statement.span.start === start ? receiverIn(parts, turn) : undefined;
}

/** Whether what a query gives is the beginning of a pipeline: `pipeline(Readable.from(all), csv, file)`, `Readable.from(all).pipe(file)`. */
function isPiped(context: RuleContext, { file, callSpan: span }: Query): boolean {
  const code = functionAround(context, { file, span });
  return pipedIn(context, code).some(({ start, end }) => start === span.start && end === span.end);
}

/** Names, and streams of streams, that are looked behind. */
const MOST_STEPS = 8;

/** The calls whose values pipelines of some code begin with. */
const pipedIn = onceForEach((context: RuleContext, code: Code): readonly Span[] => {
  const given = givenToNames(context, code);
  const beginningOf = (part: ExpressionPart, steps = 0): readonly Span[] => {
    const expression = bare(part.expression);
    if (steps === MOST_STEPS) return [];
    if (expression.kind === 'local') {
      const [value, ...others] = given({ ...part, expression });
      return value?.kind === 'expression' && others.length === 0 ? beginningOf(value, steps + 1) : [];
    }
    if (expression.kind !== 'call') return [];
    const { callee, args } = expression;
    const [source] = args;
    const isStream =
      callee.kind === 'member' && callee.name === 'from' && nameIn(callee.object) === 'Readable';
    return isStream && source !== undefined
      ? beginningOf({ ...part, expression: source }, steps + 1)
      : [expression.span];
  };
  return code.parts.flatMap((part): readonly Span[] => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return [];
    const { callee, args } = part.expression;
    const [source, ...others] = args;
    const name = nameIn(callee);
    if (name === 'pipe' && callee.kind === 'member')
      return beginningOf({ ...part, expression: callee.object });
    return name === 'pipeline' && source !== undefined && others.length > 0
      ? beginningOf({ ...part, expression: source })
      : [];
  });
});

/** Whether a function whose name says so gives every entity of a table. */
export function isDump(context: RuleContext, query: Query): boolean {
  const { consumption, file, callSpan } = query;
  const { limit, filters = [], reads, collects, loop } = consumption;
  if (!asksForAll(query) || limit !== undefined || filters.length > 0) return false;
  if (collects !== 'array' || loop?.file !== file || reads?.isWhole !== true) return false;
  return functionAround(context, { file, span: callSpan }).parts.some(
    (part) =>
      part.kind === 'function' && contains(part.fn.span, callSpan) && DUMPING.test(part.fn.name ?? ''),
  );
}

/** As functions are called that are for all of a table. */
const DUMPING = /^(?:dump|export|backup|backUp|snapshot)(?![a-z])/;

type ForOf = StatementPart & { readonly statement: Extract<Statement, { readonly kind: 'for-of' }> };

/** The `for…of` loops of a function, in order: looked for once, as each of many queries asks for its own. */
const loopsOf = onceForEach((_, parts: readonly Part[]): readonly ForOf[] =>
  parts
    .filter((part): part is ForOf => part.kind === 'statement' && part.statement.kind === 'for-of')
    .sort((a, b) => a.statement.span.start - b.statement.span.start),
);

/** What each turn does with the entity, whatever it is like; a loop through a page is one through its entities. */
function receiverIn(parts: readonly Part[], { statement, frames }: StatementPart): Receiver | undefined {
  if (statement.kind !== 'for-of' || statement.target.kind !== 'local') return undefined;
  const inner = within(frames, statement.scope);
  const entity: ExpressionPart = { kind: 'expression', expression: statement.target, frames: inner };
  const block = statement.body.kind === 'block' ? statement.body : undefined;
  const body = block?.body ?? [statement.body];
  const scopes = within(inner, block?.scope);
  const at = (expression: Expression): ExpressionPart => ({ kind: 'expression', expression, frames: scopes });
  for (const each of body) {
    if (each.kind === 'for-of' && isSamePath(at(each.of), entity)) {
      return receiverIn(parts, { kind: 'statement', statement: each, frames: scopes });
    }
    const call = callIn(each);
    if (call === undefined) continue;
    const name = nameIn(call.callee);
    if (name === 'push' && call.callee.kind === 'member') {
      const list = at(call.callee.object);
      const isWhole = call.args.some((arg) => givesWhole(at(arg), entity));
      if (isWhole && body.some((other) => empties(other, scopes, list))) return 'buffer';
      if (call.args.some((arg) => mentions(at(arg), entity)) && goesToFile(parts, list)) return 'file';
      continue;
    }
    if (name !== undefined && WRITING.has(name) && call.args.some((arg) => mentions(at(arg), entity)))
      return 'file';
    const isWhole = call.args.some((arg) => givesWhole(at(arg), entity));
    if (isWhole && isParameter(parts, at(call.callee))) return 'callback';
  }
  return undefined;
}

/** The call that a statement is, or that it asks: `if (!file.write(row)) await once(file, 'drain')`. */
function callIn(statement: Statement): Extract<Expression, { kind: 'call' }> | undefined {
  const asked =
    statement.kind === 'expression'
      ? statement.expression
      : statement.kind === 'if'
        ? statement.test
        : undefined;
  const code = asked && bare(asked);
  const call = code?.kind === 'unary' && code.operator === '!' ? bare(code.operand) : code;
  return call?.kind === 'call' ? call : undefined;
}

/** Methods of streams, and functions of `fs`, that put what they are given behind what is there. */
const WRITING: ReadonlySet<string> = new Set(['write', 'enqueue', 'appendFile', 'appendFileSync']);

const WHOLE_FILES: ReadonlySet<string> = new Set(['writeFile', 'writeFileSync']);

/** Whether a value has the whole entity in it: `row`, `{ ...row }`, `JSON.stringify(row) + '\n'`. */
function givesWhole(part: ExpressionPart, entity: ExpressionPart): boolean {
  const { expression } = part;
  const has = (inner: Expression): boolean => givesWhole({ ...part, expression: inner }, entity);
  switch (expression.kind) {
    case 'local':
      return isSamePath(part, entity);
    case 'typed':
    case 'spread':
      return has(expression.operand);
    case 'object':
      return expression.parts.some((part) => part.kind === 'spread' && has(part.value));
    case 'binary':
      return has(expression.left) || has(expression.right);
    case 'template':
      return expression.holes.some(has);
    case 'call':
      return expression.args.some(has);
    default:
      return false;
  }
}

function mentions(part: Part, of: ExpressionPart): boolean {
  return someCode(part, (inner) => inner.kind === 'expression' && isSamePath(inner, of));
}

/** `if (buffer.length >= 100) await flush()`: once there are so many, something is done with them, and the loop goes on. */
function empties(statement: Statement, frames: Frames, list: ExpressionPart): boolean {
  if (statement.kind !== 'if') return false;
  const test: Part = { kind: 'expression', expression: statement.test, frames };
  const then: Part = { kind: 'statement', statement: statement.then, frames };
  const isCounted = someCode(test, (part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'member') return false;
    const { name, object } = part.expression;
    return name === 'length' && isSamePath({ ...part, expression: object }, list);
  });
  return (
    isCounted &&
    someCode(then, (part) => part.kind === 'expression' && part.expression.kind === 'call') &&
    !someCode(then, (part) => part.kind === 'statement' && LEAVING.has(part.statement.kind))
  );
}

const LEAVING: ReadonlySet<Statement['kind']> = new Set(['break', 'return', 'throw']);

/** Whether a function writes a file with all that is in a list. */
function goesToFile(parts: readonly Part[], list: ExpressionPart): boolean {
  return parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
    const { callee, args } = part.expression;
    return (
      WHOLE_FILES.has(nameIn(callee) ?? '') &&
      args.some((expression) => mentions({ ...part, expression }, list))
    );
  });
}

/** Whether a name is what a function around it is given. */
export function isParameter(parts: readonly Part[], { expression, frames }: ExpressionPart): boolean {
  const binding = expression.kind === 'local' ? bindingOf(expression, frames) : undefined;
  return (
    binding !== undefined &&
    parts.some(
      (part): part is FunctionPart =>
        part.kind === 'function' &&
        part.fn.scope === binding.scope &&
        part.fn.parameters.some(
          ({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === binding.index,
        ),
    )
  );
}
