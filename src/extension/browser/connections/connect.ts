import * as vscode from 'vscode';
import { parseConnectionString } from '../../../data/connection.ts';
import { placeOf, readAccount, readSignedAddress, withAccountKey } from './address.ts';
import type { AccountAddress } from './address.ts';
import type { NewConnection } from './connections.ts';
import { connectionStringsIn, FILES_WITH_STRINGS } from './found-strings.ts';
import { scopeFor, signIn } from './sign-in.ts';

/** What a person has to say of an account before it gets a name. */
type Access =
  | { readonly kind: 'string'; readonly connectionString: string; readonly name?: string }
  | { readonly kind: 'entra'; readonly url: string; readonly account: string };

type Trust = Pick<NewConnection, 'certificate'>;

interface Way extends vscode.QuickPickItem {
  readonly ask?: () => Promise<Access | undefined>;
}

/** Asks how to connect, for what that takes, and for a name (`known` is offered); undefined when the user gives up. */
export async function askForConnection(known?: string): Promise<NewConnection | undefined> {
  const title = vscode.l10n.t('Connect to a table account');
  const way = await vscode.window.showQuickPick<Way>([...ways(title), ...(await foundWays())], {
    title,
    placeHolder: vscode.l10n.t('How do you get in? Secrets are kept in the secret storage of VS Code alone.'),
    matchOnDescription: true,
  });
  const access = await way?.ask?.();
  if (access === undefined) return undefined;
  const { url, account } = accountOf(access);
  const trust = await askForCertificate(title, url);
  if (trust === undefined) return undefined;
  const name = await askForName(
    title,
    known ?? (access.kind === 'string' ? access.name : undefined) ?? account,
  );
  if (name === undefined) return undefined;
  const common = { name, ...trust };
  return access.kind === 'entra'
    ? { ...common, entra: { url, account } }
    : { ...common, connectionString: access.connectionString };
}

/** Asks for the name that a connection has in the sidebar. */
export async function askForName(title: string, value: string): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Name of the connection in the sidebar'),
    value,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Give it a name.') : undefined),
  });
  return name?.trim();
}

function ways(title: string): Way[] {
  return [
    {
      label: vscode.l10n.t('$(key) Connection string…'),
      description: vscode.l10n.t('Azure portal: “Access keys” or “Shared access signature”'),
      ask: () => askForString(title),
    },
    {
      label: vscode.l10n.t('$(lock) Account and key…'),
      description: vscode.l10n.t('Azure Storage, or Azure Cosmos DB for Table by its address'),
      ask: () => askForKey(title),
    },
    {
      label: vscode.l10n.t('$(link) Shared access signature (SAS)…'),
      description: vscode.l10n.t('of an account or of one table, also bounded by keys'),
      ask: () => askForSignature(title),
    },
    {
      label: vscode.l10n.t('$(account) Microsoft Entra ID…'),
      description: vscode.l10n.t('with your own sign-in; needs the role “Storage Table Data Reader”'),
      ask: () => askForEntra(title),
    },
    {
      label: vscode.l10n.t('$(database) Azure Cosmos DB for Table…'),
      description: vscode.l10n.t('Azure portal: “Connection strings” of the account'),
      ask: () => askForString(title),
    },
  ];
}

/** Connection strings in files of the workspace, by their names. In an untrusted one none is looked for. */
async function foundWays(): Promise<Way[]> {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  if (workspaceFolders.length === 0) return [];
  const heading = {
    label: vscode.l10n.t('Found in this workspace'),
    kind: vscode.QuickPickItemKind.Separator,
  };
  if (!isTrusted) {
    const trust = {
      label: vscode.l10n.t('$(shield) Trust this workspace first…'),
      description: vscode.l10n.t('then connection strings in its files are offered here'),
      ask: async (): Promise<undefined> => {
        await vscode.commands.executeCommand('workbench.trust.manage');
      },
    };
    return [heading, trust];
  }
  const found: Way[] = [];
  for (const uri of await vscode.workspace.findFiles(FILES_WITH_STRINGS, '**/node_modules/**', 20)) {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    for (const { name, connectionString, host } of connectionStringsIn(uri.path, text)) {
      found.push({
        label: `$(file) ${name}`,
        description: `${vscode.workspace.asRelativePath(uri)} · ${host}`,
        ask: () => Promise.resolve({ kind: 'string', connectionString, name }),
      });
    }
  }
  return found.length === 0 ? [] : [heading, ...found];
}

