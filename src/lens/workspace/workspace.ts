import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path/posix';
import type { Engine, FileAnalysis } from '../engine/engine.ts';
import { ignoreRulesOf, type IgnoreRules } from './ignore-rules.ts';
import { isForeignFolder, isSource, isWithin, PROJECT_FILES, toDisk } from './paths.ts';
import { pauses } from './pause.ts';
import { sourceFilesBelow } from './walk.ts';

/** Bytes over which a file is left unread: generated code and data, nothing that a person edits. */
const MAX_SIZE = 2 * 1024 * 1024;

/** How many files are read at the same time; more gains nothing on a local disk. */
const READERS = 16;

/** What happened to a path on disk. */
export interface FileChange {
  readonly file: string;
  readonly kind: 'written' | 'deleted';
}

/** How far an index has come: files of `total` that are read. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * The files that an engine knows, from folders on disk and from an editor, whose texts win over the disk's.
 * All long work goes in slices and ends with the signal's reason when its signal is aborted.
 */
export interface Workspace extends Pick<Engine, 'operations' | 'table' | 'undecided' | 'setAnswers'> {
  /** Sets the text that an editor shows. */
  readonly open: (file: string, text: string) => void;
  /** The editor gave the file up: what the disk says is valid again. */
  readonly close: (file: string) => Promise<void>;
  /** Reads every source file below a folder, and what they import from elsewhere. */
  readonly index: (
    root: string,
    options?: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: Progress) => void;
      /** Told of each file and folder that cannot be read, or is over the limit. */
      readonly onUnread?: (path: string) => void;
    },
  ) => Promise<void>;
  /** Forgets a folder and all files below it that no editor shows. */
  readonly forget: (root: string) => void;
  /** Reads what known files import, until nothing is wanted that can be had. Calls share one reading. */
  readonly settle: () => Promise<void>;
  /** Takes changes on disk over; a folder may be named for all files below it. */
  readonly update: (changes: readonly FileChange[], signal?: AbortSignal) => Promise<void>;
  /** The text as the lens sees it; undefined for what cannot be read. */
  readonly textOf: (file: string) => Promise<string | undefined>;
  /** The engine's analysis, kept until any file changes. */
  readonly analyze: (file: string) => FileAnalysis;
  /** Files of the indexed folders that have an operation. */
  readonly filesWithOperations: () => readonly string[];
  /** Every file read from the indexed folders. */
  readonly files: () => readonly string[];
}

