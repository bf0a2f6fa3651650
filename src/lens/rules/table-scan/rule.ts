import * as l10n from '@vscode/l10n';
import type { Cause } from '../../../core/shape/shape.ts';
import { contains } from '../../../core/text/span.ts';
import { areOtherTables } from '../../model/accounts.ts';
import type { FilterAlternative, Query } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { branchOf, equalTo, isBinding, queriesOf } from '../shared/filters.ts';
import { handedOnTo } from '../shared/handed-on.ts';
import { misspelledKeys } from '../shared/misspelled-keys.ts';
import { oncePerFile } from '../shared/once.ts';
import { filterPlace, isWithinCall, nameOf, onBranch } from '../shared/place.ts';
import { type Scan, scanOf } from '../shared/scan.ts';
import { partitionKeyFixes } from './fix.ts';
import { describeKeysInUse, onlyKey } from './keys-in-use.ts';

/** Query shapes: the guide, "How your choice of PartitionKey and RowKey impacts query performance". */
export const rule: Rule = {
  id: 'table-scan',
  severity: 'warning',
  title: () => l10n.t('A query reads the whole table'),
  check: function* (context) {
    const copied = new Set<string>();
    let isAdvised = false;
    for (const query of queriesOf(context)) {
      if (isProbe(query)) continue;
      const report = check(context, query, isAdvised);
      if (report === undefined) continue;
      isAdvised ||= scanOf(query)?.cause.kind === 'no-filter';
      if (isCopy(context, query) || handedOnTo(context, query) !== undefined) {
        // a file that copies or exports a table more than once needs no second word on it
        const table = query.table ?? query.receiver.text;
        if (copied.has(table)) continue;
        copied.add(table);
      }
      yield report;
    }
  },
};

/** The first row or page of the table, whatever it holds: that costs one page, however large the table is. */
function isProbe({ filter, consumption }: Query): boolean {
  return filter.kind === 'none' && consumption.firstOnly;
}

/** Without a filter, and every entity goes into another table: what copies or migrates a table reads all of it. */
function isCopy(context: RuleContext, query: Query): boolean {
  const { filter, consumption, table, receiver, when } = query;
  const { limit, loop, reads, filters = [] } = consumption;
  if (filter.kind !== 'none' || limit !== undefined || filters.length > 0) return false;
  return (
    loop !== undefined &&
    reads?.isWhole === true &&
    writesOf(context).some(
      (write) =>
        contains(loop.body, write.callSpan) &&
        // but that the loop turns, nothing decides whether it is written
        write.when.length <= when.length + 1 &&
        (table === undefined && write.table === undefined
          ? write.receiver.text !== receiver.text
          : write.table !== table || areOtherTables(query, write)),
    )
  );
}

const writesOf = oncePerFile((context) => context.operations.filter(({ kind }) => kind === 'write'));

/** `isAdvised`: what to do where every entity is wanted is said already. */
function check(context: RuleContext, query: Query, isAdvised: boolean): Report | undefined {
  const scan = scanOf(query);
  if (scan === undefined || scan.isSplittable) return undefined;
  const { cause, filter } = scan;
  if (isCopy(context, query)) {
    return {
      place: nameOf(query),
      severity: 'information',
      about: query,
      message: l10n.t(
        'This query reads the whole table, page by page, and writes every entity to another one. A copy needs that; anything else asks for a partition or a range.',
      ),
    };
  }
  if (handedOnTo(context, query) !== undefined) {
    return {
      place: nameOf(query),
      severity: 'information',
      about: query,
      message: l10n.t(
        'This query reads the whole table, page by page, and hands every entity on. An export needs that; anything else asks for a partition or a range.',
      ),
    };
  }
  // what is wrong then is the name, and said of it
  const names = filter === undefined ? [] : misspelledKeys(context, query, filter);
  if (names.some(({ key }) => key === 'PartitionKey')) return undefined;
  const sentences = [
    onBranch(filter && branchOf(query, filter), explain(cause)),
    ...(adviseOnlyKey(context, query, cause) ?? [
      describeKeysInUse(context, query),
      isBinding(query) ? adviseBinding() : advise(cause, filter, isAdvised),
    ]),
  ];
  return {
    ...place(context, query, scan),
    about: query,
    message: sentences.filter((sentence) => sentence !== '').join(' '),
    fixes: () => (isBinding(query) ? [] : partitionKeyFixes(context, query, filter, cause)),
  };
}

