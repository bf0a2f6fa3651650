import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** The name under which the Problems panel lists what is found. */
const SOURCE = 'Partition Lens';

/** Something wrong with a file, as the Problems panel lists it. */
export function problem(range: vscode.Range, message: string): vscode.Diagnostic {
  const found = new vscode.Diagnostic(
    range,
    plain(message, LENGTH.message),
    vscode.DiagnosticSeverity.Warning,
  );
  found.source = SOURCE;
  return found;
}
