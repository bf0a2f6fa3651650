import * as vscode from 'vscode';
import type { PlannedType } from '../../core/config/planned.ts';
import { isName, readProperties } from '../../core/config/properties-text.ts';
import { CONFIG_FILE, type TableConfig } from '../../core/config/table-config.ts';
import { planTable, type TablePlan } from '../../core/config/write-config.ts';
import { tableNameProblem } from '../../core/edm/table-name.ts';
import type { TextEdit } from '../../core/text/edit.ts';
import { showError, showInformation } from '../window/messages.ts';
import { askForText, pick, pickWorkspaceFolder } from '../window/questions.ts';
import { askForFigure, askForPatterns } from './new-questions.ts';

/** Where plans are kept. */
export interface Plans {
  readonly of: (table: string) => TableConfig | undefined;
  readonly change: (
    folder: vscode.Uri,
    editsOf: (text: string) => readonly TextEdit[] | undefined,
  ) => Promise<{ readonly kind: string }>;
}

type Kinds = TablePlan['kinds'];

/** Kinds that are asked for one after the other. */
const MOST_ASKED = 20;

/**
 * Asks for the kinds of entities of a new table, what is asked of them and how often, and plans it in `.partitionlens.json`. Gives the
 * table's name; undefined where the person gives up or the file cannot be written, which is told.
 */
export async function designNewTable(plans: Plans): Promise<string | undefined> {
  const folder = await pickFolder();
  const table = folder && (await askForName(plans));
  const kinds = table === undefined ? undefined : await askForKinds(table);
  const accessPatterns = kinds && (await askForPatterns(kinds));
  if (folder === undefined || table === undefined || kinds === undefined || accessPatterns === undefined)
    return undefined;
  const written = await plans.change(folder, (text) => planTable(text, table, { kinds, accessPatterns }));
  if (written.kind === 'done') return table;
  void showError(
    vscode.l10n.t(
      "Can't change {0}, so nothing is planned. Check that it is JSON and that you can save it, then design the table again.",
      CONFIG_FILE,
    ),
  );
  return undefined;
}

async function pickFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1) {
    return pickWorkspaceFolder(vscode.l10n.t('The folder whose {0} gets the plan', CONFIG_FILE));
  }
  if (folders.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'Open a folder first: tables are planned in its {0}, where a team shares them.',
        CONFIG_FILE,
      ),
    );
  }
  return folders[0]?.uri;
}

function askForName({ of }: Plans): Thenable<string | undefined> {
  return askForText({
    title: vscode.l10n.t('Design a new table'),
    prompt: vscode.l10n.t('Name of the table: 3 to 63 letters and digits, starting with a letter'),
    ignoreFocusOut: true,
    judge: (name) =>
      tableNameProblem(name) ??
      (of(name) === undefined
        ? undefined
        : vscode.l10n.t('{0} already describes this table. Change it there.', CONFIG_FILE)),
  });
}

/** At least one kind; undefined where the person gives up. */
async function askForKinds(table: string): Promise<Kinds | undefined> {
  const kinds = new Map<string, Kinds[string]>();
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const name = await askForText({
      title: vscode.l10n.t('Kinds of entities in {0}', table),
      prompt:
        asked === 0
          ? vscode.l10n.t('Name of one kind of entity, such as order. You can add more kinds later.')
          : vscode.l10n.t('Name of another kind of entity. Leave it empty to go on.'),
      ignoreFocusOut: true,
      judge: (text) => {
        if (text === '' && asked > 0) return undefined;
        if (!isName(text)) return vscode.l10n.t('Use letters, digits, and _, starting with a letter.');
        return kinds.has(text) ? vscode.l10n.t('{0} is there twice.', text) : undefined;
      },
    });
    if (name === undefined) return undefined;
    if (name === '') break;
    const properties = await askForProperties(name);
    const id = properties && (await pickId(name, properties));
    const entities = id === undefined ? undefined : await askForEntities(name);
    if (properties === undefined || id === undefined || entities === undefined) return undefined;
    // a beginning that finds each entity by itself: the designs are held against it
    kinds.set(name, {
      partitionKey: `{${id}}`,
      rowKey: `{${id}}`,
      properties: Object.fromEntries(properties),
      ...entities,
    });
  }
  return Object.fromEntries(kinds);
}

async function askForProperties(kind: string): Promise<ReadonlyMap<string, PlannedType> | undefined> {
  const text = await askForText({
    title: vscode.l10n.t('Properties of {0}', kind),
    prompt: vscode.l10n.t(
      'Names with their types (id, time, number, boolean, or text if you give none), such as: {0}',
      'orderId: id, customerId: id, ordered: time, total: number, note',
    ),
    ignoreFocusOut: true,
    judge: (typed) => {
      const read = readProperties(typed);
      return read.kind === 'wrong' ? read.why : undefined;
    },
  });
  const read = text === undefined ? undefined : readProperties(text);
  return read?.kind === 'properties' ? read.properties : undefined;
}

async function pickId(
  kind: string,
  properties: ReadonlyMap<string, PlannedType>,
): Promise<string | undefined> {
  const picked = await pick(
    [...properties].map(([label, description]) => ({ label, description })),
    {
      title: vscode.l10n.t('The property that identifies each {0}', kind),
      placeHolder: vscode.l10n.t('A property whose value is different in each entity'),
      ignoreFocusOut: true,
    },
  );
  return picked?.label;
}

/** How many entities of a kind there will be, where somebody knows; undefined where the person gives up. */
async function askForEntities(kind: string): Promise<{ readonly entities?: number } | undefined> {
  const entities = await askForFigure({
    title: vscode.l10n.t('Number of entities: {0}', kind),
    prompt: vscode.l10n.t(
      "How many you expect after a year, such as 50000. Leave it empty if you don't know.",
    ),
  });
  if (entities === undefined) return undefined;
  return entities === 'unknown' ? {} : { entities };
}
