import { METHODS } from '../../syntax/gate.ts';
import { escape, noteDerived } from '../entities/answers.ts';
import { noteAskedByMethod } from '../entities/asked.ts';
import { NEVER, ALWAYS } from '../conditions/guards.ts';
import { exactly } from '../values/list-size.ts';
import { applied } from '../library/applied.ts';
import { pipedMethod } from '../library/effects.ts';
import { resultMethod } from '../library/result-types.ts';
import { noteJson } from '../library/json.ts';
import { openUp } from '../values/forgotten.ts';
import { listMethod } from '../library/lists.ts';
import {
  argumentPlace,
  type CallPlace,
  decideOnce,
  each,
  type Machine,
  mayThrow,
  settled,
  throwHere,
  unknownOf,
} from '../machine.ts';
import { observe } from '../observe.ts';
import { readProperty } from '../values/properties.ts';
import { deriveMapped } from '../entities/sources.ts';
import { castTo, newList, newObject } from '../values/symbols.ts';
import { textMethod } from '../library/strings.ts';
import { mayChange, noteChange } from '../values/changes.ts';
import { noteMade } from '../values/identities.ts';
import { hasOfClass, testOfPattern, wordOfPattern } from '../conditions/value-tests.ts';
import { constantText, countedText, wholeText } from '../values/texts.ts';
import { booleanOf, truthOfTest } from '../conditions/truth.ts';
import { type Atom, TRUE, UNDEFINED, type Value, type Written } from '../values/values.ts';
import { callOutside, callGlobalFunction, unknownCall, resolved } from './outside.ts';
import { withInput } from '../library/schemas.ts';
import { ofPromise } from './promises.ts';
import { noteSplit, splitTextOf } from './split-texts.ts';
import { unknownMethod } from './unknown-methods.ts';
import { ofMethod, valueMethod } from './value-methods.ts';

/** What has methods that are not seen: `response.json(entity)`. */
const OUTSIDE: ReadonlySet<Atom['kind']> = new Set(['unknown', 'typed', 'external', 'global']);

