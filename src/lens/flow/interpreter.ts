import type { Files, Linker } from '../link/linker.ts';
import { injectedParameter } from '../link/calls/injection.ts';
import type { GivenTo } from '../link/values/value.ts';
import type { TypeRef } from '../syntax/facts/expr.ts';
import type { FunctionCode, Parameter } from '../syntax/program/program.ts';
import type { Activation } from './activation.ts';
import { type Answers, escape, escapeMentioned } from './entities/answers.ts';
import { noteEscapedRows, noteGivenBack, noteLazy } from './entities/rows.ts';
import { noteAct } from './entities/turn.ts';
import { call } from './code/calls.ts';
import { newFrame } from './code/closures.ts';
import { evaluate } from './code/expressions.ts';
import { forgetChanged } from './code/forget.ts';
import { ALWAYS, createGuards, type Guards, NEVER, TooManyConditions } from './conditions/guards.ts';
import {
  type CallPlace,
  choose,
  type Env,
  given,
  goOn,
  type Interpreter,
  type Machine,
  mayThrow,
  type ModuleRun,
  type Observation,
  step,
  type Subject,
  TooManySteps,
  unknownOf,
} from './machine.ts';
import { assign, spanOf, withDefault } from './code/patterns.ts';
import { openUp } from './values/forgotten.ts';
import { ownProperty, readProperty } from './values/properties.ts';
import { writeProperty } from './values/property-writes.ts';
import { runAll } from './code/statements.ts';
import { noteLent, noteStrayed } from './code/strayed.ts';
import { sum } from './values/list-size.ts';
import { restList } from './values/spread.ts';
import { createStore, type Store } from './values/store.ts';
import { thrownWithin } from './code/promises.ts';
import { givenTypes, typeSeenFrom } from './code/type-arguments.ts';
import { castTo, fromAbstract, newList, valueOf } from './values/symbols.ts';
import { type Atom, type FunctionAtom, UNDEFINED, type Value } from './values/values.ts';

/** What the runs of one reading share: files, the code of modules after it has run, and what conditions are about. */
export interface World {
  readonly files: Files;
  /** A linker with all its budget. */
  readonly linker: () => Linker;
  readonly guards: Guards;
  readonly subjects: Subject[];
  readonly base: Store;
  readonly counter: { next: number };
  readonly shared: Pick<
    Machine,
    | 'asked'
    | 'questions'
    | 'equalities'
    | 'splits'
    | 'tests'
    | 'closures'
    | 'firstGiven'
    | 'ofStreams'
    | 'classes'
    | 'symbols'
    | 'kept'
    | 'named'
    | 'extents'
    | 'listNames'
    | 'labels'
    | 'origins'
    | 'sources'
    | 'answered'
    | 'reads'
    | 'madeBy'
    | 'partitionsOf'
    | 'keptUnder'
    | 'reworked'
    | 'rewritten'
    | 'doubled'
  >;
  readonly answers: Pick<Answers, 'marks' | 'texts' | 'together' | 'mentions'>;
  readonly modules: Map<string, RanModule>;
  /** What functions give of which only the type of their result is asked for; undefined where that is not known. */
  readonly results: Map<FunctionCode, { readonly value?: Value | undefined }>;
  /** Of such a function and a file whether that has something else of the type. */
  readonly madeElsewhere: Map<string, boolean>;
  /** How many modules run at the moment, each for the one before. */
  readonly running: { modules: number };
  readonly run: Interpreter;
}

/** A module whose code has run, or was given up on the way. */
export interface RanModule {
  readonly run: ModuleRun;
  readonly machine: Machine;
  isGivenUp: boolean;
}

/** `resultOf` knows what a type of a function's result stands for. */
export function newWorld(
  files: Files,
  linker: () => Linker,
  resultOf: (world: World, machine: Machine, type: TypeRef, file: string) => Value | undefined,
): World {
  const counter = { next: 1 };
  const world: World = {
    files,
    linker,
    guards: createGuards(),
    subjects: [],
    base: createStore(undefined, counter),
    counter,
    shared: {
      asked: new Map(),
      questions: new Map(),
      equalities: new Map(),
      splits: new Map(),
      tests: new Map(),
      closures: new Map(),
      firstGiven: new Map(),
      ofStreams: new Set(),
      classes: new Map(),
      symbols: { next: 0 },
      kept: new Map(),
      named: new Map(),
      extents: new Map(),
      listNames: new Map(),
      labels: new Map(),
      origins: new Map(),
      sources: new Map(),
      answered: new Map(),
      reads: new Map(),
      madeBy: new Map(),
      partitionsOf: new Set(),
      keptUnder: new Map(),
      reworked: new Set(),
      rewritten: new Map(),
      doubled: new Map(),
    },
    answers: { marks: new Map(), texts: new Map(), together: new Map(), mentions: new Map() },
    modules: new Map(),
    results: new Map(),
    madeElsewhere: new Map(),
    running: { modules: 0 },
    run: interpreterOf(
      (file) => runModule(world, file)?.run,
      (machine, type, file) => resultOf(world, machine, type, file),
    ),
  };
  return world;
}

