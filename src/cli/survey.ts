import { basename, dirname, join } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { checked, describeRuleError } from '../api/checked.ts';
import { createEngine, type EngineOptions } from '../lens/engine/create.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import type { Rule } from '../lens/rules/rule.ts';
import { CONFIG_FILE, readConfig } from '../core/config/table-config.ts';
import { isSource, isWithin, nameFrom } from '../lens/workspace/paths.ts';
import { describeUnread, type Unread } from '../lens/workspace/unread.ts';
import { createWorkspace, type Workspace } from '../lens/workspace/workspace.ts';
import type { Output } from './command.ts';
import type { LeftOut } from './finish.ts';
import { type Lines, linesOf } from '../core/text/lines.ts';
import { placesOf, readPaths } from './named-paths.ts';

/** Files whose place does not matter: they say something of what is below them. */
const CONCERNING_ALL: ReadonlySet<string> = new Set([CONFIG_FILE, '.gitignore', 'exclude']);

/** What was read from the paths of a command line. */
export interface Survey {
  /** Every file that has an operation, in the order of the names; what cannot be read is complained of. */
  readonly files: () => AsyncGenerator<SurveyedFile>;
  /** The text of any file; empty where it cannot be read. */
  readonly linesOf: (file: string) => Promise<Lines>;
  /** The program as it was read. */
  readonly workspace: Workspace;
  /** How a file is called in what is written: relative to the working directory, with `/`. */
  readonly nameOf: (file: string) => string;
  /** Takes a text for what a file of these has; gives what is known of it then, undefined where it can't be read as code. */
  readonly reread: (file: string, text: string) => Promise<SurveyedFile | undefined>;
  /** Whether a file is one of those that are checked, there or not, and was not left out until now. */
  readonly isSeen: (file: string) => boolean;
  /** There is no source to read. */
  readonly isEmpty: boolean;
  /** What was left out until now; of broken files it is known once they have been come to. */
  readonly leftOut: () => LeftOut;
}

export interface SurveyOptions extends Partial<Pick<EngineOptions, 'onRuleError'>> {
  /** By the lens's names of the files. */
  readonly given?: ReadonlyMap<string, string>;
  /** Whether a file may be read, by the lens's name of it, also where others import it. Default: every file. */
  readonly mayRead?: (file: string) => Promise<boolean>;
  /** Whether the command has something to say where there is no source: then it tells itself where it hasn't. */
  readonly mayBeEmpty?: boolean;
}

/** What a command says that has nothing to read. */
export function nothingToRead(): string {
  return l10n.t('There is no TypeScript or JavaScript to read.');
}

export interface SurveyedFile {
  readonly name: string;
  readonly lines: Lines;
  readonly analysis: FileAnalysis;
}

/** Analyses that are kept: a command goes from file to file. */
const FEW_ANALYSES = 2;

/**
 * Reads files and folders, and what says something about them: what they import, and the project that they are
 * part of. Folders are read as an editor reads its workspace, without what git ignores; a file that is named
 * itself is read whoever ignores it.
 * Throws a UsageError for a path that does not exist. A rule that throws is complained of, or told to `onRuleError`; `given` are texts
 * of files that are not what the disk has.
 */
export async function survey(
  paths: readonly string[],
  rules: readonly Rule[],
  { folder, complain, progress, collect }: Pick<Output, 'folder' | 'complain' | 'progress' | 'collect'>,
  { given = new Map(), onRuleError, mayRead, mayBeEmpty = false }: SurveyOptions = {},
): Promise<Survey> {
  const nameOf = (file: string): string => nameFrom(folder, file) || '.';
  const tell = (file: string, what: string): void => {
    complain(`${nameOf(file)}: ${what}`);
  };
  const named = await readPaths(folder, paths, (file) => given.has(file));
  const left = new Set<string>();
  const leaveOut = (path: string, why: string): void => {
    // of a folder that is left out all is, and told once
    if (left.has(path) || left.has(dirname(path))) return;
    left.add(path);
    tell(path, why);
  };
  const onUnread = (path: string, why: Unread): void => {
    if (why.kind === 'patterns') tell(path, describeUnread(why));
    else if (named.have(path) || CONCERNING_ALL.has(basename(path))) leaveOut(path, describeUnread(why));
  };
  const engine = createEngine({
    rules,
    analysesKept: FEW_ANALYSES,
    onRuleError:
      onRuleError ??
      ((rule, file, error) => {
        tell(file, describeRuleError(rule, error));
      }),
  });
  const workspace = createWorkspace(engine, onUnread, mayRead);
  for (const [file, text] of given) workspace.open(file, text);
  for (const root of [...named.folders, ...named.context]) {
    await workspace.index(root, {
      onProgress: ({ done, total }) => {
        progress(l10n.t('Reading {0}: {1} of {2}', nameOf(root), done, total));
      },
    });
  }
  const wanted = new Set(workspace.files().filter(named.have));
  for (const file of named.files) {
    const reading = await workspace.read(file);
    if (reading.kind === 'unread') leaveOut(file, describeUnread(reading.why));
    else if (!isSource(file)) {
      leaveOut(file, l10n.t("not read: it isn't TypeScript or JavaScript. Remove it from the command."));
    } else {
      workspace.open(file, reading.text);
      wanted.add(file);
    }
  }
  workspace.declareClients(
    await Promise.all(
      placesOf(paths, folder).map(async (place) => {
        const { clients } = readConfig((await workspace.textOf(join(place, CONFIG_FILE))) ?? '');
        return { folder: place, clients };
      }),
    ),
  );
  await workspace.settle();
  progress('');
  const isEmpty = wanted.size === 0;
  if (isEmpty && !mayBeEmpty) complain(nothingToRead());

  const texts = new Map<string, Promise<Lines>>();
  const textLines = (file: string): Promise<Lines> => {
    const known = texts.get(file) ?? workspace.textOf(file).then((text) => linesOf(text ?? ''));
    texts.set(file, known);
    return known;
  };
  const read = async (file: string): Promise<SurveyedFile | string> => {
    const lines = await textLines(file);
    const result = checked(engine, file, lines);
    return result.kind === 'skipped' ? result.why : { name: nameOf(file), lines, analysis: result.analysis };
  };
  return {
    workspace,
    nameOf,
    isEmpty,
    reread: async (file, text) => {
      workspace.open(file, text);
      texts.delete(file);
      await workspace.settle();
      const result = await read(file);
      return typeof result === 'string' ? undefined : result;
    },
    isSeen: (file) => named.have(file) && ![...left].some((path) => isWithin(path, file)),
    leftOut: () => {
      const own = [...left].filter(named.isNamed).length;
      return { named: own, found: left.size - own };
    },
    linesOf: textLines,
    files: async function* () {
      const concerned = new Set(engine.filesToCheck());
      for (const file of [...wanted].sort()) {
        if (!concerned.has(file) && engine.syntaxError(file) === undefined) continue;
        collect?.();
        progress(l10n.t('Checking {0}', nameOf(file)));
        const result = await read(file);
        progress('');
        if (typeof result === 'string') leaveOut(file, result);
        else yield result;
      }
    },
  };
}
