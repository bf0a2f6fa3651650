import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { KeyExpression, TransactionAction, Write } from '../../model/operations/operation.ts';
import { identityOf, type TableModel } from '../../model/tables/tables.ts';
import type { Rule } from '../rule.ts';
import { constantKey, isInsert, keysMade, type MadeKeys } from '../shared/key-values.ts';
import { withConstant } from '../shared/given.ts';
import { nameAt } from '../shared/place.ts';
import { isOnlyDelete } from '../shared/writes.ts';
import { say } from './messages.ts';

/** Entities of 1 KiB a second that one partition is built for: the service's scalability targets. */
const PARTITION_TARGET = 2000;

/**
 * Reported once for a table, at its first write; the first one in every other file that writes it has a hint that leads
 * there. Files come in the order of their names.
 */
export const rule: Rule = {
  id: 'constant-partition-key',
  severity: 'information',
  title: () => l10n.t('A table with one partition'),
  check: function* (context) {
    const seen = new Set<string>();
    for (const { write, partitionKey } of inOrder(keysMade(context))) {
      const id = identityOf(write);
      if (id === undefined || partitionKey === undefined || seen.has(id)) continue;
      seen.add(id);
      const table = context.tableOf(write);
      const key = table && onlyPartition(table);
      if (table === undefined || key === undefined || isPartlySeen(table)) continue;
      const [first, ...others] = firstInFiles(table);
      if (first === undefined) continue;
      const place = nameAt(write, partitionKey);
      const { related: constant = [] } = withConstant({ place }, partitionKey.place, partitionKey.value);
      const name = write.table ?? table.name;
      yield first.file === context.file
        ? {
            place,
            ...say('one-partition', name, key, PARTITION_TARGET.toLocaleString('en')),
            related: [
              ...constant,
              ...others.map((other) => ({ place: other, message: l10n.t('It is written here too.') })),
            ],
          }
        : {
            place,
            severity: 'hint',
            ...say('other-write', name, key),
            related: [{ place: first, message: l10n.t('This is the first write of the table.') }],
            toldAt: first,
          };
    }
  },
};

/** As they are written: what transactions make is not gathered in that order. */
function inOrder(made: readonly MadeKeys[]): readonly MadeKeys[] {
  return [...made].sort((a, b) => a.write.nameSpan.start - b.write.nameSpan.start);
}

/** One function that is given a client writes some of what is in its table. */
function isPartlySeen({ operations }: TableModel): boolean {
  return (
    operations.every(({ table }) => table === undefined) && new Set(operations.map(({ fn }) => fn)).size < 2
  );
}

/** Where the files that write a table do so first. */
function firstInFiles({ writes }: TableModel): Place[] {
  const places = new Map<string, Place>();
  for (const write of writes) {
    const key = insertsIn(write)?.find(({ partitionKey }) => partitionKey !== undefined)?.partitionKey;
    if (key !== undefined && !places.has(write.file)) places.set(write.file, nameAt(write, key));
  }
  return [...places.values()];
}

/** The one PartitionKey that all writes put; undefined if it is not known of one of them, or the rows are fixed too. */
function onlyPartition({ writes }: TableModel): string | undefined {
  const made = writes.map(insertsIn);
  const inserts = made.filter((keys) => keys !== undefined).flat();
  if (inserts.length === 0 || made.includes(undefined)) return undefined;
  const keys = new Set(inserts.map(({ partitionKey }) => partitionKey && constantKey(partitionKey.value)));
  const others = writes.flatMap(keptIn);
  const [key] = keys;
  if (keys.size !== 1 || key === undefined) return undefined;
  if (others.some((other) => isAnotherConstant(other, key))) return undefined;
  return inserts.every(hasFixedRow) ? undefined : key;
}

function isAnotherConstant(other: KeyExpression | undefined, key: string): boolean {
  const constant = other && constantKey(other.value);
  return constant !== undefined && constant !== key;
}

type Keys = Pick<Write, 'partitionKey' | 'rowKey'>;

/** The keys of what a write may make; undefined of a transaction that is not seen whole. */
function insertsIn(write: Write): readonly Keys[] | undefined {
  if (write.method !== 'submitTransaction') return isInsert(write) ? [write] : [];
  if (isOnlyDelete(write)) return [];
  const { actions = [], given } = write;
  const isSeen = actions.length > 0 && given === undefined && actions.every(({ kind }) => kind !== undefined);
  return isSeen ? actions.filter(isMaking) : undefined;
}

/** The PartitionKeys of what a write changes or deletes and does not make. */
function keptIn(write: Write): readonly (KeyExpression | undefined)[] {
  if (write.method !== 'submitTransaction') return isInsert(write) ? [] : [write.partitionKey];
  const { actions = [] } = write;
  return actions.filter((action) => !isMaking(action)).map(({ partitionKey }) => partitionKey);
}

function isMaking({ kind }: TransactionAction): boolean {
  return kind === 'create' || kind === 'upsert';
}

/** A settings row, a marker: such a table does not grow. */
function hasFixedRow({ rowKey }: Keys): boolean {
  return rowKey !== undefined && constantKey(rowKey.value) !== undefined;
}
