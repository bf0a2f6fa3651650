import { requestOf } from '../../link/calls/augmented.ts';
import { asksContainer } from '../../link/calls/asks-container.ts';
import { CALLED } from '../../link/calls/clients.ts';
import { callLibrary } from '../../link/library/libraries.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { escape, markOf, noteDerived, watch, watchNames } from '../entities/answers.ts';
import { noteKind } from '../entities/asked.ts';
import { minorly, noteAct } from '../entities/turn.ts';
import { clientMade } from './clients.ts';
import { forgetChanged } from './forget.ts';
import { callOfLanguage, everyWay, isAssign, readJson } from '../library/globals.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  argumentKeys,
  noteDrawn,
  isMadeOfPrimitives,
  noteMade,
  noteRewritten,
} from '../values/identities.ts';
import {
  type CallPlace,
  casesOf,
  decide,
  each,
  type Machine,
  mayThrow,
  onItsOwn,
  onWays,
  settled,
  unknownOf,
} from '../machine.ts';
import { applied } from '../library/applied.ts';
import { collectionCall } from '../library/collections.ts';
import { effectCall } from '../library/effects.ts';
import { formatted } from '../library/format.ts';
import { resultCall } from '../library/result-types.ts';
import { noteParts } from '../library/parts.ts';
import {
  afterMiddleware,
  givenByProcedure,
  parsedValue,
  schemaCall,
  withContext,
} from '../library/schemas.ts';
import { openUp } from '../values/forgotten.ts';
import { spanOf } from './patterns.ts';
import { noteGiven } from '../values/sizes.ts';
import { derive, noteParsed } from '../entities/sources.ts';
import { fromAbstract, someOfClass, toAbstract } from '../values/symbols.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

