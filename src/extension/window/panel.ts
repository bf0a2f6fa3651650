import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** A panel with a page. */
export interface Panel extends Pick<
  vscode.WebviewPanel,
  'webview' | 'reveal' | 'dispose' | 'onDidDispose' | 'visible' | 'viewColumn' | 'onDidChangeViewState'
> {
  /** As the tab has it. */
  readonly title: string;
  readonly name: (title: string) => void;
  readonly setIcon: (icon: { readonly light: vscode.Uri; readonly dark: vscode.Uri }) => void;
}

/** What was read into a page stays while another tab is looked at. */
const OPTIONS = { enableScripts: true, retainContextWhenHidden: true };

/** Opens a panel in front, or beside what is looked at; its type is the one that VS Code remembers it by. */
export function createPanel(type: string, column = vscode.ViewColumn.Active): Panel {
  return panelOf(vscode.window.createWebviewPanel(type, '', column, OPTIONS));
}

/** Hands over the panels of a former window with what their pages remembered; one that nobody wants is to be disposed. */
export function registerFormerPanels(
  type: string,
  adopt: (panel: Panel, state: unknown) => void,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(type, {
    deserializeWebviewPanel: (panel, state: unknown) => {
      adopt(panelOf(panel), state);
      return Promise.resolve();
    },
  });
}

function panelOf(panel: vscode.WebviewPanel): Panel {
  return {
    webview: panel.webview,
    get title() {
      return panel.title;
    },
    get visible() {
      return panel.visible;
    },
    get viewColumn() {
      return panel.viewColumn;
    },
    name: (title) => {
      const named = plain(title, LENGTH.title);
      if (panel.title !== named) panel.title = named;
    },
    setIcon: (icon) => {
      panel.iconPath = icon;
    },
    reveal: (column, preserveFocus) => {
      panel.reveal(column, preserveFocus);
    },
    dispose: () => {
      panel.dispose();
    },
    onDidDispose: panel.onDidDispose,
    onDidChangeViewState: panel.onDidChangeViewState,
  };
}
