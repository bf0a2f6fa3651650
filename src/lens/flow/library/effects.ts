import { isMemo } from '../../link/library/libraries.ts';
import { isListType } from '../../link/values/abstract.ts';
import { escape, markOf } from '../entities/answers.ts';
import { noteStreamed } from '../entities/rows.ts';
import { type CallPlace, casesOf, each, type Machine, mayThrow, settled, unknownOf } from '../machine.ts';
import { readIfThere } from '../values/properties.ts';
import { listOf } from '../values/symbols.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';
import { collectionCall } from './collections.ts';
import { listMethod } from './lists.ts';

type External = Extract<Atom, { kind: 'external' }>;
type Method = Extract<Atom, { kind: 'method' }>;

/**
 * What a function of a package for effects, streams and retries does. A value that comes later is taken for what it is, as promises are:
 * an effect is what it gives, a stream is the list of what it brings.
 */
type Role =
  /** Runs the function that it is given, or that of `try`, and is what that gives. */
  | 'run'
  /** Is what it is given. */
  | 'same'
  /** Is what it is given, and of a list what that has, one after the other. */
  | 'elements'
  /** Is what it is given, if that is what a query gives. */
  | 'stream'
  /** Puts what it is given first through the functions after it. */
  | 'pipe'
  /** Puts what comes first through the generators after it, and the last of that into a stream. */
  | 'pipeline'
  /** Makes a step of such a chain, by the name of one of {@link STEPS}. */
  | { readonly step: string };

const step = (name: string): Role => ({ step: name });

/** The names that steps have as methods of a function: what a person writes has no such name. */
const STEPS = { then: '@then', catch: '@catch', tap: '@tap', same: '@same' } as const;

type Functions = Readonly<Record<string, Role>>;

const EFFECT: Functions = {
  gen: 'run',
  tryPromise: 'run',
  promise: 'run',
  sync: 'run',
  try: 'run',
  suspend: 'run',
  succeed: 'same',
  all: 'same',
  map: step(STEPS.then),
  flatMap: step(STEPS.then),
  andThen: step(STEPS.then),
  tap: step(STEPS.tap),
  catchAll: step(STEPS.catch),
  mapError: step(STEPS.same),
  orDie: 'same',
};

const TASK_EITHER: Functions = {
  tryCatch: 'run',
  right: 'same',
  of: 'same',
  map: step(STEPS.then),
  chain: step(STEPS.then),
  chainW: step(STEPS.then),
  flatMap: step(STEPS.then),
  tap: step(STEPS.tap),
  chainFirst: step(STEPS.tap),
  filterOrElse: step(STEPS.tap),
  filterOrElseW: step(STEPS.tap),
  orElse: step(STEPS.catch),
  orElseW: step(STEPS.catch),
  mapLeft: step(STEPS.same),
};

const ARRAY: Functions = { map: step('@list map'), filter: step('@list filter') };

const OPTION: Functions = { map: step(STEPS.then), chain: step(STEPS.then), fromNullable: 'same' };

const RXJS: Functions = {
  from: 'elements',
  lastValueFrom: 'same',
  defer: 'run',
  map: step('@stream map'),
  filter: step('@stream filter'),
  tap: step('@stream forEach'),
  mergeMap: step('@stream flatMap'),
  concatMap: step('@stream flatMap'),
  switchMap: step('@stream flatMap'),
  exhaustMap: step('@stream flatMap'),
  bufferCount: step('@stream chunk'),
  toArray: step(STEPS.same),
  catchError: step(STEPS.same),
  finalize: step(STEPS.same),
  retry: step(STEPS.same),
};

const PIPE: Functions = { pipe: 'pipe' };

/** Streams of Node. */
const READABLE: Functions = { from: 'stream' };
const PIPELINE: Functions = { pipeline: 'pipeline' };

