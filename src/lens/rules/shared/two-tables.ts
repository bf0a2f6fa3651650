import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Write } from '../../model/operations/operation.ts';

type OfTable = Pick<Write, 'table' | 'account' | 'clientKey' | 'via'>;

/** Whether two writes are of two tables; where neither has a name, those of two clients that a class or function was given. */
export function areTwoTables(a: OfTable, b: OfTable): boolean {
  if (areOtherTables(a, b)) return true;
  if (a.table !== undefined || b.table !== undefined || a.via !== undefined || b.via !== undefined)
    return false;
  return a.clientKey !== undefined && b.clientKey !== undefined && a.clientKey !== b.clientKey;
}
