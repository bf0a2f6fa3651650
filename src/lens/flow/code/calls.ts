import { callMethod } from '../../link/library/builtin.ts';
import { isListType } from '../../link/values/abstract.ts';
import { clientOf } from '../../link/calls/clients.ts';
import { newOfLibrary, partOfAnyDate } from '../../link/library/libraries.ts';
import { clock } from '../../link/values/number.ts';
import type { Value as PlainValue } from '../../link/values/value.ts';
import { METHODS } from '../../syntax/gate.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { escape, markOf, noteDerived } from '../entities/answers.ts';
import { noteAskedByMethod } from '../entities/asked.ts';
import { rowsOf } from '../entities/rows.ts';
import { everyWay, newOfLanguage } from '../library/globals.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import { exactly, type ListSize, type Extent } from '../values/list-size.ts';
import { constantKey } from '../values/indexes.ts';
import { callSuper, newInstance } from './instances.ts';
import { dateArguments } from '../library/date-arguments.ts';
import { appliedStep, pipedMethod } from '../library/effects.ts';
import { noteJson } from '../library/json.ts';
import { addAll } from '../library/list-changes.ts';
import { partSize } from '../library/list-parts.ts';
import { listMethod } from '../library/lists.ts';
import {
  argumentPlace,
  type CallPlace,
  casesOf,
  decide,
  decideOnce,
  each,
  either,
  type Env,
  keptPlace,
  type Machine,
  mayThrow,
  nextSymbol,
  onWays,
  settled,
  throwHere,
  unknownOf,
} from '../machine.ts';
import { observe } from '../observe.ts';
import { nextOf, pagesOf } from '../library/parts.ts';
import { baseProperty, readProperty } from '../values/properties.ts';
import { elementsOf, someOf } from '../values/elements.ts';
import { noteGiven, sizeOf } from '../values/sizes.ts';
import { derive, deriveMapped } from '../entities/sources.ts';
import { fromAbstract, listOf, memberPlace, newList, newObject, toAbstract } from '../values/symbols.ts';
import { textMethod } from '../library/strings.ts';
import { argumentKeys, isPrimitive, noteMade, noteRewritten } from '../values/identities.ts';
import { testOfMethod, testOfPattern } from '../conditions/value-tests.ts';
import { constantText, countedText, wholeText } from '../values/texts.ts';
import { booleanOf, truthOfTest } from '../conditions/truth.ts';
import { isFalsyOn } from '../conditions/settled.ts';
import { ALWAYS } from '../conditions/guards.ts';
import { type Atom, UNDEFINED, type Value, type Written } from '../values/values.ts';
import {
  handOver,
  callOutside,
  abstractArgument,
  callGlobalFunction,
  unknownCall,
  resolved,
  ALIKE,
} from './outside.ts';
import { typeArguments } from './type-arguments.ts';
import { withInput } from '../library/schemas.ts';

/** Runs a call where it is written. */
export function callExpression(
  machine: Machine,
  code: Extract<Expression, { kind: 'call' }>,
  env: Env,
): Value {
  const { callee } = code;
  const { evaluate } = machine.run;
  const spread: ListSize[] = [];
  const at: CallPlace = {
    file: env.file,
    span: code.span,
    nameStart: callee.kind === 'member' ? callee.nameStart : callee.span.start,
    isNew: false,
    code,
    frame: env.frame,
    spread,
    types: typeArguments(machine, code.types, env),
  };
  const args = (): readonly Value[] => code.args.flatMap((arg) => argumentValues(machine, arg, env, spread));
  if (callee.kind === 'super') {
    callSuper(machine, args(), env, at);
    return UNDEFINED;
  }
  if (callee.kind === 'member' && callee.object.kind === 'super') {
    if (env.home === undefined || env.self === undefined) return unknownOf(machine, 'not-supported');
    const method = baseProperty(machine, env.home, env.self, callee.name);
    return machine.run.call(machine, method, args(), at);
  }
  const isOptional = code.isOptional || isInChain(callee);
  const bound = boundMethod(machine, code, env);
  if (bound !== undefined) return bound;
  if (callee.kind === 'member' || callee.kind === 'index') {
    const object = evaluate(machine, callee.object, env);
    const name =
      callee.kind === 'member'
        ? callee.name
        : constantKey(settled(machine, evaluate(machine, callee.index, env)));
    const called = callee.kind === 'member' ? chainName(callee) : undefined;
    const added =
      name === 'push' || name === 'unshift' ? addAllTo(machine, object, name, code, env, at) : undefined;
    if (added !== undefined) return added;
    const given = args();
    const receivers = name !== undefined && METHODS.has(name) ? askedAtOnce(machine, object) : object;
    return each(machine, receivers, (receiver) => {
      if (receiver.kind === 'nothing') {
        if (isOptional) return UNDEFINED;
        const ofNothing = name === undefined ? undefined : ofPromise(machine, receiver, name, given, at);
        if (ofNothing !== undefined) return ofNothing;
        throwHere(machine);
        return UNDEFINED;
      }
      if (name === undefined) return unknownCall(machine, given, at);
      return callMember(machine, receiver, name, given, at, called);
    });
  }
  const target = evaluate(machine, callee, env);
  return each(machine, target, (one) => {
    if (one.kind === 'nothing' && isOptional) return UNDEFINED;
    return call(machine, one, args(), at);
  });
}

