import * as vscode from 'vscode';
import { explainError } from '../../data/error.ts';
import { entityText } from './entity-text.ts';
import type { BrowserModel, EntityAddress } from './model.ts';
import { connectionOf, tableOf } from './nodes.ts';
import type { EntityNode } from './nodes.ts';
import { showError } from '../window/messages.ts';
import { LENGTH, plain, plainName } from '../window/plain.ts';

export const ENTITY_SCHEME = 'partition-lens-entity';

/** Entities as read-only JSON documents, types shown; each is read anew when it is opened or refreshed. */
export class EntityDocuments implements vscode.TextDocumentContentProvider {
  readonly #model: BrowserModel;
  // by number, because VS Code writes addresses of documents into its logs, where no key may stand
  readonly #addresses: EntityAddress[] = [];
  /** Why documents could not be read last, by the same numbers. */
  readonly #failures = new Map<string, string>();
  /** Texts that were read for an open document and not handed out yet, by the same numbers. */
  readonly #read = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(model: BrowserModel) {
    this.#model = model;
  }

  /** Rejects with what to do when the entity cannot be read: the editor shows it in place of the text. */
  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const controller = new AbortController();
    token.onCancellationRequested(() => {
      controller.abort();
    });
    const text = this.#read.get(uri.query);
    if (this.#read.delete(uri.query) && text !== undefined) return text;
    const address = this.#addresses[Number(uri.query)];
    if (address === undefined) {
      throw new Error(
        vscode.l10n.t('This entity was opened in an earlier window. Open it from the sidebar.'),
      );
    }
    this.#failures.delete(uri.query);
    const read = await this.#model.readEntity(address, controller.signal);
    if (read.kind === 'entity') return entityText(read.entity);
    const { message, advice } = explainError(read.error);
    const failure = plain(`${message}. ${advice}`, LENGTH.message);
    this.#failures.set(uri.query, failure);
    throw new Error(failure);
  }

  /** Reads the open document of an entity anew. */
  refresh(node: EntityNode): void {
    this.#changed.fire(this.#uriOf(addressOf(node)));
  }

  open(node: EntityNode): Promise<void> {
    return this.openAt(addressOf(node));
  }

  /** Shows the entity, or says why it cannot be read: VS Code's own words for that are about an address that nobody knows. */
  async openAt(address: EntityAddress): Promise<void> {
    const uri = this.#uriOf(address);
    try {
      if (isOpen(uri)) await this.#readAgain(uri);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    } catch (error) {
      const failure = this.#failures.get(uri.query);
      if (failure === undefined) throw error;
      void showError(failure);
    }
  }

  /** VS Code keeps the text of an open document until it is told, and tells nobody why there is none. */
  async #readAgain(uri: vscode.Uri): Promise<void> {
    const { token } = new vscode.CancellationTokenSource();
    this.#read.set(uri.query, await this.provideTextDocumentContent(uri, token));
    this.#changed.fire(uri);
  }

  #uriOf(address: EntityAddress): vscode.Uri {
    const known = this.#addresses.findIndex((other) => isSame(other, address));
    const number = known < 0 ? this.#addresses.push(address) - 1 : known;
    return vscode.Uri.from({
      scheme: ENTITY_SCHEME,
      path: `/${plainName(address.table)} ${number + 1}.json`,
      query: String(number),
    });
  }
}

function isOpen(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

function addressOf(node: EntityNode): EntityAddress {
  const { partitionKey, rowKey } = node.entity;
  return { connection: connectionOf(node).connection.id, table: tableOf(node).table, partitionKey, rowKey };
}

function isSame(a: EntityAddress, b: EntityAddress): boolean {
  return (
    a.connection === b.connection &&
    a.table === b.table &&
    a.partitionKey === b.partitionKey &&
    a.rowKey === b.rowKey
  );
}
