import * as l10n from '@vscode/l10n';
import {
  type Abstract,
  alternativesOf,
  type Context,
  type FunctionValue,
  type InstanceValue,
  unknown,
} from '../../link/values/abstract.ts';
import { calledFunctions } from '../../link/calls/called-functions.ts';
import { baseOf } from '../../link/calls/bases.ts';
import { type Files, type Linker, spend } from '../../link/linker.ts';
import type { GivenTo } from '../../link/values/value.ts';
import type { CallExpr, Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import { givenTable } from '../operations/evidence.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import type { Operation } from '../operations/operation.ts';
import { innerCalls, type Names, type Wrappers } from '../wrappers/wrappers.ts';

/**
 * A function, or a class, that is given the client of operations in it, or the name of its table: `new Orders(client)`.
 * Who calls it knows the table.
 */
export interface Taker {
  readonly of: Owner;
  /** What callers may call it. */
  readonly names: readonly string[];
  /** What is to be worked out for each call; absent for a class of which only its base takes something. */
  readonly asked?: Asked;
}

/** The takers of all files. */
export interface Takers {
  readonly of: (file: string) => readonly Taker[];
  /** Whether any of them goes by a name. */
  readonly isName: (name: string) => boolean;
}

/** By their numbers in the facts of the file. */
type Owner =
  { readonly kind: 'function'; readonly fn: number } | { readonly kind: 'class'; readonly cls: number };

type Asked =
  /** The receiver of operations that have this key: what it is where the call of the SDK is, or of what wraps that. */
  | {
      readonly kind: 'receiver';
      readonly key: string;
      readonly site: CallSite;
      readonly inner: CandidateCall;
    }
  /** A call that hands it on, and the function that it stands in. */
  | { readonly kind: 'call'; readonly call: CallExpr; readonly fn: number | undefined };

/** What a call gives to operations in a file: their table, or neither where it gives one that is not known. */
export interface TableGift {
  readonly file: string;
  readonly key: string;
  readonly table?: string;
  /** See {@link Operation.tableSetting}. */
  readonly setting?: string;
}

/** An operation, with its key and the call of the SDK where others give its table. */
export interface Keyed {
  readonly operation: Operation;
  readonly inner?: CandidateCall;
}

interface Found extends Keyed {
  readonly site: CallSite;
}

/**
 * An operation whose table somebody gives gets a key: what takes the table, and the receiver as written, which outlive most
 * edits. `site` is the operation's, `inner` where the SDK is called, elsewhere if that is a call of a wrapper.
 */
export function withKey(
  files: Files,
  facts: FileFacts,
  site: CallSite,
  operation: Operation,
  inner: CandidateCall,
): Keyed {
  const by = tableGiver(operation);
  if (by === undefined) return { operation };
  const owner = ownerOf(facts, by, site.fn);
  if (owner === undefined) return { operation: withForeignKey(files, by, operation, inner) };
  const name = nameOf(facts, owner);
  if (name === undefined) return { operation };
  const tableKey = [name, ...(site === inner ? [] : [textOf(site)]), inner.receiverText].join('\n');
  return { operation: { ...operation, tableKey }, inner };
}

/** What stands in the file of the function that is given the table, whose own operations have it from the same callers. */
function withForeignKey(files: Files, by: GivenTo, operation: Operation, inner: CandidateCall): Operation {
  const facts = files.facts(by.file);
  const isThere = facts?.calls.includes(inner) === true;
  const owner = facts && isThere ? ownerOf(facts, by, inner.fn) : undefined;
  const name = facts && owner && nameOf(facts, owner);
  if (name === undefined) return operation;
  return { ...operation, tableKey: `${name}\n${inner.receiverText}`, tableKeyFile: by.file };
}

function textOf({ receiverText, method }: CallSite): string {
  return `${receiverText}.${method}`;
}

/** The function whose callers give an operation its table. */
function tableGiver({ table, clientGiven, tableGiven }: Operation): GivenTo | undefined {
  return table === undefined ? (clientGiven ?? tableGiven) : undefined;
}

/** What takes the tables of a file's operations. */
export function takersOf(facts: FileFacts, names: Names, found: readonly Found[]): readonly Taker[] {
  const seen = new Set<string>();
  return found.flatMap(({ site, operation, inner }): readonly Taker[] => {
    const by = tableGiver(operation);
    const key = operation.tableKey;
    if (by === undefined || key === undefined || seen.has(key) || inner === undefined) return [];
    seen.add(key);
    const of = ownerOf(facts, by, site.fn);
    const asked: Asked = { kind: 'receiver', key, site, inner };
    return of === undefined ? [] : [{ of, names: namesFor(names, of), asked }];
  });
}

/** Constructors stand for their classes; what one of a base takes, the class takes in which it is used. */
function ownerOf(facts: FileFacts, by: GivenTo, fn: number | undefined): Owner | undefined {
  const cls =
    by.file === facts.file ? facts.classes.find(({ constructorFn }) => constructorFn === by.fn) : undefined;
  if (by.file === facts.file && cls === undefined) return { kind: 'function', fn: by.fn };
  const around = (fn === undefined ? undefined : facts.functions[fn]?.cls) ?? cls?.id;
  return around === undefined ? undefined : { kind: 'class', cls: around };
}

function namesFor({ ofFunction, ofClass }: Names, of: Owner): readonly string[] {
  return of.kind === 'class' ? ofClass(of.cls) : ofFunction(of.fn);
}

/** What a function or class is called, with the class of a method. */
function nameOf({ classes, functions }: FileFacts, of: Owner): string | undefined {
  if (of.kind === 'class') return classes[of.cls]?.name;
  const { name, cls } = functions[of.fn] ?? {};
  return name === undefined ? undefined : `${cls === undefined ? '' : `${classes[cls]?.name ?? ''}.`}${name}`;
}

/** What the calls in a file, and the classes that it extends, give to takers. */
export interface Gifts {
  readonly gifts: readonly TableGift[];
  readonly takers: readonly Taker[];
}

/** A call of a taker, or `new`, and the function that it stands in. */
interface Giving {
  readonly call: CallExpr;
  readonly fn: number | undefined;
}

/** What one call gives to takers, where `names` are those of its file; those that it hands on, as the callers of the function around it decide, take it there. */
export function readGiving(
  linker: Linker,
  facts: FileFacts,
  wrappers: Wrappers,
  takers: Takers,
  giving: Giving,
  names: Names,
): Gifts {
  const { call, fn } = giving;
  const context: Context = { file: facts.file };
  const gifts: TableGift[] = [];
  const owners: Owner[] = [];
  for (const { value, ...to } of receiversAt(linker, wrappers, takers, call, context, 0)) {
    const given = givenTable(linker, value);
    const of = given.kind === 'given' ? ownerOf(facts, given.by, fn) : undefined;
    if (of !== undefined) owners.push(of);
    else if (given.kind === 'table') gifts.push({ ...to, table: given.table });
    else if (given.kind === 'setting') gifts.push({ ...to, setting: given.setting });
    else if (given.kind !== 'other') gifts.push(to);
  }
  const asked: Asked = { kind: 'call', call, fn };
  return { gifts, takers: distinct(owners).map((of) => ({ of, names: namesFor(names, of), asked })) };
}

/** A class that extends one that takes something goes by a name of its own. */
export function readSubclass(
  linker: Linker,
  facts: FileFacts,
  takers: Takers,
  cls: number,
  names: Names,
): readonly Taker[] {
  const bases = basesOf(linker, { kind: 'instance', file: facts.file, cls }).slice(1);
  const isTaker = bases.some((base) => takersAt(takers, base).length > 0);
  return isTaker ? [{ of: { kind: 'class', cls }, names: names.ofClass(cls) }] : [];
}

function distinct(owners: readonly Owner[]): readonly Owner[] {
  return [...new Map(owners.map((of) => [of.kind === 'class' ? `class ${of.cls}` : of.fn, of])).values()];
}

interface Receiver {
  readonly file: string;
  readonly key: string;
  readonly value: Abstract;
}

/** Deepest chain of takers that is followed. */
const DEPTH = 4;

/** Receivers that one call may give something; of more it is not known what that is. */
const MOST_RECEIVERS = 50;

/** What the receivers are that a call gives something to. */
function receiversAt(
  linker: Linker,
  wrappers: Wrappers,
  takers: Takers,
  call: CallExpr,
  context: Context,
  depth: number,
): readonly Receiver[] {
  if (depth === DEPTH) return [];
  const found: Receiver[] = [];
  for (const { asked: all, file, within } of targetsOf(linker, takers, call, context)) {
    for (const { asked } of all) {
      if (asked === undefined) continue;
      spend(linker, 1);
      const isTooMuch = found.length >= MOST_RECEIVERS;
      if (asked.kind === 'receiver') {
        const values = isTooMuch ? NOT_SEEN : receiversOf(linker, wrappers, asked, within(asked.site.fn));
        for (const value of values) found.push({ file, key: asked.key, value });
      } else if (!isTooMuch) {
        found.push(...receiversAt(linker, wrappers, takers, asked.call, within(asked.fn), depth + 1));
      }
    }
  }
  return found;
}

const NOT_SEEN: readonly Abstract[] = [unknown('too-complex')];

function receiversOf(
  linker: Linker,
  wrappers: Wrappers,
  { site, inner }: Extract<Asked, { kind: 'receiver' }>,
  context: Context,
): readonly Abstract[] {
  if (site === inner) return [linker.evaluate(inner.receiver, context)];
  const calls = innerCalls(linker, wrappers, site, context).filter((call) => call.inner === inner);
  return calls.length === 0 ? NOT_SEEN : calls.map((call) => linker.evaluate(inner.receiver, call.context));
}

/** Takers that a call is of, and the context in which something is asked inside them. */
interface Target {
  readonly asked: readonly Taker[];
  readonly file: string;
  readonly within: (fn: number | undefined) => Context;
}

function targetsOf(linker: Linker, takers: Takers, call: CallExpr, context: Context): readonly Target[] {
  if (!call.isNew) {
    const takersOf = (file: string, fn: number): readonly Taker[] =>
      takers.of(file).filter(({ of }) => of.kind === 'function' && of.fn === fn);
    const isTaker = ({ file, fn }: FunctionValue): boolean => takersOf(file, fn).length > 0;
    return calledFunctions(linker, call, context, isTaker).map((called) => ({
      asked: takersOf(called.context.file, called.fn),
      file: called.context.file,
      within: () => called.context,
    }));
  }
  if (!mayMakeTaker(linker, takers, call, context)) return [];
  const made = alternativesOf(linker.evaluate(call, context)).flatMap(({ value }) =>
    value.kind === 'instance' && value.args !== undefined ? [value] : [],
  );
  return made.flatMap((self) =>
    basesOf(linker, self).map((of) => ({
      asked: takersAt(takers, of),
      file: of.file,
      within: (fn) => insideOf(linker, self, of, fn),
    })),
  );
}

/** Whether `new` may make something that takes: told by its class, without what the class is given. */
function mayMakeTaker(linker: Linker, takers: Takers, { callee }: CallExpr, context: Context): boolean {
  return alternativesOf(linker.evaluate(callee, context)).some(({ value }) => {
    if (value.kind !== 'class') return value.kind === 'function' || value.kind === 'module';
    const { file, cls, env } = value;
    return basesOf(linker, { kind: 'instance', file, cls, env }).some(
      (of) => takersAt(takers, of).length > 0,
    );
  });
}

function takersAt(takers: Takers, { file, cls }: InstanceValue): readonly Taker[] {
  return takers.of(file).filter(({ of }) => of.kind === 'class' && of.cls === cls);
}

/** Stands for a function of which the arguments are not known. */
const SOME_FUNCTION = -2;

/** In a member of an instance, or in the constructor that made it. */
function insideOf(
  linker: Linker,
  self: InstanceValue,
  { file, cls, env }: InstanceValue,
  member: number | undefined,
): Context {
  const constructorFn = linker.files.facts(file)?.classes[cls]?.constructorFn;
  const isMade = self.file === file && self.cls === cls && (member === undefined || member === constructorFn);
  const fn = isMade ? (constructorFn ?? SOME_FUNCTION) : SOME_FUNCTION;
  const args = isMade ? (self.args ?? []) : [];
  return { file, env: { file, fn, args, self, parent: env } };
}

/** Classes above each other that are looked at; they may extend each other in circles. */
const MOST_BASES = 8;

/** An instance as that of its class, and of each class of the workspace above that. */
function basesOf(linker: Linker, instance: InstanceValue): readonly InstanceValue[] {
  const all = [instance];
  for (let of: InstanceValue = instance; all.length <= MOST_BASES;) {
    const base = baseOf(linker, of);
    if (base?.kind !== 'class') break;
    of = { kind: 'instance', file: base.file, cls: base.cls, env: base.env };
    all.push(of);
  }
  return all;
}

/** The expression of a file's facts that is worked out. */
export function askedIn(asked: Asked): Expr {
  return asked.kind === 'call' ? asked.call : asked.site.call;
}

/**
 * Operations with the tables that others give them: where all give the same, and nobody one that is not known. Where nobody gives any that
 * is known, and code shows none, it is the declared one. What every caller gives a client is one, whatever it is called. `giftsTo` has those
 * to the operations of a file; of undefined to those of their own.
 */
export function withGifts(
  operations: readonly Operation[],
  giftsTo: (file: string | undefined) => readonly TableGift[],
): readonly Operation[] {
  const given = new Map<string | undefined, ReadonlyMap<string, readonly TableGift[]>>();
  const givenIn = (file: string | undefined): ReadonlyMap<string, readonly TableGift[]> => {
    const known = given.get(file) ?? grouped(giftsTo(file), ({ key }) => key);
    given.set(file, known);
    return known;
  };
  return operations.map((one) => {
    const { tableKey, tableKeyFile, table: own, declaredTable } = one;
    if (own !== undefined || (tableKey === undefined && declaredTable === undefined)) return one;
    const all = (tableKey === undefined ? undefined : givenIn(tableKeyFile).get(tableKey)) ?? [];
    const operation = asGiven(one, all);
    const tables = new Set(all.map(({ table }) => table));
    const settings = new Set(all.map(({ setting }) => setting));
    const [only] = tables;
    const table = tables.size > 1 ? undefined : (only ?? declaredTable);
    if (table !== undefined) return { ...operation, table };
    const givenTables = [...tables].filter((name) => name !== undefined);
    if (givenTables.length > 0) return { ...operation, givenTables };
    const [tableSetting] = settings;
    return tableSetting === undefined || settings.size > 1 ? operation : { ...operation, tableSetting };
  });
}

/** What is a TableClient for all who give it one, though no type says so. */
function asGiven(operation: Operation, gifts: readonly TableGift[]): Operation {
  const areClients =
    gifts.length > 0 && gifts.every(({ table, setting }) => table !== undefined || setting !== undefined);
  if (operation.evidence !== 'shape-only' || !areClients) return operation;
  const because = l10n.t('every caller passes a TableClient');
  return { ...operation, evidence: 'inferred', because };
}