/** `list.push(...others)`, where it is seen which lists that may be. */
function addAllTo(
  machine: Machine,
  receiver: Value,
  name: string,
  code: Extract<Expression, { kind: 'call' }>,
  env: Env,
  at: CallPlace,
): Value | undefined {
  if (!code.args.some(({ kind }) => kind === 'spread')) return undefined;
  const isList = ({ value }: { readonly value: Atom }): boolean =>
    value.kind === 'object' && machine.store.object(value.id).kind === 'array';
  if (!casesOf(machine, receiver).every(isList)) return undefined;
  const all: Expression = { kind: 'array', elements: code.args, span: code.span };
  const added = machine.run.evaluate(machine, all, env);
  return each(machine, receiver, (list) =>
    list.kind === 'object' ? addAll(machine, list.id, added, name, at) : UNDEFINED,
  );
}

/** Whatever client it is that a table is asked with, it is asked once: they are taken for one. */
function askedAtOnce(machine: Machine, receiver: Value): Value {
  if (receiver.kind !== 'choice') return receiver;
  const clients = receiver.cases.filter(({ value }) => CLIENTS.has(value.kind));
  const [first] = clients;
  if (first === undefined || clients.length === 1) return receiver;
  const guard = clients.reduce((all, one) => machine.guards.or(all, one.guard), NEVER);
  const others = receiver.cases.filter((one) => !clients.includes(one));
  const one = { ...first.value };
  machine.clients.set(one, receiver);
  return { kind: 'choice', cases: [{ guard, value: one }, ...others] };
}

/** `table.listEntities.bind(table)`: the method of that client, whatever name it goes by. */
function boundMethod(
  machine: Machine,
  { callee, args }: Extract<Expression, { kind: 'call' }>,
  env: Env,
): Value | undefined {
  if (callee.kind !== 'member' || callee.name !== 'bind' || args.length !== 1) return undefined;
  const { object: method } = callee;
  if (method.kind !== 'member' || !METHODS.has(method.name)) return undefined;
  const client = machine.run.evaluate(machine, method.object, env);
  const isClient = casesOf(machine, client).every(({ value }) => CLIENTS.has(value.kind));
  return isClient
    ? each(machine, client, (receiver) => ({ kind: 'method', receiver, name: method.name }))
    : undefined;
}

/** What may be a TableClient; what the program makes itself has methods of its own. */
const CLIENTS: ReadonlySet<Atom['kind']> = new Set(['client', 'unknown', 'typed', 'external', 'global']);

function isInChain(code: Expression): boolean {
  return (code.kind === 'member' || code.kind === 'index') && (code.isOptional || isInChain(code.object));
}

/** `department` of `input.department`: what is called, for a name of what it gives. */
function chainName({ name }: Extract<Expression, { kind: 'member' }>): string {
  return name;
}

