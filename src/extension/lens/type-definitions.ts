import * as vscode from 'vscode';
import type { Location, Position, TypeDefinitions, TypeDefinitionsParams } from '../../protocol/messages.ts';

/** Questions that are put to TypeScript at the same time: it answers one after the other anyway. */
const AT_ONCE = 4;

/** Milliseconds that one answer is waited for. */
const PATIENCE = 5_000;

/**
 * What the editor's TypeScript, of whatever version, says about the types of values in a document. Gives up when
 * nobody waits any more or the document has changed; the answers that are missing then are null.
 */
export async function typeDefinitions(
  { uri, version, positions }: TypeDefinitionsParams,
  token: vscode.CancellationToken,
): Promise<TypeDefinitions> {
  const target = vscode.Uri.parse(uri).toString();
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === target);
  const found: (readonly Location[] | null)[] = positions.map(() => null);
  // in Restricted Mode VS Code's own TypeScript does not run
  if (!document || !vscode.workspace.isTrusted) return found;
  const isOver = (): boolean => token.isCancellationRequested || document.version !== version;
  const questions = positions.entries();
  const askOn = async (): Promise<void> => {
    for (const [i, position] of questions) {
      if (isOver()) return;
      found[i] = await inTime(typeAt(document.uri, position));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return isOver() ? positions.map(() => null) : found;
}

async function typeAt(uri: vscode.Uri, { line, character }: Position): Promise<readonly Location[]> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeTypeDefinitionProvider',
    uri,
    new vscode.Position(line, character),
  );
  return found.map((each) =>
    'targetUri' in each
      ? location(each.targetUri, each.targetSelectionRange ?? each.targetRange)
      : location(each.uri, each.range),
  );
}

function location(uri: vscode.Uri, { start, end }: vscode.Range): Location {
  return {
    uri: uri.toString(),
    range: {
      start: { line: start.line, character: start.character },
      end: { line: end.line, character: end.character },
    },
  };
}

/** Null for an answer that is late, or that is an error: other extensions answer too. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, PATIENCE, null);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
