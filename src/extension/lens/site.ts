import * as vscode from 'vscode';
import type { Site } from '../../protocol/messages.ts';
import { count, object, read, text } from '../../protocol/schema.ts';

const site = object({ uri: text, position: object({ line: count, character: count }) });

/**
 * What a lens gives a command: a document's URI and a position in it. Anybody can call commands, a link in a text too: undefined for
 * anything else, and for a document that is not open.
 */
export function givenSite(uri: unknown, position: unknown): Site | undefined {
  const given = read(site, { uri, position });
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === given?.uri);
  return isOpen ? given : undefined;
}

/** Where the cursor is; undefined without an editor. */
export function siteOfCursor(): Site | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