async function askForString(title: string): Promise<Access | undefined> {
  const connectionString = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'Connection string of the account, of Azure Storage or of Azure Cosmos DB for Table. It is kept in the secret storage of VS Code.',
    ),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseConnectionString(text);
      return parsed.kind === 'invalid' ? parsed.message : undefined;
    },
  });
  return connectionString === undefined ? undefined : { kind: 'string', connectionString };
}

async function askForKey(title: string): Promise<Access | undefined> {
  const address = await askForAccount(title);
  if (address?.kind !== 'account') return undefined;
  const key = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Key of {0}. It is kept in the secret storage of VS Code.', address.account),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const parsed = parseConnectionString(withAccountKey(address, text));
      return parsed.kind === 'invalid' ? parsed.message : undefined;
    },
  });
  return key === undefined ? undefined : { kind: 'string', connectionString: withAccountKey(address, key) };
}

async function askForSignature(title: string): Promise<Access | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The address with its signature. It is kept in the secret storage of VS Code.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (written) => {
      const address = readSignedAddress(written);
      return address.kind === 'invalid' ? address.message : undefined;
    },
  });
  const address = text === undefined ? undefined : readSignedAddress(text);
  return address?.kind === 'connection-string'
    ? { kind: 'string', connectionString: address.connectionString }
    : undefined;
}

async function askForEntra(title: string): Promise<Access | undefined> {
  const address = await askForAccount(title);
  if (address?.kind !== 'account') return undefined;
  const place = placeOf(new URL(address.url).host) === 'cosmos' ? 'cosmos' : 'storage';
  const isSignedIn = await signIn(vscode.authentication, scopeFor(place), false);
  return isSignedIn ? { kind: 'entra', url: address.url, account: address.account } : undefined;
}

async function askForAccount(title: string): Promise<AccountAddress | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Name of the storage account, or the address of its table endpoint'),
    ignoreFocusOut: true,
    validateInput: (written) => {
      const address = readAccount(written);
      return address.kind === 'invalid' ? address.message : undefined;
    },
  });
  return text === undefined ? undefined : readAccount(text);
}

function accountOf(access: Access): { url: string; account: string } {
  if (access.kind === 'entra') return access;
  const parsed = parseConnectionString(access.connectionString);
  return parsed.kind === 'endpoint' ? parsed.endpoint : { url: '', account: '' };
}

/** Whom to trust: for https that is not Azure's it may be a certificate that nobody vouches for. Undefined when given up. */
async function askForCertificate(title: string, url: string): Promise<Trust | undefined> {
  const { protocol, host } = new URL(url);
  const place = placeOf(host);
  if (protocol !== 'https:' || place === 'azure' || place === 'cosmos') return {};
  const machine = { label: vscode.l10n.t('What this machine trusts') };
  const file = {
    label: vscode.l10n.t('A certificate of its own…'),
    description: vscode.l10n.t('a PEM file, such as Azurite was started with'),
  };
  const picked = await vscode.window.showQuickPick([machine, file], {
    title,
    placeHolder: vscode.l10n.t('Who vouches for {0}?', host),
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked === machine) return picked && {};
  const files = await vscode.window.showOpenDialog({
    title: vscode.l10n.t('Certificate of {0}', host),
    filters: { PEM: ['pem', 'crt', 'cer'] },
  });
  const [chosen] = files ?? [];
  return chosen && { certificate: chosen.fsPath };
}
