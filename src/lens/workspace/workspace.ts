import { basename, dirname, join } from 'node:path/posix';
import type { Engine } from '../engine/engine.ts';
import { createAliases } from './aliases.ts';
import { kindOf, type Reading, readText } from './disk.ts';
import { generatedEntry, mayBeGenerated } from './generated-entry.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { isConfig, isSource, isWithin, PROJECT_FILES } from './paths.ts';
import { pauses } from './pause.ts';
import { createRoots } from './roots.ts';
import { siblingPackages } from './siblings.ts';
import type { Unread } from './unread.ts';
import { filesBelow } from './walk.ts';

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

export interface IndexOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * The files that an engine knows, from folders on disk and from an editor, whose texts win over the disk's.
 * All long work goes in slices and ends with the signal's reason when its signal is aborted.
 */
export interface Workspace extends Pick<
  Engine,
  | 'analyze'
  | 'asIf'
  | 'analyzeAsIf'
  | 'operations'
  | 'calledOperations'
  | 'text'
  | 'clients'
  | 'table'
  | 'undecided'
  | 'setAnswers'
  | 'forgetFacts'
  | 'declareClients'
> {
  /** Whether a file can't be parsed: what is known of it then isn't what is meant. */
  readonly isBroken: (file: string) => boolean;
  /** Sets the text that an editor shows. */
  readonly open: (file: string, text: string) => void;
  /** The editor gave the file up: what the disk says is valid again. */
  readonly close: (file: string) => Promise<void>;
  /** Reads every source file below a folder, what says how they find modules, and what they import from elsewhere. */
  readonly index: (root: string, options?: IndexOptions) => Promise<void>;
  /** Forgets a folder and all files below it that no editor shows. */
  readonly forget: (root: string) => Promise<void>;
  /** Does what answers rest on with the files that are known: the operations of all, and the analysis of one. */
  readonly prepare: (file?: string, signal?: AbortSignal) => Promise<void>;
  /** Reads what known files import, until nothing is wanted that can be had. Calls share one reading. */
  readonly settle: () => Promise<void>;
  /** Takes changes on disk over; a folder may be named for all files below it. */
  readonly update: (changes: readonly FileChange[], signal?: AbortSignal) => Promise<void>;
  /** The text as the lens sees it; undefined for what cannot be read. */
  readonly textOf: (file: string) => Promise<string | undefined>;
  /** The same, with the reason where there is none. */
  readonly read: (file: string) => Promise<Reading>;
  /** Files of the indexed folders that have an operation. */
  readonly filesWithOperations: () => readonly string[];
  /** Those, and files that only make clients: all that rules may find anything in. */
  readonly filesToCheck: () => readonly string[];
  /** Every file read from the indexed folders. */
  readonly files: () => readonly string[];
}

/**
 * A workspace that feeds the engine; nobody else may set or remove the engine's files. `onUnread` is told once of each file and
 * folder that was found and is not read, or not in full, and why; again when it was read in between. A file that may not be read is as one
 * that is not there.
 */
