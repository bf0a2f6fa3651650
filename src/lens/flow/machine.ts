import type { Place } from '../../core/text/segments.ts';
import type { Span } from '../../core/text/span.ts';
import type { Files, Linker } from '../link/linker.ts';
import type { GivenTo, UnknownWhy } from '../link/values/value.ts';
import type { TypeRef } from '../syntax/facts/expr.ts';
import type { ClassCode, Expression, FunctionCode, Program, Statement } from '../syntax/program/program.ts';
import { type Answers, escape } from './entities/answers.ts';
import type { Activation, Handler } from './activation.ts';
import { ALWAYS, type Guard, type Guards, NEVER } from './conditions/guards.ts';
import type { ListSize, Extent, Loop } from './values/list-size.ts';
import type { Answer } from './entities/marks.ts';
import type {
  AskedBeside,
  Check,
  CheckedRead,
  MissingRead,
  Read,
  Source,
  WrittenBack,
} from './entities/reads.ts';
import type { Snapshot, Store } from './values/store.ts';
import type { Demanded, Rows, SizeRead } from './entities/results.ts';
import type { ActionHere, Argument } from './entities/submitted.ts';
import { type Minor, noteAct, noteThrown, type Through, type Turn } from './entities/turn.ts';
import type { AskedTest } from './conditions/value-tests.ts';
import {
  ABSENT,
  type Atom,
  type Case,
  type ClassAtom,
  type Frame,
  type FunctionAtom,
  type GivenTypes,
  isSame,
  type ObjectId,
  type UnknownAtom,
  type Value,
} from './values/values.ts';