/** An argument, or those that `...list` stands for, whose number is put into `spread`. */
export function argumentValues(
  machine: Machine,
  arg: Expression,
  env: Env,
  spread: ListSize[] = [],
): readonly Value[] {
  const value = machine.run.evaluate(machine, arg, env);
  if (arg.kind !== 'spread') return [value];
  const list = settled(machine, value);
  spread.push(sizeOf(machine, value));
  const state = list.kind === 'object' ? machine.store.object(list.id) : undefined;
  const isKnown = state?.elements.every(({ guard }) => guard === ALWAYS) === true && state.open === undefined;
  // how many arguments `...list` stands for is not known
  if (isKnown) return state.elements.map((one) => one.value);
  return Array.from({ length: MOST_PARAMETERS }, () => {
    const one = unknownOf(machine, 'not-resolved');
    if (list.kind !== 'choice') return someOf(machine, list, one);
    escape(machine, list);
    return one;
  });
}

/** More parameters than a function has whose arguments matter. */
const MOST_PARAMETERS = 16;

/** Calls a value. */
export function call(machine: Machine, callee: Value, args: readonly Value[], at: CallPlace): Value {
  return each(machine, callee, (target) => {
    switch (target.kind) {
      case 'function':
        return machine.run.enter(machine, target, args, target.self, at);
      case 'external':
        return callOutside(machine, target, args, at);
      case 'global':
        return callGlobalFunction(machine, target.path, args, at);
      case 'method':
        return (
          appliedStep(machine, target, args, at) ??
          callMember(machine, target.receiver, target.name, args, at)
        );
      case 'nothing':
        throwHere(machine);
        return UNDEFINED;
      default: {
        const made = unknownCall(machine, args, at, nameOf(target));
        const time = args.length === 0 && target.kind === 'typed' ? timeOf(target) : undefined;
        return time === undefined ? made : fromAbstract(machine, time);
      }
    }
  });
}

/** `now: () => Date`, `clock: { now(): number }`: the time at which the program runs, which its callers give a way to ask for. */
function timeOf({ type, name = '' }: Extract<Atom, { kind: 'typed' }>): PlainValue | undefined {
  const [result] = type.name === '=>' ? type.args : [];
  const isNow = /(?:^|\.)(?:(?:get)?now|clock|current(?:time|date))$/i.test(name);
  if (result?.name === 'Date') return clock('date', isNow);
  return result?.name === 'number' && isNow ? clock('double', true) : undefined;
}

function nameOf(atom: Atom): string | undefined {
  return atom.kind === 'unknown' || atom.kind === 'typed' ? atom.name : undefined;
}

/** What has methods that are not seen: `response.json(entity)`. */
const OUTSIDE: ReadonlySet<Atom['kind']> = new Set(['unknown', 'typed', 'external', 'global']);

/** As frameworks call what sends JSON of an object that it is given: `reply.send(entity)`. */
function isReply(atom: Atom): boolean {
  return /^(?:res|response|reply)(?:$|[.(])/.test(nameOf(atom) ?? '');
}

/** Calls a method of one value. */
function callMember(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
  called?: string,
): Value {
  const made = calledMember(machine, receiver, name, args, at, called);
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
  const promised = ofPromise(machine, receiver, name, args, at);
  if (promised !== undefined) return promised;
  const chained = pipedMethod(machine, receiver, name, args, at);
  if (chained !== undefined) return chained;
  const procedure = OUTSIDE.has(receiver.kind) ? withInput(machine, name, args) : undefined;
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
          return deriveMapped(machine, call(machine, one, args, at), args);
        }
        if (METHODS.has(name)) return addAction(machine, receiver, name, args, at);
        const made = listMethod(machine, receiver, name, args, at);
        if (made !== undefined) return made;
        escape(machine, receiver);
        return unknownCall(machine, args, at);
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
      return callGlobalFunction(machine, [...receiver.path, name], args, at);
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
    case 'boolean':
      return unknownCall(machine, args, at);
    case 'number': {
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
      : call(machine, one, args, at),
  );
}

