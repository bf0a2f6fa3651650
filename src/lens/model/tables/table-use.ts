import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { type Abstract, alternativesOf, type Context, givenOf } from '../../link/values/abstract.ts';
import { CALLED, madeClients } from '../../link/calls/clients.ts';
import { newLinker } from '../../link/evaluate.ts';
import { type Files, type Linker, newMemory } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import { functionsCalled } from '../../link/calls/called-functions.ts';
import { callersOf } from '../operations/callers.ts';
import { namesOf } from '../wrappers/wrappers.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, Construction, FileFacts } from '../../syntax/facts/facts.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import { makesLegacy, mayMakeLegacy } from '../operations/legacy.ts';
import { areLoops, type Branch } from '../../syntax/facts/branches.ts';

/** What a file does with tables as a whole: how it names them, where it makes and removes them. */
export interface TableUse {
  readonly names: readonly NamedTable[];
  readonly calls: readonly TableCall[];
  /** Calls of functions of other files that make tables whenever they are called. */
  readonly making: readonly MakingCall[];
  /** Where the file makes a client of the retired SDK's table service: the function's name. */
  readonly retired: readonly Span[];
}

/** A text that names a table, given to the SDK. */
export interface NamedTable {
  /** With {@link HOLE} for what only the running program knows. */
  readonly name: string;
  /** The literal, which may be in another file. */
  readonly place: Place;
  /** The argument that gives it. */
  readonly argument: Place;
  /** Where another file makes the client that is given it. */
  readonly madeAt?: Place;
}

/** A call of `createTable` or `deleteTable`, of a TableClient or of a TableServiceClient. */
export interface TableCall {
  readonly kind: 'create' | 'delete';
  /** Its name, where it is a constant. */
  readonly table?: string;
  /** Its name holds the time at which the program runs, or what is drawn: there are always new ones. */
  readonly isNew?: boolean;
  readonly nameSpan: Span;
  /** What says which table it is, as written: the receiver, and the argument. */
  readonly subject: readonly Span[];
  readonly fn?: number;
  readonly branches: readonly Branch[];
  readonly loops: readonly Span[];
  /** The function that it stands in; absent in the module's own code. */
  readonly within?: CalledFunction;
}

/** What makes a table, and before that the calls that lead there in its file. */
interface Made {
  readonly create: TableCall;
  readonly through: readonly Span[];
}

/** A call of a function of another file that makes a table. */
export interface MakingCall extends Caller {
  /** What the file calls that function. */
  readonly name: string;
  readonly made: { readonly file: string } & Made;
}

/** A function, and where its file calls it. */
export interface CalledFunction {
  readonly name?: string;
  readonly span: Span;
  readonly hasParameters: boolean;
  readonly callers: readonly Caller[];
}

/** A call of a function, where it stands. */
export type Caller = Pick<TableCall, 'nameSpan' | 'fn' | 'branches' | 'loops' | 'within'>;

export const HOLE = '…';

export const NO_USE: TableUse = { names: [], calls: [], making: [], retired: [] };

/** Whether a file has anything that its use of tables is read from. */
export function saysOfTables(facts: FileFacts | undefined): boolean {
  return (
    facts !== undefined &&
    (facts.constructions.length > 0 ||
      facts.otherCalls.some((site) => isTableCall(site) || mayMakeLegacy(site)))
  );
}

function isTableCall({ method }: CallSite): boolean {
  return method === 'createTable' || method === 'deleteTable';
}

/**
 * What one file does with tables as a whole. Never throws: what is nested too deep is left out. What it finds of the files that it imports
 * is put into `known`.
 */
export function readTableUse(files: Files, facts: FileFacts, known: KnownMakers): TableUse {
  const memory = newMemory();
  const functions: KnownFunctions = new Map();
  const each = <T>(sites: readonly T[], read: (linker: Linker, site: T) => TableUse): readonly TableUse[] =>
    sites.map((site) => shallow(NO_USE, () => read(newLinker(files, memory), site)));
  const uses = [
    ...each(facts.constructions, (linker, made) => nameGiven(linker, facts, made)),
    ...each(facts.otherCalls.filter(isTableCall), (linker, site) => readCall(linker, facts, site, functions)),
    ...each(facts.otherCalls.filter(mayMakeLegacy), (linker, site) =>
      makesLegacy(linker, site, { file: facts.file }) ? { ...NO_USE, retired: [site.nameSpan] } : NO_USE,
    ),
  ];
  const imported = shallow<Imported>(new Map(), () => importedBy(files, facts, known));
  const making = shallow([], () => readMaking(newLinker(files, memory), facts, imported, functions));
  const given = shallow([], () => namesGiven(newLinker(files, memory), facts, imported));
  return {
    making,
    names: [...uses.flatMap(({ names }) => names), ...given],
    calls: uses.flatMap(({ calls }) => calls),
    retired: uses.flatMap(({ retired }) => retired),
  };
}

