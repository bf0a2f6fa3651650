import { grouped } from '../../syntax/grouped.ts';
import type { Query, Write } from '../../model/operation.ts';
import type { TableModel } from '../../model/tables.ts';
import type { RuleContext } from '../rule.ts';
import { insertsOf, isInsert } from './key-values.ts';
import { onceForEach, oncePerFile } from './once.ts';

/**
 * The writes that make entities in the table that a query reads; where the table's name is not known, those of the
 * file through the same client.
 */
export function insertsInto(context: RuleContext, { table, receiver }: Query): readonly Write[] {
  if (table === undefined) return insertsByReceiver(context).get(receiver.text) ?? [];
  const model = context.table(table);
  return model === undefined ? [] : insertsOfTable(context, model);
}

/** The writes that make entities in a table. */
export const insertsOfTable = onceForEach((_, { writes }: TableModel): readonly Write[] =>
  writes.filter(isInsert),
);

/** Those of tables whose names are not known. */
const insertsByReceiver = oncePerFile((context): ReadonlyMap<string, readonly Write[]> => {
  const inserts = insertsOf(context).filter(({ table }) => table === undefined);
  return grouped(inserts, ({ receiver }) => receiver.text);
});
