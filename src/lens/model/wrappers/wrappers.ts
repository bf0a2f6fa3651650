import { lazy } from '../lazy.ts';
import type { Context, FunctionValue } from '../../link/values/abstract.ts';
import { calledFunctions, functionsCalled } from '../../link/calls/called-functions.ts';
import { type Linker, spend } from '../../link/linker.ts';
import type { GivenTo, Value } from '../../link/values/value.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import { givenOut } from '../operations/given-out.ts';
import { unreadHoles } from '../filters/unread-clauses.ts';
import type { Operation, PointRead, Query, Write } from '../operations/operation.ts';

/**
 * A function whose callers decide all that an operation inside it asks for: `queryEntities(filter)`. Its calls
 * are what must be judged.
 */
export interface Wrapper {
  /** The function's number in its file's facts. */
  readonly fn: number;
  /** What its callers may call it. */
  readonly names: readonly string[];
  /** The call inside it: of the SDK, or of another wrapper. */
  readonly inner: CallSite;
  /** Its callers do not decide what this query asks for, but get the entities that it gives: what they do with these is theirs. */
  readonly listed?: Query;
  /** Its callers do not decide where it writes, but may give what it writes: whether that was read before is told at them. */
  readonly saved?: Write;
  /** Its callers do not decide what this asks for, but get entities with an Int64, of which JSON is theirs to make. */
  readonly handedOn?: Query | PointRead;
  /** Its promise is settled once that is written: whether somebody waits for it is told at its callers. */
  readonly promised?: Write;
  /** Its callers do not decide all that this asks for: whether a loop of theirs repeats it is told at them. */
  readonly looped?: Operation;
}

/** The wrappers of all files. */
export interface Wrappers {
  readonly of: (file: string, fn: number) => readonly Wrapper[];
  /** Whether any wrapper goes by a name. */
  readonly isName: (name: string) => boolean;
}

/** The wrappers that operations make of the functions around them; `site` is where each stands. */
export function wrappersAround(
  facts: FileFacts,
  names: Names['ofFunction'],
  found: readonly { readonly site: CallSite; readonly operation: Operation }[],
): readonly Wrapper[] {
  return found.flatMap(({ site, operation }) => [
    ...decidedAround(facts, names, site, operation),
    ...promisedAround(facts, names, site, operation),
    ...loopedAround(facts, names, site, operation),
  ]);
}

/** The function around an operation that something else may repeat: each call of it asks for what its arguments say, in part. */
export function loopedAround(
  facts: FileFacts,
  names: Names['ofFunction'],
  site: CallSite,
  operation: Operation,
): readonly Wrapper[] {
  const { fn } = site;
  if (fn === undefined || operation.repeated !== undefined || !isRepeatable(operation)) return [];
  const isGiven = (facts.functions[fn]?.parameters.length ?? 0) > 0;
  const isWrapper = decidedBy(operation).some((by) => by.file === facts.file && stands(facts, site, by.fn));
  return isGiven && !isWrapper ? [{ fn, names: names(fn), inner: site, looped: operation }] : [];
}

/** A transaction does together what a loop does one by one, and what is done in a `catch` is the exception. */
function isRepeatable(operation: Operation): boolean {
  if (operation.kind === 'query') return operation.method === 'listEntities';
  if (operation.kind === 'point-read') return true;
  return operation.method !== 'submitTransaction' && !operation.isInCatch;
}

/** The function around a write whose promise says what came of it. */
export function promisedAround(
  facts: FileFacts,
  names: Names['ofFunction'],
  site: CallSite,
  operation: Operation,
): readonly Wrapper[] {
  const { fn, call, isAwaited, isCaught, isDropped, isUnhandled } = site;
  if (operation.kind !== 'write' || fn === undefined || isCaught === true) return [];
  if (isDropped === true || isUnhandled === true) return [];
  const { isAsync, returns } = facts.functions[fn] ?? { returns: [] };
  const isReturned = returns.some(({ span }) => span.start === call.span.start);
  const isWaitedFor = (isAsync === true && isAwaited === true) || isReturned;
  return isWaitedFor ? [{ fn, names: names(fn), inner: site, promised: operation }] : [];
}

