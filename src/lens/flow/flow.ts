import { isMadeByLanguage } from './values/identities.ts';
import type { Files, Linker } from '../link/linker.ts';
import type { GivenTo } from '../link/values/value.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Span } from '../../core/text/span.ts';
import { addTo } from '../syntax/facts/grouped.ts';
import type { ClassCode, Expression, FunctionCode, Program, Root } from '../syntax/program/program.ts';
import { RunsWanted, type Stepping } from './in-steps.ts';
import { escape } from './entities/answers.ts';
import { isStream } from './code/outside.ts';
import { forgetChanged } from './code/forget.ts';
import { chainKey } from './entities/chains.ts';
import { noteEscapedRows } from './entities/rows.ts';
import { ALWAYS, type Guard, type Guards } from './conditions/guards.ts';
import { initialise, declaredField } from './code/instances.ts';
import {
  isGivenUp,
  loseAnswers,
  newMachine,
  newWorld,
  parametersOf,
  type RanModule,
  renew,
  runModule,
  storeAbove,
  type World,
} from './interpreter.ts';
import {
  casesOf,
  type CallPlace,
  decide,
  either,
  given,
  type Machine,
  type Observation,
  type Subject,
  unknownOf,
} from './machine.ts';
import { spanOf } from './code/patterns.ts';
import { isMadeOfFalsyOn, textsOn } from './conditions/settled.ts';
import { areMadeAlike } from './entities/written-back.ts';
import { isListedPartition, sourceKeyOf } from './entities/sources.ts';
import { keyOf, type Through } from './entities/turn.ts';
import { ownProperty, readProperty } from './values/properties.ts';
import { noteGiven } from './values/sizes.ts';
import { valueOf } from './values/symbols.ts';
import {
  ABSENT,
  type Atom,
  type ClassAtom,
  type FunctionAtom,
  type ObjectId,
  UNDEFINED,
  type Value,
} from './values/values.ts';

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

/** What one run saw; undefined where nothing is known of it. */
type Seen = Sight | undefined;

interface Sight extends Pick<Machine, 'observed' | 'lost' | 'followed' | 'chains' | 'throughs'> {
  /** Closures whose runs were given up. */
  readonly unseen: readonly Span[];
  /** The run was given up itself. */
  readonly isCut: boolean;
  /** What a run that came to its end saw instead, which forgot how conditions depend on each other. */
  readonly coarse?: Sight;
  /** Closures that it made and did not run, as nothing in them is near a table. */
  readonly left?: readonly Span[];
  /** It is that of code which stands in no function. */
  readonly isOfModule?: boolean;
}

function sightOf(
  { observed, seenBefore, lost, followed, chains, throughs }: Machine,
  unseen: readonly Span[] | undefined,
): Sight {
  const all = seenBefore.length === 0 ? observed : [...observed, ...seenBefore];
  return {
    observed: all,
    lost,
    followed,
    chains,
    throughs,
    unseen: unseen ?? [],
    isCut: unseen === undefined,
  };
}

/** Where the names begin of calls that a run gave up, and not all that calls them. */
function givenUpIn({ lost }: Sight): ReadonlySet<number> {
  return new Set(
    lost.flatMap((calls) => (calls.length < 2 ? [] : calls.slice(-1).map(({ nameStart }) => nameStart))),
  );
}

/** What the code of a module saw that stands in no function. */
function sightOfModule({ machine, isGivenUp: isCut }: RanModule): Sight {
  const { observed, lost, followed, chains, throughs } = machine;
  const seen = isCut ? observed.filter(({ loops }) => loops.length === 0) : observed;
  if (isCut) loseAnswers(seen, -1);
  return { observed: seen, lost, followed, chains, throughs, unseen: [], isCut, isOfModule: true };
}

/** What the functions of a file saw in calls that they led to, each run by itself from where it starts. */
/** Outermost functions that are run at once; of more, one a step. */
const FEW_ROOTS = 20;

