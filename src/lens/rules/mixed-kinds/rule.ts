import * as l10n from '@vscode/l10n';
import type { KeyCondition } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { type TableModel, tableKey } from '../../model/tables/tables.ts';
import type { Code } from '../../syntax/program/code.ts';
import { bare } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { fileHas, functionAround } from '../shared/code-at.ts';
import { type Copies, copiesIn, type Made } from '../shared/copies.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { partsOf, queriesOf, sides } from '../shared/filters.ts';
import { constantKey } from '../shared/key-values.ts';
import { onceForEach, onceForTable } from '../shared/once.ts';
import { shown } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';
import { otherKindIn } from './kinds.ts';
import { say } from './messages.ts';

/** The guide, "Intra-partition secondary index pattern": a list must say by the range of its RowKeys which of the copies it wants. */
export const rule: Rule = {
  id: 'mixed-kinds',
  severity: 'information',
  title: () => l10n.t('A list that contains every copy of its entities'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const asked = askedFor(query);
      const model = context.tableOf(query);
      if (model === undefined || asked === undefined) continue;
      const copies = copiesAmong(model, asked);
      if (looksAtKeys(context, query) && !(copies !== undefined && isOnlyCounted(query))) continue;
      const isOther = copies === undefined && asked.every(isOfWholePartition);
      const other = isOther ? otherKindIn(context, query, model, asked) : undefined;
      if (copies !== undefined)
        yield {
          place: methodOf(query),
          ...say('both-copies'),
          about: query,
          related: [copies.first, copies.second].map(({ write }) => ({
            place: methodOf(write),
            message: l10n.t('One copy is written here.'),
          })),
        };
      if (other !== undefined)
        yield {
          place: methodOf(query),
          ...say('other-kind', shown(other.property)),
          about: query,
          related: [
            { place: methodOf(other.made.write), message: l10n.t('The other kind is written here.') },
          ],
        };
    }
  },
};

/** What a query may ask for, where that is partitions, or the whole table, and not some of the RowKeys in them. */
function askedFor(query: Query): readonly FilterAlternative[] | undefined {
  const { filter, consumption, method, via } = query;
  const isList = method === 'listEntities' && consumption.limit === undefined;
  if (!isList || filter.kind === 'unknown' || (via !== undefined && !isSeenThrough(query))) return undefined;
  const asked = filter.kind === 'none' ? [] : filter.alternatives;
  const isAsked = (one: FilterAlternative): boolean =>
    isOfWholePartition(one) ||
    (one.classification.shape === 'partition-scan' && namesAsked(one) !== undefined);
  return asked.every(isAsked) ? asked : undefined;
}

/** Whether all is seen that is done with what a function gives which lists, in that function too. */
function isSeenThrough({ consumption }: Query): boolean {
  const { reads, truths, filteredBefore, limitBefore } = consumption;
  const isTold = [truths, filteredBefore, limitBefore].some((one) => one !== undefined);
  return reads?.isWhole === false && !isTold;
}

function isOfWholePartition({ classification: { cause } }: FilterAlternative): boolean {
  return cause?.kind === 'only-partition-key';
}

/** The properties that a filter asks about beside the PartitionKey; undefined where it asks about RowKeys, or something that is not seen. */
function namesAsked({ parsed }: FilterAlternative): readonly string[] | undefined {
  if (parsed.filter === undefined) return undefined;
  const names = partsOf(parsed.filter, 'and').map((part) =>
    part.kind === 'comparison' ? sides(part)?.property : undefined,
  );
  const known = names.filter((name) => name !== undefined);
  const isSeen = known.length === names.length && !known.includes('RowKey');
  return isSeen ? known.filter((name) => name !== 'PartitionKey') : undefined;
}

/** The copies that a query gives, both of each entity. */
function copiesAmong(model: TableModel, asked: readonly FilterAlternative[]): Copies | undefined {
  const partitions = asked.map(({ classification }) => classification.region.partitionKey);
  return copiesOf(model).find(
    (copies) =>
      isOneTable(copies) &&
      (partitions.length === 0 || isSamePartition(copies.first, copies.second)) &&
      partitions.every((key) => mayBeIn(copies, key)) &&
      // a copy that lacks what is asked about is not given
      asked.every((one) => namesAsked(one)?.every((name) => copies.shared.includes(name)) === true),
  );
}

const copiesOf = onceForTable(({ writes }: TableModel): readonly Copies[] => copiesIn(writes));

function isOneTable({ first, second }: Copies): boolean {
  return tableKey(first.table ?? '') === tableKey(second.table ?? '');
}

/** Whether a partition that a query asks for may be that of the copies. */
function mayBeIn({ first }: Copies, key: KeyCondition): boolean {
  const own = first.partitionKey && constantKey(first.partitionKey.value);
  const asked = key.kind === 'fixed' && key.value.kind === 'known' ? key.value.value : undefined;
  return own === asked;
}

/** What one transaction writes is in one partition, and so is what has the same constant for it. */
function isSamePartition(first: Made, second: Made): boolean {
  const [own, other] = [first, second].map(
    ({ partitionKey }) => partitionKey && constantKey(partitionKey.value),
  );
  return (
    (first.write === second.write || (own !== undefined && own === other)) &&
    first.rowKey !== undefined &&
    second.rowKey !== undefined &&
    areDifferent(first.rowKey.value, second.rowKey.value)
  );
}

/** Whether the code may tell copies from each other: by the RowKey, or by what it leaves out. */
function looksAtKeys(context: RuleContext, { consumption, projection, file, callSpan }: Query): boolean {
  const { reads, filters = [] } = consumption;
  if (filters.length > 0) return true;
  if (reads?.names.some((name) => /^rowKey$/i.test(name)) === true) {
    return reads.isWhole || !isOnlyShown(context, functionAround(context, { file, span: callSpan }));
  }
  // of what is only counted the type tells which it should be
  if (reads === undefined) return projection?.required === undefined;
  return reads.isWhole && fileHas(context, file, readsRowKey);
}

/** Whether a loop goes through the entities and looks at none: each that has a copy counts twice. */
function isOnlyCounted({ consumption: { loop, reads, filters = [] } }: Query): boolean {
  return loop !== undefined && reads === undefined && filters.length === 0;
}

/** Whether the RowKey is put into what is made of an entity as it is, wherever code reads it, `{ id: row.rowKey }`, and names no row there. */
const isOnlyShown = onceForEach((_: RuleContext, { parts }: Code): boolean => {
  const read = parts.filter(readsRowKey).length;
  const shown = parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'object'
      ? part.expression.parts.filter(
          (one) => one.kind === 'property' && isRowKey(bare(one.value)) && !isKeyName(one.name),
        )
      : [],
  ).length;
  return read > 0 && shown === read;
});

function isRowKey(expression: Expression): boolean {
  return expression.kind === 'member' && isKeyName(expression.name);
}

function isKeyName(name: unknown): boolean {
  return typeof name === 'string' && /^rowKey$/i.test(name);
}

function readsRowKey(part: Part): boolean {
  return part.kind === 'expression' && isRowKey(part.expression);
}