/** One run of a program on all its ways at once: what it knows, where it is, and what it may still do. */
export interface Machine {
  readonly files: Files;
  /** For what types say. */
  readonly linker: Linker;
  readonly guards: Guards;
  readonly store: Store;
  /** The condition under which the code that is run now is reached. */
  reached: Guard;
  /** The function that runs, and what has left it so far. */
  activation: Activation;
  /** The calls that were entered, outermost first. */
  readonly calls: Entered[];
  /** Where what is thrown goes, innermost last. */
  readonly handlers: Handler[];
  /** Calls whose promise is asked for its error at once, and the ways on which that is one that the function throws. */
  readonly rejected: Map<Expression, Guard>;
  /** The loops that run, innermost last, and the methods that call a function for each element. */
  readonly loops: Loop[];
  /** What is written while a loop runs, innermost last. */
  readonly written: Set<number>[];
  /** By decision: what it is about. */
  readonly subjects: Subject[];
  /** Conditions on symbols that were asked for, by what they say. */
  readonly asked: Map<string, Guard>;
  /** By the symbol of a value: the ways on which something was read of it where nobody catches that it is missing. */
  readonly readOf: Map<number, Guard>;
  /** By symbol the conditions under which it is equal to constants. */
  readonly equalities: Map<number, Map<string, Guard>>;
  /** By symbol the text that it has the parts of, and what stood between them. */
  readonly splits: Map<number, { readonly of: Atom; readonly by: Value }>;
  /** Questions about lists that were asked: what their elements told, and the decision that was made. */
  readonly questions: Map<string, { readonly guard: Guard; readonly answer: Guard }[]>;
  /** By symbol what was asked of it. */
  readonly tests: Map<number, readonly AskedTest[]>;
  /** Closures that were made, by their code, and the classes. */
  readonly closures: Map<FunctionCode, FunctionAtom>;
  /** The type of what code that is not seen gives a function first, where that is known. */
  readonly firstGiven: Map<FunctionCode, TypeRef>;
  /** Functions that a stream is made of, which it gives one chunk after the other. */
  readonly ofStreams: Set<FunctionCode>;
  readonly classes: Map<ClassCode, ClassAtom>;
  /** By file, the numbers that its functions have in its facts, by where they stand. */
  readonly origins: Map<string, ReadonlyMap<string, number>>;
  /** Where values come from that were read in tables, by symbol; of an object by its number, below zero. */
  readonly sources: Map<number, readonly Source[]>;
  /** The same of answers to questions about them. */
  readonly answered: Map<Atom, readonly Source[]>;
  /** The queries that gave answers. */
  readonly reads: Map<Answer, Read>;
  /** By entity that was read: what was asked of its properties. */
  readonly checks: Map<number, Check[]>;
  /** By entity that was read: the condition under which it was written since. */
  readonly put: Map<number, Guard>;
  /** The key under which an object or a map keeps an entity that was read; undefined where it does so under several. */
  readonly keptUnder: Map<string, Value | undefined>;
  /** Properties of the entities of a read that were set to what was made of themselves. */
  readonly reworked: Set<string>;
  /** By symbol: what is the PartitionKey that something has which is not known. */
  readonly partitionsOf: Set<number>;
  /** What was called with what for a value that is not known, by symbol: equal where it is the same. */
  readonly madeBy: Map<number, string>;
  /** Of a value that is not known, by symbol: from what it was made, and by which functions in turn. */
  readonly rewritten: Map<number, { readonly root: number; readonly by: string }>;
  /** By symbol: the text whose quotes are doubled in it. */
  readonly doubled: Map<number, number>;
  /** By the one that stands for several clients: all of them. */
  readonly clients: Map<Atom, Value>;
  /** By an argument that stands for one of those of `...list`: that list. */
  readonly spreads: Map<Value, { readonly of: Value; readonly isFirst: boolean }>;
  /** What loops are called by their labels. */
  readonly labels: Map<Statement, string>;
  /** Closures that this run made, in order. */
  readonly made: FunctionAtom[];
  /** Classes that it made, in order: they stand in functions. */
  readonly madeClasses: ClassAtom[];
  /** Functions that ran, in order. */
  readonly ran: Set<FunctionCode>;
  /** Functions that an outermost one gave to its callers, as such or in an object. */
  readonly handedOut: Set<FunctionCode>;
  readonly observed: Observation[];
  /** It forgets from the beginning how conditions depend on each other: a run before it made too many of them. */
  readonly isCoarse: boolean;
  /** Where the names begin of calls that are given up at once, as a run before this one gave them up and then itself. */
  readonly skipped: ReadonlySet<number>;
  /** Calls that were given up, each with those that led to it: not all that they lead to was seen. */
  readonly lost: (readonly CallPlace[])[];
  /** Code of another file was given functions of the one that is looked at. */
  isLent: boolean;
  /** Of the calls that were given up, one may have run such a function. */
  isStrayed: boolean;
  /** What outermost calls saw outside of loops until they were given up: no more is to be seen there. */
  readonly seenBefore: Observation[];
  /** By file, where the names begin of calls that were followed into a function of the workspace. */
  readonly followed: Map<string, Set<number>>;
  /** Generators whose `yield*` waits for an effect, and that give what they return. */
  readonly effects: Set<FunctionCode>;
  /** Objects that are results of neverthrow, by what they have. */
  readonly results: Map<ObjectId, 'value' | 'error'>;
  /** Counts down; at the floor the innermost call is given up, and the run where there is none. */
  steps: number;
  floor: number;
  /** Functions that were handed to code that is not seen, so far. */
  handedOver: number;
  /** Counts the values that are not known, over all runs. */
  readonly symbols: { next: number };
  /** Where the store keeps what is made of such values once: properties, lists, what they are by a type. */
  readonly kept: Map<string, number>;
  /** Symbols of what is asked of such values again and again, by what it says. */
  readonly named: Map<string, number>;
  /** How many elements such values may have, by symbol. */
  readonly extents: Map<number, Extent>;
  /** What values are called that are gone through as lists, by symbol, where they have no name. */
  readonly listNames: Map<number, string>;
  /** What becomes of what queries give. */
  readonly answers: Answers;
  /** The turns that run through entities, innermost last. */
  readonly turns: Turn[];
  /** Reads that follow from what they gave before. */
  readonly chains: Set<string>;
  /** By their places, what loops have turns for. */
  readonly throughs: Map<string, Through>;
  /** Comparisons, by where they stand, that two entities are held against each other by. */
  readonly unfit: Set<string>;
  /** Of the answers to questions about entities, by symbol: what they demand. */
  readonly meanings: Map<number, (holds: boolean) => Demanded | undefined>;
  /** By decision, while turns run: the condition that it stands for, which was too large. */
  readonly forgotten: Map<number, Guard>;
  /** What stood where a condition of the way was forgotten, in turns or not. */
  readonly hidden: Map<number, Guard>;
  /** What is done is not more than that. */
  minor: Minor | undefined;
  /** Arrays of what queries give. */
  readonly rows: Map<number, Rows>;
  /** The names, by their places, that count what a query gives. */
  readonly counters: Map<number, Answer>;
  /** Where the source reads how many results there are. */
  readonly sizesRead: Map<string, SizeRead>;
  /** What a statement consists of: calls in it whose value nobody takes. */
  dropped: Expression | undefined;
  /** The functions that call each other through here, so that their modules need not import one another. */
  readonly run: Interpreter;
}

