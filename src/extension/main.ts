import * as vscode from 'vscode';
import { activateLens, type Lens } from './lens/index.ts';

let lens: Lens | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Partition Lens', { log: true });
  context.subscriptions.push(output);
  lens = activateLens(context, output);
}

export async function deactivate(): Promise<void> {
  await lens?.stop();
}