/** A promise is what it is of: that it must be waited for does not matter here. */
function ofPromise(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined;
  if (receiver.kind === 'module' || receiver.kind === 'class') return undefined;
  const [first = UNDEFINED] = args;
  if (name === 'then' && args.length < 2) return call(machine, first, [receiver], at);
  if (name === 'finally') {
    call(machine, first, [], at);
    return receiver;
  }
  const [onValue, onError] = name === 'then' ? [args[0], args[1] ?? UNDEFINED] : [undefined, first];
  const throws = decide(machine, { kind: 'throws', file: at.file, span: at.span });
  const { not, or } = machine.guards;
  const mark = markOf(machine, receiver);
  if (mark?.kind === 'entity' && mark.of.isOne) mark.of.rejected = or(mark.of.rejected, throws);
  const instead = onWays(machine, throws, () =>
    call(machine, onError, [unknownOf(machine, 'not-supported')], at),
  );
  const value =
    onValue === undefined
      ? receiver
      : onWays(machine, not(throws), () => call(machine, onValue, [receiver], at));
  return either(machine, throws, instead ?? UNDEFINED, value ?? UNDEFINED);
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
    case 'apply': {
      const list = others[0] === undefined ? undefined : settled(machine, others[0]);
      const elements = list === undefined || list.kind === 'choice' ? [] : elementsOf(machine, list).elements;
      return machine.run.enter(
        machine,
        target,
        elements.map(({ value }) => value),
        self,
        at,
      );
    }
    case 'bind':
      return { ...target, self, bound: [...(target.bound ?? []), ...others] };
    default:
      return unknownCall(machine, args, at);
  }
}

/** A method of a TableClient that is no operation, such as `createTable`. */
function clientMethod(machine: Machine, at: CallPlace): Value {
  mayThrow(machine, at);
  return unknownOf(machine, 'call-result');
}

/** Methods that leave what they are called on, and give the same for the same. */
const PURE: ReadonlySet<string> = new Set([
  ...[
    'includes',
    'startsWith',
    'endsWith',
    'indexOf',
    'trim',
    'toLowerCase',
    'toUpperCase',
    'toString',
    'valueOf',
  ],
  ...[
    'slice',
    'substring',
    'charAt',
    'replace',
    'replaceAll',
    'split',
    'padStart',
    'padEnd',
    'match',
    'at',
    'has',
  ],
  ...['toISOString', 'getTime', 'toFixed', 'concat'],
]);

const OF_LISTS: ReadonlySet<string> = new Set([
  ...[
    'map',
    'flatMap',
    'forEach',
    'filter',
    'find',
    'some',
    'every',
    'reduce',
    'join',
    'entries',
    'values',
    'keys',
  ],
  ...['push', 'flat'],
]);

/** Methods of an answer that is not waited for. */
const OF_QUERIES: ReadonlySet<string> = new Set(['next', 'byPage']);

/** Methods of it that give the same again. */
const ITSELF: ReadonlySet<string> = new Set(['@@Symbol.asyncIterator', '@@Symbol.iterator']);