function decidedAround(
  facts: FileFacts,
  names: Names['ofFunction'],
  site: CallSite,
  operation: Operation,
): readonly Wrapper[] {
  const fns = new Set(
    decidedBy(operation)
      .filter(({ file, fn }) => file === facts.file && stands(facts, site, fn))
      .map(({ fn }) => givenOut(facts, fn).find((one) => stands(facts, site, one)) ?? fn),
  );
  const { fn } = site;
  if (fn !== undefined && isGivenToInstance(facts, fn, operation)) fns.add(fn);
  const deciding = [...fns].map((fn): Wrapper => ({ fn, names: names(fn), inner: site }));
  if (fn === undefined || fns.has(fn)) return deciding;
  const around = { fn, names: names(fn), inner: site };
  const given = isHandedOn(operation) ? [{ ...around, handedOn: operation }] : [];
  if (isListed(operation)) return [...deciding, ...given, { ...around, listed: operation }];
  if (given.length > 0) return [...deciding, ...given];
  return isSaved(facts, fn, operation) ? [...deciding, { ...around, saved: operation }] : deciding;
}

/**
 * Whether a method writes over the row that its instance was made with: who calls it has that instance, and may have read the row for
 * it.
 */
function isGivenToInstance(facts: FileFacts, fn: number, operation: Operation): boolean {
  const maker = facts.classes[facts.functions[fn]?.cls ?? -1]?.constructorFn;
  return (
    maker !== undefined &&
    isOver(operation) &&
    decidedBy(operation).some((by) => by.file === facts.file && by.fn === maker)
  );
}

/** Whether a function that is given something writes over what is there, and whatever that is. */
function isSaved(facts: FileFacts, fn: number, operation: Operation): operation is Write {
  return (
    isOver(operation) && operation.via === undefined && (facts.functions[fn]?.parameters.length ?? 0) > 0
  );
}

/** Whether a write overwrites what is there, whatever that is by then. */
function isOver(operation: Operation): operation is Write {
  if (operation.kind !== 'write' || operation.etag === 'sent') return false;
  return operation.method === 'updateEntity' || operation.method === 'upsertEntity';
}

/** Whether the function around a query gives its callers the entities, or what it makes of each. */
function isListed(operation: Operation): operation is Query {
  if (operation.kind !== 'query') return false;
  const { ofEach, returnsEach } = operation.consumption;
  return ofEach === true && returnsEach === true;
}

/** Whether the function around a read gives its callers entities of a type that has an Int64. */
function isHandedOn(operation: Operation): operation is Query | PointRead {
  if (operation.kind === 'write') return false;
  const isGiven = operation.kind === 'query' ? isListed(operation) : operation.reads?.isWhole === true;
  return isGiven && hasInt64(operation);
}

function hasInt64({ projection = {} }: Query | PointRead): boolean {
  const { properties = [], required = [], typeOf } = projection;
  return typeOf !== undefined && [...properties, ...required].some((name) => typeOf(name) === 'Int64');
}

function stands(facts: FileFacts, call: CallSite, fn: number): boolean {
  const around = facts.functions[fn]?.span;
  return around !== undefined && around.start <= call.nameSpan.start && call.nameSpan.end <= around.end;
}

/** The functions whose callers decide what the operation asks for. */
export function decidedBy(operation: Operation): readonly GivenTo[] {
  switch (operation.kind) {
    case 'query': {
      const { filter } = operation;
      const whole = filter.kind === 'unknown' && filter.given !== undefined ? [filter.given] : [];
      const clauses = (filter.kind === 'none' ? [] : filter.alternatives).flatMap(({ text, parsed }) =>
        unreadHoles(text, parsed.filter).flatMap(givenIn),
      );
      return [...whole, ...clauses];
    }
    case 'point-read':
      return ofBoth(operation.partitionKey?.value, operation.rowKey?.value);
    case 'write':
      return writeDecidedBy(operation);
  }
}

/** Whether the callers of a function decide what an operation in it asks for, or writes: what comes of that is told there. */
export function isDecidedByCallers(
  write: Pick<Write, 'given' | 'tableGiven' | 'partitionKey' | 'rowKey'>,
): boolean {
  return writeDecidedBy(write).length > 0;
}

