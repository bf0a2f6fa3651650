import type { Files } from '../link/linker.ts';
import { candidatesFor } from '../link/modules/modules.ts';
import { type Configuration, isConfiguration, readConfiguration } from '../link/modules/modules-config.ts';
import type { FileFacts } from '../syntax/facts/facts.ts';
import { mayConcernTables } from '../syntax/gate.ts';
import { createParser, type Parse } from '../syntax/parse.ts';
import { type CallerNews, createCallers, type WrapperNames } from './callers.ts';
import { isTooLarge, readFacts } from './read-facts.ts';

/** The tables of clients whose table code doesn't show, by their names, as one folder declares them. */
export interface FolderClients {
  readonly folder: string;
  readonly clients: ReadonlyMap<string, string>;
}

/** One known file. Of a file that has nothing to do with tables only the name is kept. */
interface Entry {
  readonly text?: string;
  /** The tree of which its facts are about to be made. */
  tree?: ReturnType<Parse>;
  facts?: FileFacts;
}

/** The texts and facts of all known files. */
export interface Store {
  /** Whether anything changed that others can see; the same for `remove`. */
  readonly set: (file: string, text: string) => boolean;
  readonly remove: (file: string) => boolean;
  readonly markMissing: (file: string) => void;
  readonly text: (file: string) => string | undefined;
  /** On which of what views tell of an answer rests that may be another one now that a file changed. */
  readonly changedBy: (file: string) => readonly string[];
  /** Files that can have operations: they pass the gate, or may call wrappers. The same list until it is another. */
  readonly gated: () => readonly string[];
  /** Whether a file passes the gate by its own text. */
  readonly concerns: (file: string) => boolean;
  /** Files that were looked for and not found, or are known by name alone. */
  readonly wanted: () => readonly (readonly string[])[];
  /** Looks for everything that gated files import which changed since it was last asked: one file a few steps. */
  readonly wantImports: () => Iterable<void>;
  /** Makes the facts of a file that a view of it will be asked for, parsing and reading the tree apart. */
  readonly prepare: (file: string) => Iterable<void>;
  /** Takes files in that may call one of these wrappers, though they say nothing of tables; gives those that it did before and that no longer may. */
  readonly wantCallers: (names: WrapperNames) => CallerNews;
  /**
   * A view of the files as they are now, which tells `onUse` of every file whose content, or absence, an answer rests
   * on: make a new one when files changed.
   */
  readonly files: (onUse: (file: string) => void) => Files;
  /** Takes what folders declare of clients in place of what they declared; whether that is something else. */
  readonly declareClients: (declared: readonly FolderClients[]) => boolean;
  /** Drops the facts of all files but those to keep; they are read again when somebody asks. */
  readonly forgetFacts: (keep: ReadonlySet<string>) => void;
  readonly parseCount: () => number;
}

/** Characters of files known by name that are kept in case somebody asks for them: then nobody has to read them again. */
const MOST_SPARE = 16_000_000;

/** Stands among the files that an answer rests on for all that say what a container hands out. */
const PROVIDERS = '{ provide }';

/** Whether a file may make clients that a container hands out. */
function mayProvide(file: string, text: string): boolean {
  return (
    PROVIDING.some((mark) => text.includes(mark)) && !isConfiguration(file) && mayConcernTables(file, text)
  );
}

/** What a container hands out, what is added to an application of a framework, and types of what that is. */
const PROVIDING: readonly string[] = [
  'provide:',
  'providers:',
  'useValue',
  'useFactory',
  'registerInstance',
  'toConstantValue',
  'toDynamicValue',
  'Container.set',
  '.decorate(',
  'declare module',
  'declare global',
];

/** Stands among the files that an answer rests on for all with a class that says that it has an interface of this name. */
function implementersOf(name: string): string {
  return `{ implements ${name} }`;
}

/**
 * The names of the interfaces that classes of a file say they have, those too by which they are imported under another; `default` for
 * what a module exports as that.
 */
