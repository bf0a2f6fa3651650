import { portsOf } from '../link/calls/implementers.ts';
import type { Files } from '../link/linker.ts';
import { grouped } from '../syntax/facts/grouped.ts';
import { MOST_OPERATIONS } from '../model/operations/collect.ts';
import {
  type FileOperations,
  NO_OPERATIONS as NOTHING,
  type Reading,
} from '../model/operations/file-operations.ts';
import { type Ground, newGround } from '../model/operations/ground.ts';
import { readOperations } from '../model/operations/read-operations.ts';
import { readWrapped } from '../model/operations/read-wrapped.ts';
import { type Stepwise, stepwise } from '../model/seen/stepwise.ts';
import { askedIn, type TableGift, type Taker, type Takers, withGifts } from '../model/tables/table-takers.ts';
import { isSure } from '../model/tables/tables.ts';
import type { Wrapper, Wrappers } from '../model/wrappers/wrappers.ts';
import type { CalledOperation } from '../model/operations/called-operations.ts';
import type { FileFacts } from '../syntax/facts/facts.ts';
import { calledIn } from './called.ts';
import type { WrapperNames } from './callers.ts';
import type { GivenUp } from './limits.ts';
import type { Store } from './store.ts';

/**
 * The operations of all files. Those at which the SDK itself is called are read first, file by file; they make
 * wrappers of the functions around them, whose calls in any file are read then, and may make wrappers again.
 */
export interface Links {
  /** What is left to read, one file a step; files may change between steps. */
  readonly steps: () => Iterable<void>;
  /** The operations of a file, in source order, or why it has none that are told: right once a call of `steps` has none. */
  readonly of: (file: string) => Calls | GivenUp;
  /** The same as if these were its facts, everything else unchanged: in steps. */
  readonly asIf: (facts: FileFacts) => Generator<void, Calls | GivenUp>;
  /** Drops what rests on one of these, as the store's views tell them; without them, all. */
  readonly invalidate: (changed: readonly string[] | undefined) => void;
  /** The files that operations of other files rest on. */
  readonly shared: () => ReadonlySet<string>;
  /** The names of all wrappers, and the files that these are in. */
  readonly wrapperNames: () => WrapperNames;
  /** The operations of functions that others decide in part, as these see them: nothing may be left to read. In steps. */
  readonly called: () => Generator<void, readonly CalledOperation[]>;
  /** How many times files were read, either way. */
  readonly readCount: () => number;
}

/** What the calls of one file ask of tables, in source order; see `FileOperations`. */
export type Calls = Pick<
  FileOperations,
  'operations' | 'listings' | 'saves' | 'dropped' | 'looped' | 'called' | 'inJson' | 'inherited'
>;

/** What was read of one file, and the files that it rests on. */
interface Part extends FileOperations {
  readonly uses: ReadonlySet<string>;
  /** Its wrappers by the function that each is. */
  readonly byFunction: ReadonlyMap<number, readonly Wrapper[]>;
  /** The modules of the interfaces that its classes have. */
  readonly ports: readonly string[];
}

/** What a reading of the calls of wrappers rests on beside files: it is another one where these have wrappers that are new. */
interface Questions {
  /** Names that the file calls by which no wrapper went. */
  readonly unknown: ReadonlySet<string>;
  /** Files whose functions it calls, and which might have wrappers. */
  readonly asked: ReadonlySet<string>;
}

/** What wrappers make of the calls of a file. */
interface WrappedPart extends Part, Questions {}

/**
 * How often the calls of a file are read anew while no text changes. Wrappers of wrappers are followed four deep, and each
 * depth is told of once: what goes on to change after this many readings is too complex, and left.
 */
const READINGS = 10;

/** Files whose runs are kept until they are read again. */
const MOST_GROUNDS = 32;

/** The least that the runs of such a file have made: what is quickly made again is not worth its memory. */
const LEAST_GROUND = 1_000;

