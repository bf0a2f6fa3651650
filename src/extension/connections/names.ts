import * as l10n from '@vscode/l10n';
import { dotted } from '../sidebar/row-texts.ts';
import { boundsText } from '../sidebar/signature-label.ts';
import type { ConnectionNode } from '../sidebar/nodes.ts';

/** Names of connections are told apart as people do: whatever their case. */
export function isTaken(name: string, taken: readonly string[]): boolean {
  const wanted = folded(name);
  return taken.some((other) => folded(other) === wanted);
}

/** The name, or, where that is taken, one like it that is free; `kind` says how the connection differs: “SAS”. */
export function freeName(name: string, taken: readonly string[], kind?: string): string {
  if (!isTaken(name, taken)) return name;
  const named = kind === undefined ? name : `${name} (${kind})`;
  let free = named;
  for (let number = 2; isTaken(free, taken); number += 1) free = `${named} ${number}`;
  return free;
}

/**
 * The name of a connection, with what tells it from others of that name: its kind of credential, its host, the keys that it is
 * bounded to; its number among them where nothing does.
 */
export function tellingName(node: ConnectionNode, all: readonly ConnectionNode[]): string {
  const { name } = node.connection;
  const namesakes = all.filter(({ connection }) => folded(connection.name) === folded(name));
  if (namesakes.length < 2 || !namesakes.some(({ id }) => id === node.id)) return name;
  const ways = [kindOf, hostOf, boundsOf].filter((way) => new Set(namesakes.map(way)).size > 1);
  const tellingOf = (one: ConnectionNode): string =>
    dotted(one.connection.name, ...ways.map((way) => way(one)));
  const own = tellingOf(node);
  const same = namesakes.filter((one) => tellingOf(one) === own);
  return same.length < 2 ? own : `${own} (${same.findIndex(({ id }) => id === node.id) + 1})`;
}

function kindOf({ connection, signature }: ConnectionNode): string {
  if (connection.entra !== undefined) return 'Microsoft Entra ID';
  return signature === undefined ? l10n.t('key') : 'SAS';
}

function hostOf({ connection }: ConnectionNode): string {
  return connection.host;
}

function boundsOf({ signature }: ConnectionNode): string | undefined {
  return signature?.bounds && l10n.t('keys {0}', boundsText(signature.bounds));
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