export interface Interpreter {
  readonly evaluate: (machine: Machine, code: Expression, env: Env) => Value;
  /** A property of any value. */
  readonly read: (machine: Machine, of: Value, name: string, called?: string) => Value;
  readonly call: (machine: Machine, callee: Value, args: readonly Value[], at: CallPlace) => Value;
  /** Runs the body of a function of the workspace. */
  readonly enter: (
    machine: Machine,
    fn: FunctionAtom,
    args: readonly Value[],
    self: Value | undefined,
    at: CallPlace,
  ) => Value;
  /** What a module of the workspace exports under a name. */
  readonly exported: (machine: Machine, file: string, name: string) => Value;
  /** What `require` of a file gives, or `import * as`. */
  readonly whole: (machine: Machine, file: string) => Value;
  readonly moduleOf: (machine: Machine, file: string) => ModuleRun | undefined;
  /** What a type stands for that asks for a function's result, `ReturnType<typeof makeStore>`, where that is functions and clients. */
  readonly someResult: (machine: Machine, type: TypeRef, file: string) => Value | undefined;
}

/** A module after its own code has run. */
export interface ModuleRun {
  readonly file: string;
  readonly program: Program;
  readonly frame: Frame;
  /** The object that is `module`, whose `exports` CommonJS fills. */
  readonly module: Atom;
}

/** Where code runs. */
export interface Env {
  readonly file: string;
  readonly program: Program;
  readonly frame: Frame;
  readonly module: Atom;
  readonly self?: Value | undefined;
  /** The class in whose member the code stands. */
  readonly home?: ClassAtom | undefined;
  /** What the type parameters of the functions around it stand for. */
  readonly types?: GivenTypes | undefined;
  /** What is run decides whether a loop goes on. */
  readonly isLoopTest?: boolean;
}

/** Where a call stands, and what the source calls what it gives. */
export interface CallPlace {
  readonly file: string;
  readonly span: Span;
  /** Where the name that is called begins. */
  readonly nameStart: number;
  readonly isNew: boolean;
  readonly code?: Extract<Expression, { kind: 'call' }>;
  /** The names that can be used there. */
  readonly frame?: Frame;
  /** How many arguments each `...list` stands for. */
  readonly spread?: readonly ListSize[];
  /** What type parameters are given. */
  readonly types?: readonly TypeRef[] | undefined;
}

/** Where getters are called, and what no call stands for in the source. */
export const NOWHERE: CallPlace = { file: '', span: { start: 0, end: 0 }, nameStart: -1, isNew: false };

/** Where an argument stands; of `...list`, and where it is not known, the call. */
export function argumentPlace({ file, span, code }: CallPlace, index: number): Place {
  const isSpread = code?.args.some(({ kind }) => kind === 'spread') === true;
  return { file, span: (isSpread ? undefined : code?.args[index]?.span) ?? span };
}

