import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { partitionsOf, scanOf } from '../shared/scan.ts';
import { parallelQueries } from './fix.ts';
import { say } from './messages.ts';

/**
 * A scan of the table that is one only for asking after several partitions; it stands for `table-scan` there. The
 * guide, "How your choice of PartitionKey and RowKey impacts query performance", its note on "or".
 */
export const rule: Rule = {
  id: 'partition-key-or',
  severity: 'warning',
  title: () => l10n.t('"or" between PartitionKeys reads the whole table'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const report = check(context, query);
      if (report !== undefined) yield report;
    }
  },
};

function check(context: RuleContext, query: Query): Report | undefined {
  const scan = scanOf(query);
  const partitions = scan?.filter && partitionsOf(scan.filter);
  if (scan?.filter === undefined || !scan.isSplittable || partitions === undefined) return undefined;
  const { filter } = scan;
  return {
    ...filterPlace(context, query, filter, partitions.span),
    ...onBranch(filter.when, say('or')),
    fixes: () => parallelQueries(context, query, filter, partitions),
  };
}