/** Steps of one run: the most that real functions needed were 9,000. */
const MOST_STEPS = 40_000;

/** Another function begins, which may take as much as the ones before. */
export function renew(machine: Machine): void {
  machine.guards.renew(machine.isCoarse);
  machine.steps = MOST_STEPS;
  machine.floor = 0;
}

/** A machine that starts from what the modules have left, or that runs one of them. */
export function newMachine(
  world: World,
  store: Store,
  isCoarse = false,
  skipped: Machine['skipped'] = new Set(),
): Machine {
  world.guards.renew(isCoarse);
  return {
    files: world.files,
    linker: world.linker(),
    guards: world.guards,
    subjects: world.subjects,
    ...world.shared,
    readOf: new Map(),
    answers: {
      ...world.answers,
      escaped: new Set(),
      escapes: new Map(),
      watched: new Set(),
      watchers: new Set(),
      watchersOf: new Map(),
    },
    store,
    reached: ALWAYS,
    activation: newActivation(undefined, 0),
    calls: [],
    handlers: [],
    rejected: new Map(),
    loops: [],
    written: [],
    clients: new Map(),
    spreads: new Map(),
    made: [],
    ran: new Set(),
    handedOut: new Set(),
    madeClasses: [],
    observed: [],
    isCoarse,
    skipped,
    lost: [],
    isLent: false,
    isStrayed: false,
    seenBefore: [],
    followed: new Map(),
    effects: new Set(),
    results: new Map(),
    steps: MOST_STEPS,
    floor: 0,
    handedOver: 0,
    turns: [],
    chains: new Set(),
    throughs: new Map(),
    checks: new Map(),
    put: new Map(),
    unfit: new Set(),
    meanings: new Map(),
    forgotten: new Map(),
    hidden: new Map(),
    minor: undefined,
    rows: new Map(),
    counters: new Map(),
    sizesRead: new Map(),
    dropped: undefined,
    run: world.run,
  };
}

/** A store of what a run changes, above what modules have left. */
export function storeAbove({ base, counter }: World): Store {
  return createStore(base, counter);
}

function newActivation(fn: FunctionCode | undefined, loops: number): Activation {
  return { fn, returns: [], targets: [], yields: [], loops, given: new Map(), grown: NEVER };
}

function interpreterOf(
  moduleOf: (file: string) => ModuleRun | undefined,
  someResult: (machine: Machine, type: TypeRef, file: string) => Value | undefined,
): Interpreter {
  return {
    evaluate,
    read: readProperty,
    call,
    enter,
    exported,
    whole,
    moduleOf: (_, file) => moduleOf(file),
    someResult,
  };
}

/** Deepest calls that are followed, and how often one function may be in its own way. */
const MOST_CALLS = 24;
const MOST_RECURSIVE = 2;

/** Runs a function of the workspace with these arguments. */
function enter(
  machine: Machine,
  target: FunctionAtom,
  args: readonly Value[],
  self: Value | undefined,
  at: CallPlace,
): Value {
  step(machine);
  const { fn } = target;
  const module = machine.run.moduleOf(machine, target.file);
  const again = machine.calls.filter((one) => one.fn === fn).length;
  if (module === undefined || again >= MOST_RECURSIVE || machine.calls.length >= MOST_CALLS)
    return notFollowed(machine, target, args, self);
  if (machine.reached === NEVER) return UNDEFINED;
  if (machine.skipped.has(at.nameStart) && machine.calls.length > 0)
    return giveUp(machine, target, args, self, at);
  noteLent(machine, target, args, self, at);
  const restore = beforeCall(machine);
  try {
    const value = runBody(machine, target, module, args, self, at);
    restore.limits();
    return value;
  } catch (error) {
    if (!isTooMuch(error) || machine.linker.memory.work.left < 0) throw error;
    restore.all();
    return giveUp(machine, target, args, self, at);
  }
}

