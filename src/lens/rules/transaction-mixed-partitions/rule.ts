import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { TransactionAction, Write } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { pairsOf, placeOf, type Transaction, transactionsOf } from '../shared/actions.ts';
import { textAt } from '../shared/place.ts';
import { areDifferent, hasRandomPart } from '../shared/different-keys.ts';

/** The guide, "Entity Group Transactions": all entities of one transaction are in the same partition. */
export const rule: Rule = {
  id: 'transaction-mixed-partitions',
  severity: 'error',
  title: () => l10n.t('A transaction over several partitions'),
  check: function* (context) {
    for (const transaction of transactionsOf(context)) {
      const report = eachItsOwn(context, transaction) ?? differentOnes(transaction);
      if (report !== undefined) yield report;
    }
  },
};

const message = (): string =>
  l10n.t(
    'All entities of a transaction must have the same PartitionKey: the SDK throws where one differs, and nothing is written. Submit one transaction for each partition, or give the entities that belong together one PartitionKey.',
  );

/** The first action whose PartitionKey is certainly another one than that of an action before it. */
function differentOnes({ write, actions }: Transaction): Report | undefined {
  for (const [first, second] of pairsOf(actions)) {
    const [a, b] = [first.partitionKey, second.partitionKey];
    if (a === undefined || b === undefined || !areDifferent(a.value, b.value)) continue;
    return {
      place: keyPlace(write, second),
      message: message(),
      related: [{ place: keyPlace(write, first), message: l10n.t('This one goes to another partition.') }],
    };
  }
  return undefined;
}

/** Many actions of which each makes a random PartitionKey. */
function eachItsOwn(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  const found = actions.find(
    ({ many, partitionKey: key }) =>
      many && key !== undefined && hasRandomPart(key.value) && textAt(context, key.place).includes('('),
  );
  return found && { place: keyPlace(write, found), message: message() };
}

function keyPlace(write: Write, action: TransactionAction): Place {
  const place = action.partitionKey?.place;
  return place?.file === write.file ? place : placeOf(write, action);
}
