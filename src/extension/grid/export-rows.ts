import * as vscode from 'vscode';
import { grouped } from '../../core/text/numbers.ts';
import type { ExportFormat, ToHost } from '../../protocol/grid.ts';
import { WINDOW_SIZES } from './window.ts';
import { showError, showInformation } from '../window/messages.ts';
import { plainName } from '../window/plain.ts';
import { withProgress } from '../window/progress.ts';
import { pickNewFile } from '../window/questions.ts';

/** A part of the text of the file. */
type Part = Omit<Extract<ToHost, { kind: 'exported' }>, 'kind'>;

/** What is to be written, and where its text comes from. */
export interface Export {
  readonly table: string;
  readonly format: ExportFormat;
  readonly rows: number;
  /** Whether the query has others, before them or behind. */
  readonly more: boolean;
  /** The text from a row on; undefined when nobody can give it any more. */
  readonly partFrom: (row: number) => Promise<Part | undefined>;
}

/**
 * Asks for a file and writes rows into it, with progress. Written is the whole or nothing: when it is cancelled, the file is as it
 * was. The parts stay in memory as bytes until the last is there, as VS Code's file systems append to no file.
 */
export async function exportRows(wanted: Export): Promise<void> {
  const { rows, more } = wanted;
  const file = await pickNewFile(dialogOf(wanted));
  if (file === undefined) return;
  let guarded: number;
  let cut: number;
  try {
    const collected = await collect(wanted);
    if (collected === undefined) return;
    await vscode.workspace.fs.writeFile(file, joined(collected.parts));
    ({ guarded, cut } = collected);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void showError(
      vscode.l10n.t("The rows couldn't be written: {0}. Choose another place for the file.", why),
    );
    return;
  }
  const open = vscode.l10n.t('Open');
  const name = nameOf(file);
  const done =
    rows === 1
      ? vscode.l10n.t('1 row was written to {0}.', name)
      : vscode.l10n.t('{0} rows were written to {1}.', grouped(rows), name);
  const said = [
    done,
    ...(guarded > 0 ? [guardedText(guarded)] : []),
    ...(cut > 0 ? [cutText(cut)] : []),
    ...(more ? [restText()] : []),
  ];
  void showInformation(said.join(' '), open).then((chosen) => {
    if (chosen === open) void vscode.commands.executeCommand('vscode.open', file);
  });
}

function guardedText(count: number): string {
  return count === 1
    ? vscode.l10n.t(
        "1 text starts with an added ', so that spreadsheets don't run it as a formula. Programs that read the file must remove it.",
      )
    : vscode.l10n.t(
        "{0} texts start with an added ', so that spreadsheets don't run them as formulas. Programs that read the file must remove it.",
        grouped(count),
      );
}

function cutText(count: number): string {
  return count === 1
    ? vscode.l10n.t(
        '1 entity is incomplete: it has more properties than a table allows, or contains half characters.',
      )
    : vscode.l10n.t(
        '{0} entities are incomplete: they have more properties than a table allows, or contain half characters.',
        grouped(count),
      );
}

function restText(): string {
  return vscode.l10n.t(
    'Only loaded rows were written; the service has more. “Load all” reads more, but keeps at most {0} rows. To export more, filter by one range of keys after another.',
    grouped(WINDOW_SIZES.kept),
  );
}

function dialogOf({ table, format, rows, more }: Export): Parameters<typeof pickNewFile>[0] {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return {
    title: more
      ? vscode.l10n.t('Export the {0} loaded rows; the service has more', grouped(rows))
      : vscode.l10n.t('Export all {0} rows of the query', grouped(rows)),
    filters: format === 'json' ? { JSON: ['json'] } : { CSV: ['csv'] },
    saveLabel: vscode.l10n.t('Export'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${plainName(table)}.${format}`) }),
  };
}

/** What was collected: the text, how many texts of entities in it have a quote before them, and how many entities are not whole. */
interface Collected {
  readonly parts: readonly Uint8Array[];
  readonly guarded: number;
  readonly cut: number;
}

/** All parts; undefined when it was cancelled, or the page with the rows is gone. */
function collect({ rows, table, partFrom }: Export): Thenable<Collected | undefined> {
  const title = vscode.l10n.t('Exporting {0}', table);
  return withProgress(title, { cancellable: true }, async (report, signal) => {
    const parts: Uint8Array[] = [];
    // a page that is gone, or has begun anew meanwhile, answers nothing
    const cancelled = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => {
        resolve(undefined);
      });
    });
    let [next, guarded, cut] = [0, 0, 0];
    while (next < rows) {
      const part = await Promise.race([partFrom(next), cancelled]);
      if (part === undefined || part.next <= next) return undefined;
      parts.push(new TextEncoder().encode(part.text));
      const percent = (100 * (part.next - next)) / rows;
      report(vscode.l10n.t('{0} of {1} rows', grouped(part.next), grouped(rows)), percent);
      ({ next } = part);
      guarded += part.guarded;
      cut += part.cut;
    }
    return { parts, guarded, cut };
  });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function nameOf(file: vscode.Uri): string {
  return file.path.split('/').at(-1) ?? file.path;
}
