import * as vscode from 'vscode';
import type { PlannedType } from '../../core/config/planned.ts';
import { readNames } from '../../core/config/properties-text.ts';
import type { TablePlan } from '../../core/config/write-config.ts';
import { askForText, type Item, pick } from '../window/questions.ts';

type Kinds = TablePlan['kinds'];
type Pattern = TablePlan['accessPatterns'][number];
type Properties = Readonly<Record<string, PlannedType>>;

/** Questions of a kind that are asked for one after the other. */
const MOST_ASKED = 20;

/** What stands for all entities, in place of properties that find them. */
const ALL = '*';

/** Asks what the program will ask of each kind, and how often; undefined where the person gives up. */
export async function askForPatterns(kinds: Kinds): Promise<readonly Pattern[] | undefined> {
  const patterns: Pattern[] = [];
  for (const [kind, { properties }] of Object.entries(kinds)) {
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const equal = await askForNames(kind, properties);
      if (equal === undefined) return undefined;
      if (equal === 'none') break;
      const wanted = await askForWanted(properties, equal);
      const perSecond = wanted && (await askForRate(equal));
      if (wanted === undefined || perSecond === undefined) return undefined;
      patterns.push({ kind, equal, ...wanted, ...(perSecond !== 'unknown' && { perSecond }) });
    }
  }
  return patterns;
}

/** The properties that a question gives values of; `none` where there is no question left. */
async function askForNames(
  kind: string,
  properties: Properties,
): Promise<readonly string[] | 'none' | undefined> {
  const known = new Set(Object.keys(properties));
  const names = await askForText({
    title: vscode.l10n.t('Access patterns of {0}', kind),
    prompt: vscode.l10n.t(
      'Properties by which you look up entities of {0}, separated by commas, or {1} for all entities. Leave it empty to go on.',
      kind,
      ALL,
    ),
    placeHolder: [...known].slice(0, 2).join(', '),
    ignoreFocusOut: true,
    judge: (text) =>
      text === '' || text === ALL || readNames(text, known) !== undefined
        ? undefined
        : vscode.l10n.t('Use the names of its properties: {0}.', [...known].join(', ')),
  });
  if (names === undefined) return undefined;
  if (names === ALL) return [];
  return (names === '' ? undefined : readNames(names, known)) ?? 'none';
}

/** A bound, an order, or both, of what is found. */
interface Wanted extends Item {
  readonly pattern: Pick<Pattern, 'range' | 'to' | 'order' | 'deletes'>;
}

/** Which of the entities that are found are wanted, in which order, and how many; undefined where the person gives up. */
async function askForWanted(
  properties: Properties,
  equal: readonly string[],
): Promise<Pick<Pattern, 'range' | 'to' | 'order' | 'deletes' | 'first'> | undefined> {
  const ordered = Object.entries(properties)
    .filter(([name]) => !equal.includes(name))
    .flatMap(([name, type]) => wantedBy(name, type, equal.length === 0));
  if (ordered.length === 0) return {};
  const picked = await pick<Wanted>(
    [{ label: vscode.l10n.t('All of them, in any order'), pattern: {} }, ...ordered],
    {
      title: vscode.l10n.t('Which entities, in which order: by {0}', namesText(equal)),
      placeHolder: vscode.l10n.t('The order of the results, or a range'),
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined) return undefined;
  if (picked.pattern.order === undefined) return picked.pattern;
  const first = await askForFigure({
    title: picked.label,
    prompt: vscode.l10n.t('How many you want, such as 10. Leave it empty for all.'),
    isWhole: true,
  });
  if (first === undefined) return undefined;
  return { ...picked.pattern, ...(first !== 'unknown' && { first }) };
}

/** The orders and ranges that a property has: of times and numbers. */
function wantedBy(name: string, type: PlannedType, isOfAll: boolean): readonly Wanted[] {
  const between = {
    label: vscode.l10n.t('{0} between two values', name),
    pattern: { range: name },
  };
  switch (type) {
    case 'time':
      return [
        { label: vscode.l10n.t('Newest {0} first', name), pattern: { order: `-${name}` } },
        { label: vscode.l10n.t('Oldest {0} first', name), pattern: { order: name } },
        between,
        {
          label: vscode.l10n.t('{0} between two values, newest first', name),
          pattern: { range: name, order: `-${name}` },
        },
        ...(isOfAll
          ? [
              {
                label: vscode.l10n.t('{0} before a time, to delete them', name),
                pattern: { to: name, deletes: true as const },
              },
            ]
          : []),
      ];
    case 'number':
      return [
        { label: vscode.l10n.t('Largest {0} first', name), pattern: { order: `-${name}` } },
        { label: vscode.l10n.t('Smallest {0} first', name), pattern: { order: name } },
        between,
      ];
    case 'text':
    case 'id':
    case 'boolean':
      return [];
  }
}

function askForRate(equal: readonly string[]): Promise<number | 'unknown' | undefined> {
  return askForFigure({
    title: vscode.l10n.t('How often: by {0}', namesText(equal)),
    prompt: vscode.l10n.t("Times a second, such as 20 or 0.1. Leave it empty if you don't know."),
  });
}

function namesText(equal: readonly string[]): string {
  return equal.length === 0 ? ALL : equal.join(', ');
}

/** Asks for a number over 0; `unknown` where nothing is typed, undefined where the person gives up. */
export async function askForFigure({
  title,
  prompt,
  isWhole = false,
}: {
  readonly title: string;
  readonly prompt: string;
  readonly isWhole?: boolean;
}): Promise<number | 'unknown' | undefined> {
  const text = await askForText({
    title,
    prompt,
    ignoreFocusOut: true,
    judge: (typed) => {
      const figure = Number(typed);
      if (typed === '' || (figure > 0 && (isWhole ? Number.isInteger(figure) : Number.isFinite(figure))))
        return undefined;
      return isWhole ? vscode.l10n.t('Type a whole number over 0.') : vscode.l10n.t('Type a number over 0.');
    },
  });
  return text === '' ? 'unknown' : text === undefined ? undefined : Number(text);
}
