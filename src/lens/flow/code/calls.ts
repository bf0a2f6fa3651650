import { clock } from '../../link/values/number.ts';
import type { Value as PlainValue } from '../../link/values/value.ts';
import { METHODS } from '../../syntax/gate.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { escape } from '../entities/answers.ts';
import { NEVER, ALWAYS } from '../conditions/guards.ts';
import type { ListSize } from '../values/list-size.ts';
import { constantKey, readIndex } from '../values/indexes.ts';
import { callSuper } from './instances.ts';
import { appliedStep } from '../library/effects.ts';
import { addAll } from '../library/list-changes.ts';
import {
  type CallPlace,
  casesOf,
  each,
  type Env,
  type Machine,
  settled,
  throwHere,
  unknownOf,
} from '../machine.ts';
import { baseProperty, throwIfMissing } from '../values/properties.ts';
import { someOf } from '../values/elements.ts';
import { sizeOf } from '../values/sizes.ts';
import { fromAbstract } from '../values/symbols.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';
import { makesJson, noteJson } from '../library/json.ts';
import { callOutside, callGlobalFunction, unknownCall } from './outside.ts';
import { typeArguments } from './type-arguments.ts';
import { ofPromise, withError } from './promises.ts';
import { callMember, nameOf } from './methods.ts';
import { ofMade } from './unknown-methods.ts';

/** Runs a call where it is written. */
export function callExpression(
  machine: Machine,
  code: Extract<Expression, { kind: 'call' }>,
  env: Env,
): Value {
  return withError(machine, code, () => callWritten(machine, code, env));
}

function callWritten(machine: Machine, code: Extract<Expression, { kind: 'call' }>, env: Env): Value {
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
    const index = callee.kind === 'index' ? evaluate(machine, callee.index, env) : undefined;
    const name = callee.kind === 'member' ? callee.name : index && constantKey(settled(machine, index));
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
      if (name === undefined)
        return index === undefined || receiver.kind !== 'object'
          ? unknownCall(machine, given, at)
          : callByKey(machine, receiver, index, given, at, isOptional);
      // a client is always there
      if (!isOptional && !METHODS.has(name)) throwIfMissing(machine, receiver);
      return callMember(machine, receiver, name, given, at, called);
    });
  }
  const target = evaluate(machine, callee, env);
  return each(machine, target, (one) => {
    if (one.kind === 'nothing' && isOptional) return UNDEFINED;
    return call(machine, one, args(), at);
  });
}

/** `handlers[kind](value)`: what the program itself put there, under whatever key. */
function callByKey(
  machine: Machine,
  receiver: Extract<Atom, { kind: 'object' }>,
  index: Value,
  args: readonly Value[],
  at: CallPlace,
  isOptional: boolean,
): Value {
  const { kind, cls, getters } = machine.store.object(receiver.id);
  // a class has more methods than its object has properties, and any of them may change it
  if (kind !== 'object' || cls !== undefined || (getters?.size ?? 0) > 0)
    return unknownCall(machine, [receiver, ...args], at);
  const method = readIndex(machine, receiver, index, { file: at.file, span: at.span }, isOptional);
  return each(machine, method, (one) => {
    if (one.kind === 'function') return machine.run.enter(machine, one, args, receiver, at);
    if (one.kind !== 'nothing') return unknownCall(machine, args, at);
    if (!isOptional) throwHere(machine);
    return UNDEFINED;
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
  return Array.from({ length: MOST_PARAMETERS }, (_, index) => {
    const one = unknownOf(machine, 'not-resolved');
    machine.spreads.set(one, { of: value, isFirst: index === 0 });
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
        if (makesJson(target)) noteJson(machine, args[0] ?? UNDEFINED, at);
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
        const given = unknownCall(machine, args, at, nameOf(target));
        const made = target.kind === 'unknown' ? ofMade(target, given) : given;
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
