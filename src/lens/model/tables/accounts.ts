import { type Abstract, isOfEnvironment } from '../../link/values/abstract.ts';
import { constantText } from '../../link/values/text.ts';
import type { Operation } from '../operations/operation.ts';
import { tableKey } from './tables.ts';

/**
 * What names the account of a client, as far as it is written: a setting, an address, the account of a connection string without
 * its key. Equal texts are one account; others are another one only where they are of one kind.
 */
export function accountOf(connection: Abstract | undefined): string | undefined {
  if (connection === undefined) return undefined;
  if (isOfEnvironment(connection) && connection.kind === 'global') {
    const name = connection.path[2];
    return connection.path.length === 3 && name !== undefined ? `setting ${name}` : undefined;
  }
  const text = constantText(connection);
  if (text === undefined) return undefined;
  if (/^https?:/i.test(text)) return `address ${text.toLowerCase().replace(/\/$/, '')}`;
  const name = /(?:^|;)AccountName=([^;]+)/i.exec(text)?.[1];
  return name === undefined ? undefined : `account ${name.toLowerCase()}`;
}

type Placed = Pick<Operation, 'table' | 'account'>;

/** Whether two operations are seen to be about two tables: of two names, or of one in two accounts. */
export function areOtherTables(a: Placed, b: Placed): boolean {
  if (a.table === undefined || b.table === undefined) return false;
  return tableKey(a.table) !== tableKey(b.table) || areOtherAccounts(a, b);
}

/** Whether two operations are seen to be in two accounts. */
function areOtherAccounts(a: Pick<Placed, 'account'>, b: Pick<Placed, 'account'>): boolean {
  if (a.account === undefined || b.account === undefined || a.account === b.account) return false;
  return kindOf(a.account) === kindOf(b.account);
}

function kindOf(account: string): string {
  return account.slice(0, account.indexOf(' '));
}
