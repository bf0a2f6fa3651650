import * as l10n from '@vscode/l10n';
import type { Cause } from '../../../core/shape/shape.ts';
import { contains } from '../../../core/text/span.ts';
import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Consumption, FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { branchOf, equalTo, isBinding, queriesOf } from '../shared/filters.ts';
import { handedOnTo, isDump } from '../shared/handed-on.ts';
import { isKeptForLater } from '../shared/kept-for-later.ts';
import { misspelledKeys } from '../shared/misspelled-keys.ts';
import { filterPlace, isWithinCall, nameOf, onBranch } from '../shared/place.ts';
import { isInScheduled } from '../shared/scheduled.ts';
import { type Scan, scanOf } from '../shared/scan.ts';
import { partitionKeyFixes } from './fix.ts';
import { type Message, withHelp } from '../message.ts';
import { onlyKey, withKeysInUse } from './keys-in-use.ts';
import { say } from './messages.ts';
import { isOfAll, rewriteOf, writesOf } from './rewrite.ts';

/** Query shapes: the guide, "How your choice of PartitionKey and RowKey impacts query performance". */
export const rule: Rule = {
  id: 'table-scan',
  severity: 'warning',
  title: () => l10n.t('A query reads the whole table'),
  check: function* (context) {
    const copied = new Set<string>();
    let isAdvised = false;
    for (const query of queriesOf(context)) {
      if (isBounded(query)) continue;
      const report = check(context, query, isAdvised);
      if (report === undefined) continue;
      isAdvised ||= scanOf(query)?.cause.kind === 'no-filter';
      if (
        isCopy(context, query) ||
        rewriteOf(context, query) !== undefined ||
        handedOnTo(context, query) !== undefined ||
        isDump(context, query)
      ) {
        // a file that copies, changes or exports a table more than once needs no second word on it
        const table = query.table ?? query.receiver.text;
        if (copied.has(table)) continue;
        copied.add(table);
      }
      yield report;
    }
  },
};

/** So many entities or one page of the table, whatever they hold: that costs the same, however large the table is. */
function isBounded({ filter, consumption }: Query): boolean {
  const { firstOnly, isOnePage } = consumption;
  return filter.kind === 'none' && (firstOnly || isOnePage === true || isOfSoMany(consumption));
}

/** Whether a loop ends after some of them, of which it leaves none out. */
function isOfSoMany({ limit, filters, truths }: Consumption): boolean {
  return limit?.kind === 'count' && !limit.readsAll && filters === undefined && truths === undefined;
}

/** Without a filter, and every entity goes into another table: what copies or migrates a table reads all of it. */
function isCopy(context: RuleContext, query: Query): boolean {
  const { consumption, table, receiver, branches } = query;
  const { loop, reads } = consumption;
  return (
    isOfAll(query) &&
    loop?.file === query.file &&
    reads?.isWhole === true &&
    writesOf(context).some(
      (write) =>
        contains(loop.span, write.callSpan) &&
        // but that the loop turns, nothing decides whether it is written
        write.branches.length <= branches.length + 1 &&
        (table === undefined && write.table === undefined
          ? write.receiver.text !== receiver.text
          : write.table !== table || areOtherTables(query, write)),
    )
  );
}