/** What is kept of a file for its next reading, and the files that this rests on. */
interface KeptGround extends Ground {
  readonly uses: Set<string>;
}

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
  // the same for both readings of a file, and for what is read again
  const grounds = new Map<string, KeptGround>();
  const wrapped = new Map<string, WrappedPart>();
  // calls a wrapper that was found since it was read; what it had stays until then
  const again = new Set<string>();
  // readings that are not at their end, which all who come do together
  const underWay = new Map<string, Stepwise<void>>();
  // those of calls of wrappers; old ones have missed a wrapper
  const asking = new Set<Questions & { isOld: boolean }>();
  const names = new Map<string, Set<string>>();
  // how many files call a name by which no wrapper went: most of what an edit names anew concerns none
  const unmet = new Map<string, number>();
  // on what readings rest, and whose wrappers they ask about, with how many do: nearly all that comes while files are found concerns none
  const rested = createCounts();
  const askedAbout = createCounts();
  // by the file that it is given to, and the one that gives it; and to which files each gives
  const gifts = new Map<string, Map<string, readonly TableGift[]>>();
  const givenTo = new Map<string, readonly string[]>();

  let reads = 0;
  // of the calls of each file since a text changed
  const readings = new Map<string, number>();
  // counts what makes work that was planned another one
  let revision = 0;
  // the files of which nothing is left to read
  let settled: readonly string[] | undefined;

  const read = function* (
    file: string,
    reader: (ground: Ground, facts: FileFacts) => Reading,
  ): Generator<void, Part> {
    reads += 1;
    const { uses, ...ground } = groundOf(file);
    grounds.delete(file);
    try {
      const facts = ground.files.facts(file);
      const read = facts ? yield* reader(ground, facts) : NOTHING;
      // one that came to no end may have been left in the middle of something
      if (read.tooLarge === undefined && ground.size() >= LEAST_GROUND) keepGround(file, { ...ground, uses });
      return {
        ...read,
        uses: new Set(uses),
        byFunction: grouped(read.wrappers, ({ fn }) => fn),
        ports: portsOf(facts),
      };
    } catch (error) {
      onError(file, error);
      return { ...NOTHING, uses: new Set(uses), byFunction: new Map(), ports: [] };
    }
  };
  const groundOf = (file: string): KeptGround => {
    const known = grounds.get(file);
    if (known !== undefined) return known;
    const uses = new Set([file]);
    return { ...newGround(store.files((used) => uses.add(used))), uses };
  };
  const keepGround = (file: string, ground: KeptGround): void => {
    grounds.set(file, ground);
    const [oldest] = grounds.keys();
    if (grounds.size > MOST_GROUNDS && oldest !== undefined) grounds.delete(oldest);
  };
  const wrappersIn = (file: string): readonly Wrapper[] =>
    [own.get(file), wrapped.get(file)].flatMap((part) => part?.wrappers ?? []);
  const wrappers: Wrappers = {
    of: (file, fn) => [own.get(file), wrapped.get(file)].flatMap((part) => part?.byFunction.get(fn) ?? []),
    isName: (name) => names.has(name),
  };
  const takers: Takers = {
    of: (file) => [own.get(file), wrapped.get(file)].flatMap((part) => part?.takers ?? []),
    isName: wrappers.isName,
  };
  const giftsTo = (file: string): readonly TableGift[] => [...(gifts.get(file)?.values() ?? [])].flat();

  /** Does what changes the wrappers of a file; whoever would have seen those that are new is read again. */
  const changeWrappers = (file: string, change: () => void): void => {
    const [before, takersBefore] = [wrappersIn(file), takers.of(file)];
    change();
    changed(file);
    regive(file, wrapped.get(file)?.gifts ?? []);
    const [after, takersAfter] = [wrappersIn(file), takers.of(file)];
    const [old, all] = [
      [...before, ...takersBefore],
      [...after, ...takersAfter],
    ].map((some) => new Set(some.flatMap((one) => one.names)));
    const news = new Set([...(all ?? [])].filter((name) => !names.has(name)));
    for (const name of old ?? []) {
      names.get(name)?.delete(file);
      if (names.get(name)?.size === 0) names.delete(name);
    }
    for (const name of all ?? []) names.set(name, (names.get(name) ?? new Set()).add(file));
    const isGrown =
      hasOthers(after, before) ||
      takersAfter.some((taker) => !takersBefore.some((known) => isSameTaker(known, taker)));
    if (!isGrown) return;
    const sees = ({ unknown, asked }: Questions, called: ReadonlySet<string>): boolean =>
      asked.has(file) || overlap(called, unknown);
    const met = new Set([...news].filter((name) => unmet.has(name)));
    if (met.size > 0 || askedAbout.has(file))
      for (const [other, part] of wrapped) if (sees(part, met)) readAgain(other);
    for (const reading of asking) if (sees(reading, news)) reading.isOld = true;
  };
  const putWrapped = (file: string, part: WrappedPart | undefined): void => {
    for (const name of wrapped.get(file)?.unknown ?? []) {
      const left = (unmet.get(name) ?? 0) - 1;
      if (left > 0) unmet.set(name, left);
      else unmet.delete(name);
    }
    const before = wrapped.get(file);
    if (before !== undefined) {
      rested.remove(before.uses);
      askedAbout.remove(before.asked);
    }
    if (part === undefined) wrapped.delete(file);
    else {
      wrapped.set(file, part);
      rested.add(part.uses);
      askedAbout.add(part.asked);
    }
    for (const name of part?.unknown ?? []) unmet.set(name, (unmet.get(name) ?? 0) + 1);
  };
  const dropOwn = (file: string): void => {
    rested.remove(own.get(file)?.uses ?? []);
    own.delete(file);
  };
  const putOwn = (file: string, part: Part): void => {
    dropOwn(file);
    own.set(file, part);
    rested.add(part.uses);
  };
  /** Whoever is given another table than before has changed. */
  const regive = (from: string, given: readonly TableGift[]): void => {
    const to = grouped(given, ({ file }) => file);
    for (const file of new Set([...to.keys(), ...(givenTo.get(from) ?? [])])) {
      const [before, after] = [gifts.get(file)?.get(from), to.get(file)];
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      if (after === undefined) gifts.get(file)?.delete(from);
      else gifts.set(file, (gifts.get(file) ?? new Map<string, readonly TableGift[]>()).set(from, after));
      changed(file);
    }
    givenTo.set(from, [...to.keys()]);
  };
  const readAgain = (file: string): void => {
    if ((readings.get(file) ?? 0) < READINGS) again.add(file);
  };
  const readOwn = function* (file: string): Generator<void> {
    yield* store.prepare(file);
    if (own.has(file)) return;
    const part = yield* read(file, readOperations);
    changeWrappers(file, () => {
      putOwn(file, part);
    });
  };
  const readCalls = function* (file: string): Generator<void> {
    yield* store.prepare(file);
    if (!isLeft(file)) return;
    const [unknown, asked] = [new Set<string>(), new Set<string>()];
    const seen: Wrappers = {
      of: (other, fn) => {
        asked.add(other);
        return wrappers.of(other, fn);
      },
      isName: (name) => {
        const isKnown = wrappers.isName(name);
        if (!isKnown) unknown.add(name);
        return isKnown;
      },
    };
    const reading = { unknown, asked, isOld: false };
    asking.add(reading);
    const seenTakers: Takers = {
      of: (other) => {
        asked.add(other);
        return takers.of(other);
      },
      isName: seen.isName,
    };
    const part = yield* read(file, (ground, facts) => readWrapped(ground, facts, seen, seenTakers));
    asking.delete(reading);
    again.delete(file);
    readings.set(file, (readings.get(file) ?? 0) + 1);
    changeWrappers(file, () => {
      putWrapped(file, { ...part, unknown, asked });
    });
    if (reading.isOld) readAgain(file);
  };
  /** A reading of a file that somebody may have begun. */
  const together = (file: string, read: (file: string) => Generator<void>): Iterable<void> => {
    const known = underWay.get(file);
    if (known !== undefined) return known.steps();
    const work = stepwise(function* () {
      yield* read(file);
      underWay.delete(file);
    });
    underWay.set(file, work);
    return work.steps();
  };
  const drop = (file: string, forget: (file: string) => void): void => {
    changeWrappers(file, () => {
      forget(file);
    });
    again.delete(file);
  };

  const isLeft = (file: string): boolean => !wrapped.has(file) || again.has(file);

  /** What can be read next, in any order: the SDK's own calls first, as nothing is known of wrappers before. */
  const plan = (): readonly (() => Iterable<void>)[] => {
    const files = store.gated();
    if (settled === files) return [];
    const unread = files.filter((file) => !own.has(file));
    if (unread.length > 0) return unread.map((file) => () => together(file, readOwn));
    const left = files.filter(isLeft);
    if (left.length === 0) {
      settled = files;
      // a file is read anew once it changed, and then from the beginning
      grounds.clear();
    }
    return left.map((file) => () => together(file, readCalls));
  };

  return {
    *steps() {
      for (let planned = plan(); planned.length > 0; planned = plan()) {
        const [before, files] = [revision, store.gated()];
        const isOther = (): boolean => revision !== before || store.gated() !== files;
        for (const read of planned) {
          for (const _ of read()) {
            yield;
            if (isOther()) break;
          }
          yield;
          if (isOther()) break;
        }
      }
    },
    of: (file) => merge(own.get(file) ?? NOTHING, wrapped.get(file) ?? NOTHING, (to) => giftsTo(to ?? file)),
    *asIf(facts) {
      const known = store.files(() => undefined);
      const files: Files = {
        ...known,
        facts: (file) => (file === facts.file ? facts : known.facts(file)),
      };
      const ground = newGround(files);
      const here = yield* readOperations(ground, facts);
      let through = NOTHING;
      const count = (): number => through.wrappers.length + through.takers.length;
      for (let known = -1, left = READINGS; known < count() && left > 0; left -= 1) {
        known = count();
        const made = [...here.wrappers, ...through.wrappers];
        const taking = [...here.takers, ...through.takers];
        const names = new Set([...made, ...taking].flatMap((one) => one.names));
        const isName = (name: string): boolean => wrappers.isName(name) || names.has(name);
        const isOwn = (file: string): boolean => file === facts.file;
        through = yield* readWrapped(
          ground,
          facts,
          {
            of: (file, fn) =>
              isOwn(file) ? made.filter((wrapper) => wrapper.fn === fn) : wrappers.of(file, fn),
            isName,
          },
          { of: (file) => (isOwn(file) ? taking : takers.of(file)), isName },
        );
      }
      return merge(here, through, (to = facts.file) => {
        const others = [...(gifts.get(to) ?? [])].filter(([from]) => from !== facts.file);
        return [...others.flatMap(([, given]) => given), ...through.gifts.filter(({ file }) => file === to)];
      });
    },
    invalidate(changed) {
      settled = undefined;
      revision += 1;
      readings.clear();
      underWay.clear();
      asking.clear();
      const rests = (uses: ReadonlySet<string>): boolean => {
        for (const one of changed ?? []) if (uses.has(one)) return true;
        return changed === undefined;
      };
      for (const [file, { uses }] of grounds) if (rests(uses)) grounds.delete(file);
      if (changed?.some(rested.has) === false) return;
      const stale = new Set<string>();
      for (const [file, { uses }] of own) {
        if (!rests(uses)) continue;
        stale.add(file);
        drop(file, dropOwn);
      }
      // a wrapper's call rests on all that the wrapper rests on
      for (let before = -1; before < stale.size;) {
        before = stale.size;
        for (const [file, { uses }] of wrapped) {
          if (!rests(uses) && !overlap(uses, stale)) continue;
          stale.add(file);
          drop(file, (one) => {
            putWrapped(one, undefined);
          });
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
    wrapperNames: () => withPorts(names, (file) => own.get(file)?.ports ?? []),
    called() {
      const files = store.files(() => undefined);
      return calledIn({
        files: [...store.gated()].sort(),
        facts: files.facts,
        operations: (file) => {
          const calls = merge(own.get(file) ?? NOTHING, wrapped.get(file) ?? NOTHING, (to) =>
            giftsTo(to ?? file),
          );
          return typeof calls === 'string' ? [] : calls.operations;
        },
        looped: (file) => (wrapped.get(file) ?? NOTHING).looped.filter(isSure),
        wrappers,
        ground: () => newGround(files),
      });
    },
    readCount: () => reads,
  };
}

/** The same names, also of the modules by which callers know what is behind an interface. */
function withPorts(names: WrapperNames, portsIn: (file: string) => readonly string[]): WrapperNames {
  return new Map(
    [...names].map(([name, files]) => [
      name,
      new Set([...files].flatMap((file) => [file, ...portsIn(file)])),
    ]),
  );
}

function isSameTaker(a: Taker, b: Taker): boolean {
  if (a.asked === undefined || b.asked === undefined)
    return a.asked === b.asked && a.names.join() === b.names.join();
  return askedIn(a.asked) === askedIn(b.asked);
}

/** Whether there are wrappers that were not there before. */
function hasOthers(after: readonly Wrapper[], before: readonly Wrapper[]): boolean {
  const known = new Map<Wrapper['inner'], Set<number>>();
  for (const { inner, fn } of before) known.set(inner, (known.get(inner) ?? new Set()).add(fn));
  return after.some(({ inner, fn }) => known.get(inner)?.has(fn) !== true);
}

/** How many sets have a name. */
interface Counts {
  readonly add: (names: Iterable<string>) => void;
  /** Of a set that was added. */
  readonly remove: (names: Iterable<string>) => void;
  readonly has: (name: string) => boolean;
}

function createCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    add(names) {
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    remove(names) {
      for (const name of names) {
        const left = (counts.get(name) ?? 0) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      }
    },
    has: (name) => counts.has(name),
  };
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0) return false;
  const few = a.size < b.size ? a : b;
  const many = few === a ? b : a;
  for (const one of few) if (many.has(one)) return true;
  return false;
}

/** A call that is seen to be of a wrapper is not one of the SDK, whatever its name says. */
function merge(
  own: FileOperations,
  wrapped: FileOperations,
  giftsTo: (file: string | undefined) => readonly TableGift[],
): Calls | GivenUp {
  const tooLarge = own.tooLarge ?? wrapped.tooLarge;
  if (tooLarge !== undefined) return tooLarge;
  if (own.operations.length + wrapped.operations.length > MOST_OPERATIONS) return 'operations';
  const { listings, saves, dropped, looped, called, inJson, inherited } = wrapped;
  const others = { listings, saves, dropped, looped, called, inJson, inherited };
  if (wrapped.operations.length === 0) return { operations: withGifts(own.operations, giftsTo), ...others };
  const seen = new Set(wrapped.operations.map(({ nameSpan }) => nameSpan.start));
  const all = [...own.operations.filter(({ nameSpan }) => !seen.has(nameSpan.start)), ...wrapped.operations];
  const operations = all.sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  return { operations: withGifts(operations, giftsTo), ...others };
}
