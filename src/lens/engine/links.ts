import type { Files } from '../link/linker.ts';
import type { Operation } from '../model/operation.ts';
import { type FileOperations, readOperations, readWrapped } from '../model/read-operations.ts';
import type { Wrappers } from '../model/wrappers.ts';
import type { FileFacts } from '../syntax/facts.ts';
import type { WrapperNames } from './callers.ts';
import type { Store } from './store.ts';

/**
 * The operations of all files. Those at which the SDK itself is called are read first, file by file; they make
 * wrappers of the functions around them, whose calls in any file are read then, and may make wrappers again.
 */
export interface Links {
  /** What is left to read, one file a step; files may change between steps. */
  readonly steps: () => Iterable<void>;
  /** The operations of a file, in source order: right once there are no more steps. */
  readonly of: (file: string) => readonly Operation[];
  /** The operations of a file as if these were its facts, everything else unchanged. */
  readonly asIf: (facts: FileFacts) => readonly Operation[];
  /** Drops what rests on a file that changed. */
  readonly invalidate: (rests: (on: ReadonlySet<string>) => boolean) => void;
  /** The files that operations of other files rest on. */
  readonly shared: () => ReadonlySet<string>;
  /** The names of all wrappers, and the files that these are in. */
  readonly wrapperNames: () => WrapperNames;
  /** How many times files were read, either way. */
  readonly readCount: () => number;
}

/** What was read of one file, and the files that it rests on. */
interface Part extends FileOperations {
  readonly uses: ReadonlySet<string>;
}

/** With the names that the file calls. */
interface WrappedPart extends Part {
  readonly called: ReadonlySet<string>;
}

const NOTHING: FileOperations = { operations: [], wrappers: [] };

/** Wrappers of wrappers that are followed; each takes one more reading of the files that call them. */
const ROUNDS = 4;

/**
 * Makes the links of a store's files. `changed` is told of each file whose operations may now be others, `onError` of
 * one that could not be read because of a mistake of ours: it has no operations, the others are served.
 */
export function createLinks(
  store: Store,
  changed: (file: string) => void,
  onError: (file: string, error: unknown) => void,
): Links {
  const own = new Map<string, Part>();
  const wrapped = new Map<string, WrappedPart>();
  // calls a wrapper that was found since it was read; what it had stays until then
  const again = new Set<string>();
  const names = new Map<string, Set<string>>();

  let reads = 0;
  // how many files there were when nothing was left to read; whoever asks of each file need not look again
  let settled: number | undefined;

  const read = <T extends FileOperations>(
    file: string,
    nothing: T,
    reader: (files: Files, facts: FileFacts) => T,
  ): T & Part => {
    reads += 1;
    const uses = new Set([file]);
    const files = store.files((used) => uses.add(used));
    try {
      const facts = files.facts(file);
      return { ...(facts ? reader(files, facts) : nothing), uses };
    } catch (error) {
      onError(file, error);
      return { ...nothing, uses };
    }
  };
  const wrappers: Wrappers = {
    of: (file, fn) =>
      [own.get(file), wrapped.get(file)].flatMap(
        (part) => part?.wrappers.filter((wrapper) => wrapper.fn === fn) ?? [],
      ),
    isName: (name) => names.has(name),
  };

  /** Puts a part down; the names of its wrappers that nobody knew make their callers stale. */
  const put = <P extends Part>(parts: Map<string, P>, file: string, part: P): void => {
    parts.set(file, part);
    changed(file);
    const news = new Set<string>();
    for (const name of part.wrappers.flatMap((wrapper) => wrapper.names)) {
      const files = names.get(name) ?? new Set();
      if (files.size === 0) news.add(name);
      names.set(name, files.add(file));
    }
    if (news.size === 0) return;
    for (const [other, { called }] of wrapped) if (overlap(called, news)) again.add(other);
  };
  const drop = (parts: Map<string, Part>, file: string): void => {
    const part = parts.get(file);
    if (part === undefined) return;
    parts.delete(file);
    changed(file);
    for (const name of part.wrappers.flatMap((wrapper) => wrapper.names)) {
      const files = names.get(name);
      files?.delete(file);
      if (files?.size === 0) names.delete(name);
    }
  };

  return {
    *steps() {
      if (settled === store.gated().length) return;
      for (const file of store.gated()) {
        if (own.has(file)) continue;
        put(own, file, read(file, NOTHING, readOperations));
        yield;
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        const left = store.gated().filter((file) => !wrapped.has(file) || again.has(file));
        if (left.length === 0) {
          settled = store.gated().length;
          return;
        }
        for (const file of left) {
          again.delete(file);
          const nothing = { ...NOTHING, called: new Set<string>() };
          const part = read(file, nothing, (files, facts) => ({
            ...readWrapped(files, facts, wrappers),
            called: calledIn(facts),
          }));
          put(wrapped, file, part);
          yield;
        }
      }
    },
    of: (file) => merge(own.get(file) ?? NOTHING, wrapped.get(file) ?? NOTHING),
    asIf(facts) {
      const known = store.files(() => undefined);
      const files: Files = {
        ...known,
        facts: (file) => (file === facts.file ? facts : known.facts(file)),
      };
      const here = readOperations(files, facts);
      const through = readWrapped(files, facts, {
        of: (file, fn) =>
          file === facts.file ? here.wrappers.filter((wrapper) => wrapper.fn === fn) : wrappers.of(file, fn),
        isName: (name) =>
          wrappers.isName(name) || here.wrappers.some((wrapper) => wrapper.names.includes(name)),
      });
      return merge(here, through);
    },
    invalidate(rests) {
      settled = undefined;
      const stale = new Set<string>();
      for (const [file, { uses }] of own) {
        if (!rests(uses)) continue;
        stale.add(file);
        drop(own, file);
      }
      // a wrapper's call rests on all that the wrapper rests on
      for (let before = -1; before < stale.size;) {
        before = stale.size;
        for (const [file, { uses }] of wrapped) {
          if (!rests(uses) && !overlap(uses, stale)) continue;
          stale.add(file);
          drop(wrapped, file);
        }
      }
    },
    shared() {
      const shared = new Set<string>();
      for (const [file, { uses }] of [...own, ...wrapped]) {
        for (const used of uses) if (used !== file) shared.add(used);
      }
      return shared;
    },
    wrapperNames: () => names,
    readCount: () => reads,
  };
}

function calledIn({ otherCalls, calls }: FileFacts): Set<string> {
  return new Set([...otherCalls, ...calls].map(({ method }) => method));
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

/** A call that is seen to be of a wrapper is not one of the SDK, whatever its name says. */
function merge(own: FileOperations, wrapped: FileOperations): readonly Operation[] {
  if (wrapped.operations.length === 0) return own.operations;
  const seen = new Set(wrapped.operations.map(({ nameSpan }) => nameSpan.start));
  return [...own.operations.filter(({ nameSpan }) => !seen.has(nameSpan.start)), ...wrapped.operations].sort(
    (a, b) => a.nameSpan.start - b.nameSpan.start,
  );
}
