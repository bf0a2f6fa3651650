import * as vscode from 'vscode';
import type { RunnableBranch, RunnableQuery } from '../../core/shape/runnable.ts';
import { shapeName } from '../../core/shape/describe.ts';
import { explainError } from '../../data/error.ts';
import type { ErrorText } from '../../data/error-text.ts';
import { listTables } from '../../data/tables.ts';
import type { Accounts } from '../sidebar/accounts.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import { showError } from '../window/messages.ts';
import { pick } from '../window/questions.ts';
import { outline, type Purpose } from './ask-hole.ts';
import { lastFirst } from './offers.ts';
import type { Target } from './ready-query.ts';

/** What was chosen last time: an account by its connection, and a table. */
export interface LastTarget {
  readonly connection: string;
  readonly table: string;
}

/** What is asked for, and what was said last time. */
interface Asked {
  readonly purpose: Purpose | 'rehearse';
  readonly last: LastTarget | undefined;
}

function titleOf(purpose: Asked['purpose']): string {
  switch (purpose) {
    case 'run':
      return vscode.l10n.t('Run on…');
    case 'explain':
      return vscode.l10n.t('Explain on…');
    case 'rehearse':
      return vscode.l10n.t('Rehearse on data');
  }
}

/**
 * Asks on which account and table a query is to run, as far as there is a choice. Undefined when the person changed their mind, or
 * where there is nothing to run on, which they are told. What was chosen last time stands first.
 */
export async function askForTarget(
  query: Pick<RunnableQuery, 'table'>,
  accounts: Accounts,
  asked: Asked,
): Promise<Target | undefined> {
  const connection = await askForConnection(accounts, asked);
  if (connection === undefined) return undefined;
  const opened = await accounts.open(connection.id);
  if (opened.kind === 'error') {
    tell(explainError(opened.error));
    return undefined;
  }
  const { items, stopped } = await listTables(opened.service, { limit: Infinity });
  if (stopped !== undefined) {
    tell(explainError(stopped));
    return undefined;
  }
  const table = items.find((name) => name.toLowerCase() === query.table?.toLowerCase());
  const chosen = table ?? (await askForTable(items, query.table, accounts.nameOf(connection), asked));
  return chosen === undefined ? undefined : { connection, service: opened.service, table: chosen };
}

function tell({ message, advice }: ErrorText): void {
  void showError(`${message}. ${advice}`);
}

async function askForConnection(
  accounts: Accounts,
  { purpose, last }: Asked,
): Promise<ConnectionInfo | undefined> {
  const [only, ...others] = (await accounts.list()).map(({ connection }) => connection);
  if (only === undefined) {
    tell({
      message:
        purpose === 'rehearse'
          ? vscode.l10n.t('No account is connected')
          : vscode.l10n.t('No account is connected to run the query on'),
      advice: vscode.l10n.t('Start Azurite or connect to an account in the Partition Lens sidebar.'),
    });
    return undefined;
  }
  if (others.length === 0) return only;
  const picked = await pick(
    lastFirst([only, ...others], ({ id }) => id === last?.connection).map((connection) => ({
      label: accounts.nameOf(connection),
      description: connection.host,
      connection,
    })),
    {
      title: titleOf(purpose),
      placeHolder:
        purpose === 'rehearse'
          ? vscode.l10n.t('Which account has the data?')
          : vscode.l10n.t('Run the query on which account?'),
    },
  );
  return picked?.connection;
}

async function askForTable(
  tables: readonly string[],
  named: string | undefined,
  account: string,
  { purpose, last }: Asked,
): Promise<string | undefined> {
  if (tables.length === 0) {
    tell({
      message: vscode.l10n.t('{0} has no tables', account),
      advice: vscode.l10n.t('Run the program that creates them, or choose another account.'),
    });
    return undefined;
  }
  const picked = await pick(
    lastFirst(tables, (table) => table === last?.table).map((label) => ({
      label,
      ...(label === last?.table && { description: vscode.l10n.t('as last time') }),
    })),
    {
      title: titleOf(purpose),
      placeHolder:
        named === undefined
          ? vscode.l10n.t("The table isn't known from the source. Choose a table of {0}", account)
          : vscode.l10n.t('{0} has no table {1}. Choose another table', account, named),
    },
  );
  return picked?.label;
}

/** Which of the filters that a query may send is meant; asked only where there are several. */
export async function askForBranch(
  { branches }: RunnableQuery,
  purpose: Purpose,
): Promise<RunnableBranch | undefined> {
  if (branches.length < 2) return branches[0];
  const picked = await pick(
    branches.map((branch) => ({
      label: outline(branch.filter),
      description: shapeName(branch.shape),
      ...(branch.when !== undefined && { detail: vscode.l10n.t('when {0}', branch.when) }),
      branch,
    })),
    {
      title: titleOf(purpose),
      placeHolder: vscode.l10n.t('The filter depends on a condition. Which one do you want to run?'),
    },
  );
  return picked?.branch;
}