function shallow<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return otherwise;
    throw error;
  }
}

function nameGiven(linker: Linker, facts: FileFacts, made: Construction): TableUse {
  const { file } = facts;
  const { call, className, classExpr } = made;
  const context: Context = { file };
  const argument = className === 'TableClient' ? call.args[1] : undefined;
  const cls = argument && linker.evaluate(classExpr, context);
  if (argument === undefined || cls?.kind !== 'external' || cls.module !== PACKAGE) return NO_USE;
  const names = [...namesIn(linker, argument, context), ...namesFromCallers(linker, facts, made, argument)];
  return { ...NO_USE, names };
}

/** The names that the file gives to a function of its own which makes a client of one: `make('Orders')`. */
function namesFromCallers(
  linker: Linker,
  facts: FileFacts,
  made: Construction,
  argument: Expr,
): readonly NamedTable[] {
  const named = namedByCallers(linker, facts, made, argument);
  if (named === undefined) return [];
  return callersOf(linker, facts, named.fn)
    .slice(0, MOST_CALLERS)
    .flatMap(({ call }) => namesAt(linker, call, named.index, { file: facts.file }));
}

/** The function whose callers name the table of a client that it makes, and by which of its arguments. */
function namedByCallers(
  linker: Linker,
  { file, functions }: FileFacts,
  { fn }: Construction,
  argument: Expr,
): { readonly fn: number; readonly index: number } | undefined {
  if (fn === undefined || argument.kind !== 'name') return undefined;
  const given = givenOf(linker.evaluate(argument, { file }));
  if (given?.fn !== fn || given.file !== file) return undefined;
  const index = functions[fn]?.parameters.findIndex(({ name }) => name === argument.name) ?? -1;
  return { fn, index };
}

function namesAt(linker: Linker, call: CallExpr, index: number, context: Context): readonly NamedTable[] {
  const before = call.args.slice(0, index + 1);
  const name = before[index];
  // after a list that is spread it may be any of the parameters
  return name === undefined || before.some(({ kind }) => kind === 'spread')
    ? []
    : namesIn(linker, name, context);
}

/** A function that makes a client of the table that one of its arguments names. */
interface ClientMaker {
  readonly fn: number;
  readonly index: number;
  readonly madeAt: Place;
  readonly names: readonly string[];
}

/** The functions of a file that make clients, by their numbers. */
function clientMakersIn(linker: Linker, facts: FileFacts): ReadonlyMap<number, ClientMaker> {
  const { file, constructions } = facts;
  const { ofFunction } = namesOf(facts);
  const found = new Map<number, ClientMaker>();
  for (const made of constructions) {
    const argument = made.className === 'TableClient' ? made.call.args[1] : undefined;
    const cls = argument && linker.evaluate(made.classExpr, { file });
    const isClient = cls?.kind === 'external' && cls.module === PACKAGE;
    const named = argument && isClient ? namedByCallers(linker, facts, made, argument) : undefined;
    if (named === undefined || found.has(named.fn)) continue;
    found.set(named.fn, { ...named, madeAt: { file, span: made.call.span }, names: ofFunction(named.fn) });
  }
  return found;
}

/** The names that the file gives to functions of the files that it imports, which make clients of them. */
function namesGiven(linker: Linker, facts: FileFacts, imported: Imported): readonly NamedTable[] {
  const { file } = facts;
  return callsOfMakers(linker, facts, imported, ({ clients }) => clients)
    .slice(0, MOST_CALLERS)
    .flatMap(({ site: { call }, maker: { madeAt, index } }) =>
      namesAt(linker, call, index, { file }).map((named) => ({ ...named, madeAt })),
    );
}