function giveUp(
  machine: Machine,
  target: FunctionAtom,
  args: readonly Value[],
  self: Value | undefined,
  at: CallPlace,
): Value {
  machine.lost.push([...machine.calls.map((entered) => entered.at), at]);
  noteStrayed(machine, target, args, self);
  for (const turn of machine.turns) turn.isLost = true;
  const value = notFollowed(machine, target, args, self);
  if (self !== undefined) openUp(machine, self);
  mayThrow(machine, at);
  return value;
}

/** What is not followed may do anything with what it is given. */
function notFollowed(
  machine: Machine,
  target: FunctionAtom,
  args: readonly Value[],
  self: Value | undefined,
): Value {
  const { name } = target.fn;
  noteAct(machine);
  escape(machine, target, ...args, ...(self === undefined ? [] : [self]));
  for (const arg of args) openUp(machine, arg);
  return unknownOf(machine, 'too-complex', { ...(name !== undefined && { name }) });
}

/**
 * Gives a call half of what is left to the one that makes it, so that one that is too complex is given up by itself, and not all that
 * calls it. `all` leads back to the place before the call: what it saw is not all that there is to be seen.
 */
function beforeCall(machine: Machine): { readonly all: () => void; readonly limits: () => void } {
  const { reached, activation, floor, guards } = machine;
  const { calls, handlers, observed, written, loops, turns } = machine;
  // thousands of calls come here, and nearly none is given up: that one makes what it needs
  const called = calls.length;
  const handled = handlers.length;
  const seen = observed.length;
  const looped = written.length;
  const inLoops = loops.length;
  const turned = turns.length;
  const ran = machine.ran.size;
  const isOutermost = called === 0;
  // nothing goes on after the outermost call but closures, which begin anew
  const more = guards.left() >> (isOutermost ? 4 : 1);
  guards.allow(guards.left() - more);
  machine.floor = machine.steps - Math.floor((machine.steps - floor) / 2);
  const limits = (): void => {
    machine.floor = floor;
    guards.allow(guards.left() + more);
  };
  const all = (): void => {
    limits();
    machine.reached = reached;
    machine.activation = activation;
    if (isOutermost) machine.seenBefore.push(...observed.slice(seen).filter(isOutsideLoops));
    const [inner, outer] = [written.slice(looped), written[looped - 1]];
    calls.length = called;
    handlers.length = handled;
    observed.length = seen;
    written.length = looped;
    loops.length = inLoops;
    turns.length = turned;
    for (const places of inner) for (const place of places) outer?.add(place);
    // closures that it ran are run by themselves, as those that nobody calls
    for (const fn of [...machine.ran].slice(ran)) machine.ran.delete(fn);
  };
  return { all, limits };
}

function isOutsideLoops({ loops }: Observation): boolean {
  return loops.length === 0;
}

function runBody(
  machine: Machine,
  target: FunctionAtom,
  module: ModuleRun,
  args: readonly Value[],
  self: Value | undefined,
  at: CallPlace,
): Value {
  const { fn } = target;
  machine.ran.add(fn);
  noteFollowed(machine, at);
  const env: Env = {
    file: target.file,
    program: module.program,
    module: module.module,
    frame: newFrame(machine, fn.scope, target.frame),
    self: fn.isArrow
      ? target.self
      : (self ?? target.self ?? unknownOf(machine, 'property', { name: 'this' })),
    home: target.home,
    types: givenTypes(fn, target.types, at),
  };
  const outer = machine.activation;
  const entered = machine.reached;
  machine.activation = newActivation(fn, machine.loops.length);
  const passed = [...(target.bound ?? []), ...args];
  machine.calls.push({ fn, file: target.file, at, args: passed });
  const rejected = fn.isAsync && at.code !== undefined && machine.rejected.has(at.code) ? at.code : undefined;
  const thrown = thrownWithin(machine, rejected, () => {
    bind(machine, fn.parameters, passed, env);
    runAll(machine, fn.body, env);
  });
  const { returns, yields, given: sizes, grown } = machine.activation;
  machine.activation = outer;
  machine.calls.pop();
  const { or } = machine.guards;
  const end = machine.reached;
  goOn(
    machine,
    entered,
    returns.reduce((all, { guard }) => or(all, guard), or(end, thrown)),
  );
  if (fn.isGenerator && !machine.effects.has(fn)) {
    const list = newList(machine, yields, grown, sum([...sizes.values()]));
    const given = yields.map((one) => one.value);
    noteLazy(machine, list, given);
    noteGivenBack(machine, list, { file: target.file, span: fn.span });
    return list;
  }
  const value = choose(machine, [...returns, { guard: or(end, thrown), value: UNDEFINED }]);
  noteGivenBack(machine, value, { file: target.file, span: fn.span });
  return fn.returnType === undefined
    ? value
    : castTo(machine, value, typeSeenFrom(machine, fn.returnType, env), target.file);
}

