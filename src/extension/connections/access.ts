import * as vscode from 'vscode';
import { parseConnectionString } from '../../data/connection.ts';
import { placeOf, readAccount, readSignedAddress, withAccountKey } from './address.ts';
import type { AccountAddress } from './address.ts';
import { FILES_WITH_STRINGS, stringsIn } from './found-strings.ts';
import type { FoundString } from './found-strings.ts';
import { signedIn } from './ask-to-sign-in.ts';
import { scopeFor } from './sign-in.ts';
import { askForText, type Heading, type Item } from '../window/questions.ts';

/** What a person has to say of an account before it gets a name. */
export type Access = {
  /** Asks for it again, with what was said filled in; undefined when the person gives up. */
  readonly again: () => Promise<Access | undefined>;
} & (
  | { readonly kind: 'string'; readonly connectionString: string; readonly name?: string }
  | { readonly kind: 'entra'; readonly url: string; readonly account: string }
);

/** A way into an account; what is no way has nothing to ask. */
export interface Way extends Item {
  readonly ask?: () => Promise<Access | undefined>;
}

/** The ways into an account. */
export function ways(title: string): Way[] {
  return [
    {
      icon: 'key',
      label: vscode.l10n.t('Connection string…'),
      description: vscode.l10n.t('Azure portal: “Access keys” or “Shared access signature”'),
      ask: () => askForString(title),
    },
    {
      icon: 'lock',
      label: vscode.l10n.t('Account and key…'),
      description: vscode.l10n.t('Azure Storage, or Azure Cosmos DB for Table by its address'),
      ask: () => askForKey(title),
    },
    {
      icon: 'link',
      label: vscode.l10n.t('Shared access signature (SAS)…'),
      description: vscode.l10n.t('for an account, a table, or a range of keys'),
      ask: () => askForSignature(title),
    },
    {
      icon: 'account',
      label: vscode.l10n.t('Microsoft Entra ID…'),
      description: vscode.l10n.t('signs in as you; requires the role “Storage Table Data Reader”'),
      ask: () => askForEntra(title),
    },
    {
      icon: 'database',
      label: vscode.l10n.t('Azure Cosmos DB for Table…'),
      description: vscode.l10n.t('Azure portal: “Connection strings” of the account'),
      ask: () => askForString(title),
    },
  ];
}

/** Connection strings in files of the workspace, by their names. In an untrusted one none is looked for. */
export async function foundWays(title: string): Promise<(Way | Heading)[]> {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  if (workspaceFolders.length === 0) return [];
  const heading = { heading: vscode.l10n.t('Found in this workspace') };
  if (!isTrusted) {
    const trust = {
      icon: 'shield',
      label: vscode.l10n.t('Trust this workspace first…'),
      description: vscode.l10n.t('to choose from the connection strings in its files'),
      ask: async (): Promise<undefined> => {
        await vscode.commands.executeCommand('workbench.trust.manage');
      },
    };
    return [heading, trust];
  }
  const files = await Promise.resolve(
    vscode.workspace.findFiles(FILES_WITH_STRINGS, '**/node_modules/**', 20),
  ).catch(() => undefined);
  if (files === undefined) {
    return [
      heading,
      { icon: 'warning', label: vscode.l10n.t("The files of this workspace can't be searched") },
    ];
  }
  const read = await stringsIn(files, vscode.workspace.fs);
  const found = read.flatMap(({ file, strings, problem }): Way[] => [
    ...strings.map((string) => foundWay(title, file, string)),
    ...(problem === undefined ? [] : [unreadFile(file, problem)]),
  ]);
  return found.length === 0 ? [] : [heading, ...found];
}

function foundWay(title: string, file: vscode.Uri, { name, connectionString, host }: FoundString): Way {
  const again = (): Promise<Access | undefined> => askForString(title, connectionString);
  return {
    icon: 'file',
    label: name,
    description: `${vscode.workspace.asRelativePath(file)} · ${host}`,
    ask: () => Promise.resolve({ kind: 'string', connectionString, name, again }),
  };
}

/** Shows the file, where that can be: VS Code says itself where it cannot. */
function unreadFile(file: vscode.Uri, problem: string): Way {
  const path = vscode.workspace.asRelativePath(file);
  return {
    icon: 'warning',
    label: vscode.l10n.t("{0} couldn't be read", path),
    detail: problem,
    ask: async () => {
      await vscode.commands.executeCommand('vscode.open', file);
      return undefined;
    },
  };
}

async function askForString(title: string, value = ''): Promise<Access | undefined> {
  const connectionString = await askForText({
    title,
    prompt: vscode.l10n.t(
      'Connection string of the account (Azure Storage or Azure Cosmos DB for Table). VS Code keeps it in its secret storage.',
    ),
    value,
    password: true,
    ignoreFocusOut: true,
    judge: (text) => {
      const parsed = parseConnectionString(text);
      return parsed.kind === 'invalid' ? parsed.message : undefined;
    },
  });
  if (connectionString === undefined) return undefined;
  return { kind: 'string', connectionString, again: () => askForString(title, connectionString) };
}

async function askForKey(title: string, known = { url: '', key: '' }): Promise<Access | undefined> {
  const address = await askForAccount(title, known.url);
  if (address?.kind !== 'account') return undefined;
  const key = await askForText({
    title,
    prompt: vscode.l10n.t('Key of {0}. VS Code keeps it in its secret storage.', address.account),
    value: known.key,
    password: true,
    ignoreFocusOut: true,
    judge: (text) => {
      const parsed = parseConnectionString(withAccountKey(address, text));
      return parsed.kind === 'invalid' ? parsed.message : undefined;
    },
  });
  if (key === undefined) return undefined;
  return {
    kind: 'string',
    connectionString: withAccountKey(address, key),
    again: () => askForKey(title, { url: address.url, key }),
  };
}

async function askForSignature(title: string, value = ''): Promise<Access | undefined> {
  const text = await askForText({
    title,
    prompt: vscode.l10n.t('Address with its signature. VS Code keeps it in its secret storage.'),
    value,
    password: true,
    ignoreFocusOut: true,
    judge: (written) => {
      const address = readSignedAddress(written);
      return address.kind === 'invalid' ? address.message : undefined;
    },
  });
  const address = text === undefined ? undefined : readSignedAddress(text);
  if (address?.kind !== 'connection-string') return undefined;
  const { connectionString } = address;
  return { kind: 'string', connectionString, again: () => askForSignature(title, text) };
}

async function askForEntra(title: string, value = ''): Promise<Access | undefined> {
  const address = await askForAccount(title, value);
  if (address?.kind !== 'account') return undefined;
  const place = placeOf(new URL(address.url).host) === 'cosmos' ? 'cosmos' : 'storage';
  if (!(await signedIn(scopeFor(place)))) return undefined;
  const { url, account } = address;
  return { kind: 'entra', url, account, again: () => askForEntra(title, url) };
}

async function askForAccount(title: string, value: string): Promise<AccountAddress | undefined> {
  const text = await askForText({
    title,
    prompt: vscode.l10n.t('Name of the storage account, or the address of its table endpoint'),
    value,
    ignoreFocusOut: true,
    judge: (written) => {
      const address = readAccount(written);
      return address.kind === 'invalid' ? address.message : undefined;
    },
  });
  return text === undefined ? undefined : readAccount(text);
}
