import { mayCall, type WordPrint, wordPrint } from '../syntax/word-print.ts';

/** Wrappers by the names that callers use, each with its files; `default` for those whose importers name them. */
export type WrapperNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Files that say nothing of tables, but may call what wraps them. */
export interface Callers {
  /** Takes a file's text in, and forgets it but for a print of its words. */
  readonly set: (file: string, text: string) => void;
  readonly remove: (file: string) => void;
  /** Files that may call one of the wrappers, each told once until its text or the wrappers change. */
  readonly find: (names: WrapperNames) => readonly string[];
}

export function createCallers(): Callers {
  const prints = new Map<string, WordPrint>();
  const fresh = new Set<string>();
  // by name and file
  let asked = new Set<string>();

  return {
    set(file, text) {
      prints.set(file, wordPrint(text));
      fresh.add(file);
    },
    remove(file) {
      prints.delete(file);
      fresh.delete(file);
    },
    find(names) {
      const wrappers = [...names].flatMap(([name, files]) => [...files].map((file) => ({ name, file })));
      const isNews = ({ name, file }: { name: string; file: string }): boolean =>
        !asked.has(`${name}\n${file}`);
      const news = wrappers.filter(isNews);
      if (news.length === 0 && fresh.size === 0) return [];
      const found = [...prints].flatMap(([caller, print]) => {
        const looked = fresh.has(caller) ? wrappers : news;
        return looked.some(({ name, file }) => mayCall(print, calledBy(name), file)) ? [caller] : [];
      });
      asked = new Set(wrappers.map(({ name, file }) => `${name}\n${file}`));
      fresh.clear();
      return found;
    },
  };
}

function calledBy(name: string): string | undefined {
  return name === 'default' ? undefined : name;
}
