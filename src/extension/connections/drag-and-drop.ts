import * as vscode from 'vscode';
import type { BrowserModel } from '../sidebar/model.ts';
import { connectionOf } from '../sidebar/nodes.ts';
import type { BrowserNode } from '../sidebar/nodes.ts';
import type { Connections } from './connections.ts';

/** As VS Code wants it: made of the view's id in lower case. */
const MIME = 'application/vnd.code.tree.partitionlens.browser';

/**
 * Moves connections with the mouse: what is dropped on another, or on a row below it, takes its place; on nothing, the last one.
 * Azurite, which nobody gave, stays on top.
 */
export function connectionsDragAndDrop(
  connections: Pick<Connections, 'moveTo'>,
  model: Pick<BrowserModel, 'refreshRoots'>,
): vscode.TreeDragAndDropController<BrowserNode> {
  return {
    dragMimeTypes: [MIME],
    dropMimeTypes: [MIME],
    handleDrag: ([node], dataTransfer) => {
      if (node?.kind !== 'connection' || node.connection.origin !== 'saved') return;
      dataTransfer.set(MIME, new vscode.DataTransferItem(node.id));
    },
    handleDrop: async (target, dataTransfer) => {
      const id: unknown = dataTransfer.get(MIME)?.value;
      if (typeof id !== 'string') return;
      await connections.moveTo(id, target && connectionOf(target).id);
      model.refreshRoots();
    },
  };
}
