import { contains, type Span } from '../../../core/text/span.ts';
import type { Linker } from '../../link/linker.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { callersOf, handedOf, visitsOf } from './callers.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { SeenLoop } from '../seen/seen-loops.ts';
import type { Repetition } from './operation.ts';
import { type Turn, turnHandedTo, turnsAround } from './turns.ts';

/**
 * The loop or callback that runs an operation again and again for something else each time, as its turns are seen; undefined where there
 * is none, or every turn asks for the same (a retry, a poll). A loop around the only way into the function that the operation stands in
 * counts, where it is in the same file; so does one of a function, or a method of an array, that is handed that one to call it for each.
 */
export function repetitionOf(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  seenLoop: SeenCall['loop'],
): { readonly repeated?: Repetition } {
  // most operations are repeated by nothing
  const own = repeatedIn(facts, site, (turn) => seenLoop(turn, undefined));
  if (own !== undefined || site.fn === undefined) return own ? { repeated: own } : {};
  const callers = callersThrough(linker, facts, site.fn, MOST_BETWEEN).slice(0, MOST_CALLERS);
  const found = callers.flatMap((caller) => {
    const one = repeatedIn(facts, caller, (turn) => seenLoop(turn, caller.call.span));
    return one === undefined ? [] : [{ ...one, calledAt: caller.call.span, calledName: caller.nameSpan }];
  });
  const visited =
    found.length > 0
      ? []
      : visitsOf(linker, facts, site.fn).flatMap((visit) => {
          const one = repeatedIn(facts, visit, (turn) => seenLoop(turn, visit.call.span, true));
          return one === undefined ? [] : [{ ...one, calledAt: visit.call.span, isVisited: true as const }];
        });
  const handed = handedOf(linker, facts, site.fn)
    .slice(0, MOST_CALLERS)
    .flatMap((each) => {
      const turn = turnHandedTo(each);
      const one = turn && repeatedBy([turn], each, (of) => seenLoop(of, each.call.span));
      return one === undefined ? [] : [{ ...one, calledAt: each.call.span }];
    });
  const [first, ...others] = [...found, ...visited, ...handed];
  if (first === undefined) return {};
  const alike = others.filter(({ partition }) => partition === first.partition);
  return { repeated: alike.length === 0 ? first : { ...first, alsoIn: alike } };
}

/** Callers of one function that are looked at for what repeats it; calls of wrappers look at them once each. */
const MOST_CALLERS = 50;

/** Functions that only hand on what another one gives which are looked through. */
const MOST_BETWEEN = 2;

/** The calls of a function, and of those that only hand on what it gives. */
function callersThrough(linker: Linker, facts: FileFacts, fn: number, left: number): readonly CallSite[] {
  return callersOf(linker, facts, fn).flatMap((caller) => {
    const isBetween = left > 0 && caller.fn !== undefined && caller.fn !== fn && isAllOf(facts, caller);
    return isBetween ? [caller, ...callersThrough(linker, facts, caller.fn, left - 1)] : [caller];
  });
}

/** Whether a function does nothing but give what a call in it gives, or what it makes of that, whatever happens. */
function isAllOf({ functions, calls, otherCalls }: FileFacts, site: CallSite): boolean {
  const { fn, branches, loops, call } = site;
  const [only, ...others] = fn === undefined ? [] : (functions[fn]?.returns ?? []);
  if (only === undefined || others.length > 0 || branches.length > 0 || loops.length > 0) return false;
  const waits = [...calls, ...otherCalls].filter((one) => one.fn === fn && one.isAwaited === true);
  return isAsked(only, call.span) && waits.every((one) => contains(only.span, one.call.span));
}

/** Whether an expression comes to a call in it, whatever else there is: not one that what is kept stands in for. */
function isAsked(expr: Expr, call: Span): boolean {
  if (expr.span.start === call.start && expr.span.end === call.end) return true;
  switch (expr.kind) {
    case 'member':
      return isAsked(expr.object, call);
    case 'typed':
    case 'unary':
      return isAsked(expr.operand, call);
    case 'binary':
      return isAsked(expr.left, call) || (!PERHAPS.has(expr.operator) && isAsked(expr.right, call));
    case 'call':
      return [expr.callee, ...expr.args].some((one) => isAsked(one, call));
    case 'object':
      return expr.properties.some(({ value }) => isAsked(value, call));
    default:
      return false;
  }
}

/** Operators that may leave out what stands on their right. */
const PERHAPS: ReadonlySet<string> = new Set(['??', '||', '&&', '??=']);

function repeatedIn(
  facts: FileFacts,
  site: CallSite,
  seenLoop: (turn: Turn) => SeenLoop,
): Repetition | undefined {
  return repeatedBy(turnsAround(facts, site), site, seenLoop);
}

function repeatedBy(
  turns: readonly Turn[],
  site: CallSite,
  seenLoop: (turn: Turn) => SeenLoop,
): Repetition | undefined {
  for (const turn of turns) {
    // what is asked in a loop's condition is a probe: it ends with the first answer that fits
    if (turn.kind !== 'callback' && contains(turn.head, site.nameSpan)) continue;
    const seen = seenLoop(turn);
    if (!asksForOthers(seen, turn)) continue;
    const { lists, isOfOthers, isOfListedPartition, followsAnswers, partition, row, isCarried } = seen;
    const canEnd = turn.ends.length > 0;
    const over = lists.length > 0 ? 'entities' : 'others';
    return {
      head: turn.head,
      span: turn.span,
      kind: turn.kind,
      over,
      ...(over === 'entities' && !isOfOthers && { lists }),
      isParallel: turn.isParallel,
      ...(turn.isGathered && { isGathered: true }),
      ...(turn.isUnlimited && { isUnlimited: true }),
      canEnd,
      ...endOf(turn, site.nameSpan),
      isChained: isCarried,
      followsAnswers,
      isOtherRow: row !== 'same',
      ...(row === 'new' && mayBeRetry(turn) && { isDrawn: true }),
      // that of the listed entity, whatever the name by which it came here
      partition: over === 'entities' && isOfListedPartition ? 'of-element' : (partition ?? 'unknown'),
    };
  }
  return undefined;
}

/** Whether something else is asked for in each turn: the same is in a retry, or a poll. */
function asksForOthers({ partition, row }: SeenLoop, turn: Turn): boolean {
  const isOtherPartition = partition === 'other' || partition === 'of-element';
  return isOtherPartition || (row !== 'same' && !(row === 'new' && mayBeRetry(turn)));
}

function mayBeRetry({ kind, ends }: Turn): boolean {
  return ends.length > 0 && (kind === 'for' || kind === 'while');
}

/** Whether what stands at `site` is the last thing that the loop does, and whether it is where it fails, too. */
function endOf({ ends, caught }: Turn, site: Span): Pick<Repetition, 'isLast' | 'goesOnIfFailed'> {
  const after = ends.filter((end) => contains(end, site));
  const around = caught.filter(({ span }) => contains(span, site));
  const isLeft = after.some((end) => !around.some(({ span, continues }) => continues || contains(span, end)));
  return { isLast: after.length > 0, ...(after.length > 0 && !isLeft && { goesOnIfFailed: true }) };
}
