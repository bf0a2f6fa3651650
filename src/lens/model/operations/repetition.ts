import { contains, type Span } from '../../../core/text/span.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { Linker } from '../../link/linker.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { callersOf } from './callers.ts';
import { lazy } from '../lazy.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { SeenLoop } from '../seen/seen-loops.ts';
import type { Repetition } from './operation.ts';
import { CARRIED, parametersIn, type Turn, turnParts, turnsAround } from './turns.ts';

/** The expressions that decide which partition an operation goes to, and which of its entities it is about. */
export interface Subject {
  readonly partition: readonly Expr[];
  readonly row: readonly Expr[];
  /** Known otherwise: every turn makes a new one, or has the same. */
  readonly isNewRow?: boolean;
  readonly isSamePartition?: boolean;
  /** Which partitions it goes to is seen in the turns themselves. */
  readonly isSeen?: boolean;
  readonly isNewPartition?: boolean;
  /** The entity is made by code that cannot be followed. */
  readonly isHidden?: boolean;
}

/**
 * The loop or callback that runs an operation again and again for something else each time; undefined where there
 * is none, or every turn asks for the same (a retry, a poll). A loop around the only way into the function that
 * the operation stands in counts, where it is in the same file.
 */
export function repetitionOf(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  seenLoop: SeenCall['loop'],
  subjectOf: () => Subject,
): Repetition | undefined {
  // most operations are repeated by nothing
  const subject = lazy(subjectOf);
  const own = repeatedIn(facts, site, (turn) => seenLoop(turn, undefined), subject);
  if (own !== undefined || site.fn === undefined) return own;
  const { fn } = site;
  const callers = callersOf(linker, facts, fn).slice(0, MOST_CALLERS);
  const found = callers.flatMap((caller) => {
    const given = (exprs: readonly Expr[]): readonly Expr[] =>
      exprs.flatMap((expr) => [...parametersIn(facts, expr, fn)].flatMap((i) => caller.call.args[i] ?? []));
    const through = (turn: Turn): SeenLoop => seenLoop(turn, caller.call.span);
    const one = repeatedIn(facts, caller, through, () => ({
      ...subject(),
      partition: given(subject().partition),
      row: given(subject().row),
      isNewRow: false,
    }));
    return one === undefined ? [] : [{ ...one, calledAt: caller.call.span }];
  });
  const [first, ...others] = found;
  const alike = others.filter(({ partition }) => partition === first?.partition);
  return first && (alike.length === 0 ? first : { ...first, alsoIn: alike });
}

/** Callers of one function that are looked at for what repeats it; calls of wrappers look at them once each. */
const MOST_CALLERS = 50;

function repeatedIn(
  facts: FileFacts,
  site: CallSite,
  seenLoop: (turn: Turn) => SeenLoop,
  subjectOf: () => Subject,
): Repetition | undefined {
  for (const turn of turnsAround(facts, site)) {
    // what is asked in a loop's condition is a probe: it ends with the first answer that fits
    if (turn.kind !== 'callback' && contains(turn.head, site.nameSpan)) continue;
    const subject = subjectOf();
    const partition = partsOf(facts, subject.partition, turn);
    const row = partsOf(facts, subject.row, turn);
    if (partition === undefined || row === undefined) return undefined;
    const canEnd = turn.ends.length > 0;
    const isNew =
      (subject.isNewRow === true && isMadeIn(facts, subject.row, turn)) ||
      (subject.row.length > 0 && subject.row.every((expr) => isDrawn(facts, expr, turn)));
    const isRetry = canEnd && (turn.kind === 'for' || turn.kind === 'while');
    const seen = lazy(() => seenLoop(turn));
    const isOther = (): boolean => subject.isSeen === true && seen().partitions === 'other';
    if (partition.length === 0 && row.length === 0 && (!isNew || isRetry) && !isOther()) continue;
    const { lists, isOfOthers, isOfListedPartition, isEachAnother, followsAnswers, partitions } = seen();
    const over = lists.length > 0 ? 'entities' : 'others';
    return {
      head: turn.head,
      span: turn.span,
      kind: turn.kind,
      over,
      ...(over === 'entities' && !isOfOthers && { lists }),
      isParallel: turn.isParallel,
      ...(turn.isGathered && { isGathered: true }),
      canEnd,
      ...endOf(turn, site.nameSpan),
      isChained: [...partition, ...row].includes(CARRIED),
      followsAnswers,
      isOtherRow: isNew || row.length > 0,
      // that of the listed entity, whatever the name by which it came here
      partition:
        over === 'entities' && isOfListedPartition
          ? 'of-element'
          : subject.isSeen === true
            ? (partitions ?? 'unknown')
            : partitionOf(facts, subject, partition, turn, isEachAnother),
    };
  }
  return undefined;
}

/** Whether what stands at `site` is the last thing that the loop does, and whether it is where it fails, too. */
function endOf({ ends, caught }: Turn, site: Span): Pick<Repetition, 'isLast' | 'goesOnIfFailed'> {
  const after = ends.filter((end) => contains(end, site));
  const around = caught.filter(({ span }) => contains(span, site));
  const isLeft = after.some((end) => !around.some(({ span, continues }) => continues || contains(span, end)));
  return { isLast: after.length > 0, ...(after.length > 0 && !isLeft && { goesOnIfFailed: true }) };
}

/** What differs from turn to turn in any of these. */
function partsOf(facts: FileFacts, exprs: readonly Expr[], { span }: Turn): readonly string[] | undefined {
  const all = exprs.map((expr) => turnParts(facts, expr, span));
  return all.every((parts) => parts !== undefined) ? all.flat() : undefined;
}

function partitionOf(
  facts: FileFacts,
  subject: Subject,
  parts: readonly string[],
  turn: Turn,
  isEachAnother: boolean,
): Repetition['partition'] {
  if (subject.isSamePartition === true) return 'same';
  if (subject.isNewPartition === true && isMadeIn(facts, subject.partition, turn)) return 'other';
  if (subject.isHidden === true) return 'of-element';
  if (parts.length === 0) return 'same';
  const isOfElement = parts.every((part) => part.toLowerCase() === 'partitionkey');
  return isOfElement && !isEachAnother ? 'of-element' : 'other';
}

/** Whether a value is made in the turn, and not before the loop. */
function isMadeIn(facts: FileFacts, exprs: readonly Expr[], { span }: Turn): boolean {
  return exprs.every((expr) => {
    const binding = expr.kind === 'name' ? findBinding(facts, expr.name, expr.scope)?.binding : undefined;
    return contains(span, binding?.span ?? expr.span);
  });
}

/** What a function that is told nothing gives in every turn: `newId()`. */
function isDrawn(facts: FileFacts, expr: Expr, { span }: Turn): boolean {
  const binding = expr.kind === 'name' ? findBinding(facts, expr.name, expr.scope)?.binding : undefined;
  const value = binding?.init ?? expr;
  return value.kind === 'call' && value.args.length === 0 && contains(span, (binding ?? value).span);
}
