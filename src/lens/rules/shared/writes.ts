import { grouped } from '../../syntax/facts/grouped.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { RuleContext } from '../rule.ts';
import { type Made, madeIn } from './copies.ts';
import { insertsOf, isInsert } from './key-values.ts';
import { onceForTable, oncePerFile } from './once.ts';

/**
 * The writes that make entities in the table that a query reads; where the table's name is not known, those
 * through the same client: what two functions or classes are given may be two.
 */
export function insertsInto(context: RuleContext, query: Query): readonly Write[] {
  const model = context.tableOf(query);
  if (model !== undefined) return insertsOfTable(model);
  return query.table === undefined ? (insertsByClient(context).get(clientOf(query)) ?? []) : [];
}

/** The entities that are made in the table that a query reads, those of transactions too. */
export function madeInto(context: RuleContext, query: Query): readonly Made[] {
  return madeOf(operationsBeside(context, query));
}

const madeOf = onceForTable((operations: readonly Operation[]): readonly Made[] =>
  // what puts an entity that was read in its place again makes none
  operations.flatMap((one) => (one.kind === 'write' && one.readRow === undefined ? madeIn(one) : [])),
);

/** The writes that make entities in a table. */
const insertsOfTable = onceForTable(({ writes }: TableModel): readonly Write[] => writes.filter(isInsert));

/** What is done with the table of an operation; where its name is not known, through the same client. */
export function operationsBeside(context: RuleContext, operation: Operation): readonly Operation[] {
  const model = context.tableOf(operation);
  if (model !== undefined) return model.operations;
  return operation.table === undefined
    ? (operationsByClient(context).get(clientOf(operation)) ?? NONE)
    : NONE;
}

/** One list, as what is worked out of lists is kept by them. */
const NONE: readonly Operation[] = [];

const operationsByClient = oncePerFile((context): ReadonlyMap<string, readonly Operation[]> => {
  const unnamed = context.operations.filter(({ table }) => table === undefined);
  return grouped(unnamed, clientOf);
});

/** Those of tables whose names are not known. */
const insertsByClient = oncePerFile((context): ReadonlyMap<string, readonly Write[]> => {
  const inserts = insertsOf(context).filter(({ table }) => table === undefined);
  return grouped(inserts, clientOf);
});

function clientOf({ clientKey, tableKey, receiver }: Operation): string {
  return clientKey ?? tableKey ?? receiver.text;
}

/** Whether a write puts nothing: a delete, or a transaction that is seen to have nothing else. */
export function isOnlyDelete({ method, actions = [] }: Write): boolean {
  if (method !== 'submitTransaction') return method === 'deleteEntity';
  return actions.length > 0 && actions.every(({ kind }) => kind === 'delete');
}
