import * as l10n from '@vscode/l10n';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query, Repetition } from '../../model/operations/operation.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { bare, type Given, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { functionAround, pathAt } from '../shared/code-at.ts';
import { queriesOf } from '../shared/filters.ts';
import { isConsole, isLogger } from '../shared/logging.ts';
import { constantTurns, isOverOne, loopOf, repeatedAt } from '../shared/repeated.ts';
import { isInScheduled } from '../shared/scheduled.ts';
import { say } from './messages.ts';

/**
 * The guide, "Join in the client". One query for each of several partitions is as it should be, but they need not wait for each other
 * ("Asynchronous and parallel operations"). Where a query gave what they are of, each of its entities costs one more.
 */
export const rule: Rule = {
  id: 'query-in-loop',
  severity: 'warning',
  title: () => l10n.t('A list query in each iteration of a loop'),
  check: function* (context) {
    const looped = context.looped.filter((operation) => operation.kind === 'query');
    for (const query of [...queriesOf(context), ...looped]) {
      const { repeated } = query;
      if (repeated === undefined || !isOneForAll(query)) continue;
      const isSame = repeated.partition === 'same';
      if (isSame && mayBeRetry(repeated)) continue;
      if (isSame && !isScan(query) && (!isOnePartition(context, query) || isAtOnceInRanges(query))) continue;
      if (!isSame && !isOneEach(context, query, repeated)) {
        const inTurn = eachLoop(repeated).find((one) => isInTurn(context, query, one));
        if (inTurn === undefined) continue;
        yield {
          ...repeatedAt(query, inTurn),
          ...say('in-turn'),
          severity: 'information',
          about: query,
          related: loopOf(query, inTurn),
        };
        continue;
      }
      yield {
        ...repeatedAt(query, repeated),
        ...(!isSame ? say('entities') : isScan(query) ? say('table') : say('partition')),
        related: loopOf(query, repeated),
      };
    }
  },
};

/**
 * Whether one query could answer all turns: not where each follows from the answer before, as in a probe, and not
 * where the first turn that gets here is the last.
 */
function isOneForAll({ filter, repeated }: Query): boolean {
  if (filter.kind !== 'known' || repeated?.isLast === true) return false;
  if (repeated?.isChained === true || repeated?.followsAnswers === true) return false;
  const { shape } = filter.worst.classification;
  return shape !== 'unknown' && shape !== 'empty';
}

/** Whether a loop goes through nothing, and ends when something is done: it tries again, or looks for a first. */
function mayBeRetry({ kind, canEnd, over }: Repetition): boolean {
  return over === 'others' && canEnd && (kind === 'for' || kind === 'while');
}

/** Whether the loop goes through what a query gave, one query after the other, to read alone: what changes or removes what is there is a job. */
function isOneEach(context: RuleContext, { fn }: Query, repeated: Repetition): boolean {
  const { over, partition, kind, isParallel, isGathered, calledAt, span } = repeated;
  // nobody waits for `listEntities` itself
  const isAtOnce = calledAt === undefined ? kind === 'callback' || isGathered === true : isParallel;
  if (over !== 'entities' || partition === 'of-element' || isAtOnce || isOverOne(context, repeated))
    return false;
  return ![...context.operations, ...context.looped].some(
    (other) =>
      other.kind === 'write' &&
      (contains(span, other.nameSpan) || (calledAt !== undefined && other.fn === fn)),
  );
}

/** The loops that call one function, each for itself: one of them may ask for all at once, and another for one after the other. */
function eachLoop({ alsoIn = [], ...first }: Repetition): readonly Repetition[] {
  return [first, ...alsoIn];
}

/** Whether ranges of one partition are asked for together, of which a constant bounds how many: one query for all would read what is between them. */
function isAtOnceInRanges({ filter, atOnce }: Query): boolean {
  return (
    atOnce?.kind === 'most' &&
    filter.kind === 'known' &&
    filter.alternatives.every(({ classification: { shape } }) => shape === 'row-range')
  );
}

/** Fewer queries may as well wait for each other. */
const FEW = 10;

/**
 * Whether a loop through a list that may grow asks one partition after the other, and does nothing else that takes time: who writes,
 * waits, or gives away results in their order may mean to.
 */
