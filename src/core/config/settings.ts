import * as l10n from '@vscode/l10n';
import { grouped } from '../text/numbers.ts';
import { shortened } from '../text/shortened.ts';

/** Findings of open files alone, or of every file of the workspace: the setting `partitionLens.scope`. */
export type Scope = 'openFiles' | 'workspace';

const SCOPES: readonly Scope[] = ['openFiles', 'workspace'];

/** Where the shape of a read is shown: above its call, or behind it in its line: the setting `partitionLens.shapes`. */
export type ShapesShown = 'codeLens' | 'inlayHint';

const SHAPES_SHOWN: readonly ShapesShown[] = ['codeLens', 'inlayHint'];

/** How loud a rule is; `default` leaves that to the rule, which may speak softer of lesser cases. */
export type Level = 'default' | 'error' | 'warning' | 'information' | 'hint' | 'off';

export const LEVELS: readonly Level[] = ['default', 'error', 'warning', 'information', 'hint', 'off'];

/** What a person set, for one file or folder. */
export interface Settings {
  readonly scope: Scope;
  readonly shapes: ShapesShown;
  /** Rules that are not at `default`, by id. */
  readonly levels: ReadonlyMap<string, Level>;
}

/** How many problems are told, each in a message of its own: a folder's settings may have any number. */
const MAX_PROBLEMS = 5;

/** Characters of a value that a message quotes. */
const MAX_QUOTED = 200;

export const defaultSettings: Settings = { scope: 'openFiles', shapes: 'codeLens', levels: new Map() };

export interface ReadSettings {
  readonly settings: Settings;
  /** What cannot be used and is ignored, as sentences for people. */
  readonly problems: readonly string[];
}

/** Reads what stands under `partitionLens` in a person's settings; `rules` are the ids that there are. */
export function readSettings(value: unknown, rules: ReadonlySet<string>): ReadSettings {
  const problems: string[] = [];
  const {
    scope,
    shapes,
    rules: levels,
  } = {
    ...{ scope: undefined, shapes: undefined, rules: undefined },
    ...asObject(value),
  };
  return {
    settings: {
      scope: readOneOf('partitionLens.scope', SCOPES, scope, problems) ?? defaultSettings.scope,
      shapes: readOneOf('partitionLens.shapes', SHAPES_SHOWN, shapes, problems) ?? defaultSettings.shapes,
      levels: readLevels(levels, rules, problems),
    },
    problems: problems.length > MAX_PROBLEMS ? firstOf(problems) : problems,
  };
}

function firstOf(problems: readonly string[]): readonly string[] {
  const told = problems.slice(0, MAX_PROBLEMS - 1);
  const left = grouped(problems.length - told.length);
  return [...told, l10n.t('{0} more entries of {1} are invalid. Check them.', left, 'partitionLens.rules')];
}

/** The word that a setting has; undefined where it has none of these. */
function readOneOf<T extends string>(
  name: string,
  words: readonly T[],
  value: unknown,
  problems: string[],
): T | undefined {
  const word = words.find((one) => one === value);
  if (word === undefined && value !== undefined)
    problems.push(
      l10n.t(
        'The setting {0} has the invalid value {1}. Use one of: {2}.',
        name,
        quoted(value),
        words.join(', '),
      ),
    );
  return word;
}

function readLevels(
  value: unknown,
  rules: ReadonlySet<string>,
  problems: string[],
): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  const given = asObject(value);
  if (given === undefined && value !== undefined && value !== null) {
    problems.push(
      l10n.t(
        "The setting {0} isn't an object, so it changes no rule. Write rule ids with their severity, such as {1}.",
        'partitionLens.rules',
        '{ "table-scan": "error" }',
      ),
    );
  }
  for (const [id, wanted] of Object.entries(given ?? {})) {
    const level = LEVELS.find((one) => one === wanted);
    if (!rules.has(id)) {
      problems.push(
        l10n.t(
          'The setting {0} names "{1}", but there is no such rule. Write the id as a finding shows it, or remove it.',
          'partitionLens.rules',
          shortened(id, MAX_QUOTED),
        ),
      );
    } else if (level === undefined) {
      problems.push(
        l10n.t(
          'The setting {0} has the invalid value {1} for "{2}". Use one of: {3}.',
          'partitionLens.rules',
          quoted(wanted),
          id,
          LEVELS.join(', '),
        ),
      );
    } else if (level !== 'default') levels.set(id, level);
  }
  return levels;
}

function quoted(value: unknown): string {
  return shortened(JSON.stringify(value), MAX_QUOTED);
}

function asObject(value: unknown): object | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