function writeDecidedBy({
  given,
  tableGiven,
  partitionKey,
  rowKey,
}: Pick<Write, 'given' | 'tableGiven' | 'partitionKey' | 'rowKey'>): readonly GivenTo[] {
  const asked = given === undefined ? ofBoth(partitionKey?.value, rowKey?.value) : [given];
  return tableGiven === undefined ? asked : [...asked, tableGiven];
}

/** Both keys come from the caller: a function that makes one of them itself is about something. */
function ofBoth(partitionKey: Value | undefined, rowKey: Value | undefined): readonly GivenTo[] {
  const own = givenIn(partitionKey);
  return givenIn(rowKey).filter((b) => own.some((a) => a.file === b.file && a.fn === b.fn));
}

/** The functions whose callers give a value; of one of several all must come from callers. */
export function givenIn(value: Value | undefined): readonly GivenTo[] {
  if (value?.kind === 'oneOf') {
    const given = value.values.map((one) => givenIn(one.value));
    return given.every((one) => one.length > 0) ? given.flat() : [];
  }
  return value?.kind === 'unknown' && value.given !== undefined ? [value.given] : [];
}

/** Names by the number of a function, or a class: its own, and those under which its file exports it; `default` where importers name it. */
export interface Names {
  readonly ofFunction: (fn: number) => readonly string[];
  readonly ofClass: (cls: number) => readonly string[];
}

export function namesOf(facts: FileFacts): Names {
  const known = new Map<number, readonly string[]>();
  const exported = lazy(() => exportedNames(facts));
  const all = (own: string | undefined, others: readonly string[] = []): readonly string[] => {
    const names = own === undefined ? [] : [own, ...(exported().byName.get(own) ?? [])];
    return [...new Set([...names, ...others])];
  };
  return {
    ofFunction(fn) {
      const before = known.get(fn);
      if (before !== undefined) return before;
      const own = facts.functions[fn]?.name ?? nameAround(facts, fn);
      const names = all(own, exported().byFunction.get(fn));
      known.set(fn, names);
      return names;
    },
    ofClass: (cls) => all(facts.classes[cls]?.name, exported().byClass.get(cls)),
  };
}

/** The names under which a file exports its functions and classes, by their own names and by their numbers. */
function exportedNames({ exports, exportsWhole: whole }: FileFacts): {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byFunction: ReadonlyMap<number, readonly string[]>;
  readonly byClass: ReadonlyMap<number, readonly string[]>;
} {
  const byName = new Map<string, string[]>();
  const byFunction = new Map<number, string[]>();
  const byClass = new Map<number, string[]>();
  const note = (name: string, value: Expr): void => {
    if (value.kind === 'function') add(byFunction, value.fn, name);
    if (value.kind === 'class') add(byClass, value.cls, name);
    if (value.kind === 'name') add(byName, value.name, name);
  };
  for (const [name, value] of Object.entries(exports)) note(name, value);
  for (const property of whole?.kind === 'object' ? whole.properties : []) {
    if (property.kind === 'property') note(property.name, property.value);
  }
  if (whole !== undefined) note('default', whole);
  return { byName, byFunction, byClass };
}

