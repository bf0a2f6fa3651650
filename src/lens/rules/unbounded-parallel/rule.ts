import * as l10n from '@vscode/l10n';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Operation, Repetition } from '../../model/operations/operation.ts';
import { isSamePath } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, functionAround, givenToNames } from '../shared/code-at.ts';
import { oncePerFile } from '../shared/once.ts';
import { shown, textAt } from '../shared/place.ts';
import { isOverOne, loopOf, mayGiveOne, repeatedAt } from '../shared/repeated.ts';
import { say } from './messages.ts';

/** The guide, "Asynchronous and parallel operations", and the scalability targets: what is over them is answered with 503. */
export const rule: Rule = {
  id: 'unbounded-parallel',
  severity: 'information',
  title: () => l10n.t('An unlimited number of requests at once'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.looped]) {
      const { repeated, atOnce } = operation;
      if (repeated === undefined || atOnce?.kind !== 'open') continue;
      if (
        isOverOne(context, repeated) ||
        (atOnce.by === 'query' && mayGiveOne(context, atOnce.place, operation.nameSpan))
      )
        continue;
      const list = startedFor(context, repeated);
      if (list === undefined || mayWait(context, operation, repeated)) continue;
      const code = shown(textAt(context, { file: operation.file, span: list }));
      yield {
        ...repeatedAt(operation, repeated),
        ...say('all', code),
        about: operation,
        toldBy: TOLD_BY[operation.kind],
        related: loopOf(operation, repeated),
      };
    }
  },
};

/** Rules that would do away with the requests. */
const TOLD_BY = {
  query: 'query-in-loop',
  'point-read': 'n-plus-one',
  write: 'list-then-delete-each',
} as const;

type Call = ExpressionPart & { readonly expression: Extract<Expression, { readonly kind: 'call' }> };

const callsIn = oncePerFile((context): readonly Call[] =>
  codeOfFile(context, context.file).parts.filter(isCall),
);

function isCall(part: Part): part is Call {
  return part.kind === 'expression' && part.expression.kind === 'call';
}

/** The list for each of whose elements a request is started, before all are waited for together. */
function startedFor(context: RuleContext, repeated: Repetition): Span | undefined {
  const { span, head, kind, isGathered, isUnlimited } = repeated;
  if (isUnlimited === true)
    return callsIn(context).find(({ expression: { args } }) => isSame(args[1]?.span, span))?.expression
      .args[0]?.span;
  const joins = joinsIn(context);
  if (kind === 'callback') {
    const each = callsIn(context).find(({ expression: { args } }) => isSame(args[0]?.span, span));
    const callee = each?.expression.callee;
    return callee?.kind === 'member' && joins.some((join) => isOf(context, join, span))
      ? callee.object.span
      : undefined;
  }
  const isTogether = isGathered === true && joins.some((join) => isOfPushed(context, join, span));
  return isTogether && kind === 'of' ? (listIn(context, head) ?? head) : undefined;
}

/** What a loop goes through: the last thing that its head says. */
function listIn(context: RuleContext, head: Span): Span | undefined {
  return codeOfFile(context, context.file)
    .parts.flatMap((part) => (part.kind === 'expression' ? [part.expression.span] : []))
    .filter((span) => contains(head, span))
    .reduce<Span | undefined>(
      (last, span) =>
        last === undefined || span.end > last.end || (span.end === last.end && span.start < last.start)
          ? span
          : last,
      undefined,
    );
}

function isSame(one: Span | undefined, other: Span): boolean {
  return one?.start === other.start && one.end === other.end;
}

/** Calls of `Promise.all` and its siblings. */
const joinsIn = oncePerFile((context): readonly Call[] =>
  callsIn(context).filter(({ expression: { callee } }) => {
    const isOfPromise =
      callee.kind === 'member' && callee.object.kind === 'global' && callee.object.name === 'Promise';
    return isOfPromise && JOINING.has(callee.name);
  }),
);

const JOINING: ReadonlySet<string> = new Set(['all', 'allSettled', 'any']);

/** Whether what is waited for is made at a place: there, or under a name that gets it. */
function isOf(context: RuleContext, { expression: { args }, frames }: Call, made: Span): boolean {
  const [list] = args;
  if (list === undefined) return false;
  if (contains(list.span, made)) return true;
  if (list.kind !== 'local') return false;
  const code = functionAround(context, { file: context.file, span: list.span });
  const given = givenToNames(context, code)({ kind: 'expression', expression: list, frames });
  return given.some((one) => one.kind === 'expression' && contains(one.expression.span, made));
}

/** Whether a loop puts what it starts into the list that is waited for after it, and in no turn before. */
function isOfPushed(context: RuleContext, { expression, frames }: Call, loop: Span): boolean {
  const [list] = expression.args;
  if (list === undefined || contains(loop, expression.span)) return false;
  const waited: ExpressionPart = { kind: 'expression', expression: list, frames };
  const isIt = (one: Call): boolean => {
    const { callee } = one.expression;
    return (
      contains(loop, one.expression.span) &&
      callee.kind === 'member' &&
      callee.name === 'push' &&
      isSamePath({ ...one, expression: callee.object }, waited)
    );
  };
  const isWaitedBefore = joinsIn(context).some((join) => contains(loop, join.expression.span));
  return !isWaitedBefore && callsIn(context).some(isIt);
}

/**
 * Whether something may hold a request back: a function that the operation is handed to others in (`limit(() => …)`), or
 * what is waited for before it.
 */
function mayWait(context: RuleContext, operation: Operation, { span, calledAt, kind }: Repetition): boolean {
  const { file, nameSpan } = operation;
  const at = calledAt?.start ?? nameSpan.start;
  const around = codeOfFile(context, file).parts.filter(
    (part) => part.kind === 'function' && contains(span, part.fn.span) && isIn(at, part.fn.span),
  );
  if (around.length > (kind === 'callback' ? 1 : 0)) return true;
  const called = calledAt && functionOf(context, operation);
  return [{ span, at }, ...(called ? [{ span: called, at: nameSpan.start }] : [])].some((part) =>
    callsIn(context).some(
      ({ expression }) =>
        expression.isAwaited === true &&
        contains(part.span, expression.span) &&
        expression.span.end <= part.at &&
        !isTableCall(context, expression.span) &&
        !isReceiver(context, operation, expression.span),
    ),
  );
}

function isIn(offset: number, { start, end }: Span): boolean {
  return start <= offset && offset < end;
}

/** The innermost function around an operation. */
function functionOf(context: RuleContext, { file, nameSpan }: Operation): Span | undefined {
  const around = codeOfFile(context, file).parts.flatMap((part) =>
    part.kind === 'function' && isIn(nameSpan.start, part.fn.span) ? [part.fn.span] : [],
  );
  return around.sort((a, b) => b.start - a.start)[0];
}

function isTableCall({ operations, looped }: RuleContext, span: Span): boolean {
  return [...operations, ...looped].some(({ callSpan }) => isSame(callSpan, span));
}

/** Whether the client of an operation is what a call gave. */
function isReceiver(context: RuleContext, { file, receiver }: Operation, call: Span): boolean {
  const name = expressionAt(context, { file, span: receiver.span });
  if (name === undefined) return false;
  const given = givenToNames(context, functionAround(context, { file, span: call }))(name);
  return given.some((one) => one.kind === 'expression' && contains(one.expression.span, call));
}
