import * as l10n from '@vscode/l10n';
import type { Node } from 'jsonc-parser';
import { shortened } from '../text/shortened.ts';
import type { NodeReader } from './planned.ts';
import { isDeclarableName } from './series-name.ts';

/** The tables of clients that code is given, by the name of the field, parameter or function that has the client, or with its class: `Orders.client`. */
export type DeclaredClients = ReadonlyMap<string, string>;

/** Clients that one file can name. */
const MAX_CLIENTS = 1_000;

const EXAMPLE = '{ "ordersClient": "Orders" }';

/** An identifier, or a class and one. */
const NAME = /^[\p{ID_Start}$_#][\p{ID_Continue}$]*(\.[\p{ID_Start}$_#][\p{ID_Continue}$]*)?$/u;

export function readDeclaredClients(node: Node, reader: NodeReader): DeclaredClients {
  const clients = new Map<string, string>();
  for (const [name, each] of reader.members(node, undefined, EXAMPLE)) {
    const table = reader.text(each);
    if (clients.size === MAX_CLIENTS) {
      reader.refuse(each, () => l10n.t('You can list at most {0}, so this one is ignored.', MAX_CLIENTS));
      break;
    }
    if (!NAME.test(name)) {
      reader.refuse(each, () =>
        l10n.t(
          "{0} isn't the name of a client. Write a field, parameter or function, alone or with its class, such as {1}.",
          quoted(name),
          '"OrderStore.client"',
        ),
      );
    } else if (table !== undefined && (table === '' || !isDeclarableName(table))) {
      reader.refuse(each, () =>
        l10n.t("{0} isn't a valid table name, so the table of this client stays unknown.", quoted(table)),
      );
    } else if (table !== undefined) clients.set(name, table);
  }
  return clients;
}

/** As the file has it, on one line. */
function quoted(text: string): string {
  return shortened(JSON.stringify(text), 60);
}