/** As frameworks call what sends JSON of an object that it is given: `reply.send(entity)`. */
function isReply(atom: Atom): boolean {
  return /^(?:res|response|reply)(?:$|[.(])/.test(nameOf(atom) ?? '');
}

/** Calls a method of one value. */
export function callMember(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
  called?: string,
): Value {
  const split = splitTextOf(machine, receiver, name, args, at);
  if (split !== undefined) return callMember(machine, split.of, 'replaceAll', split.args, at);
  const found = calledMember(machine, receiver, name, args, at, called);
  const [type] = name === 'json' && OUTSIDE.has(receiver.kind) ? (at.types ?? []) : [];
  // `request.json<Order>()`
  const made = type === undefined ? found : castTo(machine, found, type, at.file);
  noteSplit(machine, made, receiver, name, args);
  noteAskedByMethod(machine, made, receiver, name, args, at);
  return made;
}

function calledMember(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
  called?: string,
): Value {
  const ofResult = resultMethod(machine, receiver, name, args, at);
  if (ofResult !== undefined) return ofResult;
  const promised = ofPromise(machine, receiver, name, args, at);
  if (promised !== undefined) return promised;
  const chained = pipedMethod(machine, receiver, name, args, at);
  if (chained !== undefined) return chained;
  const procedure = OUTSIDE.has(receiver.kind) ? withInput(machine, receiver, name, args) : undefined;
  if (procedure !== undefined) return procedure;
  if (OUTSIDE.has(receiver.kind) && (name === 'json' || (name === 'send' && isReply(receiver))))
    noteJson(machine, args[0] ?? UNDEFINED, at);
  switch (receiver.kind) {
    case 'object': {
      const method = readProperty(machine, receiver, name, called);
      return each(machine, method, (one) => {
        if (one.kind === 'function') return machine.run.enter(machine, one, args, receiver, at);
        if (one.kind === 'nothing' && at.code?.kind === 'call' && at.code.isOptional) return UNDEFINED;
        if (one.kind !== 'method') {
          escape(machine, receiver);
          if (METHODS.has(name) && one.kind === 'unknown') return observe(machine, receiver, name, args, at);
          if (one.kind === 'nothing') return unknownCall(machine, args, at);
          return deriveMapped(machine, machine.run.call(machine, one, args, at), args);
        }
        if (METHODS.has(name)) return addAction(machine, receiver, name, args, at);
        const made = listMethod(machine, receiver, name, args, at);
        if (made !== undefined) return made;
        escape(machine, receiver);
        const given = unknownCall(machine, args, at);
        // of what the program made itself nobody can tell what this gives
        const isOwn = machine.store.object(receiver.id).open === undefined;
        return isOwn && given.kind === 'unknown' ? { ...given, why: 'not-supported' } : given;
      });
    }
    case 'class':
    case 'module':
      return withReceiver(machine, readProperty(machine, receiver, name), receiver, args, at);
    case 'function':
      return callOfFunction(machine, receiver, name, args, at);
    case 'external':
      if (METHODS.has(name)) return observe(machine, receiver, name, args, at);
      return callOutside(machine, { ...receiver, path: [...receiver.path, name] }, args, at);
    case 'global':
      if (METHODS.has(name)) return observe(machine, receiver, name, args, at);
      return (
        callOfPrototype(machine, receiver.path, name, args, at) ??
        callGlobalFunction(machine, [...receiver.path, name], args, at)
      );
    case 'client':
      return METHODS.has(name) ? observe(machine, receiver, name, args, at) : clientMethod(machine, at);
    case 'text': {
      escape(machine, ...args);
      const made = textMethod(
        machine,
        receiver,
        name,
        args.map((arg) => settled(machine, arg)),
        at,
      );
      const given = made ?? valueMethod(machine, receiver, name, args, at);
      return noteDerived(machine, noteMade(machine, given, `.${name}`, [receiver, ...args]), [receiver]);
    }
    case 'unknown':
    case 'typed':
      if (METHODS.has(name)) return observe(machine, receiver, name, args, at);
      return resolved(machine, name, receiver, args) ?? unknownMethod(machine, receiver, name, args, at);
    case 'pattern':
      escape(machine, ...args);
      return name === 'test' && args[0] !== undefined
        ? each(machine, args[0], (text) => matches(machine, receiver, text, at))
        : unknownCall(machine, args, at);
    case 'method':
      return callOn(machine, receiver.name, name, args, at) ?? unknownCall(machine, args, at);
    case 'boolean':
      return unknownCall(machine, args, at);
    case 'number': {
      if (receiver.symbol !== undefined && mayChange(name)) noteChange(machine, receiver.symbol);
      const made = valueMethod(machine, receiver, name, args, at);
      const text = made.kind === 'text' && receiver.varies !== undefined ? countedText(made) : made;
      return ofMethod(machine, text, name, receiver, args);
    }
    case 'time-text':
    case 'number-text':
    case 'random-text':
      escape(machine, ...args);
      return ofMethod(machine, valueMethod(machine, receiver, name, args, at), name, receiver, args);
    case 'nothing':
      throwHere(machine);
      return UNDEFINED;
  }
}

/** `pattern.test(text)`: the same wherever it is asked of the same text. */
function matches(
  machine: Machine,
  { source, flags }: Extract<Atom, { kind: 'pattern' }>,
  text: Atom,
  at: CallPlace,
): Value {
  const test = testOfPattern(source, flags);
  const known = constantText(text);
  if (test !== undefined && known !== undefined) return { kind: 'boolean', value: test.holdsOf(known) };
  const isHad = known === undefined ? undefined : hasOfClass(source, flags, known);
  if (isHad !== undefined) return { kind: 'boolean', value: isHad };
  // one that stands between what is not known is there, too
  const parts = text.kind === 'text' ? text.segments : [];
  if (parts.some((part) => part.kind === 'literal' && hasOfClass(source, flags, part.text) === true))
    return TRUE;
  const word = wordOfPattern(source, flags);
  const [first] = parts.map((part) => (part.kind === 'literal' ? part.text : ''));
  if (word?.isStart === true && first !== undefined && first.length >= word.text.length)
    return { kind: 'boolean', value: first.startsWith(word.text) };
  if (
    word?.isStart === false &&
    parts.some((part) => part.kind === 'literal' && part.text.includes(word.text))
  )
    return TRUE;
  // what is searched from where the last search ended gives another answer each time
  if ((text.kind !== 'unknown' && text.kind !== 'typed') || /[gy]/.test(flags))
    return unknownCall(machine, [], at);
  const guard =
    test === undefined
      ? decideOnce(machine, `p:${text.symbol}:/${source}/${flags}`, () => ({ kind: 'condition', ...at }))
      : truthOfTest(machine, text, test, at);
  return booleanOf(machine, guard);
}

/** `transaction.createEntity(…)`: what is followed as a list of actions has one more. */
function addAction(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'object' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  if (machine.store.object(receiver.id).kind !== 'array') return observe(machine, receiver, name, args, at);
  const kind = wholeText(name.replace('Entity', ''), at);
  const isDelete = name === 'deleteEntity';
  const given = isDelete ? [keysObject(machine, args, at)] : args;
  const place = { file: at.file, span: at.span };
  const first = { value: kind, guard: ALWAYS };
  const others = given.map((value, index) => ({
    value,
    guard: ALWAYS,
    place: isDelete ? place : argumentPlace(at, index),
  }));
  const action = newList(machine, [first, ...others], NEVER, exactly(given.length + 1), place);
  const { code: _, ...call } = at;
  listMethod(machine, receiver, 'push', [action], call);
  return UNDEFINED;
}

/** An entity with the keys that a call is given. */
function keysObject(machine: Machine, args: readonly Value[], at: CallPlace): Value {
  const properties = new Map<string, Value>();
  const written = new Map<string, Written>();
  ['partitionKey', 'rowKey'].forEach((name, index) => {
    const { file, span } = argumentPlace(at, index);
    properties.set(name, args[index] ?? UNDEFINED);
    written.set(name, { file, at: span, value: span, how: 'literal' });
  });
  return newObject(machine, properties, written);
}

function withReceiver(
  machine: Machine,
  method: Value,
  receiver: Atom,
  args: readonly Value[],
  at: CallPlace,
): Value {
  return each(machine, method, (one) =>
    one.kind === 'function'
      ? machine.run.enter(machine, one, args, receiver.kind === 'class' ? receiver : one.self, at)
      : machine.run.call(machine, one, args, at),
  );
}

function callOfFunction(
  machine: Machine,
  target: Extract<Atom, { kind: 'function' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const [self, ...others] = args;
  switch (name) {
    case 'call':
      return machine.run.enter(machine, target, others, self, at);
    case 'apply':
      return applied(machine, target, args, at);
    case 'bind':
      return { ...target, self, bound: [...(target.bound ?? []), ...others] };
    default:
      return unknownCall(machine, args, at);
  }
}

/** `Array.prototype.push.call(list, one)`; undefined for other functions of the language. */
function callOfPrototype(
  machine: Machine,
  [, prototype, method, ...others]: readonly string[],
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const isOne = prototype === 'prototype' && method !== undefined && others.length === 0;
  return isOne ? callOn(machine, method, name, args, at) : undefined;
}

/** `list.push.call(other, one)`, `list.push.apply(other, more)`: a method of what is given first, as far as its arguments are seen. */
function callOn(
  machine: Machine,
  method: string,
  how: string,
  [self = UNDEFINED, ...others]: readonly Value[],
  at: CallPlace,
): Value | undefined {
  if ((how !== 'call' && how !== 'apply') || METHODS.has(method)) return undefined;
  const list = how === 'apply' ? settled(machine, others[0] ?? UNDEFINED) : undefined;
  const state = list?.kind === 'object' ? machine.store.object(list.id) : undefined;
  const isSeen =
    state?.open === undefined &&
    state?.grown === NEVER &&
    state.elements.every(({ guard }) => guard === ALWAYS);
  const args = isSeen ? state.elements.map(({ value }) => value) : list?.kind === 'nothing' ? [] : undefined;
  const given = how === 'call' ? others : args;
  if (given === undefined) {
    openUp(machine, self);
    return undefined;
  }
  const { code: _, ...call } = at;
  return each(machine, self, (one) => callMember(machine, one, method, given, call));
}

/** A method of a TableClient that is no operation, such as `createTable`. */
function clientMethod(machine: Machine, at: CallPlace): Value {
  mayThrow(machine, at);
  return unknownOf(machine, 'call-result');
}

/** What people call a value of which little is known. */
export function nameOf(atom: Atom): string | undefined {
  return atom.kind === 'unknown' || atom.kind === 'typed' ? atom.name : undefined;
}