/** The functions of a file that others may call to have tables, or clients of them, made. */
interface FileMakers {
  readonly clients: ReadonlyMap<number, ClientMaker>;
  readonly tables: ReadonlyMap<number, Maker>;
}

const NO_MAKERS: FileMakers = { clients: new Map(), tables: new Map() };

/** What is known of files that others import: it holds as long as no file changes. */
export type KnownMakers = WeakMap<FileFacts, FileMakers>;

/** The files that a file imports from which make something. */
type Imported = ReadonlyMap<string, FileMakers>;

/** With a memory of its own: what a file makes doesn't depend on who asks first, or how much that has read before. */
function makersOf(files: Files, facts: FileFacts, known: KnownMakers): FileMakers {
  const before = known.get(facts);
  if (before !== undefined) return before;
  const memory = newMemory();
  const makers = saysOfTables(facts)
    ? shallow(NO_MAKERS, () => ({
        clients: clientMakersIn(newLinker(files, memory), facts),
        tables: makersIn(newLinker(files, memory), facts),
      }))
    : NO_MAKERS;
  known.set(facts, makers);
  return makers;
}

/** The calls of functions of other files that make something, each with what it calls. */
function callsOfMakers<T extends { readonly names: readonly string[] }>(
  linker: Linker,
  { file, otherCalls }: FileFacts,
  imported: Imported,
  made: (makers: FileMakers) => ReadonlyMap<number, T>,
): readonly { readonly site: CallSite; readonly maker: T; readonly file: string }[] {
  const names = new Set(
    [...imported.values()].flatMap((all) => [...made(all).values()].flatMap((one) => one.names)),
  );
  if (names.size === 0) return [];
  return otherCalls.flatMap((site) => {
    if (!names.has(site.method) && !names.has('default')) return [];
    const [called, ...others] = functionsCalled(linker, site.call, { file });
    const makers = called && others.length === 0 ? imported.get(called.file) : undefined;
    const maker = called && makers && made(makers).get(called.fn);
    return called === undefined || maker === undefined ? [] : [{ site, maker, file: called.file }];
  });
}

function importedBy(files: Files, { file, modules }: FileFacts, known: KnownMakers): Imported {
  const others = new Set(modules.flatMap((module) => files.resolve(file, module) ?? []));
  return new Map(
    [...others].flatMap((other): readonly (readonly [string, FileMakers])[] => {
      const facts = other === file ? undefined : files.facts(other);
      const makers = facts && makersOf(files, facts, known);
      return makers === undefined || makers.clients.size + makers.tables.size === 0 ? [] : [[other, makers]];
    }),
  );
}

/** The texts that an argument may be. */
function namesIn(linker: Linker, argument: Expr, context: Context): readonly NamedTable[] {
  const at = { file: context.file, span: argument.span };
  const values = [linker.evaluate(argument, context), ...fallbacks(linker, argument, context)];
  return values.flatMap(alternativesOf).flatMap(({ value }) => {
    if (value.kind !== 'text') return [];
    const name = value.segments.map((part) => (part.kind === 'literal' ? part.text : HOLE)).join('');
    // an empty one is a setting that was not made
    return name === '' ? [] : [{ name, place: value.place ?? at, argument: at }];
  });
}

/** What stands after `??` and `||`, for a setting that may not be made. */
function fallbacks(linker: Linker, expr: Expr, context: Context): readonly Abstract[] {
  if (expr.kind === 'name') {
    const init = initOf(linker, expr, context.file);
    return init === undefined || init.kind === 'name' ? [] : fallbacks(linker, init, context);
  }
  return expr.kind === 'binary' && /^(\?\?|\|\|)$/.test(expr.operator)
    ? [linker.evaluate(expr.right, context)]
    : [];
}