export function createWorkspace(
  engine: Engine,
  onUnread: (path: string, why: Unread) => void = () => undefined,
  mayRead: (file: string) => Promise<boolean> = () => Promise.resolve(true),
): Workspace {
  const opened = new Map<string, string>();
  const indexed = new Set<string>();
  const imported = new Set<string>();
  const configured = new Set<string>();
  // made here in place of what a build generates
  const generated = new Set<string>();
  // lists of candidates of which none was there, by their text: an entry may be made of files that come later
  const vain = new Map<string, readonly string[]>();
  // looked for and not found
  const missed = new Set<string>();
  const aliases = createAliases();
  // folders outside the roots in which configurations were looked for
  const searched = new Set<string>();
  // why what was found is not read, by its path
  const told = new Map<string, Unread['kind']>();
  const tell = (path: string, why: Unread): void => {
    if (why.kind === 'missing' || told.get(path) === why.kind) return;
    told.set(path, why.kind);
    onUnread(path, why);
  };
  const roots = createRoots(tell);

  const remove = (file: string): void => {
    indexed.delete(file);
    imported.delete(file);
    configured.delete(file);
    if (!opened.has(file)) engine.removeFile(file);
  };

  const shown = (file: string): string | undefined => opened.get(file) ?? opened.get(aliases.realOf(file));

  /** Gives the engine what the editor shows, else what the disk has; false when there is neither. */
  const load = async (file: string): Promise<boolean> => {
    const read = shown(file) === undefined ? await textOnDisk(file) : undefined;
    const text = shown(file) ?? read;
    if (text === undefined) return false;
    engine.setFile(file, text);
    return true;
  };

  const textOnDisk = async (file: string): Promise<string | undefined> => {
    if (!(await mayRead(file))) return undefined;
    const reading = await readText(file);
    if (reading.kind === 'text') told.delete(file);
    else tell(file, reading.why);
    return reading.kind === 'text' ? reading.text : undefined;
  };

  const work = async (pause: () => Promise<void>): Promise<void> => {
    for (const _ of engine.steps()) await pause();
  };
  const prepare: Workspace['prepare'] = async (file, signal) => {
    const pause = pauses(signal);
    for (const _ of engine.urgentSteps(file)) await pause();
  };

  const readWanted = async (): Promise<void> => {
    const pause = pauses();
    const tried = new Set<string>();
    for (const [key, candidates] of vain) {
      if (candidates.some((file) => isKnown(file) || opened.has(file)) || generate(candidates))
        vain.delete(key);
    }
    for (const file of opened.keys()) await readConfigsAbove(dirname(file));
    for (;;) {
      await work(pause);
      const news = engine.wantedFiles().filter((candidates) => !tried.has(candidates.join('\n')));
      if (news.length === 0) return;
      for (const candidates of news) {
        tried.add(candidates.join('\n'));
        await pause();
        if ((await loadFirst(candidates)) || generate(candidates)) continue;
        if (mayBeGenerated(candidates)) vain.set(candidates.join('\n'), candidates);
        for (const candidate of candidates) {
          missed.add(candidate);
          engine.markMissing(candidate);
        }
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
      if (!(await aliases.note(candidate, isKnown))) {
        remove(candidate);
        continue;
      }
      // an editor may show it by the name that the disk has
      const text = opened.get(aliases.realOf(candidate));
      if (text !== undefined && !opened.has(candidate)) engine.setFile(candidate, text);
      imported.add(candidate);
      missed.delete(candidate);
      await readConfigsAbove(dirname(candidate));
      return true;
    }
    return false;
  };

  const generate = (candidates: readonly string[]): boolean => {
    const entry = generatedEntry(candidates, indexed, (config) => configured.has(config));
    if (entry === undefined) return false;
    generated.add(entry.file);
    imported.add(entry.file);
    missed.delete(entry.file);
    engine.setFile(entry.file, entry.text);
    return true;
  };

  /** What was made of the files around one that comes or goes is made again when it is wanted. */
  const dropGenerated = (changed: string): void => {
    for (const entry of generated) {
      if (!isWithin(dirname(entry), changed)) continue;
      generated.delete(entry);
      remove(entry);
    }
  };

  const readConfig = async (file: string): Promise<void> => {
    if (!configured.has(file) && (await load(file))) configured.add(file);
  };

  /** What lies below a root is read with it; what is above, or elsewhere, is looked for once. */
  const readConfigsAbove = async (folder: string): Promise<void> => {
    for (let at = folder; !searched.has(at); at = dirname(at)) {
      searched.add(at);
      if (await roots.have(at, true)) continue;
      for (const name of PROJECT_FILES) await readConfig(join(at, name));
      for (const file of await siblingPackages(at)) await readConfig(file);
    }
  };

  const walk = async (
    folder: string,
    rules: IgnoreRules,
    { signal }: IndexOptions,
  ): Promise<readonly string[]> => {
    const found: string[] = [];
    const walking = filesBelow(folder, rules, { onUnread: tell, pause: pauses(signal) });
    for await (const file of walking) found.push(file);
    return found;
  };

  const read = async (found: readonly string[], { signal, onProgress }: IndexOptions): Promise<void> => {
    const pause = pauses(signal);
    // first, as every link rests on them
    for (const file of found.filter(isConfig)) {
      await pause();
      await readConfig(file);
    }
    const sources = found.filter(isSource);
    const isCurrent = (file: string): boolean => opened.has(file) || indexed.has(file) || imported.has(file);
    for (let done = 0; done < sources.length; done += READERS) {
      onProgress?.({ done, total: sources.length });
      const batch = sources.slice(done, done + READERS);
      batch.filter((file) => !indexed.has(file)).forEach(dropGenerated);
      const texts = await Promise.all(
        batch
          .filter((file) => !isCurrent(file))
          .map(async (file) => ({ file, text: await textOnDisk(file) })),
      );
      for (const { file, text } of texts) {
        await pause();
        if (text !== undefined && !isCurrent(file)) engine.setFile(file, text);
      }
      const unread = new Set(texts.filter(({ text }) => text === undefined).map(({ file }) => file));
      for (const file of batch) if (!unread.has(file)) indexed.add(file);
      // batch by batch, so that no long step is left for the end
      await work(pause);
    }
  };

  const index: Workspace['index'] = async (root, options = {}) => {
    const rules = await roots.rulesOf(root);
    await readConfigsAbove(dirname(root));
    await read(await walk(root, rules, options), options);
    await settle();
  };

  /** Forgets what is known of a folder but for those files that one of the roots has. */
  const forgetBelow = async (folder: string, found: ReadonlySet<string> = new Set()): Promise<void> => {
    for (const file of [...indexed, ...configured]) {
      if (isWithin(folder, file) && !found.has(file) && !(await roots.have(file))) remove(file);
    }
  };

  const forget: Workspace['forget'] = async (root) => {
    roots.remove(root);
    searched.clear();
    await forgetBelow(root);
    await settle();
  };

  const isKnown = (file: string): boolean => indexed.has(file) || imported.has(file) || configured.has(file);

  const takeWritten = async (file: string, options: IndexOptions): Promise<void> => {
    const isOurs = (isSource(file) || isConfig(file)) && (indexed.has(file) || (await roots.have(file)));
    if ((isOurs || isKnown(file) || missed.has(file)) && (await load(file))) {
      if (isConfig(file)) configured.add(file);
      else if (isOurs) indexed.add(file);
      else imported.add(file);
      missed.delete(file);
    } else if (isKnown(file)) {
      remove(file);
    } else if (!isSource(file) && (await kindOf(file)) === 'folder' && (await roots.have(file, true))) {
      // of a folder that was moved here nothing else may be told, nor of one that was replaced
      for (const known of new Set([...indexed, ...imported, ...configured])) {
        if (isWithin(file, known) && !(await load(known))) remove(known);
      }
      for (const root of roots.names().filter((name) => isWithin(name, file))) {
        await read(await walk(file, await roots.rulesOf(root), options), options);
      }
    }
  };

  const takeDeleted = async (file: string): Promise<void> => {
    // of a file that is not known it cannot be told that it was none
    const gone = isKnown(file)
      ? [file]
      : [...indexed, ...imported, ...configured].filter((known) => isWithin(file, known));
    for (const one of new Set(gone)) {
      // what is told late may be there again
      if ((await textOnDisk(one)) === undefined) remove(one);
      else await load(one);
    }
  };

  const takeAliases = async (file: string): Promise<void> => {
    for (const name of aliases.within(file)) if (isKnown(name) && !(await load(name))) remove(name);
  };

  const update: Workspace['update'] = async (changes, signal) => {
    const options = signal ? { signal } : {};
    const pause = pauses(signal);
    const isRules = ({ file }: FileChange): boolean => basename(file) === '.gitignore';
    const rules = changes.filter(isRules);
    const affected = roots.names().filter((root) => rules.some(({ file }) => isWithin(root, file)));
    affected.forEach(roots.refresh);
    for (const { file, kind } of changes.filter((change) => !isRules(change))) {
      await pause();
      if (kind === 'deleted' || !indexed.has(file)) dropGenerated(file);
      if (kind === 'deleted') await takeDeleted(file);
      else await takeWritten(file, options);
      await takeAliases(file);
    }
    for (const root of affected) {
      const found = await walk(root, await roots.rulesOf(root), options);
      await forgetBelow(root, new Set(found));
      await read(found, options);
    }
    await settle();
  };

  const close = async (file: string): Promise<void> => {
    opened.delete(file);
    if (!isKnown(file) || !(await load(file))) remove(file);
    await takeAliases(file);
    await settle();
  };

  const readShown = async (file: string): Promise<Reading> => {
    const text = opened.get(file);
    return text === undefined ? readText(file) : { kind: 'text', text };
  };

  return {
    open: (file, text) => {
      if (opened.get(file) === text) return;
      opened.set(file, text);
      for (const name of [file, ...aliases.of(file)]) engine.setFile(name, text);
    },
    close,
    index,
    forget,
    prepare,
    settle,
    update,
    read: readShown,
    textOf: async (file) =>
      opened.get(file) ?? (generated.has(file) ? undefined : engine.text(file)) ?? (await textOnDisk(file)),
    analyze: engine.analyze,
    asIf: engine.asIf,
    analyzeAsIf: engine.analyzeAsIf,
    isBroken: (file) => engine.syntaxError(file) !== undefined,
    operations: engine.operations,
    calledOperations: engine.calledOperations,
    text: engine.text,
    clients: engine.clients,
    table: engine.table,
    undecided: engine.undecided,
    forgetFacts: engine.forgetFacts,
    declareClients: engine.declareClients,
    setAnswers: engine.setAnswers,
    filesWithOperations: () => engine.filesWithOperations().filter((file) => indexed.has(file)),
    filesToCheck: () => engine.filesToCheck().filter((file) => indexed.has(file)),
    files: () => [...indexed],
  };
}