function noteFollowed({ followed }: Machine, { file, nameStart }: CallPlace): void {
  const places = followed.get(file) ?? new Set();
  followed.set(file, places.add(nameStart));
}

function bind(machine: Machine, parameters: readonly Parameter[], args: readonly Value[], env: Env): void {
  parameters.forEach(({ pattern, isRest, fallback, field, type }, index) => {
    const [only] = args.slice(index);
    const isOpen = isRest && args.length === index + 1 && only?.kind === 'unknown' && only.is === 'array';
    let value: Value = isOpen
      ? only
      : isRest
        ? restList(machine, args.slice(index))
        : (args[index] ?? UNDEFINED);
    if (type !== undefined && !isRest)
      value = castTo(machine, value, typeSeenFrom(machine, type, env), env.file);
    if (fallback !== undefined) value = withDefault(machine, value, fallback, pattern, env);
    if (fallback !== undefined && type === undefined) value = clientAlone(value);
    assign(machine, pattern, value, env);
    if (field === undefined || env.self === undefined) return;
    const span = spanOf(pattern);
    const written = span && { file: env.file, at: span, value: span, how: 'literal' as const };
    writeProperty(machine, env.self, field, value, written);
  });
}

/** A parameter without a type has that of its default: where this is a client, callers who are not seen give one, too. */
function clientAlone(value: Value): Value {
  if (value.kind !== 'choice') return value;
  const clients = value.cases.filter((one) => one.value.kind === 'client');
  const isGiven = ({ kind, ...atom }: Atom): boolean =>
    kind === 'unknown' && 'why' in atom && atom.why === 'parameter';
  const isOfBoth = value.cases.every((one) => one.value.kind === 'client' || isGiven(one.value));
  const [client] = clients;
  if (!isOfBoth || clients.length !== 1 || client?.value.kind !== 'client') return value;
  const { table: _, connection: __, ...some } = client.value;
  const given = value.cases.flatMap((one) =>
    one.value.kind === 'unknown' ? (one.value.given ?? []) : [],
  )[0];
  return { ...some, ...(given && { given }) };
}

/** Modules that run because one above them imports what they leave: as many as the stack has room for, by far. */
const MOST_MODULES = 200;

/** What the code of a module leaves, run once. */
export function runModule(world: World, file: string): RanModule | undefined {
  const known = world.modules.get(file);
  if (known !== undefined) return known;
  const program = world.files.facts(file)?.program;
  if (program === undefined || world.running.modules >= MOST_MODULES) return undefined;
  const machine = newMachine(world, world.base);
  const exports: Atom = newObjectIn(machine);
  const module: Atom = newObjectIn(machine);
  writeProperty(machine, module, 'exports', exports);
  const frame = newFrame(machine, program.scope, undefined);
  const run: ModuleRun = { file, program, frame, module };
  const made = { run, machine, isGivenUp: false };
  world.modules.set(file, made);
  const env: Env = { file, program, module, frame };
  world.running.modules += 1;
  try {
    runAll(machine, program.body, env);
  } catch (error) {
    if (!isGivenUp(error)) throw error;
    made.isGivenUp = true;
    // what was not reached is not known
    program.scope.names.forEach((name, index) => {
      if (machine.store.get(frame.first + index) === undefined)
        machine.store.set(frame.first + index, unknownOf(machine, 'too-complex', { name }));
    });
  } finally {
    world.running.modules -= 1;
  }
  machine.reached = ALWAYS;
  handOn(machine, run);
  noteEscapedRows(machine);
  if (made.isGivenUp || machine.lost.length > 0) loseAnswers(machine.observed, made.isGivenUp ? 0 : 1);
  world.guards.renew();
  forgetChanged(machine, frame);
  return made;
}