/** A call of a function of the workspace that is being run. */
export interface Entered {
  readonly fn: FunctionCode;
  readonly file: string;
  readonly at: CallPlace;
  readonly args: readonly Value[];
}

/** Where a condition is written; `isOpposite`: what is written there is the opposite of it, as `a !== b` is of `a === b`. */
export interface TestPlace {
  readonly file: string;
  readonly span: Span;
  readonly isOpposite?: boolean;
  /** A length is compared with more than 1. */
  readonly isOfLength?: boolean;
}

/** What a decision is about, for whoever names it. */
export type Subject =
  | {
      readonly kind: 'truthy';
      readonly name: string;
      readonly of?: 'text' | 'boolean' | 'number' | undefined;
    }
  | { readonly kind: 'equal'; readonly name: string; readonly to: string }
  | { readonly kind: 'nothing'; readonly name: string }
  /** A list has that many elements, or more. */
  | { readonly kind: 'elements'; readonly name?: string | undefined; readonly least: number }
  | ({ readonly kind: 'condition' } & TestPlace)
  | { readonly kind: 'throws'; readonly file: string; readonly span: Span }
  /** `isForgotten`: a condition stood here that was too large. */
  | { readonly kind: 'changed'; readonly name: string; readonly isForgotten?: true };

/** A call of a method that a TableClient has, as it was reached. */
export interface Observation {
  readonly file: string;
  readonly nameStart: number;
  readonly method: string;
  /** The calls that lead to it from where the run began, outermost first. */
  readonly through: readonly CallPlace[];
  /** How many of them lead to the outermost function that it is written in: those after run what that hands over. */
  readonly within: number;
  readonly reached: Guard;
  /** Of `listEntities` the value of its filter. */
  readonly filter: Value;
  /** Where its options have one that the SDK does not look for there. */
  readonly strayFilter?: Place | undefined;
  /** Of a read what its options ask for beside that. */
  readonly asked?: AskedBeside;
  /** Of what names one entity, or is given one, both keys, as far as they are given. */
  readonly keys: readonly Value[];
  /** Of `deleteEntity` the query whose entities give the RowKey. */
  readonly rowFrom?: Place | undefined;
  /** What names one entity names one in the partition of an entity that a list query gave. */
  readonly isInListedPartition: boolean;
  /** What a write is given: the entity, with the properties of what is in it. */
  readonly argument?: Snapshot;
  /** What stands behind that: mode and options; of `deleteEntity` RowKey and options. */
  readonly others?: readonly Argument[];
  /** Of `submitTransaction` what it is given, as far as that is seen to be a list, and how many actions these are. */
  readonly actions?: readonly ActionHere[] | undefined;
  readonly size?: ListSize;
  /** The client that is asked. */
  readonly client: Value;
  /** Of a write what it puts of entities that were read, and whether it says so. */
  readonly back?: WrittenBack;
  /** The same of what one makes, too, without a condition. */
  readonly copies?: WrittenBack['backs'];
  /** Of an upsert the read of its row that gave nothing, where it is made for that alone. */
  readonly missing?: MissingRead | undefined;
  /** Of an update or upsert the read of its row, of which something is asked before. */
  readonly checked?: CheckedRead | undefined;
  /** Of `getEntity` the value that it gives, and the condition under which it does. */
  readonly gives?: { readonly symbol: number; readonly after: Guard };
  /** The loops around it, outermost first. */
  readonly loops: readonly Loop[];
  /** Which of its turns each of them was in, from 0. */
  readonly turns: readonly number[];
  /** Whether what is asked for is, or has in it, what the turns before gave names outside of that loop. */
  readonly carries: readonly boolean[];
  /** Of `listEntities` what becomes of the entities that it gives, when all has run. */
  readonly answer?: Answer;
}

/** Thrown where a call, or a run, takes more steps than are followed; who started it gives it up. */
export class TooManySteps extends Error {}

/** Made once: many calls may be given up, and where each was nobody asks. */
const TOO_MANY_STEPS = new TooManySteps();