/** A workspace that feeds the engine; nobody else may set or remove the engine's files. */
export function createWorkspace(engine: Engine): Workspace {
  const opened = new Map<string, string>();
  const indexed = new Set<string>();
  const imported = new Set<string>();
  const roots = new Map<string, Promise<IgnoreRules>>();
  const analyses = new Map<string, FileAnalysis>();

  const set = (file: string, text: string): void => {
    analyses.clear();
    engine.setFile(file, text);
  };
  const remove = (file: string): void => {
    indexed.delete(file);
    imported.delete(file);
    if (opened.has(file)) return;
    analyses.clear();
    engine.removeFile(file);
  };

  const rulesOf = (root: string): Promise<IgnoreRules> => {
    const known = roots.get(root);
    if (known) return known;
    const rules = ignoreRulesOf(root);
    roots.set(root, rules);
    return rules;
  };

  /** Gives the engine what the editor shows, else what the disk has; false when there is neither. */
  const load = async (file: string): Promise<boolean> => {
    const read = opened.has(file) ? undefined : await readSource(file);
    const text = opened.get(file) ?? read;
    if (text === undefined) return false;
    set(file, text);
    return true;
  };

  const work = async (pause: () => Promise<void>): Promise<void> => {
    for (const _ of engine.steps()) await pause();
  };

  const readWanted = async (): Promise<void> => {
    const pause = pauses();
    const tried = new Set<string>();
    for (;;) {
      await work(pause);
      const news = engine.wantedFiles().filter((candidates) => !tried.has(candidates.join('\n')));
      if (news.length === 0) return;
      for (const candidates of news) {
        tried.add(candidates.join('\n'));
        await pause();
        if (await loadFirst(candidates)) continue;
        analyses.clear();
        candidates.forEach(engine.markMissing);
      }
    }
  };

  let settling: Promise<void> | undefined;
  const settle = (): Promise<void> => {
    settling ??= readWanted().finally(() => {
      settling = undefined;
    });
    return settling;
  };

  const loadFirst = async (candidates: readonly string[]): Promise<boolean> => {
    for (const candidate of candidates) {
      if (!(await load(candidate))) continue;
      imported.add(candidate);
      return true;
    }
    return false;
  };

  const index: Workspace['index'] = async (root, { signal, onProgress, onUnread } = {}) => {
    const pause = pauses(signal);
    const found: string[] = [];
    for await (const file of sourceFilesBelow(root, await rulesOf(root), onUnread)) {
      found.push(file);
      await pause();
    }
    const isCurrent = (file: string): boolean => opened.has(file) || indexed.has(file) || imported.has(file);
    for (let done = 0; done < found.length; done += READERS) {
      onProgress?.({ done, total: found.length });
      const batch = found.slice(done, done + READERS);
      const texts = await Promise.all(batch.filter((file) => !isCurrent(file)).map(readNamed));
      await pause();
      for (const { file, text } of texts) if (text !== undefined && !isCurrent(file)) set(file, text);
      const unread = new Set(texts.filter(({ text }) => text === undefined).map(({ file }) => file));
      for (const file of batch) {
        if (unread.has(file)) onUnread?.(file);
        else indexed.add(file);
      }
      // batch by batch, so that no long step is left for the end
      await work(pause);
    }
    await settle();
  };

  const forget = (root: string): void => {
    roots.delete(root);
    const kept = [...roots.keys()];
    for (const file of [...indexed]) {
      if (isWithin(root, file) && !kept.some((other) => isWithin(other, file))) remove(file);
    }
  };

  /** Whether the file would have been found by indexing the folders. */
  const belongs = async (file: string): Promise<boolean> => {
    for (const root of roots.keys()) {
      if (!isWithin(root, file)) continue;
      if (!(await hasForeignFolder(root, file)) && !(await (await rulesOf(root)).ignores(file, false)))
        return true;
    }
    return false;
  };

  const update: Workspace['update'] = async (changes, signal) => {
    const pause = pauses(signal);
    for (const { file, kind } of changes) {
      await pause();
      if (basename(file) === '.gitignore') {
        const affected = [...roots.keys()].filter((root) => isWithin(root, file));
        for (const root of affected) await reindex(root, signal);
      } else if (kind === 'deleted') {
        for (const known of [...indexed, ...imported]) if (isWithin(file, known)) remove(known);
      } else if (isSource(file) && (imported.has(file) || indexed.has(file) || (await belongs(file)))) {
        if (!(await load(file))) remove(file);
        else if (!imported.has(file)) indexed.add(file);
      }
    }
    await settle();
  };

  const reindex = async (root: string, signal?: AbortSignal): Promise<void> => {
    forget(root);
    await index(root, signal ? { signal } : {});
  };

  const close = async (file: string): Promise<void> => {
    opened.delete(file);
    const wanted = indexed.has(file) || imported.has(file);
    if (!wanted || !(await load(file))) remove(file);
    await settle();
  };

  return {
    open: (file, text) => {
      if (opened.get(file) === text) return;
      opened.set(file, text);
      set(file, text);
    },
    close,
    index,
    forget,
    settle,
    update,
    textOf: async (file) => opened.get(file) ?? (await readSource(file)),
    analyze: (file) => {
      const known = analyses.get(file);
      if (known) return known;
      const analysis = engine.analyze(file);
      analyses.set(file, analysis);
      return analysis;
    },
    operations: engine.operations,
    table: engine.table,
    undecided: engine.undecided,
    setAnswers: (file, text, answers) => {
      const isNews = engine.setAnswers(file, text, answers);
      if (isNews) analyses.clear();
      return isNews;
    },
    filesWithOperations: () => engine.filesWithOperations().filter((file) => indexed.has(file)),
    files: () => [...indexed],
  };
}

/** Whether a folder between the root and the file is an installed package or build output. */
async function hasForeignFolder(root: string, file: string): Promise<boolean> {
  for (let folder = dirname(file); folder !== root && isWithin(root, folder); folder = dirname(folder)) {
    if (isForeignFolder(basename(folder), await isProject(dirname(folder)))) return true;
  }
  return false;
}

async function isProject(folder: string): Promise<boolean> {
  for (const name of PROJECT_FILES) {
    if (await isFile(join(folder, name))) return true;
  }
  return false;
}

async function isFile(file: string): Promise<boolean> {
  return stat(toDisk(file)).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

async function readNamed(file: string): Promise<{ file: string; text: string | undefined }> {
  return { file, text: await readSource(file) };
}

async function readSource(file: string): Promise<string | undefined> {
  try {
    const entry = await stat(toDisk(file));
    if (!entry.isFile() || entry.size > MAX_SIZE) return undefined;
    return await readFile(toDisk(file), 'utf8');
  } catch {
    return undefined;
  }
}