/** By module, and of what exports several such modules by the first name. */
const MODULES: ReadonlyMap<string, Functions> = new Map([
  ['effect Effect', EFFECT],
  ['effect/Effect', EFFECT],
  ['effect', PIPE],
  ['effect/Function', PIPE],
  ...['fp-ts', 'fp-ts/lib', 'fp-ts/es6'].flatMap((root): readonly (readonly [string, Functions])[] => [
    [`${root}/TaskEither`, TASK_EITHER],
    [`${root}/Array`, ARRAY],
    [`${root}/ReadonlyArray`, ARRAY],
    [`${root}/Option`, OPTION],
    [`${root}/function`, PIPE],
  ]),
  ['fp-ts taskEither', TASK_EITHER],
  ['fp-ts array', ARRAY],
  ['rxjs', RXJS],
  ['rxjs/operators', RXJS],
  ...['stream', 'node:stream'].flatMap((root): readonly (readonly [string, Functions])[] => [
    [`${root} Readable`, READABLE],
    [root, PIPELINE],
    [`${root} promises`, PIPELINE],
    [`${root}/promises`, PIPELINE],
  ]),
  ['p-retry', { default: 'run' }],
  ['async-retry', { default: 'run' }],
]);

/** What a function of such a package gives; undefined for others, and where what it is given is not seen. */
export function effectCall(
  machine: Machine,
  { module, path }: External,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const name = path.at(-1) ?? 'default';
  const key = path.length > 1 ? `${module} ${path.slice(0, -1).join('.')}` : module;
  const [given] = args;
  if (given !== undefined && isMemo({ module, path }) && isFunction(machine, given)) return given;
  const functions = MODULES.get(key);
  const role = functions && Object.hasOwn(functions, name) ? functions[name] : undefined;
  const [first = UNDEFINED, ...others] = args;
  switch (role) {
    case undefined:
      return undefined;
    case 'run':
      // `Effect.gen(this, function* () { … })`
      return run(machine, name === 'gen' ? (others[0] ?? first) : first, name, at);
    case 'same':
      return args.length === 0 ? undefined : first;
    case 'elements':
      return args.length === 0 ? undefined : each(machine, first, (one) => elementsIn(machine, one));
    case 'stream':
      return isQueried(machine, first) ? first : undefined;
    case 'pipeline':
      return pipeline(machine, args, at);
    case 'pipe':
      return others.length === 0 ? undefined : piped(machine, first, others, at);
    default: {
      // `Effect.map(effect, f)` is what `effect.pipe(Effect.map(f))` is
      const isApplied = args.length > 1 && !isFunction(machine, first);
      const fn = settled(machine, isApplied ? (others[0] ?? UNDEFINED) : first);
      if (fn.kind === 'choice') return undefined;
      const made: Method = { kind: 'method', receiver: fn, name: role.step };
      return isApplied ? stepOf(machine, made, first, at) : made;
    }
  }
}

/** A list that a type says something is, as it is gone through. */
function elementsIn(machine: Machine, value: Atom): Value {
  return value.kind === 'typed' && isListType(value.type) && markOf(machine, value) === undefined
    ? listOf(machine, value)
    : value;
}

/** Whether something is all that a query gives, as it comes. */
function isQueried(machine: Machine, value: Value): boolean {
  const kind = value.kind === 'choice' ? undefined : markOf(machine, value)?.kind;
  return kind === 'list' || kind === 'pages';
}

/**
 * `pipeline(source, async function* (rows) { … }, sink)`: what a query gives goes through each generator. Undefined where something
 * else comes first, or anything but a generator or the last stream takes it.
 */
function pipeline(machine: Machine, [first, ...steps]: readonly Value[], at: CallPlace): Value | undefined {
  const isCalledBack = steps.length > 1 && isPlainFunction(steps.at(-1));
  const through = isCalledBack ? steps.slice(0, -1) : steps;
  const generators = through.slice(0, -1);
  if (first === undefined || !isQueried(machine, first) || generators.length === 0) return undefined;
  if (!generators.every(isGenerator)) return undefined;
  const last = generators.reduce((given, one) => machine.run.call(machine, one, [given], at), first);
  escape(machine, last, ...steps.slice(generators.length));
  mayThrow(machine, at);
  return unknownOf(machine, 'call-result');
}

function isGenerator(value: Value): boolean {
  return value.kind === 'function' && value.fn.isGenerator;
}

function isPlainFunction(value: Value | undefined): boolean {
  return value?.kind === 'function' && !value.fn.isGenerator;
}

function isFunction(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).every((one) => one.value.kind === 'function');
}

