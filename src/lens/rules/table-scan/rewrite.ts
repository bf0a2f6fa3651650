import { type Place, samePlace } from '../../../core/text/segments.ts';
import { countUpTo } from '../../../core/text/sorted.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Query, Write } from '../../model/operations/operation.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { bare, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Statement } from '../../syntax/program/program.ts';
import type { Code } from '../../syntax/program/code.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { functionAround, givenToNames } from '../shared/code-at.ts';
import { asksForAll } from '../shared/leaves-out.ts';
import { onceForEach, oncePerFile } from '../shared/once.ts';

/** The writes of a file. */
export const writesOf = oncePerFile((context) => context.operations.filter((one) => one.kind === 'write'));

/** Whether a query leaves nothing out, in its filter or after it. */
export function isOfAll(query: Query): boolean {
  const { limit, filters = [] } = query.consumption;
  return asksForAll(query) && limit === undefined && filters.length === 0;
}

/**
 * Whether the loop through a whole table writes its entities, as a migration to a new property or format does: each, whatever it is
 * like, or those that the code picks out, one by one or in transactions.
 */
export function rewriteOf(context: RuleContext, query: Query): 'each' | 'some' | undefined {
  const { consumption } = query;
  const { loop } = consumption;
  if (loop?.file !== query.file || !asksForAll(query) || consumption.limit !== undefined) return undefined;
  const depth = depthOf(context, query, loop);
  if (depth === undefined) return undefined;
  const written = writesWithin(context, loop.span).filter((write) => isOfEach(write, query, depth));
  const isEach = ({ branches }: Write): boolean => branches.length <= query.branches.length + depth;
  if (isOfAll(query) && written.some(isEach) && !isPassedOver(context, loop)) return 'each';
  const isBack = (write: Write): boolean => write.table === query.table && !areOtherTables(query, write);
  const isSome =
    written.some(isBack) || (changedTogether(context).get(query.callSpan.start) ?? []).some(isBack);
  return isSome ? 'some' : undefined;
}

/** By where queries of a file are called, the transactions that put changes of what they list, each under the RowKey that it has. */
const changedTogether = oncePerFile((context) =>
  grouped(
    writesOf(context).filter((write) => listedFor(write)?.file === context.file),
    (write) => listedFor(write)?.span.start ?? -1,
  ),
);

/** The query whose entities all actions of a transaction change. */
function listedFor({ method, actions = [] }: Write): Place | undefined {
  const isChange = actions.every(({ kind }) => kind === 'update' || kind === 'upsert');
  return method === 'submitTransaction' && isChange
    ? samePlace(actions.map(({ rowFrom }) => rowFrom))
    : undefined;
}

/** Whether a turn of the loop may go on to the next before it has run to its end. */
function isPassedOver(context: RuleContext, { file, span }: Place): boolean {
  const { passing } = waysOf(context, functionAround(context, { file, span }).parts);
  const next = passing[countUpTo(passing, span.start, ({ start }) => start)];
  return next !== undefined && next.start < span.end;
}

/** The writes in a loop, without a look at the others. */
function writesWithin(context: RuleContext, loop: Span): readonly Write[] {
  const all = writesInOrder(context);
  const first = countUpTo(all, loop.start, ({ callSpan }) => callSpan.start);
  const end = countUpTo(all, loop.end, ({ callSpan }) => callSpan.start);
  return all.slice(first, end).filter(({ callSpan }) => contains(loop, callSpan));
}

const writesInOrder = oncePerFile((context) =>
  writesOf(context).toSorted((a, b) => a.callSpan.start - b.callSpan.start),
);

/** The loops that go through entities: of pages two. Undefined where a turn can end before all of it has run, or something else is gone through. */
function depthOf(context: RuleContext, { callSpan }: Query, { file, span }: Place): 1 | 2 | undefined {
  const code = functionAround(context, { file, span });
  const { loops, leaving } = waysOf(context, code.parts);
  const after = leaving[countUpTo(leaving, span.start, ({ start }) => start)];
  if (after !== undefined && after.start < span.end) return undefined;
  const loop = loops.get(span.start);
  const of = loop && callIn(context, code, loop);
  if (of === undefined) return undefined;
  if (of.span.start === callSpan.start && of.span.end === callSpan.end) return 1;
  return nameIn(of.callee) === 'byPage' ? 2 : undefined;
}

/** The call whose value a loop goes through, there or under the only name that gets it. */
function callIn(context: RuleContext, code: Code, { expression, frames }: Loop): Call | undefined {
  const of = bare(expression);
  if (of.kind === 'call') return of;
  if (of.kind !== 'local') return undefined;
  const [given, ...others] = givenToNames(context, code)({ kind: 'expression', expression: of, frames });
  if (given?.kind !== 'expression' || others.length > 0) return undefined;
  const value = bare(given.expression);
  return value.kind === 'call' ? value : undefined;
}

type Call = Extract<Expression, { readonly kind: 'call' }>;

type Loop = Pick<ExpressionPart, 'expression' | 'frames'>;

interface Ways {
  /** What the `for…of` loops go through, by where they start. */
  readonly loops: ReadonlyMap<number, Loop>;
  /** What can end the loop, in order, and what only a turn. */
  readonly leaving: readonly Span[];
  readonly passing: readonly Span[];
}

/** Looked for once in a function, as each of many queries asks for its own. */
const waysOf = onceForEach((_, parts: readonly Part[]): Ways => {
  const own = parts.filter((part) => part.kind === 'statement');
  const statements = own.map(({ statement }) => statement);
  return {
    loops: new Map(
      own.flatMap(({ statement, frames }): readonly [number, Loop][] =>
        statement.kind === 'for-of' ? [[statement.span.start, { expression: statement.of, frames }]] : [],
      ),
    ),
    leaving: statements.flatMap(leavingIn).sort((a, b) => a.start - b.start),
    passing: statements
      .flatMap((one) => (one.kind === 'continue' ? [one.span] : []))
      .sort((a, b) => a.start - b.start),
  };
});

function leavingIn(statement: Statement): readonly Span[] {
  switch (statement.kind) {
    case 'break':
    case 'return':
      return [statement.span];
    default:
      return [];
  }
}

/** Whether a write of a turn puts the entity that the turn is about, but where something fails. */
function isOfEach({ method, repeated, isInCatch, loops }: Write, query: Query, depth: 1 | 2): boolean {
  if (method !== 'updateEntity' && method !== 'upsertEntity') return false;
  return (
    !isInCatch &&
    loops.length === query.loops.length + depth &&
    repeated?.calledAt === undefined &&
    repeated?.partition === 'of-element' &&
    repeated.isOtherRow &&
    repeated.lists?.length === 1 &&
    repeated.lists[0]?.file === query.file &&
    repeated.lists[0].span.start === query.callSpan.start
  );
}