/** Functions and methods that write a value in another way. */
export const ALIKE: ReadonlySet<string> = new Set([
  ...['String', 'Number', 'BigInt', 'toString', 'valueOf', 'trim', 'normalize'],
  ...['toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'toLocaleUpperCase'],
  ...['encodeURIComponent', 'decodeURIComponent'],
]);

/** A call that is not followed: it may change what it is given, and run the functions among that. */
export function unknownCall(machine: Machine, args: readonly Value[], at: CallPlace, name?: string): Value {
  noteCallOut(machine, args, at);
  for (const arg of args) handOver(machine, arg, at);
  mayThrow(machine, at);
  const found = unknownOf(machine, 'call-result', name === undefined ? {} : { name });
  return derive(machine, noteDerived(machine, found, args), args, 'far');
}

/** Notes what code does that is not seen: something, where nobody takes its value, or it is waited for, or has an entity. */
function noteCallOut(machine: Machine, args: readonly Value[], { code }: CallPlace): void {
  if (machine.turns.length === 0) return;
  const isDropped = code !== undefined && machine.dropped !== undefined && isDone(machine.dropped, code);
  const hasEntity = args.some((arg) =>
    casesOf(machine, arg).some(({ value }) => markOf(machine, value)?.kind === 'entity'),
  );
  if (isDropped || code?.isAwaited === true || hasEntity) noteAct(machine);
}

/** Whether a call is what a statement does, or one side of a decision that it is. */
function isDone(statement: Expression, call: Expression): boolean {
  switch (statement.kind) {
    case 'logical':
      return isDone(statement.right, call);
    case 'conditional':
      return isDone(statement.whenTrue, call) || isDone(statement.whenFalse, call);
    default:
      return statement === call;
  }
}

/** Gives an argument to code that is not seen: a function among them may be run, at any time, with a value of the `given` type, where that is known. */
export function handOver(machine: Machine, arg: Value, at: CallPlace, given?: TypeRef): void {
  // `app.post<{ Body: Order }>('/orders', handler)`
  const first = given ?? requestOf(machine.linker, at.types?.[0], at.file);
  each(machine, arg, (atom) => {
    if (atom.kind !== 'function' || machine.calls.length === 0) escape(machine, atom);
    if (atom.kind === 'function' && first !== undefined) machine.firstGiven.set(atom.fn, first);
    if (atom.kind === 'object') openUp(machine, atom);
    // what the code of a module hands over is run by itself
    if (atom.kind === 'function' && machine.calls.length === 0) forgetChanged(machine, atom.frame);
    else if (atom.kind === 'function') {
      const isRun = decide(machine, { kind: 'changed', name: atom.fn.name ?? '' });
      const values = atom.fn.parameters.map(({ name, pattern }, index) => {
        if (first !== undefined && index === 0) return parsedValue(machine, first, at);
        const one = unknownOf(machine, 'parameter', name === undefined ? {} : { name });
        noteGiven(machine, one, {
          inside: 'caller',
          place: { file: atom.file, span: spanOf(pattern) ?? atom.fn.span },
        });
        return one;
      });
      const before = machine.reached;
      watchNames(machine, atom);
      onWays(machine, isRun, () => {
        onItsOwn(machine, atom, () => {
          escape(machine, machine.run.enter(machine, atom, values, atom.self, at));
        });
      });
      watch(machine, atom);
      // whoever runs it may catch what it throws
      machine.reached = before;
    }
    return UNDEFINED;
  });
}

/** A call of what another package has. */
export function callOutside(
  machine: Machine,
  target: Extract<Atom, { kind: 'external' }>,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const client = clientMade(machine, target, false, args);
  if (client !== undefined) return fromAbstract(machine, client);
  const instance = resolved(machine, target.path.at(-1), target, args);
  if (instance !== undefined) return instance;
  const begun = withContext(target, at);
  if (begun !== undefined) return begun;
  const procedure = givenByProcedure(target);
  if (procedure !== undefined) {
    for (const arg of args) handOver(machine, arg, at, procedure);
    const called = target.path.at(-1);
    const [first] = args;
    if (called === 'middleware' && first !== undefined) return first;
    const type = called === 'use' ? afterMiddleware(machine, procedure, args) : procedure;
    return { ...target, path: [...target.path, CALLED], schema: { type } };
  }
  const schema = schemaCall(machine, target, args);
  if (schema?.kind === 'schema') return schema.value;
  const followed =
    collectionCall(machine, target, args, at) ??
    effectCall(machine, target, args, at) ??
    resultCall(machine, target, args, at) ??
    formatted(machine, target, args, at);
  if (followed !== undefined) return followed;
  const made = everyWay(machine, args, (atoms) => callLibrary(target, atoms));
  if (made.kind !== 'unknown') {
    escape(machine, ...args);
    return noteDrawn(machine, made);
  }
  noteCallOut(machine, args, at);
  for (const arg of args) handOver(machine, arg, at);
  noteParts(machine, made, target, args, at);
  if (LINES.has(`${target.module.replace(/^node:/, '')} ${target.path.join('.')}`))
    noteGiven(machine, made, { by: 'caller', place: { file: at.file, span: at.span } });
  mayThrow(machine, at);
  const called = `${target.module} ${target.path.join('.')}`;
  // of nothing it may give another one each time
  if (args.length > 0) machine.madeBy.set(made.symbol, `${called}(${argumentKeys(machine, args)})`);
  const [only] = args;
  if (only !== undefined && args.length === 1) noteRewritten(machine, made, only, called);
  const value = schema === undefined ? made : parsedValue(machine, schema.type, at);
  if (schema !== undefined) noteParsed(machine, value, args);
  return derive(machine, noteDerived(machine, value, args), args, 'far');
}

/** Whether something is a class of streams that write, or change, what they are given. */
export function isStream({ module, path }: Extract<Atom, { kind: 'external' }>): boolean {
  return /^(?:(?:node:)?stream|readable-stream)$/.test(module) && STREAMS.has(path.at(-1) ?? '');
}

const STREAMS: ReadonlySet<string> = new Set(['Writable', 'Transform', 'Duplex']);

/** Notes the functions that a stream is made of: `new Writable({ write(chunk, encoding, done) { … } })`. */
export function noteStreamMade(machine: Machine, [options]: readonly Value[]): void {
  if (options?.kind !== 'object') return;
  const { properties } = machine.store.object(options.id);
  for (const name of ['write', 'transform']) {
    const given = properties.get(name);
    if (given?.kind === 'function') machine.ofStreams.add(given.fn);
  }
}

/** What gives the lines or rows of a text or file, of which there may be any number. */
const LINES: ReadonlySet<string> = new Set([
  ...[
    'readline createInterface',
    'readline default.createInterface',
    'csv-parse parse',
    'csv-parse/sync parse',
  ],
]);

/** The instance that a container has of a class of the workspace. */
export function resolved(
  machine: Machine,
  name: string | undefined,
  receiver: Extract<Atom, { kind: 'external' | 'unknown' | 'typed' }>,
  [token]: readonly Value[],
): Value | undefined {
  if (token?.kind !== 'class' || name === undefined || !asksContainer(name, receiver)) return undefined;
  return someOfClass(machine, token, { why: 'call-result', file: token.file });
}

/** An argument as the libraries that are known take it. */
export function abstractArgument(machine: Machine, arg: Value): ReturnType<typeof toAbstract> {
  const one = settled(machine, arg);
  return one.kind === 'choice' ? { kind: 'unknown', why: 'too-complex' } : toAbstract(one);
}

/** Names of the language whose functions leave what they are given as it is. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...[
    'console',
    'JSON',
    'Math',
    'Number',
    'String',
    'Boolean',
    'Object',
    'Array',
    'Promise',
    'Symbol',
    'BigInt',
  ],
  ...[
    'parseInt',
    'parseFloat',
    'isNaN',
    'encodeURIComponent',
    'decodeURIComponent',
    'Date',
    'structuredClone',
  ],
  ...['crypto', 'Buffer', 'performance', 'btoa', 'atob', 'Intl', 'URL', 'process', 'Set', 'Map', 'Error'],
]);

/** Functions of the language that read nothing of what they are given, and give it back, or what is put together of it. */
const HOLDING: ReadonlySet<string> = new Set([
  ...['Array', 'Array.from', 'Array.fromAsync', 'Array.of', 'Array.isArray', 'Boolean'],
  ...['Object.assign', 'Object.freeze', 'Object.seal', 'Promise.all', 'Promise.resolve'],
]);

/** Functions of the language that throw of what they cannot read. */
const THROWING: ReadonlySet<string> = new Set([
  ...['JSON.parse', 'JSON.stringify', 'BigInt', 'decodeURIComponent', 'structuredClone', 'atob'],
]);

/** Functions of the language that ask of what kind a value is. */
const ASKING_KIND: ReadonlySet<string> = new Set([
  ...['isNaN', 'isFinite', 'isInteger', 'isSafeInteger', 'isArray'],
]);

/** The condition under which a function of the language may throw of what it is given. */
function mayBeUnreadable(machine: Machine, name: string, arg: Value = UNDEFINED): Guard {
  if (name !== 'JSON.parse') return ALWAYS;
  return casesOf(machine, arg).reduce<Guard>(
    (all, { guard, value }) => (readJson(value) === undefined ? machine.guards.or(all, guard) : all),
    NEVER,
  );
}

/** A call of what the language has: `JSON.parse(…)`. */
export function callGlobalFunction(
  machine: Machine,
  path: readonly string[],
  args: readonly Value[],
  at: CallPlace,
): Value {
  const client = clientMade(machine, { module: '', path }, false, args);
  if (client !== undefined) return fromAbstract(machine, client);
  if (path.join('.') === 'Reflect.apply') return applied(machine, args[0] ?? UNDEFINED, args.slice(1), at);
  if (path[0] === 'console')
    minorly(machine, 'log', () => {
      noteAct(machine);
    });
  const isNotSeen = !HARMLESS.has(path[0] ?? '') && !isAssign(path);
  if (isNotSeen) {
    noteCallOut(machine, args, at);
    for (const arg of args) handOver(machine, arg, at);
    mayThrow(machine, at);
  } else if (!HOLDING.has(path.join('.'))) escape(machine, ...args);
  const name = path.join('.');
  if (THROWING.has(name)) mayThrow(machine, at, mayBeUnreadable(machine, name, args[0]));
  const [first, ...others] = args;
  // of nothing it may give another one each time
  const given =
    first !== undefined && (isNotSeen || isMadeOfPrimitives(name))
      ? each(machine, first, (one) =>
          noteMade(machine, callOfLanguage(machine, path, [one, ...others], at), name, [one, ...others]),
        )
      : noteDrawn(machine, callOfLanguage(machine, path, args, at));
  if (name === 'String.fromCharCode' && first !== undefined && others.length === 0)
    noteRewritten(machine, given, first, name);
  const made = noteDerived(machine, given, args);
  if (ASKING_KIND.has(path.at(-1) ?? '')) noteKind(machine, made, args[0] ?? UNDEFINED);
  return isAssign(path) ? made : derive(machine, made, args, ALIKE.has(path.join('.')) ? 'like' : 'made');
}