/** In the filter where that stands in the call; a scan is the query's, wherever its filter is written. */
function place(
  context: RuleContext,
  query: Query,
  { cause, filter }: Scan,
): Pick<Report, 'place' | 'related'> {
  if (filter === undefined || filter.form === 'absent' || !('span' in cause)) return { place: nameOf(query) };
  const found = filterPlace(context, query, filter, cause.span);
  return isWithinCall(query, found.place)
    ? found
    : {
        place: nameOf(query),
        related: [{ place: found.place, message: l10n.t('The filter is written here.') }],
      };
}

function explain(cause: Cause): string {
  switch (cause.kind) {
    case 'no-filter':
      return l10n.t('This query has no filter, so the service reads the whole table.');
    case 'only-properties':
      return l10n.t(
        'This query reads the whole table: it asks only for {0}, and nothing but PartitionKey and RowKey is indexed.',
        cause.properties.join(', '),
      );
    case 'row-key-without-partition-key':
      return l10n.t(
        'RowKey without PartitionKey finds no place in the index: the service reads the whole table.',
      );
    case 'or-over-key':
      return cause.key === 'PartitionKey'
        ? l10n.t(
            '"or" over values of PartitionKey makes the service read the whole table, not those partitions.',
          )
        : l10n.t('"or" over values of RowKey makes the service read the whole table.');
    case 'key-not-pinned':
      return l10n.t(
        '{0} under "{1}" does not limit what is read: the service reads the whole table.',
        cause.key,
        cause.under,
      );
    case 'only-partition-key':
    case 'only-bounds':
    case 'contradiction':
    case 'not-known':
      return l10n.t('This query reads the whole table.');
  }
}

function advise(cause: Cause, filter: FilterAlternative | undefined, isAdvised: boolean): string {
  if (cause.kind === 'or-over-key' && cause.key === 'PartitionKey') {
    return l10n.t('Send one query for each partition, in parallel.');
  }
  if (cause.kind === 'no-filter' && isAdvised) return l10n.t('Add a condition "PartitionKey eq …".');
  if (cause.kind === 'no-filter') {
    return l10n.t(
      'Add a condition "PartitionKey eq …". Where every entity is wanted, read them seldom, and keep what was worked out of them.',
    );
  }
  if (filter?.parsed.filter && equalTo(filter.parsed.filter, 'RowKey')) {
    return l10n.t(
      'With both keys it is one getEntity: let who calls hand on the PartitionKey with the RowKey, or keep a second copy of the entity whose PartitionKey is what is known here.',
    );
  }
  return l10n.t(
    'Add a condition "PartitionKey eq …", or keep a second copy of the entity under a key made for this question.',
  );
}

/** Where all writes that are seen put one PartitionKey, asking for it is all there is to do. */
function adviseOnlyKey(context: RuleContext, query: Query, cause: Cause): readonly string[] | undefined {
  const key = onlyKey(context, query);
  const isOpen = cause.kind === 'only-properties' || cause.kind === 'row-key-without-partition-key';
  if (key === undefined || !isOpen || isBinding(query)) return undefined;
  return [
    l10n.t(
      'Writes to this table put the PartitionKey "{0}": add "PartitionKey eq \'{1}\'".',
      key,
      key.replaceAll("'", "''"),
    ),
  ];
}

function adviseBinding(): string {
  return l10n.t('Give the binding a partitionKey, or a condition "PartitionKey eq …" in its filter.');
}
