import type { Guard, Guards } from './conditions/guards.ts';
import { type Machine, type Observation, type Subject } from './machine.ts';
import { isMadeOfFalsyOn, textsOn } from './conditions/settled.ts';
import { isMadeByLanguage } from './values/identities.ts';
import type { Atom, Value } from './values/values.ts';
import { isListedPartition, sourceKeyOf } from './entities/sources.ts';
import {
  givenUpIn,
  indexed,
  isWhole,
  type Named,
  type Seen,
  seenIn,
  type SeenIndex,
  type Sight,
  sightOf,
  sightOfModule,
} from './sight.ts';
import type { Place } from '../../core/text/segments.ts';
import { keyOf, type Through } from './entities/turn.ts';
import type { Files, Linker } from '../link/linker.ts';
import { RunsWanted, type Stepping } from './in-steps.ts';
import {
  isGivenUp,
  loseAnswers,
  newMachine,
  newWorld,
  type RanModule,
  runModule,
  storeAbove,
} from './interpreter.ts';
import type { FunctionCode, Program, Root } from '../syntax/program/program.ts';
import { rootAt, startsOf } from './roots.ts';
import { leftBy, runInHeir, runRoot } from './root-runs.ts';
import { someResult } from './some-result.ts';
import { noteEscapedRows } from './entities/rows.ts';
import { addTo } from '../syntax/facts/grouped.ts';
import { areMadeAlike } from './entities/written-back.ts';
import { chainKey } from './entities/chains.ts';

/** The programs of a set of files, run on all their ways when somebody asks what happens at a call. */
export interface Flow {
  /** How much was made in its runs: what it would cost to make it again, in objects. */
  readonly size: () => number;
  readonly guards: Guards;
  /** By decision: what it is about. */
  readonly subjects: readonly Subject[];
  /** The condition under which a value that is not known is truthy, where somebody asked for it. */
  readonly truthOf: (symbol: number) => Guard | undefined;
  /** Whether all that such a value was written anew from is falsy where a condition holds. */
  readonly isMadeOfFalsy: (symbol: number, on: Guard) => boolean;
  /** The texts that such a value can be where a condition holds, where it was compared with all of them. */
  readonly textsOn: (symbol: number, on: Guard) => readonly string[] | undefined;
  /** Whether two values that are not known are what the same function was called for with the same. */
  readonly isMadeAlike: (a: number | undefined, b: number | undefined) => boolean;
  /** Whether such a value was made by a function of the language, of values that are told apart. */
  readonly isMadeByLanguage: (symbol: number) => boolean;
  /** What such a value means between the quotes of a filter: the text whose quotes are doubled in it, or itself. */
  readonly meantInQuotes: (symbol: number) => number;
  /** Of such a value that is a key of an entity which a point read gave: what that read asked for. */
  readonly askedKey: (symbol: number) => Value | undefined;
  /** Whether such a value is the PartitionKey that something has which is not known, as an element of a list. */
  readonly isOwnPartition: (symbol: number) => boolean;
  /** Whether such a value is the PartitionKey of an entity that a list query gave. */
  readonly isListedPartition: (symbol: number) => boolean;
  /** Whether such a value is an entity as it was read. */
  readonly isEntity: (symbol: number) => boolean;
  /** Whether a value is a property of an entity that was read, as it was read: what the service has no type for it isn't. */
  readonly isStored: (atom: Atom) => boolean;
  /**
   * What was seen at a call of a TableClient's method, by where its name begins, when the outermost function around it
   * runs, or the one around `within`; with `through`, what was seen at a call elsewhere that this one leads to. Undefined
   * where the run was given up.
   */
  readonly seenAt: (
    file: string,
    nameStart: number,
    through?: { readonly file: string; readonly nameStart: number },
    within?: number,
  ) => readonly Observation[] | undefined;
  /**
   * Whether what a read asks for comes from what it gave before when the outermost function around `within` runs; with `caller`,
   * where that call leads to it.
   */
  readonly isChain: (read: Named, caller: Place | undefined, within: Place) => boolean;
  /** What a loop has turns for when the outermost function around it runs: of a method that calls a function for each element its call. */
  readonly throughAt: (loop: Place) => readonly Through[];
  /**
   * What was seen at a call in a method when that runs for some instance of a class which inherits it, by where that class begins;
   * undefined where the run was given up, or the class is not seen to be based on the one that has the method.
   */
  readonly seenInHeir: (
    heir: { readonly file: string; readonly start: number },
    file: string,
    nameStart: number,
  ) => readonly Observation[] | undefined;
  /** Whether a call is seen to lead into a function of the workspace when the outermost function around it runs. */
  readonly isFollowed: (file: string, nameStart: number) => boolean;
  /** What was seen at a call when the other functions of the file run. */
  readonly seenElsewhere: (file: string, nameStart: number) => readonly Observation[];
  /**
   * What was seen at a call when the other functions of the file run, where nothing else calls the function around it;
   * undefined where others may.
   */
  readonly seenFromCallers: (file: string, nameStart: number) => readonly Observation[] | undefined;
}