/** A method of something of which nothing, or no more than its type, is known. */
function unknownMethod(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'unknown' | 'typed' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const isText = receiver.kind === 'unknown' ? receiver.is === 'string' : receiver.type.name === 'string';
  const isList = receiver.kind === 'unknown' ? receiver.is === 'array' : isListType(receiver.type);
  const kind = markOf(machine, receiver)?.kind;
  if (ITSELF.has(name) && (kind === 'list' || kind === 'pages')) return receiver;
  const isAny = receiver.kind === 'unknown' && receiver.is === undefined && args.length === 0;
  const ofDate = isAny ? partOfAnyDate(name) : undefined;
  if (ofDate !== undefined) return fromAbstract(machine, ofDate);
  const isOfAnswer = kind === 'list' && !OF_QUERIES.has(name);
  if (
    isOfAnswer ||
    (OF_LISTS.has(name) && !isText) ||
    (isList && (name === 'slice' || name === 'includes'))
  ) {
    rowsOf(machine, receiver);
    const list = listOf(machine, receiver);
    const made = list.kind === 'object' ? listMethod(machine, list, name, args, at) : undefined;
    if (made !== undefined) return made;
  }
  if (name === 'byPage') return pagesOf(machine, receiver, args, at);
  if (name === 'next') {
    const next = nextOf(machine, receiver, at);
    if (next !== undefined) return next;
  }
  escape(machine, receiver);
  const part =
    args.length === 1 && args[0] !== undefined ? constantText(settled(machine, args[0])) : undefined;
  const test = part === undefined || (name === 'includes' && !isText) ? undefined : testOfMethod(name, part);
  if (test !== undefined) return booleanOf(machine, truthOfTest(machine, receiver, test, at));
  if (name === 'includes' && part !== undefined && part !== '')
    return booleanOf(machine, textOrListHas(machine, receiver, part, at));
  const ofEmpty =
    OF_TEXTS.has(name) && isFalsyOn(machine, receiver.symbol, machine.reached)
      ? methodOfEmpty(machine, name, args, at)
      : undefined;
  if (ofEmpty !== undefined) return ofEmpty;
  if (!PURE.has(name)) {
    const own = machine.store.get(memberPlace(machine, receiver, name));
    if (own?.kind === 'function') return machine.run.enter(machine, own, args, receiver, at);
    const made = valueMethod(machine, receiver, name, args, at);
    if (isKnown(made)) escape(machine, ...args);
    const called = part !== undefined && GIVES_BY_NAME.has(name) && isName(part) ? part : name;
    const plain = isKnown(made) ? made : unknownCall(machine, args, at, called);
    const found = ofMethod(machine, plain, name, receiver, args);
    if (FROM_OUTSIDE.has(name)) noteGiven(machine, found, outside(at));
    notePart(machine, found, name, args, at);
    return found;
  }
  escape(machine, ...args);
  const key = `call ${receiver.symbol}.${name}(${argumentKeys(machine, args)})`;
  const place = keptPlace(machine, key);
  let value = machine.store.get(place);
  if (value === undefined) {
    value = ofMethod(machine, valueMethod(machine, receiver, name, args, at), name, receiver, args);
    machine.store.set(place, value);
    // how many lines there are, nobody knows who has not seen the text
    if (name === 'split' && isLineBreak(machine, args[0])) noteGiven(machine, value, outside(at));
    notePart(machine, value, name, args, at);
  }
  // where it is equal to a constant, so is what is made of it
  for (const [text, guard] of machine.equalities.get(receiver.symbol) ?? []) {
    if (!text.startsWith('"')) continue;
    const made = textMethod(
      machine,
      wholeText(JSON.parse(text) as string, at),
      name,
      args.map((arg) => settled(machine, arg)),
      at,
    );
    if (made !== undefined) value = either(machine, guard, made, value);
  }
  return value;
}

/** Whether something that may be a text or a list has a part: then it is not empty. */
function textOrListHas(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'unknown' | 'typed' }>,
  part: string,
  at: CallPlace,
): Guard {
  const { asked, guards } = machine;
  const key = `has:${receiver.symbol}:${part}`;
  const known = asked.get(key);
  if (known !== undefined) return known;
  const { file, span } = at;
  const has = decide(machine, { kind: 'condition', file, span });
  const length =
    markOf(machine, receiver) === undefined ? readProperty(machine, receiver, 'length') : UNDEFINED;
  const symbol = length.kind === 'number' ? length.symbol : undefined;
  const any = symbol === undefined ? undefined : asked.get(`t:${symbol}`);
  const guard = any === undefined ? has : guards.and(any, has);
  if (symbol !== undefined && any === undefined) {
    const more = decide(machine, { kind: 'elements', name: receiver.name, least: 1 });
    asked.set(`t:${symbol}`, guards.or(has, more));
  }
  asked.set(key, guard);
  return guard;
}

/** Methods that texts have, and no other value that is falsy: of what is falsy they are called on the empty text. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  ...['slice', 'substring', 'charAt', 'charCodeAt', 'at', 'replace', 'replaceAll', 'split', 'concat'],
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'padStart', 'padEnd', 'repeat'],
]);

function methodOfEmpty(
  machine: Machine,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const given = args.map((arg) => settled(machine, arg));
  return textMethod(machine, wholeText('', at), name, given, at);
}

/** Notes of what a method gives what it is worked out from. */
function ofMethod(
  machine: Machine,
  given: Value,
  name: string,
  receiver: Atom,
  args: readonly Value[],
): Value {
  const made = isPrimitive(receiver) ? noteMade(machine, given, `.${name}`, [receiver, ...args]) : given;
  noteDerived(machine, made, [receiver, ...args]);
  noteRewritten(machine, made, receiver, `${name}(${argumentKeys(machine, args)})`);
  const own = derive(machine, made, [receiver], ALIKE.has(name) ? 'like' : 'made');
  return derive(machine, own, args, 'far');
}

/** Whether more is known of what a method gives than that it does. */
function isKnown(made: Value): boolean {
  return made.kind !== 'unknown' || made.is !== undefined || made.isUnbounded === true;
}