/** Of what one file may cost: a step takes as long as so many expressions that the linker looks at. */
const COST = 10;

export function step(machine: Machine): void {
  machine.steps -= 1;
  const { work } = machine.linker.memory;
  work.left -= COST;
  if (machine.steps < machine.floor || work.left < 0) throw TOO_MANY_STEPS;
}

/** What a function that is handed over may take by itself, in steps and in conditions; and how many of one run may. */
const OWN_STEPS = 20_000;
const OWN_CONDITIONS = 10_000;
const MOST_HANDED_OVER = 60;

/**
 * Runs a function that is handed over. One that asks tables, and stands in the file that is looked at, is as one that somebody else
 * runs: what it takes is not taken from who hands it over.
 */
export function onItsOwn(machine: Machine, { fn, file }: FunctionAtom, work: () => void): void {
  const { steps, floor, guards, calls } = machine;
  if (!fn.isNear || calls[0]?.at.file !== file || machine.handedOver >= MOST_HANDED_OVER) {
    work();
    return;
  }
  const left = guards.left();
  machine.handedOver += 1;
  machine.steps = OWN_STEPS;
  machine.floor = 0;
  guards.allow(OWN_CONDITIONS);
  work();
  machine.steps = steps;
  machine.floor = floor;
  guards.allow(left);
}

/** A decision of its own. */
export function decide(machine: Machine, subject: Subject): Guard {
  machine.subjects.push(subject);
  return machine.guards.decide();
}

/** The decision that was made of the same thing before, or a new one. */
export function decideOnce(machine: Machine, key: string, subject: () => Subject): Guard {
  let guard = machine.asked.get(key);
  if (guard === undefined) machine.asked.set(key, (guard = decide(machine, subject())));
  return guard;
}

/** Questions about one list that are told apart. */
const MOST_QUESTIONS = 20;

/** The same of a question about a list, of which `seen` is what its elements tell: it is another one only where that may differ here. */
export function askOnce(machine: Machine, list: string, seen: Guard, answer: Guard): Guard {
  const { and, not } = machine.guards;
  const known = machine.questions.get(list) ?? [];
  machine.questions.set(list, known);
  const isSame = (before: Guard): boolean =>
    and(machine.reached, and(seen, not(before))) === NEVER &&
    and(machine.reached, and(before, not(seen))) === NEVER;
  const same = known.find(({ guard }) => isSame(guard));
  if (same !== undefined) return same.answer;
  if (known.length < MOST_QUESTIONS) known.push({ guard: seen, answer });
  return answer;
}

export function nextSymbol({ symbols }: Pick<Machine, 'symbols'>): number {
  return (symbols.next += 1);
}

/** Where the store keeps what is made once of values that are not known, by what it says: a run does not see what another made. */
export function keptPlace({ kept, store }: Machine, key: string): number {
  let place = kept.get(key);
  if (place === undefined) kept.set(key, (place = store.allocate(1)));
  return place;
}

/** Where the list is kept that such a value is gone through as. */
export function listPlace(machine: Machine, { symbol }: { readonly symbol: number }): number {
  return keptPlace(machine, `list ${symbol}`);
}

/** A value of which no more is known than that it is the same wherever it has the same symbol. */
export function unknownOf(
  machine: Machine,
  why: UnknownWhy,
  more: Omit<Partial<UnknownAtom>, 'kind' | 'why' | 'symbol'> = {},
): UnknownAtom {
  return { kind: 'unknown', why, ...more, symbol: nextSymbol(machine) };
}

export function given(origin: GivenTo | undefined): { readonly given?: GivenTo } {
  return origin === undefined ? {} : { given: origin };
}

/** The cases of a value that can be where the machine is. */
export function casesOf(machine: Machine, value: Value, reached = machine.reached): readonly Case[] {
  if (value.kind !== 'choice') return [{ guard: ALWAYS, value }];
  const { and } = machine.guards;
  return value.cases.filter(({ guard }) => and(guard, reached) !== NEVER);
}

