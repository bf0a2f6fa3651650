import type { Expr } from '../../syntax/facts/expr.ts';
import type { Callback, FileFacts } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  alternativesOf,
  choose,
  type ClientValue,
  type Context,
  mapChoices,
  withoutNothing,
} from '../values/abstract.ts';
import { callbackOf } from '../../syntax/facts/facts-at.ts';
import { findBinding } from '../names/find-binding.ts';
import { calledFunctions } from './called-functions.ts';
import { otherCallsOf } from './calls.ts';
import { type Linker, once } from '../linker.ts';
import { anyElement, elementOfType, listMethod } from '../values/lists.ts';
import { wholeOf } from '../modules/modules.ts';

type Parameter = Extract<Expr, { kind: 'parameter' }>;

/**
 * What a function that is written as an argument is given by whoever it is given to: `open().then((client) => …)`,
 * `tables.map((table) => …)`, `withClient('Trips', (client) => …)`. Undefined where that is not seen.
 */
export function givenToCallback(
  linker: Linker,
  parameter: Parameter,
  context: Context,
): Abstract | undefined {
  const facts = linker.files.facts(context.file);
  const callback = facts && callbackOf(facts, parameter.fn);
  if (callback === undefined) return undefined;
  const value = once(
    linker,
    callback,
    parameter.index,
    () =>
      fromReceiver(linker, callback, parameter, context) ??
      fromFunction(linker, callback, parameter, context),
  );
  return value.kind === 'unknown' ? undefined : value;
}

function fromReceiver(
  linker: Linker,
  { call, method }: Callback,
  { index }: Parameter,
  context: Context,
): Abstract | undefined {
  if (call.callee.kind !== 'member' || index !== 0) return undefined;
  const called = linker.evaluate(call.callee.object, context);
  if (method === 'then') return called;
  // a map is gone through by its values
  const receiver = listMethod(linker, called, 'values') ?? called;
  if (!GOES_THROUGH.has(method)) return undefined;
  if (receiver.kind !== 'array') return elementOfType(linker, receiver);
  return anyElement(linker, receiver);
}

const GOES_THROUGH: ReadonlySet<string> = new Set([
  'map',
  'flatMap',
  'forEach',
  'filter',
  'find',
  'some',
  'every',
]);

/** Of a function of the workspace it is seen what it calls its parameter with. */
function fromFunction(
  linker: Linker,
  { call, fn }: Callback,
  { index }: Parameter,
  context: Context,
): Abstract {
  const position = call.args.findIndex((arg) => arg.kind === 'function' && arg.fn === fn);
  const values = calledFunctions(linker, call, context).flatMap((called) => {
    const facts = linker.files.facts(called.context.file);
    const name = facts?.functions[called.fn]?.parameters[position]?.name;
    const given = (facts === undefined || name === undefined ? [] : otherCallsOf(linker, facts, name))
      .filter((site) => facts !== undefined && isParameter(facts, site.call.callee, called.fn, position))
      .flatMap(({ call: { args } }) => args.slice(index, index + 1));
    return distinct(given).map((one) => ({ value: linker.evaluate(one, called.context) }));
  });
  return choose(values);
}

/** A name that is given again and again is looked at once. */
function distinct(given: readonly Expr[]): readonly Expr[] {
  const seen = new Set<string>();
  return given.filter((one) => {
    if (one.kind !== 'name') return true;
    const key = `${one.scope} ${one.name}`;
    return !seen.has(key) && seen.add(key);
  });
}

function isParameter(facts: FileFacts, callee: Expr, fn: number, index: number): boolean {
  const init =
    callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding.init : undefined;
  return init?.kind === 'parameter' && init.fn === fn && init.index === index;
}

/**
 * A parameter that is a client by its type: the one that all callers give, where all are seen. A function that is
 * exported, or a method, may be called from anywhere.
 */
export function givenClient(
  linker: Linker,
  parameter: Parameter,
  client: ClientValue,
  context: Context,
): Abstract {
  const facts = linker.files.facts(context.file);
  const isSeen = facts !== undefined && !isOpenToOthers(facts, parameter.fn);
  const given = isSeen ? clientFromCallers(linker, parameter, context) : undefined;
  const by = { file: context.file, fn: parameter.fn };
  return mapChoices(given ?? client, (one) => (one.kind === 'client' ? { ...one, given: by } : one));
}

function isOpenToOthers({ functions, exports, exportsWhole }: FileFacts, fn: number): boolean {
  const { name, cls } = functions[fn] ?? {};
  const isIt = (value: Expr): boolean => {
    if (value.kind === 'object') return value.properties.some((property) => isIt(property.value));
    return value.kind === 'function' ? value.fn === fn : value.kind === 'name' && value.name === name;
  };
  return cls !== undefined || [...Object.values(exports), ...(exportsWhole ? [exportsWhole] : [])].some(isIt);
}

/** Calls that are looked at for what they give. */
const MOST_CALLERS = 8;

/**
 * The client that a parameter is given wherever its function is called in the same file; undefined where that is
 * not seen, or is no client. Other values are left to who calls: they decide what is asked.
 */
export function clientFromCallers(
  linker: Linker,
  parameter: Parameter,
  context: Context,
): Abstract | undefined {
  const facts = linker.files.facts(context.file);
  const called = facts?.functions[parameter.fn];
  if (called?.name === undefined) return undefined;
  const calls = facts === undefined ? [] : otherCallsOf(linker, facts, called.name);
  if (calls.length === 0 || calls.length > MOST_CALLERS) return undefined;
  const value = once(linker, called, `<-${parameter.index}`, () =>
    choose(
      calls.flatMap(({ call }) => {
        const there: Context = { file: context.file };
        const argument = call.args[parameter.index];
        const isOf = calledFunctions(linker, call, there).some(({ fn: id }) => id === parameter.fn);
        return isOf && argument ? [{ value: wholeOf(linker, linker.evaluate(argument, there)) }] : [];
      }),
    ),
  );
  const given = withoutNothing(value);
  return alternativesOf(given).every((choice) => choice.value.kind === 'client') ? given : undefined;
}
