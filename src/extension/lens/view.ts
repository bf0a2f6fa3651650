import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { VIEW, type View } from '../../server/protocol/messages.ts';

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
  );
}

function currentView(): View {
  const visible = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
  return { visible: [...new Set(visible)], types: vscode.workspace.isTrusted ? 'available' : 'restricted' };
}