/** What a value is where the machine is, if only one case is left. */
export function settled(machine: Machine, value: Value): Value {
  if (value.kind !== 'choice') return value;
  const cases = casesOf(machine, value);
  return cases.length === 1 && cases[0] !== undefined ? cases[0].value : value;
}

/** Cases of one value that are followed; of more it is not known which it is. In a crowded run they are fewer. */
const MOST_CASES = 24;
const FEW_CASES = 4;

/** How many cases of one value are followed here. */
export function mostCases({ guards }: Machine): number {
  return guards.isCrowded() ? FEW_CASES : MOST_CASES;
}

/** Nodes of a condition that a crowded run keeps as it is, and one that is coarse. */
const LARGE = 8;
const LARGE_IF_COARSE = 2;

/** Whether a run that might not end gives up how this condition depends on others. */
function isToForget({ guards, isCoarse }: Machine, guard: Guard): boolean {
  return guards.isCrowded() && guards.isLarger(guard, isCoarse ? LARGE_IF_COARSE : LARGE);
}

/**
 * The condition, or where a run might not end for all of them one that is taken for it: whether it holds somewhere is not known,
 * so that nothing is told of it.
 */
function simplified(machine: Machine, guard: Guard, within: Guard = ALWAYS): Guard {
  if (guard === within || !isToForget(machine, guard)) return guard;
  const kept = isToForget(machine, within) ? ALWAYS : within;
  const forgotten = decide(machine, FORGOTTEN);
  machine.hidden.set(machine.subjects.length - 1, guard);
  // who looks at a turn looks no further than that
  if (machine.turns.length > 0) machine.forgotten.set(machine.subjects.length - 1, guard);
  return machine.guards.and(kept, forgotten);
}

const FORGOTTEN: Subject = { kind: 'changed', name: '', isForgotten: true };

/** The same of what a test asks here. */
export function simplifiedTest(machine: Machine, test: Guard): Guard {
  if (!isToForget(machine, test)) return test;
  const { and, not } = machine.guards;
  if (and(machine.reached, test) === NEVER) return NEVER;
  return and(machine.reached, not(test)) === NEVER ? ALWAYS : simplified(machine, test);
}

/** Goes on where one of several ways ended; all of them began at `entered`. */
export function goOn(machine: Machine, entered: Guard, reached: Guard): void {
  machine.reached = simplified(machine, reached, entered);
}

/** One value out of cases. */
export function choose(machine: Machine, cases: readonly Case[]): Value {
  const only = cases[0];
  if (only !== undefined && cases.length === 1) return only.guard === NEVER ? ABSENT : only.value;
  const { or } = machine.guards;
  const merged: { guard: Guard; value: Atom }[] = [];
  for (const { guard, value } of cases) {
    if (guard === NEVER) continue;
    const same = merged.find((one) => isSame(one.value, value));
    if (same === undefined) merged.push({ guard, value });
    else same.guard = or(same.guard, guard);
  }
  const first = merged[0];
  if (first === undefined) return ABSENT;
  if (merged.length === 1) return first.value;
  if (merged.length > mostCases(machine)) {
    escape(machine, ...merged.map(({ value }) => value));
    const isText = merged.every(({ value }) => value.kind === 'text');
    return unknownOf(machine, 'too-complex', isText ? { is: 'string' } : {});
  }
  return {
    kind: 'choice',
    cases: merged.some(({ guard }) => isToForget(machine, guard)) ? anyOf(machine, merged) : merged,
  };
}

/** The same cases, of which it is not known any more when each of them is there. */
function anyOf(machine: Machine, cases: readonly Case[]): readonly Case[] {
  const { and, not } = machine.guards;
  let left: Guard = ALWAYS;
  return cases.map(({ guard: before, value }, index) => {
    const isLast = index === cases.length - 1;
    const isIt = isLast ? ALWAYS : decide(machine, FORGOTTEN);
    if (!isLast) machine.hidden.set(machine.subjects.length - 1, before);
    const guard = and(left, isIt);
    left = and(left, not(isIt));
    return { guard, value };
  });
}

