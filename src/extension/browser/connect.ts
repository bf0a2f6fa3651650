import * as vscode from 'vscode';
import { parseConnectionString } from '../../data/connection.ts';

export interface NewConnection {
  readonly name: string;
  readonly connectionString: string;
}

/** Asks for a connection string, checked while it is typed, and a name; undefined when the user gives up. */
export async function askForConnection(): Promise<NewConnection | undefined> {
  const title = vscode.l10n.t('Connect to a table account');
  const connectionString = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'Connection string of the storage account (Azure portal: “Access keys” or “Shared access signature”). It is kept in the secret storage of VS Code.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseConnectionString(text);
      return parsed.kind === 'invalid' ? parsed.message : undefined;
    },
  });
  if (connectionString === undefined) return undefined;
  const parsed = parseConnectionString(connectionString);
  if (parsed.kind === 'invalid') return undefined;
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Name of the connection in the sidebar'),
    value: parsed.endpoint.account,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Give it a name.') : undefined),
  });
  return name === undefined ? undefined : { name: name.trim(), connectionString };
}
