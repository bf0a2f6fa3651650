import type { Place } from '../../../core/text/segments.ts';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';

/** A transaction, and the actions in it that are seen. */
export interface Transaction {
  readonly write: Write;
  readonly actions: readonly TransactionAction[];
}

/** The transactions of a file whose actions are seen. */
export function* transactionsOf(context: RuleContext): Generator<Transaction> {
  for (const operation of context.operations) {
    if (operation.kind !== 'write' || operation.method !== 'submitTransaction') continue;
    const { actions } = operation;
    if (actions !== undefined) yield { write: operation, actions };
  }
}

/** Where to report an action: where it is written, or at the call that submits it, if that is another file. */
export function placeOf({ file, nameSpan }: Write, { place }: TransactionAction): Place {
  return place.file === file ? place : { file, span: nameSpan };
}

/** Actions that one transaction takes (the guide, "Entity Group Transactions"): one that has more is refused for that. */
const MOST_ACTIONS = 100;

/** Pairs of actions, in order, that are sent together whatever happens; of what a loop makes each of which all is seen. */
export function* pairsOf(
  all: readonly TransactionAction[],
): Generator<readonly [TransactionAction, TransactionAction]> {
  const actions = all.flatMap(eachOf).slice(0, MOST_ACTIONS);
  for (const [i, first] of actions.entries()) {
    if (first.isPart) continue;
    for (const second of actions.slice(i + 1)) if (areTogether(first, second)) yield [first, second];
  }
}

function eachOf(action: TransactionAction): readonly TransactionAction[] {
  if (!action.lists.every(({ keys }) => keys !== undefined)) return [action];
  const { partitionKey: _, rowKey: __, ...rest } = action;
  return action.lists.map((one) => ({ ...rest, ...one.keys, lists: [one], many: false }));
}

/** Whether the source has one place for two actions: what it says there is the same, and means something else each time. */
export function areOfOnePlace({ place: a }: TransactionAction, { place: b }: TransactionAction): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

/** Two values that one action may have are not two actions; nor are two together of which each has another condition. */
function areTogether(a: TransactionAction, b: TransactionAction): boolean {
  return a.lists.some((one) =>
    b.lists.some(
      (other) =>
        one.list === other.list &&
        one.element !== other.element &&
        (one.when === undefined || other.when === undefined || one.when === other.when),
    ),
  );
}

/**
 * Pairs of neighbors in a list that is sent in parts larger than what one turn of a loop adds: not each end of a part can be between the
 * two. What something left out of the list stands under a condition of its own.
 */
export function* neighborsOf({
  write: { size },
  actions,
}: Transaction): Generator<readonly [TransactionAction, TransactionAction]> {
  const seen = Math.max(0, ...actions.flatMap(({ lists }) => lists.map(({ element }) => element + 1)));
  if (size.kind !== 'most' || size.count <= seen) return;
  for (const [i, first] of actions.entries())
    for (const second of actions.slice(i + 1)) if (areNeighbors(first, second)) yield [first, second];
}

function areNeighbors(a: TransactionAction, b: TransactionAction): boolean {
  return (
    a.isPart &&
    b.isPart &&
    a.lists.length === b.lists.length &&
    a.lists.every((one, i) => {
      const other = b.lists[i];
      return (
        one.cutUnder !== undefined &&
        one.cutUnder === other?.cutUnder &&
        one.list === other.list &&
        one.when === other.when &&
        one.element + 1 === other.element
      );
    })
  );
}

/** Whether two actions are sent together on every way on which the transaction is. */
export function areAlwaysTogether(
  all: readonly TransactionAction[],
  a: TransactionAction,
  b: TransactionAction,
): boolean {
  const lists = new Set(all.flatMap((action) => action.lists.map(({ list }) => list)));
  return (
    lists.size === 1 &&
    a.lists.some((one) =>
      b.lists.some(
        (other) => one.element !== other.element && one.when === undefined && other.when === undefined,
      ),
    )
  );
}
