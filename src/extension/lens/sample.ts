import * as vscode from 'vscode';
import type { RegisterCommand } from '../window/commands.ts';
import { SAMPLE } from './sample-text.ts';

/** Registers the command of the walkthrough that opens a sample to try the lens on: a document that is nowhere saved. */
export function registerSample(registerCommand: RegisterCommand): vscode.Disposable {
  return registerCommand('partitionLens.openSample', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'typescript', content: SAMPLE });
    await vscode.window.showTextDocument(document);
  });
}
