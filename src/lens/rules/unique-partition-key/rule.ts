import * as l10n from '@vscode/l10n';
import type { KeyPattern } from '../../model/keys/key-pattern.ts';
import type { KeyVariant } from '../../model/keys/key-schema.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { identityOf, type TableModel } from '../../model/tables/tables.ts';
import type { Rule } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { say } from './messages.ts';

/** The guide, "Choosing an appropriate PartitionKey": between one partition for all and one for each. */
export const rule: Rule = {
  id: 'unique-partition-key',
  severity: 'information',
  title: () => l10n.t('Each entity has a partition of its own'),
  check: function* (context) {
    const seen = new Set<string>();
    for (const { key, how, operation, place } of keysOf(context)) {
      const table = identityOf(operation);
      if (key !== 'PartitionKey' || how !== 'written' || table === undefined || seen.has(table)) continue;
      seen.add(table);
      const model = context.tableOf(operation);
      if (model === undefined || !isOneEach(model) || !model.operations.some(readsTable)) continue;
      yield {
        ...reportAt(operation, place),
        ...say('own-partition', operation.table ?? model.name),
      };
    }
  },
};

/** All writes put a new id, and one row beside it. */
function isOneEach({ keys }: TableModel): boolean {
  const { partitionKey, rowKey, isPartial } = keys();
  const partitions = partitionKey.filter(isWritten);
  const rows = rowKey.filter(isWritten);
  return (
    !isPartial &&
    partitions.length > 0 &&
    rows.length === 1 &&
    partitions.every(({ pattern }) => isNewId(pattern))
  );
}

function isWritten({ uses }: KeyVariant): boolean {
  return uses.some(({ how }) => how === 'written');
}

function isNewId({ parts }: KeyPattern): boolean {
  return parts.some(
    (part) => part.kind === 'value' && part.form.kind === 'random' && part.form.by !== 'Math.random',
  );
}

function readsTable(operation: Operation): boolean {
  if (operation.kind !== 'query') return false;
  const { filter } = operation;
  const shape =
    filter.kind === 'known'
      ? filter.worst.classification.shape
      : filter.kind === 'none'
        ? 'table-scan'
        : 'unknown';
  return shape === 'table-scan';
}
