import { escape, markOf } from '../entities/answers.ts';
import { type CallPlace, decide, each, either, type Machine, settled, unknownOf } from '../machine.ts';
import { readProperty } from '../values/properties.ts';
import { newObject } from '../values/symbols.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

type External = Extract<Atom, { kind: 'external' }>;

/** What a function of neverthrow makes: a result with a value, an error, what comes of a promise, or what a generator gives. */
type Made = 'value' | 'error' | 'promised' | 'generator';

const MADE: ReadonlyMap<string, Made> = new Map([
  ['ok', 'value'],
  ['okAsync', 'value'],
  ['fromPromise', 'promised'],
  ['fromSafePromise', 'promised'],
  ['ResultAsync.fromPromise', 'promised'],
  ['ResultAsync.fromSafePromise', 'promised'],
  ['err', 'error'],
  ['errAsync', 'error'],
  ['safeTry', 'generator'],
]);

/** What a function of neverthrow gives: an object that has a value or an error, with the methods of {@link resultMethod}. */
export function resultCall(
  machine: Machine,
  { module, path }: External,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const made = module === 'neverthrow' ? MADE.get(path.join('.')) : undefined;
  const [first = UNDEFINED, makesError] = args;
  switch (made) {
    case undefined:
      return undefined;
    case 'value':
    case 'error':
      return resultOf(machine, made, first);
    case 'promised':
      if (makesError !== undefined) escape(machine, makesError);
      return each(machine, first, (atom) => promised(machine, atom, at));
    case 'generator': {
      const fn = settled(machine, first);
      if (fn.kind !== 'function' || !fn.fn.isGenerator) return undefined;
      machine.effects.add(fn.fn);
      return asResult(machine, machine.run.call(machine, fn, [], at));
    }
  }
}

/** What a generator gets that waits for a result: its value; of anything else that thing. */
export function waitedFor(machine: Machine, effect: Value): Value {
  return each(machine, effect, (atom) =>
    resultKind(machine, atom) === 'value' ? readProperty(machine, atom, 'value') : atom,
  );
}

function resultOf(machine: Machine, has: 'value' | 'error', given: Value): Atom {
  const made = newObject(machine, new Map([[has, given]]));
  if (made.kind === 'object') machine.results.set(made.id, has);
  return made;
}

/** What a promise is fulfilled with, or what it is rejected with: nobody knows which. */
function promised(machine: Machine, promise: Atom, { file, span }: CallPlace): Value {
  const throws = decide(machine, { kind: 'throws', file, span });
  const mark = markOf(machine, promise);
  if (mark?.kind === 'entity' && mark.of.isOne)
    mark.of.rejected = machine.guards.or(mark.of.rejected, throws);
  const error = resultOf(machine, 'error', unknownOf(machine, 'not-supported'));
  return either(machine, throws, error, resultOf(machine, 'value', promise));
}

function resultKind(machine: Machine, atom: Atom): 'value' | 'error' | undefined {
  return atom.kind === 'object' ? machine.results.get(atom.id) : undefined;
}

/** What a step of a chain gives: the results among it as they are, and results with the others. */
function asResult(machine: Machine, value: Value): Value {
  return each(machine, value, (atom) =>
    resultKind(machine, atom) === undefined ? resultOf(machine, 'value', atom) : atom,
  );
}

/** What a method of a result does; undefined for other values, and for methods that are not known. */
export function resultMethod(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  switch (resultKind(machine, receiver)) {
    case undefined:
      return undefined;
    case 'value':
      return methodOfValue(machine, receiver, name, args, at);
    case 'error':
      return methodOfError(machine, receiver, name, args, at);
  }
}

function methodOfValue(
  machine: Machine,
  result: Atom,
  name: string,
  [first = UNDEFINED]: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const { run } = machine;
  const value = readProperty(machine, result, 'value');
  switch (name) {
    case 'andThen':
    case 'asyncAndThen':
    case 'map':
    case 'asyncMap':
      return asResult(machine, run.call(machine, first, [value], at));
    case 'andTee':
    case 'andThrough':
    case 'asyncAndThrough':
      run.call(machine, first, [value], at);
      return result;
    case 'match':
      return run.call(machine, first, [value], at);
    case 'mapErr':
    case 'orElse':
    case 'orTee':
      return result;
    case 'unwrapOr':
    case '_unsafeUnwrap':
      return value;
    case 'isOk':
    case 'isErr':
      return { kind: 'boolean', value: name === 'isOk' };
    default:
      return undefined;
  }
}

function methodOfError(
  machine: Machine,
  result: Atom,
  name: string,
  [first = UNDEFINED, second = UNDEFINED]: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const { run } = machine;
  const error = readProperty(machine, result, 'error');
  switch (name) {
    case 'andThen':
    case 'asyncAndThen':
    case 'map':
    case 'asyncMap':
    case 'andTee':
    case 'andThrough':
    case 'asyncAndThrough':
      return result;
    case 'orElse':
      return asResult(machine, run.call(machine, first, [error], at));
    case 'mapErr':
      return resultOf(machine, 'error', run.call(machine, first, [error], at));
    case 'orTee':
      run.call(machine, first, [error], at);
      return result;
    case 'match':
      return run.call(machine, second, [error], at);
    case 'unwrapOr':
      return first;
    case 'isOk':
    case 'isErr':
      return { kind: 'boolean', value: name === 'isErr' };
    default:
      return undefined;
  }
}
