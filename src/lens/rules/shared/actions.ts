import { isSameCondition } from '../../../core/shape/condition.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { TransactionAction, Write } from '../../model/operation.ts';
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
    const actions = operation.actions();
    if (actions !== undefined) yield { write: operation, actions };
  }
}

/** Where to report an action: where it is written, or at the call that submits it, if that is another file. */
export function placeOf({ file, nameSpan }: Write, { place }: TransactionAction): Place {
  return place.file === file ? place : { file, span: nameSpan };
}

/** Actions that one transaction takes (the guide, "Entity Group Transactions"): one that has more is refused for that. */
const MOST_ACTIONS = 100;

/** Pairs of actions, in order, that are sent together whatever happens. */
export function* pairsOf(
  all: readonly TransactionAction[],
): Generator<readonly [TransactionAction, TransactionAction]> {
  const actions = all.slice(0, MOST_ACTIONS);
  for (const [i, first] of actions.entries()) {
    if (first.isPart) continue;
    for (const second of actions.slice(i + 1)) if (areTogether(first, second)) yield [first, second];
  }
}

/** Two values that one action may have are not two actions; nor are two together of which each has a condition. */
function areTogether(a: TransactionAction, b: TransactionAction): boolean {
  if (a.list !== b.list || a.element === b.element) return false;
  return a.when === undefined || b.when === undefined || isSameCondition(a.when, b.when);
}