/** Outermost functions that are run at once; of more, one a step. */
const FEW_ROOTS = 20;

interface AllRuns {
  readonly calls: ReadonlyMap<number, readonly { readonly start: number; readonly seen: Observation }[]>;
  /** Where those start whose runs were given up. */
  readonly givenUp: ReadonlySet<number>;
  /** Where functions start that are called in this file alone. */
  readonly inside: ReadonlySet<number>;
}

/** `stepping` says when who asks wants runs one by one. */
export function createFlow(
  files: Files,
  linker: () => Linker,
  stepping: Readonly<Stepping> = { isOn: false },
): Flow {
  const world = newWorld(files, linker, someResult);
  const settledWorld = { ...world.shared, guards: world.guards };
  const seen = new Map<FunctionCode, Seen>();
  const indices = new Map<readonly Observation[], SeenIndex>();
  const allRuns = new Map<string, AllRuns>();
  // looked up by what was seen, which must stay the same list
  const wide = new Map<Sight, Seen>();
  const ofModules = new Map<RanModule, Sight>();
  const ofModule = (module: RanModule): Sight => {
    const sight = ofModules.get(module) ?? sightOfModule(module);
    ofModules.set(module, sight);
    return sight;
  };
  const runOf = (file: string, offset: number): Seen => {
    const module = runModule(world, file);
    const root = module && rootAt(module.run.program, offset);
    if (module === undefined) return undefined;
    if (root === undefined) return ofModule(module);
    if (!seen.has(root.fn)) seen.set(root.fn, run(file, root));
    return seen.get(root.fn);
  };
  const run = (
    file: string,
    root: Root,
    isCoarse = false,
    skipped?: Machine['skipped'],
    isWide = false,
  ): Seen => {
    const machine = newMachine(world, storeAbove(world), isCoarse, skipped);
    try {
      const unseen = runRoot(machine, file, root, isWide);
      noteEscapedRows(machine);
      if (machine.lost.length > 0) loseAnswers(machine.observed, 1);
      loseAnswers(machine.seenBefore, 0);
      const sight = sightOf(machine, unseen);
      if (!sight.isCut || isCoarse) {
        const left = isCoarse || isWide ? [] : leftBy(machine, file);
        return left.length === 0 ? sight : { ...sight, left };
      }
      if (isWide) return sight;
      // what depends on fewer conditions may come to its end, or what leaves out calls that take too much
      let coarse = run(file, root, true);
      const given = coarse?.isCut === true ? givenUpIn(coarse) : new Set<number>();
      if (given.size > 0) coarse = run(file, root, true, given);
      return coarse === undefined || coarse.isCut ? sight : { ...sight, coarse };
    } catch (error) {
      if (isGivenUp(error)) return undefined;
      throw error;
    }
  };
  /** What a run saw that ran what stands at an offset, too, where that leads to a table elsewhere. */
  const sightAt = (file: string, offset: number, within = offset): Seen => {
    const narrow = runOf(file, within);
    const isLeft = narrow?.left?.some(({ start, end }) => start <= offset && offset < end) === true;
    const program = isLeft ? runModule(world, file)?.run.program : undefined;
    const root = program && rootAt(program, within);
    if (narrow === undefined || root === undefined) return narrow;
    if (!wide.has(narrow)) wide.set(narrow, run(file, root, false, undefined, true));
    return wide.get(narrow);
  };
  const indexOf = (observed: readonly Observation[]): SeenIndex => {
    const known = indices.get(observed) ?? indexed(observed);
    indices.set(observed, known);
    return known;
  };
  const stepped = new Set<string>();
  function* runsOf(file: string, program: Program): Generator<void> {
    stepped.add(file);
    for (const start of startsOf(program)) {
      try {
        runOf(file, start);
      } catch (error) {
        if (!isGivenUp(error)) throw error;
      }
      yield;
    }
  }
  const allRunsOf = (file: string, program: Program): AllRuns => {
    const known = allRuns.get(file);
    if (known !== undefined) return known;
    if (stepping.isOn && program.roots.length > FEW_ROOTS && !stepped.has(file))
      throw new RunsWanted(() => runsOf(file, program));
    const calls = new Map<number, { start: number; seen: Observation }[]>();
    const givenUp = new Set<number>();
    for (const start of startsOf(program)) {
      const fine = runOf(file, start);
      const run = fine?.coarse ?? fine;
      if (run === undefined || run.isCut || run.lost.length > 0 || run.unseen.length > 0) givenUp.add(start);
      for (const seen of run?.observed ?? []) {
        if (seen.file !== file || seen.through.length === 0) continue;
        addTo(calls, seen.nameStart, { start, seen });
      }
    }
    const inside = new Set([...program.enclosed].map(({ span }) => span.start));
    const all = { calls, givenUp, inside };
    allRuns.set(file, all);
    return all;
  };
  const elsewhere = (
    file: string,
    nameStart: number,
    program: Program,
    own: number,
  ): readonly Observation[] => {
    const seen = allRunsOf(file, program).calls.get(nameStart) ?? [];
    return seen.flatMap((one) => (one.start === own ? [] : [one.seen]));
  };
  return {
    size: () => world.counter.next,
    guards: world.guards,
    subjects: world.subjects,
    truthOf: (symbol) => world.shared.asked.get(`t:${symbol}`),
    isMadeOfFalsy: (symbol, on) => isMadeOfFalsyOn(settledWorld, symbol, on),
    textsOn: (symbol, on) => textsOn(settledWorld, symbol, on),
    seenInHeir(heir, file, nameStart) {
      const program = runModule(world, file)?.run.program;
      const root = program && rootAt(program, nameStart);
      if (runModule(world, heir.file) === undefined || root?.cls === undefined || root.isStatic === true)
        return undefined;
      const observed = runInHeir(world, heir, file, root);
      return observed?.filter((one) => one.file === file && one.nameStart === nameStart);
    },
    isFollowed: (file, nameStart) => sightAt(file, nameStart)?.followed.get(file)?.has(nameStart) === true,
    isMadeAlike: (a, b) => areMadeAlike(world.shared, a, b),
    isMadeByLanguage: (symbol) => isMadeByLanguage(world.shared, symbol),
    meantInQuotes: (symbol) => world.shared.doubled.get(symbol) ?? symbol,
    askedKey(symbol) {
      const [source, ...others] = world.shared.sources.get(symbol) ?? [];
      const index = KEYS.indexOf(source?.name?.toLowerCase() ?? '');
      const isOne = source?.read.kind === 'point' && source.share === 'same' && others.length === 0;
      return isOne && index >= 0 ? source.read.keys[index] : undefined;
    },
    isOwnPartition: (symbol) => world.shared.partitionsOf.has(symbol),
    isListedPartition: (symbol) => world.shared.sources.get(symbol)?.some(isListedPartition) === true,
    isStored: (atom) =>
      world.shared.sources
        .get(sourceKeyOf(atom) ?? NaN)
        ?.some(({ name, share }) => name !== undefined && share === 'same') === true,
    isEntity: (symbol) => world.shared.extents.get(symbol)?.entities === 'one',
    seenElsewhere(file, nameStart) {
      const program = runModule(world, file)?.run.program;
      const root = program && rootAt(program, nameStart);
      return program === undefined || root === undefined
        ? []
        : elsewhere(file, nameStart, program, root.fn.span.start);
    },
    seenFromCallers(file, nameStart) {
      const program = runModule(world, file)?.run.program;
      const root = program && rootAt(program, nameStart);
      if (program === undefined || root === undefined || !program.enclosed.has(root.fn)) return undefined;
      const own = root.fn.span.start;
      const { calls, givenUp, inside } = allRunsOf(file, program);
      // of a run that was given up it is not known what it would have called
      if (givenUp.size > (givenUp.has(own) ? 1 : 0)) return undefined;
      // what is called in this file alone is seen from where it is called
      const seen = calls.get(nameStart) ?? [];
      return seen.flatMap((one) => (inside.has(one.start) ? [] : [one.seen]));
    },
    isChain(read, caller, within) {
      const run = sightAt(within.file, within.span.start);
      return [run, run?.coarse].some((sight) => sight?.chains.has(chainKey(read, caller)) === true);
    },
    throughAt(loop) {
      const run = sightAt(loop.file, loop.span.start);
      return [run, run?.coarse].flatMap((sight) => sight?.throughs.get(keyOf(loop)) ?? []);
    },
    seenAt(file, nameStart, through, within = nameStart) {
      const run = sightAt(file, nameStart, within);
      const found = [run, run?.coarse].flatMap((sight) => {
        const seen = sight && seenIn(indexOf(sight.observed), { file, nameStart }, through);
        const isAll = seen && isWhole(sight, seen, { file, nameStart }, through !== undefined);
        return isAll ? [seen] : [];
      });
      return found[0];
    },
  };
}

/** The keys of an entity, in the order in which methods take them. */
const KEYS: readonly string[] = ['partitionkey', 'rowkey'];
