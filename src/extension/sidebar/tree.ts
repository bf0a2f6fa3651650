import type * as vscode from 'vscode';
import { isPause, present } from './labels.ts';
import type { BrowserModel } from './model.ts';
import { listOf } from './nodes.ts';
import type { BrowserNode } from './nodes.ts';
import type { World } from './presentation.ts';
import { dotted, kindText } from './row-texts.ts';
import { treeItem } from '../window/tree.ts';

/** Shows the model's nodes as VS Code's tree. */
export class BrowserTree implements vscode.TreeDataProvider<BrowserNode> {
  readonly #model: BrowserModel;
  readonly #worldNow: () => World;
  /** Connections, tables, and partitions that were unfolded, by their ids, as VS Code was given them last. */
  readonly #given = new Map<string, BrowserNode>();
  readonly onDidChangeTreeData: vscode.Event<BrowserNode | undefined>;

  /** `worldNow` says what rows are shown by, at any time. */
  constructor(model: BrowserModel, changed: vscode.Event<BrowserNode | undefined>, worldNow: () => World) {
    this.#model = model;
    this.#worldNow = worldNow;
    this.onDidChangeTreeData = (listener, self, disposables) =>
      changed(
        (node) => void listener.call(self, node && (this.#given.get(node.id) ?? node)),
        self,
        disposables,
      );
  }

  /**
   * VS Code knows a row by the very node that it was given, and ignores changes of others. Connections, tables and partitions are made
   * anew while what stands below them, of a partition what was looked for, stays, with the nodes of before as its parents: so changes are
   * told of the nodes that were given. Of partitions, which may be very many, only those count that were unfolded.
   */
  async getChildren(node?: BrowserNode): Promise<BrowserNode[]> {
    if (node?.kind === 'partition') this.#given.set(node.id, node);
    const rows = await this.#model.childrenSoon(node);
    for (const row of rows) {
      const isKept = row.kind === 'connection' || row.kind === 'table' || this.#given.has(row.id);
      if (isKept) this.#given.set(row.id, row);
    }
    return [...rows];
  }

  getParent(node: BrowserNode): BrowserNode | undefined {
    return this.#model.parentOf(node);
  }

  getTreeItem(node: BrowserNode): vscode.TreeItem {
    const list = listOf(node);
    const listing = list && this.#model.listing(list);
    const row = present(node, listing, this.#worldNow());
    const { label, description, tooltip, icon, color, foldable, context } = row;
    const command = commandOf(node);
    return treeItem({
      id: node.id,
      label,
      description,
      tooltip,
      spoken: dotted(kindText(node), label, description),
      icon,
      color,
      state: foldable ? (startsExpanded(node) ? 'unfolded' : 'folded') : 'leaf',
      context,
      command: command === undefined ? undefined : { id: command, arguments: [node] },
    });
  }
}

function startsExpanded(node: BrowserNode): boolean {
  return node.kind === 'connection' && node.startsExpanded;
}

/** What a click does, besides folding. */
function commandOf(node: BrowserNode): string | undefined {
  switch (node.kind) {
    case 'more':
      return 'partitionLens.showMore';
    case 'failure':
      return isPause(node.error) ? 'partitionLens.showMore' : 'partitionLens.explainFailure';
    case 'connection':
    case 'table':
    case 'search':
    case 'partition':
    case 'rows':
    case 'group':
    case 'entity':
    case 'property':
    case 'odd':
    case 'empty':
      return undefined;
  }
}