/** What the names of a module hold is there for whoever imports them, and for its functions. */
function handOn(machine: Machine, { program, frame, module }: ModuleRun): void {
  if (machine.observed.length === 0) return;
  const { exports, roots } = program;
  escape(machine, module);
  for (const code of exports.values()) {
    const value = code.kind === 'local' ? machine.store.get(frame.first + code.index) : undefined;
    if (value !== undefined) escape(machine, value);
  }
  for (const { fn, cls } of roots) escapeMentioned(machine, cls ?? fn, frame);
}

/**
 * A call that was given up may have led to others: what becomes of what those give is not all seen. What it was given, and had, it has
 * got anyway; so of what the code asks for that is no deeper than `depth` calls nothing is lost.
 */
export function loseAnswers(observed: readonly Observation[], depth: number): void {
  for (const { answer, through } of observed)
    if (answer !== undefined && through.length > depth) {
      answer.isWhole = true;
      answer.results.isLost = true;
    }
}

function newObjectIn(machine: Machine): Atom {
  const id = machine.store.add({ kind: 'object', properties: new Map(), elements: [], grown: NEVER });
  return { kind: 'object', id };
}

function exported(machine: Machine, file: string, name: string): Value {
  return exportedOnce(machine, file, name, new Set()) ?? unknownOf(machine, 'not-resolved', { name });
}

function exportedOnce(machine: Machine, file: string, name: string, seen: Set<string>): Value | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const module = machine.run.moduleOf(machine, file);
  if (module === undefined) return undefined;
  const { program, frame } = module;
  const code = program.exports.get(name);
  if (code !== undefined) {
    if (code.kind !== 'import')
      return evaluate(machine, code, { file, program, frame, module: module.module });
    const target = machine.files.resolve(file, code.module);
    if (target === undefined)
      return { kind: 'external', module: code.module, path: code.name === undefined ? [] : [code.name] };
    return code.name === undefined ? whole(machine, target) : exportedOnce(machine, target, code.name, seen);
  }
  for (const star of program.exportStars) {
    const target = machine.files.resolve(file, star);
    const found = target === undefined ? undefined : exportedOnce(machine, target, name, seen);
    if (found !== undefined) return found;
  }
  if (program.exports.size > 0 || program.exportStars.length > 0) return undefined;
  const all = commonExports(machine, module);
  if (name === 'default') return all;
  const found = all.kind === 'object' ? ownProperty(machine, all.id, name) : readProperty(machine, all, name);
  return found.kind === 'nothing' ? undefined : found;
}

function commonExports(machine: Machine, { module }: ModuleRun): Value {
  return readProperty(machine, module, 'exports');
}

function whole(machine: Machine, file: string): Value {
  const module = machine.run.moduleOf(machine, file);
  if (module === undefined) return { kind: 'module', file };
  const { exports, exportStars } = module.program;
  const isCommon = exports.size === 0 && exportStars.length === 0;
  return isCommon ? commonExports(machine, module) : { kind: 'module', file };
}

/** What a function is given by callers that are not seen. */
export function parametersOf(
  machine: Machine,
  fn: FunctionCode,
  file: string,
  origin: GivenTo | undefined,
): readonly Value[] {
  const first = machine.firstGiven.get(fn);
  return fn.parameters.map(({ name, type: declared, isRest }, index) => {
    const type = declared ?? (index === 0 ? first : undefined);
    if (isRest)
      return unknownOf(machine, 'parameter', {
        ...(name !== undefined && { name }),
        is: 'array',
        ...given(origin),
      });
    const value = type && valueOf(machine, { type, file, name, given: origin });
    if (value?.kind === 'client') {
      const injected = origin && injectedParameter(machine.linker, origin, name);
      return injected === undefined ? value : fromAbstract(machine, injected);
    }
    if (value !== undefined) return value;
    return unknownOf(machine, 'parameter', { ...(name !== undefined && { name }), ...given(origin) });
  });
}

/**
 * Whether a run was given up because it took too much. What nests is counted (the depth of a source, calls, modules, bases), so that
 * the stack's end is met only by who begins far down it: then too the run is not known, and nothing else is lost.
 */
export function isGivenUp(error: unknown): boolean {
  return isTooMuch(error) || error instanceof RangeError;
}

function isTooMuch(error: unknown): boolean {
  return error instanceof TooManySteps || error instanceof TooManyConditions;
}