function isInTurn(context: RuleContext, query: Query, repeated: Repetition): boolean {
  const { over, partition, kind, isParallel, isGathered, canEnd, calledAt, span } = repeated;
  const isAtOnce = isGathered === true || (calledAt !== undefined && isParallel);
  if (over !== 'others' || partition !== 'other' || isAtOnce || canEnd) return false;
  if ((kind !== 'of' && kind !== 'for') || (constantTurns(query) ?? Infinity) <= FEW) return false;
  const asked = calledAt ?? query.callSpan;
  const { parts } = functionAround(context, { file: context.file, span });
  // who reads what a job says on the console reads it afterwards
  const isJob = isInScheduled(context, span);
  const given = givenIn(parts);
  const reads = (part: ExpressionPart): boolean =>
    part.expression.kind === 'call' &&
    READING.test(nameIn(part.expression.callee) ?? '') &&
    part.expression.args.some((arg) => isResult(part, arg, asked, given));
  return !parts.some(
    (part) => !(part.kind === 'expression' && reads(part)) && isMoreThanKept(part, span, asked, isJob),
  );
}

/** Whether a name has what the query gives, and nothing was read of it yet. */
function isResult(
  part: ExpressionPart,
  name: Expression,
  asked: Span,
  given: (name: ExpressionPart) => readonly Given[],
): boolean {
  const [only, ...others] = name.kind === 'local' ? given({ ...part, expression: name }) : [];
  if (only?.kind !== 'expression' || others.length > 0) return false;
  const code = bare(only.expression);
  return code.kind === 'call' && code.isAwaited !== true && contains(code.span, asked);
}

/** What functions are called that put all that a query gives into a list. */
const READING = /^(?:toArray|toList|collect|collectAll|readAll|listAll|drain|gather|fromAsync)$/;

/** Whether code in a loop waits for something else, gives something away, or calls what may do so with what it has read. */
function isMoreThanKept(part: Part, loop: Span, asked: Span, isJob: boolean): boolean {
  const isBeside = ({ span }: Expression): boolean => contains(loop, span) && !contains(span, asked);
  if (part.kind === 'statement') {
    const { statement } = part;
    const called = statement.kind === 'expression' ? statement.expression : undefined;
    if (called?.kind !== 'call' || !isBeside(called)) return false;
    const { callee } = called;
    return !isKeeping(callee) && !isLogger(callee) && !(isJob && isConsole(callee));
  }
  if (part.kind !== 'expression' || !isBeside(part.expression)) return false;
  const { expression } = part;
  return expression.kind === 'yield' || (expression.kind === 'call' && expression.isAwaited === true);
}

function isKeeping(callee: Expression): boolean {
  return callee.kind === 'member' && KEEPING.has(callee.name);
}

/** Methods that put something into a list, a map or a set. */
const KEEPING: ReadonlySet<string> = new Set(['push', 'unshift', 'set', 'add']);

function isScan({ filter }: Query): boolean {
  return filter.kind === 'known' && filter.worst.classification.shape === 'table-scan';
}

/** Whether each filter that the query may have names the same partition: which one a turn has may differ from the one before. */
function isOnePartition(context: RuleContext, { filter }: Query): boolean {
  if (filter.kind !== 'known') return false;
  return new Set(filter.alternatives.map((one) => partitionOf(context, one))).size === 1;
}

/** What a filter fixes the PartitionKey to, with the paths, or places, of values that are not known. */
function partitionOf(context: RuleContext, { classification, text }: FilterAlternative): string {
  const fixed = classification.proof.find(({ key, operator }) => key === 'PartitionKey' && operator === 'eq');
  if (fixed === undefined) return '';
  const { start, end } = fixed.span;
  let offset = 0;
  const holes = text.segments.flatMap((segment) => {
    const at = offset;
    offset += segment.kind === 'hole' ? 1 : segment.text.length;
    const isWithin = segment.kind === 'hole' && start <= at && at < end;
    if (!isWithin) return [];
    const { file, span } = segment.place;
    return [pathAt(context, segment.place)?.join('.') ?? `${file}:${span.start}`];
  });
  return [text.text.slice(start, end), ...holes].join(' ');
}