/** Methods that texts alone have, and that give one. */
const PADS: ReadonlySet<string> = new Set(['padStart', 'padEnd']);

function valueMethod(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const place = { file: at.file, span: at.span };
  const called = dateArguments(machine, receiver, name, args, at);
  return everyWay(machine, called.args, (atoms) => {
    const found = callMethod(machine.linker, toAbstract(receiver), called.name, atoms, place);
    const made = found.kind === 'unknown' && PADS.has(name) ? { ...found, is: 'string' as const } : found;
    if (made.kind !== 'unknown' || made.given !== undefined) return made;
    // what becomes of a text that the program has put together itself
    if (receiver.kind === 'text' && made.name === undefined) return { ...made, why: 'too-complex' };
    const of = receiver.kind === 'unknown' || receiver.kind === 'typed' ? receiver : undefined;
    return of?.given === undefined ? made : { ...made, given: of.given };
  });
}

/** Notes of what a method gives that is not followed how many elements it may be cut to. */
function notePart(machine: Machine, made: Value, name: string, args: readonly Value[], at: CallPlace): void {
  const size = partSize(machine, name, args, at);
  if (size !== undefined) noteGiven(machine, made, { size });
}

/** Methods that hand out a value by its name, which says more of it than theirs does: `request.query.get('userId')`. */
const GIVES_BY_NAME: ReadonlySet<string> = new Set([
  ...['get', 'header', 'getHeader', 'param', 'query', 'cookie', 'searchParam'],
]);

/** Whether a text can be what a value is called: a name of a program, or of a header. */
function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && /^\p{L}[\p{L}\p{N}_-]*$/u.test(text);
}

const LONGEST_NAME = 60;

/** Methods that read what a request brought. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['json', 'parse', 'readBody']);

/** Whether a text is split into its lines. */
function isLineBreak(machine: Machine, by: Value | undefined): boolean {
  const text = by === undefined ? undefined : constantText(settled(machine, by));
  return text !== undefined && /^\r?\n$/.test(text);
}

function outside({ file, span }: CallPlace): Extent {
  return { by: 'caller', inside: 'caller', place: { file, span } };
}

/** Classes of the language whose instances are followed. */
const HELD: ReadonlySet<string> = new Set(['Array', 'Promise', 'Set', 'WeakSet']);

/** `new callee(…)`. */
export function construct(
  machine: Machine,
  callee: Value,
  args: readonly Value[],
  at: CallPlace,
  name: string | undefined,
): Value {
  return each(machine, callee, (target) => {
    switch (target.kind) {
      case 'class':
        return newInstance(machine, target, args, at);
      case 'function': {
        const self: Atom = {
          kind: 'object',
          id: machine.store.add({ kind: 'object', properties: new Map(), elements: [], grown: NEVER }),
        };
        machine.run.enter(machine, target, args, self, at);
        return self;
      }
      case 'external':
      case 'global': {
        const abstract = args.map((arg) => abstractArgument(machine, arg));
        const module = target.kind === 'external' ? target.module : '';
        const client = clientOf({ module, path: target.path }, true, abstract);
        // of a TableTransaction: the list of its actions
        if (client?.kind === 'array' && args[0]?.kind === 'object') return args[0];
        if (client !== undefined) return fromAbstract(machine, client);
        if (target.kind === 'global') {
          if (!HELD.has(target.path[0] ?? '')) escape(machine, ...args);
          const made = noteDerived(machine, newOfLanguage(machine, target.path, args, at), args);
          const value = derive(machine, made, args, 'made');
          if (value.kind === 'unknown' && target.path[0] === 'Promise') {
            const resolve: Value = unknownOf(machine, 'parameter');
            const [executor] = args;
            if (executor !== undefined) call(machine, executor, [resolve, resolve], at);
          }
          return value;
        }
        const library = newOfLibrary(target, abstract);
        if (library !== undefined) {
          escape(machine, ...args);
          return fromAbstract(machine, library);
        }
        for (const arg of args) handOver(machine, arg, at);
        return {
          kind: 'typed',
          type: { name: name?.split('.').at(-1) ?? '', args: [] },
          file: at.file,
          symbol: nextSymbol(machine),
        };
      }
      default:
        return unknownCall(machine, args, at);
    }
  });
}
