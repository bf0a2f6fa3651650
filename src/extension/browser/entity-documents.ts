import * as vscode from 'vscode';
import { writeEntity } from '../../core/edm/json.ts';
import { explainError } from '../../data/error.ts';
import { documentName } from './labels.ts';
import type { BrowserModel, EntityAddress } from './model.ts';
import { connectionOf, tableOf } from './nodes.ts';
import type { EntityNode } from './nodes.ts';

export const ENTITY_SCHEME = 'partition-lens-entity';

/** Entities as read-only JSON documents, types shown; each is read anew when it is opened or refreshed. */
export class EntityDocuments implements vscode.TextDocumentContentProvider {
  readonly #model: BrowserModel;
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
    const read = await this.#model.readEntity(JSON.parse(uri.query) as EntityAddress, controller.signal);
    if (read.kind === 'entity') return writeEntity(read.entity);
    const { message, advice } = explainError(read.error);
    throw new Error(`${message}. ${advice}`);
  }

  /** Reads the open document of an entity anew. */
  refresh(node: EntityNode): void {
    this.#changed.fire(entityUri(node));
  }

  async open(node: EntityNode): Promise<void> {
    const document = await vscode.workspace.openTextDocument(entityUri(node));
    await vscode.window.showTextDocument(document);
  }
}

function entityUri(node: EntityNode): vscode.Uri {
  const { table } = tableOf(node);
  const address: EntityAddress = {
    connection: connectionOf(node).connection.id,
    table,
    partitionKey: node.entity.partitionKey,
    rowKey: node.entity.rowKey,
  };
  return vscode.Uri.from({
    scheme: ENTITY_SCHEME,
    path: `/${table}/${documentName(node.entity)}`,
    query: JSON.stringify(address),
  });
}
