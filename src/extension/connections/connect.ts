import * as vscode from 'vscode';
import { parseConnectionString } from '../../data/connection.ts';
import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { foundWays, ways } from './access.ts';
import type { Access, Way } from './access.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import { placeOf } from './address.ts';
import type { Connections, NewConnection, WayIn } from './connections.ts';
import { freeName, isTaken } from './names.ts';
import { askModally } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';
import { askForText, pick, pickFile } from '../window/questions.ts';

type Trust = Pick<NewConnection, 'certificate'>;

/** A way into an account, before it has a name. */
type Entry = Access & Trust;

/**
 * Asks how to connect, for what that takes, tries it, and asks for a name (that of `known`, which gets another way in, is offered); undefined when the user gives up.
 * What does not let one in is told before anything is kept, and what was typed can be mended.
 */
export async function askForConnection(
  connections: Pick<Connections, 'refusal' | 'names'>,
  known?: Pick<ConnectionInfo, 'id' | 'name'>,
): Promise<NewConnection | undefined> {
  const title = vscode.l10n.t('Connect to an account');
  const way = await pick<Way>([...ways(title), ...(await foundWays(title))], {
    title,
    placeHolder: vscode.l10n.t(
      "How do you want to connect? Secrets are kept only in VS Code's secret storage.",
    ),
    // a tree that has just read its rows takes the focus again (`doRefresh` of VS Code's tree views, seen in 1.139)
    ignoreFocusOut: true,
  });
  const access = await way?.ask?.();
  const first = access && (await withTrust(title, access));
  const entry = first && (await tried(title, connections, first));
  return entry && named(title, entry, connections.names(known?.id), known?.name);
}

/** The entry with the name that the person gives it. Who leaves that question is asked whether to give up what they typed before. */
async function named(
  title: string,
  entry: Entry,
  taken: readonly string[],
  known?: string,
): Promise<NewConnection | undefined> {
  const { url, account } = accountOf(entry);
  const offered = known ?? (entry.kind === 'string' ? entry.name : undefined) ?? account;
  const kind = isSigned(entry) ? 'SAS' : undefined;
  const name = await askForName(title, freeName(offered, taken, kind), taken, kind);
  if (name !== undefined) return { ...wayIn(entry), name };
  const goOn = vscode.l10n.t('Name It…');
  const message = vscode.l10n.t('The connection to {0} has no name yet', new URL(url).host);
  const question = { severity: 'Warning', message, detail: [keptText()], buttons: [goOn] } as const;
  const chosen = await askModally(question);
  return chosen === goOn ? named(title, entry, taken, known) : undefined;
}

function keptText(): string {
  return vscode.l10n.t('Nothing is saved yet, and what you typed is kept.');
}

/** The entry, or one in its place, that lets one in or that the person wants to keep all the same. */
async function tried(
  title: string,
  connections: Pick<Connections, 'refusal'>,
  first: Entry,
): Promise<Entry | undefined> {
  const retry = vscode.l10n.t('Try Again');
  const change = vscode.l10n.t('Change…');
  const save = vscode.l10n.t('Save Anyway');
  let entry = first;
  let refusal = await refusalOf(connections, entry);
  while (refusal !== undefined) {
    const { message, advice } = explainError(refusal);
    const chosen = await askModally({
      severity: 'Warning',
      message,
      detail: [...(refusal.kind === 'cancelled' ? [] : [advice]), keptText()],
      buttons: [change, retry, save],
    });
    if (chosen === undefined) return undefined;
    if (chosen === save) return entry;
    const again = chosen === change ? await entry.again() : entry;
    const changed = again === entry ? entry : again && (await withTrust(title, again));
    // who gives up a change has not given up the connection
    if (changed === undefined) continue;
    entry = changed;
    refusal = await refusalOf(connections, entry);
  }
  return entry;
}

function refusalOf(connections: Pick<Connections, 'refusal'>, entry: Entry): Thenable<DataError | undefined> {
  const title = vscode.l10n.t('Connecting to {0}', new URL(accountOf(entry).url).host);
  return withProgress(title, { cancellable: true }, (_report, signal) =>
    connections.refusal(wayIn(entry), signal),
  );
}

/** What of an entry is kept. */
function wayIn(entry: Entry): WayIn {
  const trust = entry.certificate === undefined ? {} : { certificate: entry.certificate };
  if (entry.kind === 'string') return { ...trust, connectionString: entry.connectionString };
  return { ...trust, entra: { url: entry.url, account: entry.account } };
}

async function withTrust(title: string, access: Access): Promise<Entry | undefined> {
  const trust = await askForCertificate(title, accountOf(access).url);
  return trust && { ...access, ...trust };
}

function isSigned(entry: Entry): boolean {
  if (entry.kind === 'entra') return false;
  const parsed = parseConnectionString(entry.connectionString);
  return parsed.kind === 'endpoint' && parsed.endpoint.credential.kind === 'sas';
}

/** Asks for the name that a connection has in the sidebar, which none of the others has; `kind` says how it may differ from them. */
export async function askForName(
  title: string,
  value: string,
  taken: readonly string[],
  kind?: string,
): Promise<string | undefined> {
  const name = await askForText({
    title,
    prompt: vscode.l10n.t('Name of the connection in the sidebar'),
    value,
    ignoreFocusOut: true,
    judge: (text) => {
      if (text.trim() === '') return vscode.l10n.t('Give it a name.');
      if (!isTaken(text, taken)) return undefined;
      return vscode.l10n.t(
        'Another connection has this name. Choose a different one, such as “{0}”.',
        freeName(text.trim(), taken, kind),
      );
    },
  });
  return name?.trim();
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
  const machine = { label: vscode.l10n.t('Certificates that this computer trusts') };
  const file = {
    label: vscode.l10n.t('A specific certificate…'),
    description: vscode.l10n.t('the PEM file that Azurite was started with, for example'),
  };
  const picked = await pick([machine, file], {
    title,
    placeHolder: vscode.l10n.t('Which certificate do you trust for {0}?', host),
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked === machine) return picked && {};
  const chosen = await pickFile(vscode.l10n.t('Certificate of {0}', host), { PEM: ['pem', 'crt', 'cer'] });
  return chosen && { certificate: chosen.fsPath };
}
