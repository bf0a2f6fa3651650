import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { LEVELS, type Level } from '../../core/config/settings.ts';
import { chooseSeverity } from '../../core/config/write-config.ts';
import { shortened } from '../../core/text/shortened.ts';
import {
  type DocumentEdits,
  type EditsAnswer,
  FIX_ALL_OF_RULE,
  type FixAllOfRuleParams,
  SILENCE,
  type SilenceParams,
} from '../../protocol/messages.ts';
import type { DeclaredKeys } from '../sidebar/keys/declared-keys.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation, showWarning } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';
import { askForText, pick } from '../window/questions.ts';
import { givenSite } from './site.ts';

/** The light bulb gives it a document's URI, where the finding begins, its rule, and what the comment is for; a key binding the reason too. */
export const SILENCE_COMMAND = 'partitionLens.disableRule';

/** The light bulb gives it a document's URI and a rule. */
export const SEVERITY_COMMAND = 'partitionLens.changeSeverity';

/** The light bulb gives it a rule. */
export const FIX_ALL_COMMAND = 'partitionLens.fixAllOfRule';

/** Folders around a file that a severity is offered for. */
const MOST_FOLDERS = 8;

/** Where the file is that severities are written to. */
type Settings = Pick<DeclaredKeys, 'change'>;

/** Registers what the light bulb offers beside fixes: to disable a rule for a reason, to change its severity, to fix it everywhere. */
export function registerSilencing(
  running: () => Promise<LanguageClient>,
  settings: Settings,
  registerCommand: RegisterCommand,
): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(SILENCE_COMMAND, async (uri, position, rule, scope, given) => {
      const site = givenSite(uri, position);
      if (site === undefined || typeof rule !== 'string' || (scope !== 'next-line' && scope !== 'file'))
        return;
      const title = vscode.l10n.t('Disable {0}', rule);
      const reason = typeof given === 'string' ? given : await askWhy(title);
      if (reason === undefined) return;
      const params: SilenceParams = { ...site, rule, scope, reason };
      await applyAnswer(await (await running()).sendRequest<EditsAnswer>(SILENCE, params));
    }),
    registerCommand(SEVERITY_COMMAND, (uri, rule) => changeSeverity(uri, rule, settings)),
    registerCommand(FIX_ALL_COMMAND, async (rule) => {
      if (typeof rule !== 'string') return;
      const params: FixAllOfRuleParams = { rule };
      const answer = await withProgress(
        vscode.l10n.t('Checking the fixes of {0}', rule),
        { cancellable: true },
        async (_, signal) => {
          const client = await running();
          const cancellation = new vscode.CancellationTokenSource();
          signal.addEventListener('abort', () => {
            cancellation.cancel();
          });
          const edits = await client.sendRequest<EditsAnswer>(FIX_ALL_OF_RULE, params, cancellation.token);
          return signal.aborted ? undefined : { edits };
        },
      );
      if (answer === undefined || !(await applyAnswer(answer.edits))) return;
      void showInformation(
        vscode.l10n.t(
          'Fixed {0}. Files changed: {1}. Undo takes all of it back.',
          rule,
          answer.edits?.length ?? 0,
        ),
      );
    }),
  );
}

/** Asks for a reason, which whoever reads the code later needs; undefined when the person gives up. */
function askWhy(title: string): Thenable<string | undefined> {
  return askForText({
    title,
    prompt: vscode.l10n.t('Why is the code right as it is? The reason is written beside it.'),
    placeHolder: vscode.l10n.t('The table has 20 rows'),
    judge: (text) => (text.trim() === '' ? vscode.l10n.t('Write the reason in a few words.') : undefined),
  });
}

/** Applies edits as one change, which one undo takes back; false where there are none, or a text is another one by now. */
async function applyAnswer(answer: EditsAnswer): Promise<boolean> {
  if (!answer?.every(isCurrent)) {
    void showWarning(
      answer === null
        ? vscode.l10n.t('The finding is no longer there, or nothing fixes it. Nothing was changed.')
        : vscode.l10n.t('The text changed in the meantime. Nothing was changed. Try again.'),
    );
    return false;
  }
  const change = new vscode.WorkspaceEdit();
  for (const { uri, edits } of answer) {
    for (const { range, newText } of edits) {
      const { start, end } = range;
      change.replace(
        vscode.Uri.parse(uri),
        new vscode.Range(start.line, start.character, end.line, end.character),
        newText,
      );
    }
  }
  return vscode.workspace.applyEdit(change, { isRefactoring: true });
}

function isCurrent({ uri, version }: DocumentEdits): boolean {
  const shown = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
  return version === undefined || shown?.version === version;
}

interface LevelItem {
  readonly label: string;
  readonly level: Level;
}

interface FolderItem {
  readonly label: string;
  readonly folder: string;
}

async function changeSeverity(uri: unknown, rule: unknown, settings: Settings): Promise<void> {
  if (typeof uri !== 'string' || typeof rule !== 'string' || !/^[a-z][a-z\d-]*$/.test(rule)) return;
  const file = vscode.Uri.parse(uri);
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(file);
  if (workspaceFolder === undefined) {
    void showWarning(vscode.l10n.t("The file isn't in a folder of the workspace. Open its folder first."));
    return;
  }
  const title = vscode.l10n.t('Severity of {0}', rule);
  const level = await pick<LevelItem>(
    LEVELS.map((one) => ({ label: one, level: one, detail: wordsFor(one) })),
    { title, placeHolder: vscode.l10n.t('Which severity?') },
  );
  if (level === undefined) return;
  const place = await pick<FolderItem>(foldersAround(file, workspaceFolder), {
    title,
    placeHolder: vscode.l10n.t('Where does it hold?'),
  });
  if (place === undefined) return;
  const reason = await askWhy(title);
  if (reason === undefined) return;
  const chosen = { rule, level: level.level, folder: place.folder, reason };
  const written = await settings.change(workspaceFolder.uri, (text) => chooseSeverity(text, chosen));
  switch (written.kind) {
    case 'done':
      return;
    case 'no-json':
      void showWarning(vscode.l10n.t(".partitionlens.json isn't valid JSON. Fix it, then try again."));
      return;
    case 'not-saved':
      void showWarning(vscode.l10n.t(".partitionlens.json wasn't saved. Save it, and the severity holds."));
      return;
    case 'failed':
      void showWarning(
        vscode.l10n.t(".partitionlens.json couldn't be written ({0}). Nothing was changed.", written.code),
      );
  }
}

function wordsFor(level: Level): string {
  switch (level) {
    case 'default':
      return vscode.l10n.t('As the rule says');
    case 'error':
      return vscode.l10n.t('Fails a build, red in the editor');
    case 'warning':
      return vscode.l10n.t('Fails a build, yellow in the editor');
    case 'information':
      return vscode.l10n.t('Shown, fails no build');
    case 'hint':
      return vscode.l10n.t('Only dots below the code');
    case 'off':
      return vscode.l10n.t('Not shown anywhere');
  }
}

/** The workspace folder, and the folders between it and the file, the outermost first. */
function foldersAround(file: vscode.Uri, { uri, name }: vscode.WorkspaceFolder): readonly FolderItem[] {
  const parts = file.path
    .slice(uri.path.length)
    .split('/')
    .filter((part) => part !== '')
    .slice(0, -1);
  const below = parts.slice(0, MOST_FOLDERS).map((_, i) => parts.slice(0, i + 1).join('/'));
  return [
    { label: vscode.l10n.t('All of {0}', name), folder: '' },
    ...below.map((folder) => ({ label: shortened(`${folder}/`, 100), folder })),
  ];
}