/** Runs a function that is given, or that of `{ try, catch }`. */
function run(machine: Machine, given: Value, name: string, at: CallPlace): Value | undefined {
  const one = settled(machine, given);
  const fn = one.kind === 'object' ? settled(machine, readIfThere(machine, one, 'try')) : one;
  if (fn.kind !== 'function') return undefined;
  // what a generator of an effect waits for is given to it as it is
  if (name === 'gen' && fn.fn.isGenerator) machine.effects.add(fn.fn);
  return machine.run.call(machine, fn, [], at);
}

/** `value.pipe(…steps)`; undefined where none of them is one of these. */
export function pipedMethod(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const isChain = name === 'pipe' && args.some((arg) => isStep(machine, arg));
  return isChain ? piped(machine, receiver, args, at) : undefined;
}

function isStep(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).every(
    (one) => one.value.kind === 'method' && one.value.name.startsWith('@'),
  );
}

function piped(machine: Machine, first: Value, steps: readonly Value[], at: CallPlace): Value {
  return steps.reduce((value, one) => machine.run.call(machine, one, [value], at), first);
}

/** Applies a step to what comes; undefined for a method that is none. */
export function appliedStep(
  machine: Machine,
  target: Method,
  [value = UNDEFINED]: readonly Value[],
  at: CallPlace,
): Value | undefined {
  return target.name.startsWith('@') ? stepOf(machine, target, value, at) : undefined;
}

function stepOf(machine: Machine, { receiver: fn, name }: Method, value: Value, at: CallPlace): Value {
  const [, kind, method] = /^@(list|stream) (\w+)$/.exec(name) ?? [];
  if (method !== undefined)
    return each(machine, value, (one) =>
      ofMany(machine, kind === 'list' ? listIn(machine, one) : streamOf(machine, one), one, method, fn, at),
    );
  switch (name) {
    case STEPS.then:
      return machine.run.call(machine, fn, [value], at);
    case STEPS.tap:
      machine.run.call(machine, fn, [value], at);
      return value;
    case STEPS.catch:
      return each(machine, value, (one) =>
        machine.run.call(machine, { kind: 'method', receiver: one, name: 'catch' }, [fn], at),
      );
    default:
      return value;
  }
}

/** What comes one after the other is put through a function, as elements of a list are; what comes alone is given to it. */
function ofMany(
  machine: Machine,
  list: Atom | undefined,
  alone: Atom,
  method: string,
  fn: Atom,
  at: CallPlace,
): Value {
  if (method === 'chunk') {
    const { code: _, ...here } = at;
    const parts = list && collectionCall(machine, CHUNK, [list, fn], here);
    return parts ?? unknownOf(machine, 'call-result');
  }
  if (list?.kind === 'object') {
    const made = listMethod(machine, list, method, [fn], at);
    return method === 'forEach' ? list : (made ?? list);
  }
  // of what is not seen it is not known whether it comes alone
  const isMade = alone.kind === 'object' && machine.store.object(alone.id).kind === 'object';
  const isOne = isMade || markOf(machine, alone)?.kind === 'entity';
  const value = isOne ? alone : unknownOf(machine, 'call-result');
  const made = machine.run.call(machine, fn, [value], at);
  return method === 'filter' || method === 'forEach' ? value : made;
}

/** What makes lists of so many of what comes one after the other. */
const CHUNK: External = { kind: 'external', module: 'lodash', path: ['chunk'] };

function listIn(machine: Machine, value: Atom): Atom | undefined {
  if (value.kind === 'unknown' || value.kind === 'typed') return listOf(machine, value);
  return value.kind === 'object' && machine.store.object(value.id).kind === 'array' ? value : undefined;
}

function streamOf(machine: Machine, value: Atom): Atom | undefined {
  if (value.kind === 'typed' && STREAMS.has(value.type.name))
    return listOf(machine, { ...value, type: { name: 'Array', args: value.type.args } });
  const kind = markOf(machine, value)?.kind;
  const list =
    value.kind === 'object' || kind === 'list' || kind === 'pages' ? listIn(machine, value) : undefined;
  // what a stream leaves out of a query's results is left out of all of them
  if (list !== undefined && kind === 'list') noteStreamed(machine, value, list);
  return list;
}

const STREAMS: ReadonlySet<string> = new Set(['Observable', 'Subject', 'ReplaySubject', 'BehaviorSubject']);