/** Where the runs of a file start: its module, and each outermost function. */
function startsOf({ text, roots }: Program): readonly number[] {
  return [text.length, ...roots.map(({ fn }) => fn.span.start)];
}

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
  const world = newWorld(files, linker);
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

/**
 * Whether what was seen at a place, or through the call there, is all that happens. Where a function was given up before its end, that is
 * so of what stands in it itself, in no loop: it is met once.
 */
function isWhole(
  { lost, unseen, isCut, isOfModule }: Sight,
  found: readonly Observation[],
  here: Named,
  isThrough: boolean,
): boolean {
  if (!isCut && lost.length === 0 && unseen.length === 0) return true;
  const isHere = (at: CallPlace | undefined): boolean =>
    at?.nameStart === here.nameStart && at.file === here.file;
  const isLost = isThrough && lost.some((calls) => calls.some(isHere));
  if (found.length === 0 || isLost) return false;
  if (!isCut && !unseen.some(({ start, end }) => start <= here.nameStart && here.nameStart < end))
    return true;
  return found.every(({ through }) => {
    const next = through[isOfModule ? 0 : 1];
    return isThrough ? isHere(next) : next === undefined;
  });
}

type Named = Pick<CallPlace, 'file' | 'nameStart'>;

/** What was seen, by where the names of calls begin: those it was seen at, and those that led to these. The same offsets may be of several files. */
interface SeenIndex {
  readonly at: ReadonlyMap<number, readonly Observation[]>;
  readonly through: ReadonlyMap<number, ReadonlyMap<number, readonly Observation[]>>;
}

function indexed(observed: readonly Observation[]): SeenIndex {
  const at = new Map<number, Observation[]>();
  const through = new Map<number, Map<number, Observation[]>>();
  for (const one of observed) {
    addTo(at, one.nameStart, one);
    for (const { nameStart } of one.through) {
      const inner = through.get(nameStart) ?? new Map<number, Observation[]>();
      through.set(nameStart, inner);
      // a call may lead to itself
      if (inner.get(one.nameStart)?.at(-1) !== one) addTo(inner, one.nameStart, one);
    }
  }
  return { at, through };
}

/** What was seen at a call, or at the one that this leads to. */
function seenIn(
  { at, through }: SeenIndex,
  { file, nameStart }: Named,
  inner: Named | undefined,
): readonly Observation[] {
  if (inner === undefined) return at.get(nameStart)?.filter((one) => one.file === file) ?? [];
  const isHere = (call: CallPlace): boolean => call.nameStart === nameStart && call.file === file;
  const found = through.get(nameStart)?.get(inner.nameStart) ?? [];
  return found.filter((one) => one.file === inner.file && one.through.some(isHere));
}