function readCall(linker: Linker, facts: FileFacts, site: CallSite, functions: KnownFunctions): TableUse {
  const { file } = facts;
  const { method, call, fn, branches, loops, nameSpan, receiverSpan } = site;
  if (call.callee.kind !== 'member') return NO_USE;
  const context: Context = { file };
  const all = alternativesOf(linker.evaluate(call.callee.object, context)).map(({ value }) => value);
  const clients = madeClients(all);
  const values = all.filter(
    (value) => value.kind !== 'nothing' && (value.kind !== 'client' || clients.includes(value)),
  );
  const [argument] = call.args;
  const isCreate = method === 'createTable';
  const [receiver] = isCreate && clients.length > 0 ? clients : values;
  if (receiver === undefined) return NO_USE;
  const isService = isServiceClient(receiver);
  // of whichever account it is, a call deletes or makes one table
  const isOne = values.every((other) =>
    isService ? isServiceClient(other) : other === receiver || isOfTable(other, tableOf(receiver)),
  );
  // one table is made, whichever it is; what is deleted is to be the very one that is made
  const isClient = (other: Abstract): boolean =>
    other.kind === 'client' || (other.kind === 'unknown' && other.why === 'too-complex');
  if (!isOne && (isService || !isCreate || !values.every(isClient))) return NO_USE;
  if (!isService && receiver.kind !== 'client') return NO_USE;
  const given = isService ? argument && linker.evaluate(argument, context) : tableOf(receiver);
  const table = isOne && given ? constantText(given) : undefined;
  const named = isService ? argument : nameOfClient(linker, call.callee.object, context);
  return {
    ...NO_USE,
    names: isService && argument ? namesIn(linker, argument, context) : [],
    calls: [
      {
        kind: isCreate ? 'create' : 'delete',
        nameSpan,
        subject: [receiverSpan, ...(isService && argument ? [argument.span] : [])],
        branches,
        loops,
        ...(table !== undefined && { table }),
        ...(named !== undefined && isAlwaysNew(linker, named, context) && { isNew: true }),
        ...(fn !== undefined && { fn, within: calledFunction(linker, facts, fn, MOST_CALLS_UP, functions) }),
      },
    ],
  };
}

/** Calls that lead to one place, one through the other. */
const MOST_CALLS_UP = 3;

/** Callers of one function that are looked at. */
const MOST_CALLERS = 30;

/** Functions by their number, and by how many calls up are looked at: many calls lead to the same ones. */
type KnownFunctions = Map<string, CalledFunction>;

function calledFunction(
  linker: Linker,
  facts: FileFacts,
  id: number,
  left: number,
  functions: KnownFunctions,
): CalledFunction {
  const key = `${id} ${left}`;
  const known = functions.get(key);
  if (known !== undefined) return known;
  const fn = facts.functions[id];
  const callers = left === 0 ? [] : callersOf(linker, facts, id).slice(0, MOST_CALLERS);
  const made: CalledFunction = {
    ...(fn?.name !== undefined && { name: fn.name }),
    span: fn?.span ?? { start: 0, end: 0 },
    hasParameters: (fn?.parameters.length ?? 0) > 0,
    callers: callers.map(({ nameSpan, fn: by, branches, loops }) => ({
      nameSpan,
      branches,
      loops,
      ...(by !== undefined && { fn: by, within: calledFunction(linker, facts, by, left - 1, functions) }),
    })),
  };
  functions.set(key, made);
  return made;
}

/** The calls of functions of the files that a file imports which make tables under no condition. */
function readMaking(
  linker: Linker,
  facts: FileFacts,
  imported: Imported,
  functions: KnownFunctions,
): readonly MakingCall[] {
  const calls = callsOfMakers(linker, facts, imported, ({ tables }) => tables);
  return calls.flatMap(({ site, maker, file }): readonly MakingCall[] => {
    const { method: name, nameSpan, fn, branches, loops } = site;
    const within = fn === undefined ? undefined : calledFunction(linker, facts, fn, MOST_CALLS_UP, functions);
    const { create, through } = maker;
    const made = { file, create, through };
    return [
      {
        name,
        nameSpan,
        branches,
        loops,
        made,
        ...(fn !== undefined && { fn }),
        ...(within && { within }),
      },
    ];
  });
}

interface Maker extends Made {
  readonly names: readonly string[];
}

/** Calls from the function that others know to the one that makes the table. */
const MOST_CALLS_DOWN = 2;

