import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { sourceDocuments } from './documents.ts';
import { CURSOR, type Site, VIEW, type View } from '../../protocol/messages.ts';

/** Tells the server what the person sees. */
export function tellView(client: LanguageClient): void {
  void client.sendNotification(VIEW, currentView());
}

/** Tells the server whenever the person sees something else. */
export function followView(client: LanguageClient): vscode.Disposable {
  const tell = (): void => {
    tellView(client);
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document }, selections: [first] }) => {
      if (first === undefined || vscode.languages.match(sourceDocuments(), document) === 0) return;
      const { line, character } = first.active;
      const site: Site = { uri: document.uri.toString(), position: { line, character } };
      void client.sendNotification(CURSOR, site);
    }),
  );
}

function currentView(): View {
  const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
  return { visible: [...new Set(visible)], types: vscode.workspace.isTrusted ? 'available' : 'restricted' };
}