/** The function of a program that stands in no other, around an offset; they are in order, and none is in another. */
function rootAt({ roots }: Program, offset: number): Root | undefined {
  let [low, high] = [0, roots.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const root = roots[middle];
    if (root === undefined) return undefined;
    const { start, end } = root.fn.span;
    if (start <= offset && offset < end) return root;
    if (offset < start) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

/** Runs a function, and the closures that it makes; those of these that were given up, or undefined where it was itself. */
function runRoot(
  machine: Machine,
  file: string,
  { fn, cls, isStatic }: Root,
  isWide: boolean,
): readonly Span[] | undefined {
  const made = cls && machine.classes.get(cls);
  const target =
    cls === undefined ? machine.closures.get(fn) : made && memberOf(machine, fn, made, isStatic, file);
  if (target === undefined) return [];
  return runItself(machine, target) ? runLater(machine, file, isWide) : undefined;
}

/** Runs a method for some instance of a class that inherits it; what it saw, or undefined where that is not all. */
function runInHeir(
  world: World,
  heir: { readonly file: string; readonly start: number },
  file: string,
  { fn, cls }: Root,
): readonly Observation[] | undefined {
  const machine = newMachine(world, storeAbove(world));
  const home = cls && machine.classes.get(cls);
  const own = [...machine.classes.values()].find(
    (one) => one.file === heir.file && one.cls.span.start === heir.start,
  );
  if (home === undefined || own === undefined || !isBased(own, home)) return undefined;
  try {
    const self = someInstance(machine, own, heir.file, undefined);
    const given = givenToHeir(machine, fn, file, own);
    const isWhole = runItself(machine, { kind: 'function', file, fn, frame: home.frame, self, home }, given);
    return isWhole && machine.lost.length === 0 ? machine.observed : undefined;
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error;
  }
}

/** What a method is given for a class that inherits it: where it takes what the class leaves open, what the methods of that are given. */
function givenToHeir(machine: Machine, fn: FunctionCode, file: string, heir: ClassAtom): readonly Value[] {
  const types = heir.cls.members.flatMap((member) =>
    member.isStatic ? [] : ((member.fn ?? functionIn(member.init))?.parameters[0]?.type ?? []),
  );
  const [type] = types.filter(({ name }) => !SCALARS.has(name));
  return givenTo(machine, fn, file).map((value, index) => {
    const parameter = fn.parameters[index];
    const isOpen = parameter?.type !== undefined && TYPE_PARAMETER.test(parameter.type.name);
    if (!isOpen || type === undefined) return value;
    return valueOf(machine, {
      type,
      file: heir.file,
      name: parameter.name,
      given: originOf(machine, file, fn),
    });
  });
}

function functionIn(init: Expression | undefined): FunctionCode | undefined {
  return init?.kind === 'function' ? init.fn : undefined;
}

/** `T`, `TItem`: as everybody calls the parameters of types. */
const TYPE_PARAMETER = /^[A-Z]$|^T[A-Z]/;

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'Date']);

/** Runs a function as somebody calls it who is not seen; whether it came to its end. */
function runItself(machine: Machine, target: FunctionAtom, values?: readonly Value[]): boolean {
  const { file, fn } = target;
  const at = { file, span: fn.span, nameStart: -1, isNew: false };
  renew(machine);
  const given = values ?? givenTo(machine, fn, file, isOfStream(machine, target));
  const self = target.self ?? unknownOf(machine, 'parameter', { name: 'this' });
  const value = machine.run.enter(machine, target, given, self, at);
  noteHandedOut(machine, value);
  escape(machine, value, self);
  return !machine.lost.some((calls) => calls.length === 1 && calls[0] === at);
}

/** Notes the functions that callers get: `return { get, set }`. */
function noteHandedOut(machine: Machine, value: Value): void {
  const note = (atom: Atom): void => {
    if (atom.kind === 'function') machine.handedOut.add(atom.fn);
  };
  for (const { value: atom } of casesOf(machine, value)) {
    note(atom);
    if (atom.kind !== 'object') continue;
    for (const property of machine.store.object(atom.id).properties.values())
      for (const one of casesOf(machine, property)) note(one.value);
  }
}

/**
 * What a function is given by callers that are not seen, who bring as much as they like; `ofStream`: what comes through a stream, of which
 * each is as large as whoever puts it in makes it.
 */
function givenTo(machine: Machine, fn: FunctionCode, file: string, ofStream = false): readonly Value[] {
  const values = parametersOf(machine, fn, file, originOf(machine, file, fn));
  fn.parameters.forEach(({ pattern }, index) => {
    const place = { file, span: spanOf(pattern) ?? fn.span };
    const by = ofStream ? {} : { by: 'caller' as const };
    noteGiven(machine, values[index] ?? UNDEFINED, { ...by, inside: 'caller', place });
  });
  return values;
}

/** Whether a function is what a stream gives one chunk after the other: a method of its class, or one that it was made with. */
function isOfStream({ ofStreams }: Machine, { fn, home }: FunctionAtom): boolean {
  if (ofStreams.has(fn)) return true;
  const base = home?.base;
  if (base?.kind !== 'external' || !isStream(base)) return false;
  return ['_write', '_transform'].some((name) => home?.cls.named.get(name)?.some((one) => one.fn === fn));
}