/** The functions of a file that make a table whenever they are called, and do nothing with tables afterwards: that is told of themselves. */
function makersIn(linker: Linker, facts: FileFacts): FileMakers['tables'] {
  const found = new Map<number, Maker>();
  const sites = facts.otherCalls.filter(
    ({ method, branches }) => method === 'createTable' && areLoops(branches),
  );
  if (sites.length === 0) return found;
  const { ofFunction } = namesOf(facts);
  const functions: KnownFunctions = new Map();
  const lastCalls = new Map<number | undefined, number>();
  for (const { fn, nameSpan } of facts.calls)
    lastCalls.set(fn, Math.max(nameSpan.start, lastCalls.get(fn) ?? 0));
  const note = (site: Pick<CallSite, 'fn' | 'nameSpan'>, made: Made): void => {
    const fn = eachOf(facts, site.fn) ?? site.fn;
    if (fn === undefined || found.has(fn)) return;
    if ((lastCalls.get(fn) ?? -1) > site.nameSpan.start) return;
    found.set(fn, { names: ofFunction(fn), ...made });
    const { create, through } = made;
    if (through.length === MOST_CALLS_DOWN) return;
    for (const caller of callersOf(linker, facts, fn).slice(0, MOST_CALLERS))
      if (caller.branches.length === 0) note(caller, { create, through: [caller.nameSpan, ...through] });
  };
  for (const site of sites) {
    const [create] = readCall(linker, facts, site, functions).calls;
    if (create !== undefined && create.isNew !== true) note(site, { create, through: [] });
  }
  return found;
}

/** The function that runs one of its own for each of a list, under no condition: `clients.map((client) => client.createTable())`. */
function eachOf(facts: FileFacts, fn: number | undefined): number | undefined {
  const { method, outer, branches } = callbackOf(facts, fn) ?? {};
  return branches?.length === 0 && (method === 'map' || method === 'forEach') ? outer : undefined;
}

/** The expression that names the table of a client which is made where its name is declared. */
function nameOfClient(linker: Linker, receiver: Expr, { file }: Context): Expr | undefined {
  const made = receiver.kind === 'name' ? initOf(linker, receiver, file) : undefined;
  return made?.kind === 'call' ? made.args[1] : undefined;
}

/** Steps from a name to what its text is made of. */
const MOST_STEPS = 10;

/** Whether what a text is made of differs from run to run: `Backup${Date.now()}`. */
function isAlwaysNew(linker: Linker, expr: Expr, context: Context, left = MOST_STEPS): boolean {
  if (left === 0) return false;
  return (
    differs(linker.evaluate(expr, context)) ||
    madeOf(linker, expr, context.file).some((part) => isAlwaysNew(linker, part, context, left - 1))
  );
}

/** What a text has in it, or was before a method changed it. */
function madeOf(linker: Linker, expr: Expr, file: string): readonly Expr[] {
  switch (expr.kind) {
    case 'name': {
      const init = initOf(linker, expr, file);
      return init === undefined ? [] : [init];
    }
    case 'template':
      return expr.holes;
    case 'binary':
      return expr.operator === '+' ? [expr.left, expr.right] : [];
    case 'call':
      return expr.callee.kind === 'member' ? [expr.callee.object] : [];
    default:
      return [];
  }
}

function differs(value: Abstract): boolean {
  switch (value.kind) {
    case 'text':
      return value.segments.some((part) => part.kind === 'hole' && differs(part.hole));
    case 'time-text':
      return value.isNow === true;
    case 'number-text':
    case 'number': {
      const { origin } = value.number;
      return origin.kind === 'random' || (origin.kind === 'time' && origin.isNow === true);
    }
    case 'random-text':
      return true;
    default:
      return false;
  }
}

/** Whether a value is a client of a table whose name is a constant. */
function isOfTable(value: Abstract, table: Abstract | undefined): boolean {
  const [name, own] = [table, tableOf(value)].map((one) => one && constantText(one));
  return name !== undefined && name === own;
}

/** One that is made here, or that a type says is one. */
function isServiceClient(value: Abstract): boolean {
  if (value.kind === 'typed') return value.type.name === 'TableServiceClient';
  return value.kind === 'external' && value.path.join('.') === `TableServiceClient.${CALLED}`;
}

function tableOf(value: Abstract): Abstract | undefined {
  return value.kind === 'client' ? value.table : undefined;
}

/** What a name stands for that is never assigned again. */
function initOf(linker: Linker, expr: Extract<Expr, { kind: 'name' }>, file: string): Expr | undefined {
  const facts = linker.files.facts(file);
  const binding = facts && findBinding(facts, expr.name, expr.scope)?.binding;
  return binding?.writes.every((write) => write.operator === 'open') ? binding.init : undefined;
}
