import * as vscode from 'vscode';
import { LENGTH, plain, plainLines } from './plain.ts';

/** How a row looks. */
export interface TreeRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** What is read aloud. */
  readonly spoken: string;
  /** The names of a codicon and of a theme's colour for it. */
  readonly icon: string;
  readonly color: string | undefined;
  readonly state: 'leaf' | 'folded' | 'unfolded';
  /** What menus choose their commands by. */
  readonly context: string;
  /** What a click does besides folding. */
  readonly command: { readonly id: string; readonly arguments: readonly unknown[] } | undefined;
}

const STATES = {
  leaf: vscode.TreeItemCollapsibleState.None,
  folded: vscode.TreeItemCollapsibleState.Collapsed,
  unfolded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

export function treeItem(row: TreeRow): vscode.TreeItem {
  const label = plain(row.label, LENGTH.label);
  const item = new vscode.TreeItem(label, STATES[row.state]);
  item.id = row.id;
  item.description = plain(row.description, LENGTH.description);
  item.tooltip = plainLines(row.tooltip);
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  item.contextValue = row.context;
  item.accessibilityInformation = { label: plain(row.spoken, LENGTH.description) };
  if (row.command !== undefined) {
    item.command = { command: row.command.id, title: label, arguments: [...row.command.arguments] };
  }
  return item;
}

/** A tree of the sidebar. */
export interface Tree<T> extends Pick<
  vscode.TreeView<T>,
  'reveal' | 'visible' | 'selection' | 'onDidChangeSelection' | 'onDidChangeVisibility'
> {
  /** Shows a text above the rows; undefined takes it away. */
  readonly say: (message: string | undefined) => void;
  readonly dispose: () => void;
}

export function createTree<T>(
  viewId: string,
  treeDataProvider: vscode.TreeDataProvider<T>,
  dragAndDropController: vscode.TreeDragAndDropController<T>,
): Tree<T> {
  const view = vscode.window.createTreeView(viewId, { treeDataProvider, dragAndDropController });
  return {
    get visible() {
      return view.visible;
    },
    get selection() {
      return view.selection;
    },
    onDidChangeSelection: view.onDidChangeSelection,
    onDidChangeVisibility: view.onDidChangeVisibility,
    reveal: (element, options) => view.reveal(element, options),
    say: (message) => {
      view.message = plain(message ?? '', LENGTH.message);
    },
    dispose: () => {
      view.dispose();
    },
  };
}