/**
 * Closures that were made and not run may be run by anybody, at any time later, and where a call was given up that has come to them
 * all may: it might have run them in another way. Gives those of which not all is seen.
 */
function runLater(machine: Machine, file: string, isWide: boolean): readonly Span[] {
  const byThemselves = new Set<FunctionCode>();
  const isKept = (machine.run.moduleOf(machine, file)?.program.scope.changed.size ?? 0) > 0;
  const isAgain = (): boolean => machine.isStrayed || (isKept && machine.lost.length > 0);
  const ranBefore = new Set(machine.ran);
  // what callers get they call, too, whatever of it calls another
  const isLent = (fn: FunctionCode): boolean => machine.handedOut.has(fn) && !ranBefore.has(fn);
  const isToRun = (fn: FunctionCode): boolean =>
    (isWide || fn.isNear) && !byThemselves.has(fn) && (isAgain() || !machine.ran.has(fn) || isLent(fn));
  const isLeft = ({ file: of, fn }: FunctionAtom): boolean => of === file && isToRun(fn);
  const memberLeft = (): FunctionAtom | undefined => {
    for (const cls of machine.madeClasses.toReversed()) {
      const code = cls.file === file ? methodsOf(cls.cls).find(({ fn }) => isToRun(fn)) : undefined;
      const member = code && memberOf(machine, code.fn, cls, code.isStatic, file);
      if (member !== undefined) return member;
    }
    return undefined;
  };
  const unseen: Span[] = [];
  for (let count = 0; count < MOST_CLOSURES; count += 1) {
    const one = machine.made.findLast(isLeft) ?? memberLeft();
    if (one === undefined) return unseen;
    byThemselves.add(one.fn);
    machine.reached = ALWAYS;
    forgetChanged(machine, one.frame);
    if (!runItself(machine, one)) unseen.push(one.fn.span);
  }
  const members = machine.madeClasses.flatMap(({ file: of, cls }) =>
    of === file ? methodsOf(cls).flatMap(({ fn }) => (isToRun(fn) ? [fn.span] : [])) : [],
  );
  return [...unseen, ...machine.made.filter(isLeft).map(({ fn }) => fn.span), ...members];
}

/** The functions of a class that somebody may call who is not seen. */
function methodsOf({ construct, members }: ClassCode): readonly Pick<Root, 'fn' | 'isStatic'>[] {
  const methods = members.flatMap(({ fn, isStatic }) => (fn === undefined ? [] : [{ fn, isStatic }]));
  return construct === undefined ? methods : [...methods, { fn: construct }];
}

/** What a run made and left: nobody ran it, and nothing in it is near a table. */
function leftBy({ made, madeClasses, ran }: Machine, file: string): readonly Span[] {
  const closures = made.flatMap((one) => (one.file === file ? [one.fn] : []));
  const methods = madeClasses.flatMap((one) => (one.file === file ? methodsOf(one.cls) : []));
  const all = new Set([...closures, ...methods.map(({ fn }) => fn)]);
  return [...all].flatMap((fn) => (fn.isNear || ran.has(fn) ? [] : [fn.span]));
}

/** Closures of one function that are run by themselves. */
const MOST_CLOSURES = 60;

/** The number that a function has in the facts of its file: by that others speak of who decides a value. */
function originOf(machine: Machine, file: string, { span }: FunctionCode): GivenTo | undefined {
  let known = machine.origins.get(file);
  if (known === undefined) {
    const all = machine.files.facts(file)?.functions ?? [];
    known = new Map(all.map((one) => [`${one.span.start}:${one.span.end}`, one.id]));
    machine.origins.set(file, known);
  }
  const fn = known.get(`${span.start}:${span.end}`);
  return fn === undefined ? undefined : { file, fn };
}

/** A member of some instance of a class. */
function memberOf(
  machine: Machine,
  fn: FunctionCode,
  cls: ClassAtom,
  isStatic: boolean | undefined,
  file: string,
): FunctionAtom {
  const self: Atom =
    isStatic === true || fn === cls.cls.construct
      ? instanceless(machine, cls, isStatic === true)
      : someInstance(machine, cls, file, originOf(machine, file, fn));
  return { kind: 'function', file, fn, frame: cls.frame, self, home: cls };
}