/** `isAdvised`: what to do where every entity is wanted is said already. */
function check(context: RuleContext, query: Query, isAdvised: boolean): Report | undefined {
  const scan = scanOf(query);
  if (scan === undefined || scan.isSplittable) return undefined;
  const { cause, filter } = scan;
  if (query.strayFilter !== undefined) {
    const related = [{ place: query.strayFilter, message: l10n.t('The filter is here.') }];
    return { place: nameOf(query), about: query, related, ...say('stray-filter') };
  }
  if (isCopy(context, query)) {
    return { place: nameOf(query), severity: 'information', about: query, ...say('copy') };
  }
  const rewritten = rewriteOf(context, query);
  if (rewritten !== undefined) {
    const said = rewritten === 'each' ? say('rewrite') : say('rewrite-some');
    return { place: nameOf(query), severity: 'information', about: query, ...said };
  }
  if (handedOnTo(context, query) !== undefined) {
    return { place: nameOf(query), severity: 'information', about: query, ...say('export') };
  }
  if (isDump(context, query)) {
    return { place: nameOf(query), severity: 'information', about: query, ...say('dump') };
  }
  if (isOfAll(query) && isKeptForLater(context, query)) {
    return { place: nameOf(query), severity: 'information', about: query, ...say('kept') };
  }
  if (isOfAll(query) && query.file === context.file && isInScheduled(context, query.callSpan)) {
    return { place: nameOf(query), severity: 'information', about: query, ...say('scheduled') };
  }
  // what is wrong then is the name, and said of it
  const names = filter === undefined ? [] : misspelledKeys(context, query, filter);
  if (names.some(({ key }) => key === 'PartitionKey')) return undefined;
  const advice = adviceFor(context, query, cause, filter, isAdvised);
  const explained = withHelp(explain(cause), advice);
  const only = cause.kind === 'no-filter' ? onlyKey(context, query) : undefined;
  // the advice names it
  const said = only === undefined ? withKeysInUse(context, query, explained) : explained;
  return {
    ...place(context, query, scan),
    about: query,
    ...onBranch(filter && branchOf(query, filter), said),
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
        related: [{ place: found.place, message: l10n.t('The filter is here.') }],
      };
}

function explain(cause: Cause): Message {
  switch (cause.kind) {
    case 'no-filter':
      return say('no-filter');
    case 'only-properties':
      return say('only-properties', cause.properties.join(', '));
    case 'row-key-without-partition-key':
      return say('row-key-alone');
    case 'or-over-key':
      return cause.key === 'PartitionKey' ? say('or-partition-keys') : say('or-row-keys');
    case 'key-not-pinned':
      return say('key-not-pinned', cause.key, cause.under);
    case 'only-partition-key':
    case 'only-bounds':
    case 'contradiction':
    case 'not-known':
      return say('scan');
  }
}

/** What to do. */
function adviceFor(
  context: RuleContext,
  query: Query,
  cause: Cause,
  filter: FilterAlternative | undefined,
  isAdvised: boolean,
): string {
  if (isBinding(query)) {
    return l10n.t('Give the binding a partitionKey, or add "PartitionKey eq …" to its filter.');
  }
  const isByRowKey = filter?.parsed.filter && equalTo(filter.parsed.filter, 'RowKey') !== undefined;
  if (cause.kind === 'or-over-key' && cause.key === 'PartitionKey') {
    return l10n.t('Send one query for each partition, in parallel.');
  }
  if (cause.kind === 'no-filter') {
    const only = onlyKey(context, query);
    if (only !== undefined) {
      return isAdvised
        ? l10n.t("Every write uses PartitionKey '{0}', so a filter on it reads as much.", only)
        : l10n.t(
            "Every write uses PartitionKey '{0}', so a filter on it reads as much. If you need every entity, read them rarely, and keep the result.",
            only,
          );
    }
    return isAdvised
      ? l10n.t('Add "PartitionKey eq …" as a filter.')
      : l10n.t(
          'Add "PartitionKey eq …" as a filter. If you need every entity, read them rarely, and keep the result.',
        );
  }
  if (isByRowKey) {
    return l10n.t(
      "Pass the PartitionKey into this function and call getEntity(partitionKey, rowKey). If it isn't known, keep a second copy of the entity under a PartitionKey that is.",
    );
  }
  // where all entities are in one partition, to ask for it changes nothing
  return onlyKey(context, query) === undefined
    ? l10n.t('Add "PartitionKey eq …", or keep a second copy of the entity under a key made for this query.')
    : l10n.t('Keep a second copy of the entity under a key made for this query.');
}