function add<K>(lists: Map<K, string[]>, key: K, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** A function that is made by another is called by a name that is given to the result: `const users = queryOf('Users')`. */
function nameAround(facts: FileFacts, fn: number): string | undefined {
  const inner = facts.functions[fn]?.span;
  return facts.functions.findLast(
    ({ name, span }) =>
      name !== undefined && inner !== undefined && span.start <= inner.start && inner.end <= span.end,
  )?.name;
}

/** Deepest chain of wrappers that is followed. */
const DEPTH = 4;

/** Calls of the SDK that one call may lead to; of one that leads to more nothing is told. */
const MOST_INNER = 50;

/** A call of the SDK inside wrappers, with the context that it runs in for one of their callers. */
interface InnerCall {
  readonly inner: CandidateCall;
  readonly context: Context;
}

/**
 * The SDK's calls that a call of a wrapper ends in, with the context that they then run in. Also own methods that
 * are called as the SDK's are: whoever reads them finds out. None where there are too many of them.
 */
export function innerCalls(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly InnerCall[] {
  const found: InnerCall[] = [];
  return follow(linker, wrappers, { site, context, through: [] }, found) ? found : [];
}

/** The queries whose entities a call gives that does not decide what they ask for. */
export function listedBy(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly Listed[] {
  const isListing = ({ file, fn }: FunctionValue): boolean =>
    wrappers.of(file, fn).some(({ listed }) => listed !== undefined);
  const all = calledFunctions(linker, site.call, context, isListing).flatMap((called) =>
    wrappers
      .of(called.context.file, called.fn)
      .flatMap(({ listed: query, inner }): readonly Listed[] =>
        query === undefined ? [] : [{ query, inner, context: called.context }],
      ),
  );
  spend(linker, all.length);
  return all.length > MOST_INNER ? [] : all;
}

/** A query whose entities a call gives, by the call of the SDK or of another wrapper, with the context that this runs in. */
export interface Listed {
  readonly query: Query;
  readonly inner: CallSite;
  readonly context: Context;
}

/** The reads whose entities a call gives that have an Int64, and of which it does not decide what they ask for. */
export function handedOnBy(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly (Query | PointRead)[] {
  const given = functionsCalled(linker, site.call, context).flatMap((called) =>
    wrappers.of(called.file, called.fn).flatMap((wrapper) => wrapper.handedOn ?? []),
  );
  spend(linker, given.length);
  return given.length > MOST_INNER ? [] : given;
}

/** The writes of what a call may give that does not decide where it goes. */
export function savedBy(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly Write[] {
  if (site.call.args.length === 0) return [];
  const saved = functionsCalled(linker, site.call, context).flatMap((called) =>
    wrappers.of(called.file, called.fn).flatMap((wrapper) => wrapper.saved ?? []),
  );
  spend(linker, saved.length);
  return saved.length > MOST_INNER ? [] : saved;
}

/** What a call asks for that decides a part of it alone. */
export function loopedBy(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly Operation[] {
  if (site.call.args.length === 0) return [];
  const looped = functionsCalled(linker, site.call, context).flatMap((called) =>
    wrappers.of(called.file, called.fn).flatMap((wrapper) => wrapper.looped ?? []),
  );
  spend(linker, looped.length);
  return looped.length > MOST_INNER ? [] : looped;
}

/** The writes that a call waits for if somebody waits for it. */
export function promisedBy(
  linker: Linker,
  wrappers: Wrappers,
  site: CallSite,
  context: Context,
): readonly Write[] {
  const promised = functionsCalled(linker, site.call, context).flatMap((called) =>
    wrappers.of(called.file, called.fn).flatMap((wrapper) => wrapper.promised ?? []),
  );
  spend(linker, promised.length);
  return promised.length > MOST_INNER ? [] : promised;
}

/** How a call was come to. */
interface Way {
  readonly site: CallSite;
  readonly context: Context;
  /** The functions that led here: one that comes again calls itself. */
  readonly through: readonly string[];
}

/** Adds what is found to a list; false once that is too long. */
function follow(
  linker: Linker,
  wrappers: Wrappers,
  { site, context, through }: Way,
  found: InnerCall[],
): boolean {
  if (through.length === DEPTH) return true;
  const isWrapper = ({ file, fn }: FunctionValue): boolean => wrappers.of(file, fn).length > 0;
  return calledFunctions(linker, site.call, context, isWrapper).every((called) => {
    const fn = `${called.fn} ${called.context.file}`;
    if (through.includes(fn)) return true;
    return wrappers
      .of(called.context.file, called.fn)
      .every(({ inner, listed, saved, handedOn, promised, looped }) => {
        if ([listed, saved, handedOn, promised, looped].some((one) => one !== undefined)) return true;
        spend(linker, 1);
        const next = { site: inner, context: called.context, through: [...through, fn] };
        if (isCandidate(inner)) found.push({ inner, context: called.context });
        return found.length <= MOST_INNER && follow(linker, wrappers, next, found);
      });
  });
}

/** Whether a call is one of a method that a TableClient has. */
export function isCandidate(site: CallSite): site is CandidateCall {
  return 'receiver' in site;
}