function instanceless(machine: Machine, cls: ClassAtom, isStatic: boolean): Atom {
  if (isStatic) return cls;
  const id = machine.store.add({ kind: 'object', cls, properties: new Map(), elements: [], grown: 0 });
  return { kind: 'object', id };
}

/** An instance whose constructor was given something, and whose other members were called in any order since. */
function someInstance(machine: Machine, cls: ClassAtom, file: string, origin: GivenTo | undefined): Atom {
  const id = machine.store.add({
    kind: 'object',
    cls,
    properties: new Map(),
    elements: [],
    grown: 0,
    open: { why: 'property', name: 'this', file },
  });
  const self: Atom = { kind: 'object', id };
  const at = { file, span: cls.cls.span, nameStart: -1, isNew: true };
  const { construct } = constructing(cls);
  const args =
    construct === undefined
      ? []
      : parametersOf(machine, construct.fn, construct.file, originOf(machine, construct.file, construct.fn));
  const before = machine.observed.length;
  initialise(machine, cls, self, args, at);
  escape(machine, self);
  // what the constructor asks for is seen where that is run itself
  machine.observed.splice(before);
  machine.reached = ALWAYS;
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of)) {
    for (const name of of.cls.changed) forgetField(machine, self, of, name, origin);
  }
  for (const name of changedOutside(machine, cls, id, file)) forgetField(machine, self, cls, name, origin);
  return self;
}

/** The members of an instance that its class, or one that it extends, has otherwise in a class that extends it, or that other code assigns. */
function changedOutside(machine: Machine, cls: ClassAtom, id: ObjectId, file: string): ReadonlySet<string> {
  const { properties } = machine.store.object(id);
  const found = new Set<string>();
  const note = (name: string): void => {
    if (properties.has(name) || hasMember(cls, name)) found.add(name);
  };
  machine.run.moduleOf(machine, file)?.program.written.forEach(note);
  for (const other of machine.classes.values()) {
    if (other === cls || !isBased(other, cls)) continue;
    // what a method makes of what it is given is seen where the calls of this one are
    for (const { name, isStatic, kind, fn } of other.cls.members)
      if (!isStatic && typeof name === 'string' && (kind !== 'method' || fn?.parameters.length === 0))
        note(name);
    other.cls.changed.forEach(note);
  }
  return found;
}

function hasMember(cls: ClassAtom, name: string): boolean {
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of))
    if (of.cls.named.get(name)?.some(({ isStatic }) => !isStatic) === true) return true;
  return false;
}

function isBased(other: ClassAtom, cls: ClassAtom): boolean {
  for (let of = baseOf(other); of !== undefined; of = baseOf(of)) if (of === cls) return true;
  return false;
}

function baseOf({ base }: ClassAtom): ClassAtom | undefined {
  return base?.kind === 'class' ? base : undefined;
}

function constructing(cls: ClassAtom): {
  readonly construct?: { readonly fn: FunctionCode; readonly file: string };
} {
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of)) {
    if (of.cls.construct !== undefined) return { construct: { fn: of.cls.construct, file: of.file } };
  }
  return {};
}

/** What other members have put into a field: whoever calls this one also called them. */
function forgetField(
  machine: Machine,
  self: Atom,
  cls: ClassAtom,
  name: string,
  origin: GivenTo | undefined,
): void {
  if (self.kind !== 'object') return;
  const own: Value = ownProperty(machine, self.id, name);
  const before = own === ABSENT ? readProperty(machine, self, name) : own;
  const other =
    declaredField(machine, cls, name, origin) ??
    unknownOf(machine, 'too-complex', { name: `this.${name}`, ...given(origin) });
  const isChanged = decide(machine, { kind: 'changed', name: `this.${name}` });
  machine.store.change(self.id).properties.set(name, either(machine, isChanged, other, before));
}
