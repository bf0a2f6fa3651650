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
  // by name and file
  let asked = new Set<string>();
  let turn = 0;

  /** A wrapper that is there, in a file that was not found later: two files never hold up each other alone. */
  const holds =
    (names: WrapperNames, before: number) =>
    ({ name, file }: Wrapper): boolean =>
      names.get(name)?.has(file) === true && (found.get(file)?.turn ?? 0) < before;

  return {
    set(file, text) {
      const print = wordPrint(text);
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
      const wrappers = [...names].flatMap(([name, files]) => [...files].map((file) => ({ name, file })));
      const news = wrappers.filter((wrapper) => !asked.has(keyOf(wrapper)));
      const isSame = news.length === 0 && wrappers.length === asked.size;
      if (isSame && fresh.size === 0) return NO_NEWS;
      turn += 1;
      const lost = [...found].flatMap(([caller, { by, turn: then }]) =>
        by.some(holds(names, then)) ? [] : [caller],
      );
      for (const caller of lost) found.delete(caller);
      // of many files that were known before only those are asked about wrappers that are new
      const ofAll = callsBy(fresh.size > 0 ? wrappers : []);
      const ofNews = callsBy(news);
      const now: string[] = [];
      for (const [caller, print] of prints) {
        if (found.has(caller) || lost.includes(caller)) continue;
        const by = (fresh.has(caller) ? ofAll : ofNews)(print);
        if (by.length === 0) continue;
        found.set(caller, { turn, by });
        now.push(caller);
      }
      asked = new Set(wrappers.map(keyOf));
      fresh.clear();
      for (const caller of lost) fresh.add(caller);
      return { found: now, lost };
    },
  };
}

const NO_NEWS: CallerNews = { found: [], lost: [] };

function keyOf({ name, file }: Wrapper): string {
  return `${name}\n${file}`;
}