function implementedIn(file: string, text: string): ReadonlySet<string> {
  if (!text.includes(' implements ') || isConfiguration(file) || !mayConcernTables(file, text))
    return NO_NAMES;
  const clauses = [...text.matchAll(/ implements ([^{]{1,500})/g)].map(([, clause = '']) => clause);
  const names = new Set(clauses.flatMap(wordsIn));
  for (const [, imported = ''] of text.matchAll(/import ([^;]{1,500}) from/g)) {
    const words = wordsIn(imported);
    for (const [index, word] of words.entries())
      if (words[index + 1] === 'as' && names.has(words[index + 2] ?? '')) names.add(word);
    const [first = '', second = ''] = words;
    const name = first === 'type' && second !== '' ? second : first;
    if (!/^(?:type )?\s*[{*]/.test(imported) && names.has(name)) names.add('default');
  }
  return names;
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** `onError` is told of a file that could not be read because of a mistake of ours: it says nothing, the others are served. */
export function createStore(onError: (file: string, error: unknown) => void): Store {
  const entries = new Map<string, Entry>();
  const gated = new Set<string>();
  let gatedList: readonly string[] | undefined;
  const missing = new Set<string>();
  const callers = createCallers();
  // whose imports were not looked for since they changed
  const unlooked = new Set<string>();
  // by the first candidate: one list for each import
  const wanted = new Map<string, readonly string[]>();
  // which say what a container hands out: whether they do now, and did before they changed last
  const providing = new Map<string, { readonly now: boolean; readonly before: boolean }>();
  // the interfaces that classes of a file have, and had before it was set for the last time
  const implemented = new Map<
    string,
    { readonly now: ReadonlySet<string>; readonly before: ReadonlySet<string> }
  >();
  // the innermost folder first
  let declared: readonly FolderClients[] = [];
  // texts of files of which the name alone is kept otherwise
  const spare = new Map<string, string>();
  let spareLength = 0;
  let parses = 0;
  const parse = createParser();

  // the lists that a file is in, by their keys
  const wantedBy = new Map<string, readonly string[]>();
  const dropWanted = (key: string): void => {
    for (const file of wanted.get(key) ?? []) {
      const others = wantedBy.get(file)?.filter((one) => one !== key) ?? [];
      if (others.length > 0) wantedBy.set(file, others);
      else wantedBy.delete(file);
    }
    wanted.delete(key);
  };
  const want = (candidates: readonly string[]): void => {
    const [first] = candidates;
    if (first === undefined || wanted.get(first)?.length === candidates.length) return;
    dropWanted(first);
    wanted.set(first, candidates);
    for (const file of candidates) wantedBy.set(file, [...(wantedBy.get(file) ?? []), first]);
  };
  const wantedWith = (file: string): (readonly [string, readonly string[]])[] =>
    (wantedBy.get(file) ?? []).map((key) => [key, wanted.get(key) ?? []]);
  const dropSpare = (file: string): void => {
    spareLength -= spare.get(file)?.length ?? 0;
    spare.delete(file);
  };
  const putAside = (file: string, text: string): void => {
    dropSpare(file);
    if (spareLength + text.length > MOST_SPARE) return;
    spare.set(file, text);
    spareLength += text.length;
  };
  /** A file with its text, which is asked for where the file is known by name alone. */
  const entryOf = (file: string): Entry | undefined => {
    const entry = entries.get(file);
    if (entry === undefined || entry.text !== undefined) return entry;
    const text = spare.get(file);
    if (text === undefined) {
      want([file]);
      return undefined;
    }
    dropSpare(file);
    const whole = { text };
    entries.set(file, whole);
    return whole;
  };
  const facts = (file: string): FileFacts | undefined => {
    const entry = entryOf(file);
    if (entry?.text === undefined) return undefined;
    if (isConfiguration(file)) return undefined;
    if (entry.facts === undefined) {
      try {
        entry.facts = readFacts(file, entry.text, () => treeOf(file, entry));
      } catch (error) {
        onError(file, error);
        entry.facts = readFacts(file, '');
      }
      delete entry.tree;
    }
    return entry.facts;
  };
  const treeOf = (file: string, entry: Entry): ReturnType<Parse> => {
    if (entry.tree === undefined) {
      parses += 1;
      entry.tree = parse(file, entry.text ?? '');
    }
    return entry.tree;
  };
  const prepare = function* (file: string): Generator<void> {
    const entry = entries.get(file);
    const { text } = entry ?? {};
    if (entry === undefined || text === undefined || entry.facts !== undefined) return;
    if (isConfiguration(file) || isTooLarge(text)) return;
    try {
      treeOf(file, entry);
    } catch {
      // told of where the facts are made
    }
    yield;
    // another text has another entry
    if (entries.get(file) !== entry) return;
    facts(file);
    yield;
  };

  const find = (candidates: readonly string[]): string | undefined => {
    const found = candidates.find((file) => entries.has(file));
    if (found === undefined && !candidates.every((file) => missing.has(file))) want(candidates);
    return found;
  };
  const letIn = (file: string): void => {
    if (!gated.has(file)) gatedList = undefined;
    gated.add(file);
    unlooked.add(file);
  };
  const keepOut = (file: string): void => {
    if (gated.delete(file)) gatedList = undefined;
    unlooked.delete(file);
  };
  const newConfiguration = (): Configuration =>
    readConfiguration({ text: (file) => entries.get(file)?.text, find, names: () => entries.keys() });
  let configuration = newConfiguration();
  /** Every name may lead elsewhere now. */
  const reconfigure = (file: string): void => {
    if (!isConfiguration(file)) return;
    configuration = newConfiguration();
    for (const one of gated) unlooked.add(one);
  };

  const noteProviding = (file: string, now: boolean): void => {
    const before = providing.get(file)?.now === true;
    if (now || before) providing.set(file, { now, before });
    else providing.delete(file);
  };

  return {
    set(file, whole) {
      // of a configuration that is too large nothing is known
      const text = isConfiguration(file) && isTooLarge(whole) ? '' : whole;
      const isConcerned = !isConfiguration(file) && mayConcernTables(file, text);
      const isGated = isConcerned || callers.has(file);
      const keep =
        isGated || isConfiguration(file) || wantedBy.has(file) || entries.get(file)?.text !== undefined;
      missing.delete(file);
      noteProviding(file, mayProvide(file, text));
      const before = implemented.get(file)?.now ?? NO_NAMES;
      const now = implementedIn(file, text);
      if (before.size + now.size > 0) implemented.set(file, { now, before });
      if (keep && entries.get(file)?.text === text) return false;
      const wasKnown = entries.has(file);
      for (const [key] of wantedWith(file)) dropWanted(key);
      entries.set(file, keep ? { text } : {});
      if (keep) dropSpare(file);
      else putAside(file, text);
      reconfigure(file);
      if (isConcerned) callers.remove(file);
      else callers.set(file, isTooLarge(text) ? '' : text);
      if (isGated) letIn(file);
      else keepOut(file);
      return keep || !wasKnown;
    },
    remove(file) {
      keepOut(file);
      noteProviding(file, false);
      callers.remove(file);
      dropSpare(file);
      const wasKnown = entries.delete(file);
      if (wasKnown) reconfigure(file);
      return wasKnown;
    },
    markMissing(file) {
      missing.add(file);
      for (const [key, list] of wantedWith(file)) {
        if (list.every((name) => missing.has(name))) dropWanted(key);
      }
    },
    text: (file) => entries.get(file)?.text,
    changedBy: (file) => {
      const { now = NO_NAMES, before = NO_NAMES } = implemented.get(file) ?? {};
      return [file, ...(providing.has(file) ? [PROVIDERS] : []), ...[...now, ...before].map(implementersOf)];
    },
    gated: () => (gatedList ??= [...gated]),
    concerns: (file) => gated.has(file) && mayConcernTables(file, entries.get(file)?.text ?? ''),
    wanted: () => [...wanted.values()],
    *wantImports() {
      for (const file of unlooked) {
        yield* prepare(file);
        if (!unlooked.delete(file)) continue;
        for (const module of facts(file)?.modules ?? []) {
          const found = find(candidatesFor(configuration, file, module));
          if (found !== undefined && entries.get(found)?.text === undefined && !spare.has(found))
            want([found]);
        }
        yield;
      }
    },
    wantCallers(names) {
      const news = callers.look(names);
      for (const file of news.found) {
        if (entryOf(file) !== undefined) letIn(file);
      }
      news.lost.forEach(keepOut);
      return news;
    },
    files(onUse) {
      // a view is made for one reading, during which no file changes
      const resolved = new Map<string, string | undefined>();
      return {
        facts(file) {
          onUse(file);
          return facts(file);
        },
        resolve(from, module) {
          const key = `${from}\n${module}`;
          if (resolved.has(key)) return resolved.get(key);
          const candidates = candidatesFor(configuration, from, module);
          const found = find(candidates);
          for (const file of candidates) {
            onUse(file);
            if (file === found) break;
          }
          resolved.set(key, found);
          return found;
        },
        providers() {
          onUse(PROVIDERS);
          return [...providing].flatMap(([one, { now }]) => (now ? [one] : [])).sort();
        },
        implementing(name) {
          onUse(implementersOf(name));
          return [...implemented].flatMap(([file, { now }]) => (now.has(name) ? [file] : [])).sort();
        },
        tableOfClient(file, names) {
          const clients = declared.find(({ folder }) => file.startsWith(`${folder}/`))?.clients;
          const name = names.find((each) => clients?.has(each));
          return name === undefined ? undefined : clients?.get(name);
        },
      };
    },
    declareClients(given) {
      // a folder that declares none changes nothing
      const news = given.filter(({ clients }) => clients.size > 0);
      const [before, after] = [declared, news].map((all) =>
        JSON.stringify(all.map(({ folder, clients }) => [folder, [...clients]])),
      );
      declared = news.toSorted((a, b) => b.folder.length - a.folder.length);
      return before !== after;
    },
    prepare,
    forgetFacts(keep) {
      for (const [file, entry] of entries) if (!keep.has(file)) delete entry.facts;
      spare.clear();
      spareLength = 0;
    },
    parseCount: () => parses,
  };
}