/** `value` where `guard` holds, `other` elsewhere. */
export function either(machine: Machine, guard: Guard, value: Value, other: Value): Value {
  if (guard === ALWAYS || value === other) return value;
  if (guard === NEVER) return other;
  const { not } = machine.guards;
  return choose(machine, [...under(machine, value, guard), ...under(machine, other, not(guard))]);
}

/** The cases of a value, each under one more condition. */
export function under(machine: Machine, value: Value, guard: Guard): readonly Case[] {
  if (value.kind !== 'choice') return [{ guard, value }];
  const { and } = machine.guards;
  return value.cases.map((one) => ({ guard: and(one.guard, guard), value: one.value }));
}

/**
 * Does something with every case of a value, on the ways on which it is that, and puts together what comes of it. Ways on which none of
 * the cases is known to be there go on as they were.
 */
export function each(machine: Machine, value: Value, change: (atom: Atom) => Value): Value {
  if (value.kind !== 'choice') return change(value);
  const before = machine.reached;
  const { and, or, not } = machine.guards;
  let entered: Guard = NEVER;
  let after: Guard = NEVER;
  let isLeft = false;
  const cases: Case[] = [];
  for (const one of value.cases) {
    const here = and(before, one.guard);
    if (here === NEVER) continue;
    machine.reached = here;
    cases.push(...under(machine, change(one.value), one.guard));
    isLeft ||= machine.reached !== here;
    entered = or(entered, here);
    after = or(after, machine.reached);
  }
  machine.reached = before;
  if (isLeft) goOn(machine, before, or(after, and(before, not(entered))));
  return choose(machine, cases);
}

/** Runs `work` on the ways on which `guard` holds too, if there are any. */
export function onWays<T>(machine: Machine, guard: Guard, work: () => T): T | undefined {
  const before = machine.reached;
  const { and, or, not } = machine.guards;
  const here = and(before, guard);
  if (here === NEVER) return undefined;
  goOn(machine, before, here);
  const result = work();
  goOn(machine, before, or(machine.reached, and(before, not(guard))));
  return result;
}

/** The code throws here: what catches it goes on, and nothing else. */
export function throwHere(machine: Machine): void {
  const handler = machine.handlers.at(-1);
  if (handler !== undefined) {
    noteThrown(machine, machine.reached);
    handler.thrown = machine.guards.or(handler.thrown, machine.reached);
  }
  machine.reached = NEVER;
}

/** Calls in one `try` that may throw and are told apart; of more it is not seen which one did. */
const MOST_THROWING = 6;

/** What is called here may throw on the ways of `where`, where somebody catches that. */
export function mayThrow(
  machine: Machine,
  at: { readonly file: string; readonly span: Span },
  where: Guard = ALWAYS,
): void {
  const handler = machine.handlers.at(-1);
  if (handler === undefined || handler.count >= MOST_THROWING) return;
  if (machine.guards.and(machine.reached, where) === NEVER) return;
  handler.count += 1;
  const { and, or, not } = machine.guards;
  const throws = and(where, decide(machine, { kind: 'throws', file: at.file, span: at.span }));
  noteThrown(machine, and(machine.reached, throws));
  handler.thrown = simplified(machine, or(handler.thrown, and(machine.reached, throws)));
  goOn(machine, machine.reached, and(machine.reached, not(throws)));
}

/** Puts a value into a place on the ways on which the machine is there. */
export function write(machine: Machine, place: number, value: Value): void {
  const { store, reached } = machine;
  if (reached === NEVER) return;
  const before = store.get(place);
  noteAct(machine, place);
  machine.written.at(-1)?.add(place);
  store.set(place, before === undefined ? value : either(machine, reached, value, before));
}

/** What the machine is told of a type that a name was declared with. */
export interface Typed {
  readonly type: TypeRef;
  readonly file: string;
  readonly name?: string | undefined;
  readonly given?: GivenTo | undefined;
}
