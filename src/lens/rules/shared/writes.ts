import type { Query, Write } from '../../model/operation.ts';
import type { RuleContext } from '../rule.ts';
import { insertsOf, isInsert } from './key-values.ts';

/**
 * The writes that make entities in the table that a query reads; where the table's name is not known, those of the
 * file through the same client.
 */
export function insertsInto(context: RuleContext, { table, receiver }: Query): readonly Write[] {
  if (table !== undefined) return context.table(table)?.writes.filter(isInsert) ?? [];
  return insertsOf(context).filter(
    (write) => write.table === undefined && write.receiver.text === receiver.text,
  );
}
