import * as vscode from 'vscode';
import type { Position, Site } from '../../server/protocol/messages.ts';
import { isCount, isText, object } from '../messages/guards.ts';

const isPosition = object<Position>({ line: isCount, character: isCount });

/**
 * What a lens gives a command: a document's URI and a position in it. Anybody can call commands, a link in a text too: undefined for
 * anything else, and for a document that is not open.
 */
export function givenSite(uri: unknown, position: unknown): Site | undefined {
  if (!isText(uri) || !isPosition(position)) return undefined;
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri);
  return isOpen ? { uri, position } : undefined;
}

/** Where the cursor is; undefined without an editor. */
export function siteOfCursor(): Site | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
