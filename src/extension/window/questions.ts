import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** What is said of a text as it is typed: an error keeps it from being taken. */
export type Judgement =
  string | { readonly severity: 'Info' | 'Warning'; readonly message: string } | undefined;

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  /** What stands there to begin with. */
  readonly value?: string;
  readonly placeHolder?: string;
  readonly password?: boolean;
  readonly ignoreFocusOut?: boolean;
  readonly judge?: (text: string) => Judgement;
}

/** Asks for a text; undefined when the person gives up. */
export function askForText(question: TextQuestion): Thenable<string | undefined> {
  const { title, prompt, value, placeHolder, password, ignoreFocusOut, judge } = question;
  return vscode.window.showInputBox({
    title: plain(title, LENGTH.title),
    prompt: plain(prompt, LENGTH.prompt),
    ...(value !== undefined && { value }),
    ...(placeHolder !== undefined && { placeHolder: plain(placeHolder, LENGTH.label) }),
    ...(password !== undefined && { password }),
    ...(ignoreFocusOut !== undefined && { ignoreFocusOut }),
    ...(judge && { validateInput: (text) => said(judge(text)) }),
  });
}

function said(judgement: Judgement): vscode.InputBoxValidationMessage | string | undefined {
  if (judgement === undefined || typeof judgement === 'string') {
    return judgement && plain(judgement, LENGTH.prompt);
  }
  return {
    message: plain(judgement.message, LENGTH.prompt),
    severity: vscode.InputBoxValidationSeverity[judgement.severity],
  };
}

/** A row to choose. */
export interface Item {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** The name of a codicon. */
  readonly icon?: string;
  /** Also where nothing in it is like what is typed. */
  readonly alwaysShow?: boolean;
}

/** A line above rows that have something in common. */
export interface Heading {
  readonly heading: string;
}

export interface Choice {
  readonly title?: string;
  readonly placeHolder: string;
  readonly ignoreFocusOut?: boolean;
}

/** Asks for one of some rows; undefined when the person gives up. */
export async function pick<T extends Item>(
  items: readonly (T | Heading)[] | Promise<readonly (T | Heading)[]>,
  { title, placeHolder, ignoreFocusOut }: Choice,
): Promise<T | undefined> {
  const rows = items instanceof Promise ? items.then((all) => all.map(rowOf)) : items.map(rowOf);
  const picked = await vscode.window.showQuickPick<Row<T>>(rows, {
    ...(title !== undefined && { title: plain(title, LENGTH.title) }),
    placeHolder: plain(placeHolder, LENGTH.label),
    ...(ignoreFocusOut !== undefined && { ignoreFocusOut }),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.item;
}

/** A question whose rows depend on what is typed. */
export interface TypedQuestion<T extends Item, A> {
  readonly title: string;
  readonly placeHolder: string;
  /** Which of how many questions it is, counting from 1. */
  readonly step?: readonly [step: number, of: number];
  readonly ignoreFocusOut?: boolean;
  readonly itemsFor: (typed: string) => readonly T[];
  /** What Enter stands for; undefined leaves the question open. */
  readonly answer: (typed: string, selected: readonly T[]) => A | undefined;
  /** Reads what more can be offered, until the signal is aborted: then nobody asks any more. Must not reject. */
  readonly read?: (signal: AbortSignal) => Promise<void>;
}

/** Asks a question whose rows depend on what is typed; undefined when the person gives up. */
export function askAsTyped<T extends Item, A>(question: TypedQuestion<T, A>): Promise<A | undefined> {
  const { title, placeHolder, step, ignoreFocusOut, itemsFor, answer, read } = question;
  const picker = vscode.window.createQuickPick<Row<T>>();
  const reading = new AbortController();
  picker.title = plain(title, LENGTH.title);
  picker.placeholder = plain(placeHolder, LENGTH.label);
  if (step !== undefined) [picker.step, picker.totalSteps] = step;
  if (ignoreFocusOut !== undefined) picker.ignoreFocusOut = ignoreFocusOut;
  const show = (): void => {
    picker.items = itemsFor(picker.value).map(rowOf);
  };
  picker.onDidChangeValue(show);
  show();
  if (read !== undefined) {
    picker.busy = true;
    void read(reading.signal).then(() => {
      if (reading.signal.aborted) return;
      picker.busy = false;
      show();
    });
  }
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const selected = picker.selectedItems.flatMap(({ item }) => item ?? []);
      const answered = answer(picker.value, selected);
      if (answered === undefined) return;
      resolve(answered);
      picker.hide();
    });
    picker.onDidHide(() => {
      reading.abort();
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

/** Asks for one of the workspace's folders. */
export async function pickWorkspaceFolder(placeHolder: string): Promise<vscode.Uri | undefined> {
  const options = { placeHolder: plain(placeHolder, LENGTH.label) };
  return (await vscode.window.showWorkspaceFolderPick(options))?.uri;
}

/** Files by what they are called there: the endings of their names. */
type Filters = Readonly<Record<string, readonly string[]>>;

/** Asks for a file that is there. */
export async function pickFile(title: string, filters: Filters): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({
    title: plain(title, LENGTH.title),
    filters: fileFilters(filters),
  });
  return files?.[0];
}

/** Asks where a file is to be written; `saveLabel` stands on the button. */
export function pickNewFile(options: {
  readonly title: string;
  readonly saveLabel: string;
  readonly filters: Filters;
  readonly defaultUri?: vscode.Uri;
}): Thenable<vscode.Uri | undefined> {
  const { title, saveLabel, filters, defaultUri } = options;
  return vscode.window.showSaveDialog({
    title: plain(title, LENGTH.title),
    saveLabel: plain(saveLabel, LENGTH.label),
    filters: fileFilters(filters),
    ...(defaultUri && { defaultUri }),
  });
}

function fileFilters(filters: Filters): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([name, endings]) => [name, [...endings]]));
}

/** A row as VS Code gets it, and what it stands for; a heading for nothing. */
interface Row<T> extends vscode.QuickPickItem {
  readonly item?: T;
}

function rowOf<T extends Item>(item: T | Heading): Row<T> {
  if ('heading' in item) {
    return { label: plain(item.heading, LENGTH.label), kind: vscode.QuickPickItemKind.Separator };
  }
  const { label, description, detail, icon, alwaysShow } = item;
  return {
    label: plain(label, LENGTH.label),
    ...(description !== undefined && { description: plain(description, LENGTH.description) }),
    ...(detail !== undefined && { detail: plain(detail, LENGTH.detail) }),
    ...(icon !== undefined && { iconPath: new vscode.ThemeIcon(icon) }),
    ...(alwaysShow !== undefined && { alwaysShow }),
    item,
  };
}
