import { callsBy, type WordPrint, wordPrint } from '../syntax/word-print.ts';

/** Wrappers by the names that callers use, each with its files; `default` for those whose importers name them. */
export type WrapperNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Files that say nothing of tables, but may call what wraps them. */
export interface Callers {
  /** Takes a file's text in, and forgets it but for a print of its words. */
  readonly set: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  /** Whether a file was told of as one that may call a wrapper. */
  readonly has: (file: string) => boolean;
  /** What is another one since this was last asked, now that these are the wrappers. */
  readonly look: (names: WrapperNames) => CallerNews;
}

export interface CallerNews {
  /** Files that may call one of the wrappers. */
  readonly found: readonly string[];
  /** Files that no longer may; whether they still do by another way is told the next time. */
  readonly lost: readonly string[];
}

/** A file that was found: when, and for which wrappers. */
interface Found {
  readonly turn: number;
  readonly by: readonly Wrapper[];
}

interface Wrapper {
  readonly name: string;
  readonly file: string;
}

export function createCallers(): Callers {
  const prints = new Map<string, WordPrint>();
  const fresh = new Set<string>();
  const found = new Map<string, Found>();
  let asked: WrapperNames = new Map();
  let turn = 0;

  /** A wrapper that is there, in a file that was not found later: two files never hold up each other alone. */
  const holds =
    (names: WrapperNames, before: number) =>
    ({ name, file }: Wrapper): boolean =>
      names.get(name)?.has(file) === true && (found.get(file)?.turn ?? 0) < before;

  return {
    set(file, text) {
      const print = wordPrint(text, file);
      prints.set(file, print);
      const before = found.get(file);
      if (before !== undefined) found.set(file, { ...before, by: callsBy(before.by)(print) });
      fresh.add(file);
    },
    remove(file) {
      prints.delete(file);
      fresh.delete(file);
      found.delete(file);
    },
    has: (file) => found.has(file),
    look(names) {
      // what is new is asked many times while files are read
      const news = withoutKnown(names, asked);
      const isSame = news.length === 0 && countOf(names) === countOf(asked);
      if (isSame && fresh.size === 0) return NO_NEWS;
      turn += 1;
      const lost = [...found].flatMap(([caller, { by, turn: then }]) =>
        by.some(holds(names, then)) ? [] : [caller],
      );
      for (const caller of lost) found.delete(caller);
      // of many files that were known before only those are asked about wrappers that are new
      const ofAll = callsBy(fresh.size > 0 ? withoutKnown(names, new Map()) : []);
      const ofNews = callsBy(news);
      const now: string[] = [];
      for (const [caller, print] of prints) {
        if (found.has(caller) || lost.includes(caller)) continue;
        const by = (fresh.has(caller) ? ofAll : ofNews)(print);
        if (by.length === 0) continue;
        found.set(caller, { turn, by });
        now.push(caller);
      }
      asked = new Map([...names].map(([name, files]) => [name, new Set(files)]));
      fresh.clear();
      for (const caller of lost) fresh.add(caller);
      return { found: now, lost };
    },
  };
}

const NO_NEWS: CallerNews = { found: [], lost: [] };

function withoutKnown(names: WrapperNames, known: WrapperNames): readonly Wrapper[] {
  const news: Wrapper[] = [];
  for (const [name, files] of names) {
    const before = known.get(name);
    for (const file of files) if (before?.has(file) !== true) news.push({ name, file });
  }
  return news;
}

function countOf(names: WrapperNames): number {
  let count = 0;
  for (const files of names.values()) count += files.size;
  return count;
}
