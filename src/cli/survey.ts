import { relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { createEngine, type EngineOptions } from '../lens/engine/create.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import type { Rule } from '../lens/rules/rule.ts';
import { isSource, toDisk } from '../lens/workspace/paths.ts';
import { createWorkspace } from '../lens/workspace/workspace.ts';
import type { Terminal } from './command.ts';
import { type Lines, linesOf } from './lines.ts';
import { readPaths } from './named-paths.ts';

/** What was read from the paths of a command line. */
export interface Survey {
  /** Every file that has an operation, in the order of the names; what cannot be read is complained of. */
  readonly files: () => AsyncGenerator<SurveyedFile>;
  /** The text of any file; empty where it cannot be read. */
  readonly linesOf: (file: string) => Promise<Lines>;
  /** How a file is called in what is written: relative to the working directory, with `/`. */
  readonly nameOf: (file: string) => string;
}

export interface SurveyedFile {
  readonly name: string;
  readonly lines: Lines;
  readonly analysis: FileAnalysis;
}

/**
 * Reads files and folders, and what says something about them: what they import, and the project that they are
 * part of. Folders are read as an editor reads its workspace, without what git ignores; a file that is named
 * itself is read whoever ignores it.
 * Throws a UsageError for a path that does not exist. A rule that throws is complained of, or told to `onRuleError`.
 */
export async function survey(
  paths: readonly string[],
  rules: readonly Rule[],
  terminal: Terminal,
  onRuleError?: EngineOptions['onRuleError'],
): Promise<Survey> {
  const { folder, complain, progress } = terminal;
  const nameOf = (file: string): string => relative(folder, toDisk(file)).replaceAll('\\', '/') || '.';
  const skip = (file: string, why: string): void => {
    progress?.('');
    complain(`${nameOf(file)}: ${why}\n`);
  };
  const engine = createEngine({
    rules,
    onRuleError:
      onRuleError ??
      ((rule, file, error) => {
        skip(file, l10n.t('the rule {0} failed, its findings are missing: {1}', rule, String(error)));
      }),
  });
  const workspace = createWorkspace(engine);
  const named = await readPaths(folder, paths);
  const unread = new Set<string>();
  for (const root of [...named.folders, ...(named.context === undefined ? [] : [named.context])]) {
    await workspace.index(root, {
      onUnread: (path) => {
        if (named.have(path)) unread.add(path);
      },
      onProgress: ({ done, total }) =>
        progress?.(l10n.t('Reading {0}: {1} of {2}', nameOf(root), done, total)),
    });
  }
  const wanted = new Set(workspace.files().filter(named.have));
  for (const file of named.files) {
    const text = isSource(file) ? await workspace.textOf(file) : undefined;
    if (text === undefined) {
      skip(file, l10n.t('left out: it is no TypeScript or JavaScript, or cannot be read'));
      continue;
    }
    workspace.open(file, text);
    wanted.add(file);
  }
  await workspace.settle();
  for (const path of unread) skip(path, l10n.t('left out: it cannot be read, or is larger than 2 MB'));
  progress?.('');
  if (wanted.size === 0) complain(`${l10n.t('There is no TypeScript or JavaScript to read.')}\n`);

  const texts = new Map<string, Promise<Lines>>();
  const textLines = (file: string): Promise<Lines> => {
    const known = texts.get(file) ?? workspace.textOf(file).then((text) => linesOf(text ?? ''));
    texts.set(file, known);
    return known;
  };
  const isWhole = async (file: string): Promise<boolean> => {
    const fault = engine.syntaxError(file);
    if (fault === undefined) return true;
    const { line, column } = (await textLines(file)).positionOf(fault.offset);
    skip(
      file,
      l10n.t('left out: it cannot be parsed; line {0}, column {1}: {2}', line, column, fault.message),
    );
    return false;
  };

  return {
    nameOf,
    linesOf: textLines,
    files: async function* () {
      const concerned = new Set(engine.filesToCheck());
      for (const file of [...wanted].sort()) {
        if (!(await isWhole(file)) || !concerned.has(file)) continue;
        progress?.(l10n.t('Checking {0}', nameOf(file)));
        const lines = await textLines(file);
        const analysis = engine.analyze(file);
        progress?.('');
        yield { name: nameOf(file), lines, analysis };
      }
    },
  };
}
