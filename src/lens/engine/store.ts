import { candidatesFor, type Files } from '../link/linker.ts';
import type { FileFacts } from '../syntax/facts.ts';
import { mayConcernTables } from '../syntax/gate.ts';
import { readFile } from '../syntax/read-file.ts';

/** One known file. Of a file that has nothing to do with tables only the name is kept. */
interface Entry {
  readonly text?: string;
  facts?: FileFacts;
}

/** The texts and facts of all known files. */
export interface Store {
  readonly set: (file: string, text: string) => boolean;
  readonly remove: (file: string) => boolean;
  readonly markMissing: (file: string) => void;
  readonly text: (file: string) => string | undefined;
  /** Files that pass the gate, and so can have operations. */
  readonly gated: () => readonly string[];
  /** Files that were looked for and not found, or are known by name alone. */
  readonly wanted: () => readonly (readonly string[])[];
  /** Looks for everything that those files import which pass the gate and changed since it was last asked. */
  readonly wantImports: () => void;
  /** A view of the files that tells `onUse` of every file whose content, or absence, an answer rests on. */
  readonly files: (onUse: (file: string) => void) => Files;
  readonly parseCount: () => number;
}

export function createStore(): Store {
  const entries = new Map<string, Entry>();
  const gated = new Set<string>();
  const missing = new Set<string>();
  // whose imports were not looked for since they changed
  const unlooked = new Set<string>();
  // by the first candidate: one list for each import
  const wanted = new Map<string, readonly string[]>();
  let parses = 0;

  const isWanted = (file: string): boolean => [...wanted.values()].some((list) => list.includes(file));
  const forgetWanted = (file: string): void => {
    for (const [key, list] of wanted) if (list.includes(file)) wanted.delete(key);
  };
  const facts = (file: string): FileFacts | undefined => {
    const entry = entries.get(file);
    if (entry?.text === undefined) {
      // known by name alone: its text is asked for now that somebody needs it
      if (entry !== undefined) wanted.set(file, [file]);
      return undefined;
    }
    if (entry.facts === undefined) {
      parses += 1;
      entry.facts = readFile(file, entry.text);
    }
    return entry.facts;
  };

  const resolve = (candidates: readonly string[]): string | undefined => {
    const found = candidates.find((file) => entries.has(file));
    const [first] = candidates;
    if (found === undefined && first !== undefined && !candidates.every((file) => missing.has(file))) {
      wanted.set(first, candidates);
    }
    return found;
  };

  return {
    set(file, text) {
      const isGated = mayConcernTables(text);
      const keep = isGated || isWanted(file) || entries.get(file)?.text !== undefined;
      missing.delete(file);
      if (keep && entries.get(file)?.text === text) return false;
      const wasKnown = entries.has(file);
      forgetWanted(file);
      entries.set(file, keep ? { text } : {});
      if (isGated) {
        gated.add(file);
        unlooked.add(file);
      } else gated.delete(file);
      return keep || !wasKnown;
    },
    remove(file) {
      gated.delete(file);
      unlooked.delete(file);
      return entries.delete(file);
    },
    markMissing(file) {
      missing.add(file);
      for (const [key, list] of wanted) if (list.every((name) => missing.has(name))) wanted.delete(key);
    },
    text: (file) => entries.get(file)?.text,
    gated: () => [...gated],
    wanted: () => [...wanted.values()],
    wantImports() {
      for (const file of unlooked) {
        for (const module of facts(file)?.modules ?? []) {
          const candidates = candidatesFor(file, module);
          const found = candidates.length === 0 ? undefined : resolve(candidates);
          if (found !== undefined && entries.get(found)?.text === undefined) wanted.set(found, [found]);
        }
      }
      unlooked.clear();
    },
    files: (onUse) => ({
      facts(file) {
        onUse(file);
        return facts(file);
      },
      resolve(candidates) {
        const found = resolve(candidates);
        for (const file of candidates) {
          onUse(file);
          if (file === found) break;
        }
        return found;
      },
    }),
    parseCount: () => parses,
  };
}
