import type { CallExpr, Expr, TypeRef } from '../../syntax/facts/expr.ts';
import type { FunctionFacts } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  type ArrayElement,
  choose,
  type Context,
  type FunctionValue,
  givenOf,
  givenTo,
  mapChoices,
  unknown,
} from '../values/abstract.ts';
import { callGlobal, callMethod, newGlobal } from '../library/builtin.ts';
import { asksContainer, isAsking } from './asks-container.ts';
import { argumentsOf, contextIn } from './called-functions.ts';
import { CALLED, clientOf } from './clients.ts';
import { assignedTogether, fromEntries } from '../library/entries.ts';
import { callLibrary, newOfLibrary } from '../library/libraries.ts';
import { listOf } from '../values/join.ts';
import { clientOfToken } from './injection.ts';
import { keptByKey } from '../names/kept-by-key.ts';
import { type Linker, once } from '../linker.ts';
import { elementOfType, listedOfType, listMethod } from '../values/lists.ts';
import { wholeOf } from '../modules/modules.ts';
import { numberFrom } from '../values/number.ts';
import { listed } from '../values/object.ts';
import { schemaValue } from './schema-values.ts';
import { typeIn, typesIn } from './type-parameters.ts';
import { valueOfType } from './types.ts';

/** What `clients.get(name)` gives of what the same function put there. */
function keptFor(linker: Linker, { callee, args }: CallExpr, context: Context): Expr | undefined {
  const [key, ...others] = args;
  if (callee.kind !== 'member' || callee.name !== 'get' || others.length > 0) return undefined;
  const facts = linker.files.facts(context.file);
  return facts && keptByKey(facts, callee.object, key);
}

/** The result of a call or of `new`. */
export function callValue(linker: Linker, call: CallExpr, context: Context): Abstract {
  const kept = keptFor(linker, call, context);
  if (kept !== undefined) return linker.evaluate(kept, context);
  const callee = mapChoices(linker.evaluate(call.callee, context), (one) => wholeOf(linker, one));
  // once, however many callees ask: each call in a call would double the work
  let evaluated: readonly Abstract[] | undefined;
  const args = (): readonly Abstract[] => (evaluated ??= argumentsOf(linker, call, context));
  const place = { file: context.file, span: call.span };
  return mapChoices(callee, (target) => {
    switch (target.kind) {
      case 'function':
        return call.isNew
          ? instanceOf(linker, target, args())
          : callFunction(linker, target, args(), typesIn(linker, call.types, context));
      case 'class': {
        const { file, cls, env } = target;
        return {
          kind: 'instance',
          file,
          cls,
          args: args(),
          types: typesIn(linker, call.types, context),
          env,
        };
      }
      case 'external':
        return (
          (call.isNew ? undefined : resolved(target.path.at(-1), target, args())) ??
          askedByType(linker, call, context, !target.path.includes(CALLED)) ??
          clientOf(target, call.isNew, args()) ??
          (call.isNew
            ? (newOfLibrary(target, args()) ?? foreignInstance(call.callee, context.file))
            : (schemaValue(linker, target, context.file, args) ?? callLibrary(target, args())))
        );
      case 'global':
        return (
          clientOf({ module: '', path: target.path }, call.isNew, args()) ??
          (call.isNew
            ? newGlobal(target.path, args())
            : (fromEntries(linker, call, context, (fn, given) => callFunction(linker, fn, given)) ??
              assignedTogether(linker, call, context) ??
              listed(linker, target.path, args()[0], place) ??
              listedOfType(target.path, args()[0]) ??
              callGlobal(target.path, args(), place)))
        );
      case 'method':
        return givenTo(
          resolved(target.name, target.receiver, args()) ??
            askedByType(linker, call, context, target.receiver.kind === 'typed') ??
            throughCallback(linker, target.receiver, target.name, args()) ??
            listMethod(linker, target.receiver, target.name) ??
            callMethod(linker, target.receiver, target.name, args(), place),
          givenOf(target.receiver),
        );
      case 'typed':
        return resultOfTyped(linker, target);
      default:
        return askedByType(linker, call, context) ?? unknown('call-result');
    }
  });
}

/** What a function gives of which the type alone is known: a client is of whoever gives that function. */
function resultOfTyped(
  linker: Linker,
  { type, file, given }: Extract<Abstract, { kind: 'typed' }>,
): Abstract {
  const [result] = type.name === '=>' ? type.args : [];
  if (result === undefined) return unknown('call-result');
  const value = valueOfType(linker, result, file);
  return value.kind === 'client' && given !== undefined ? { ...value, given } : value;
}

/**
 * The client that a container is asked for by a name, with its type: `Container.get<TableClient>('Orders')`. `isKnown`: it is the one of a
 * package, or one by its type, and has what the code tells it.
 */
function askedByType(
  linker: Linker,
  call: CallExpr,
  context: Context,
  isKnown = false,
): Abstract | undefined {
  const [type, ...others] = call.types ?? [];
  const { callee } = call;
  if (call.isNew || type === undefined || others.length > 0) return undefined;
  if ((callee.kind !== 'member' && callee.kind !== 'name') || !isAsking(callee.name)) return undefined;
  const value = valueOfType(linker, typeIn(linker, type, context), context.file);
  if (value.kind !== 'client') return undefined;
  const [token] = call.args;
  const known = isKnown && token !== undefined ? clientOfToken(linker, token, context) : undefined;
  return known ?? value;
}

/** The instance that a container has of a class. */
function resolved(
  name: string | undefined,
  receiver: Abstract,
  [token]: readonly Abstract[],
): Abstract | undefined {
  if (token?.kind !== 'class' || name === undefined) return undefined;
  if (receiver.kind !== 'external' && receiver.kind !== 'unknown' && receiver.kind !== 'typed')
    return undefined;
  return asksContainer(name, receiver) ? { kind: 'instance', file: token.file, cls: token.cls } : undefined;
}

/** What `new` makes of a class from outside the workspace: all that is known is how the file calls that class. */
function foreignInstance(callee: Expr, file: string): Abstract {
  const { kind } = callee;
  if (kind === 'name') return { kind: 'typed', type: { name: callee.name, args: [] }, file };
  if (kind !== 'member' || callee.object.kind !== 'name') return unknown('not-supported');
  return { kind: 'typed', type: { name: callee.name, qualifier: callee.object.name, args: [] }, file };
}

/** What a constructor function makes. */
function instanceOf(linker: Linker, { file, fn, env }: FunctionValue, args: readonly Abstract[]): Abstract {
  const cls = linker.files.facts(file)?.functions[fn]?.makes;
  if (cls === undefined) return unknown('not-supported');
  return { kind: 'instance', file, cls, args, env };
}

/**
 * `list.map(…)` and `list.reduce(…)`, whose function says what becomes of the elements; `promise.then(…)`, and what
 * leaves a promise as it is.
 */
function throughCallback(
  linker: Linker,
  receiver: Abstract,
  name: string,
  [callback, initial]: readonly Abstract[],
): Abstract | undefined {
  if (name === 'catch' || name === 'finally') return receiver;
  if (callback?.kind !== 'function' || receiver.kind === 'text') return undefined;
  if (name === 'then') return callFunction(linker, callback, [receiver]);
  const index = numberFrom({ kind: 'counter' });
  const elements: readonly ArrayElement[] =
    receiver.kind === 'array'
      ? receiver.elements
      : [
          {
            value: elementOfType(linker, receiver) ?? givenTo(unknown('property'), givenOf(receiver)),
            many: true,
          },
        ];
  switch (name) {
    case 'map':
    case 'flatMap': {
      const mapped = elements.map((element) => made(linker, callback, element, index));
      return listOf(linker, mapped, (element) => (name === 'map' ? [element] : flattened(element)));
    }
    case 'reduce': {
      if (initial === undefined) return undefined;
      // twice is enough to show how one is joined with the next
      const turns = elements.flatMap((element) => (element.many ? [element, element] : [element]));
      return turns.reduce<Abstract>(
        (all, element) =>
          mapChoices(all, (one) => callFunction(linker, callback, [one, element.value, index])),
        initial,
      );
    }
    default:
      return undefined;
  }
}

/** What a callback makes of an element, where its one `return` says so. */
function made(
  linker: Linker,
  callback: FunctionValue,
  { place: _, ...element }: ArrayElement,
  index: Abstract,
): ArrayElement {
  const returns = linker.files.facts(callback.file)?.functions[callback.fn]?.returns ?? [];
  const [only] = returns;
  return {
    ...element,
    value: callFunction(linker, callback, [element.value, index]),
    ...(only !== undefined && returns.length === 1 && { place: { file: callback.file, span: only.span } }),
  };
}

/** An element that is a list itself stands for what is in that. */
function flattened({ value, many, ...element }: ArrayElement): readonly ArrayElement[] {
  if (value.kind !== 'array') return [{ ...element, value: unknown('call-result'), many: true }];
  return value.elements.map((inner) => ({ ...inner, many: many || inner.many }));
}

/** What a function of the workspace returns for these arguments; its declared type where the body does not tell. */
function callFunction(
  linker: Linker,
  target: FunctionValue,
  args: readonly Abstract[],
  types?: readonly TypeRef[],
): Abstract {
  const fn = linker.files.facts(target.file)?.functions[target.fn];
  if (fn === undefined) return unknown('not-resolved');
  const context = contextIn(target, args, types);
  const value = once(linker, fn, '()', () => returned(linker, fn, context));
  return value.kind === 'unknown' && fn.returnType
    ? valueOfType(linker, typeIn(linker, fn.returnType, context), target.file)
    : value;
}

function returned(linker: Linker, fn: FunctionFacts, context: Context): Abstract {
  if (fn.returns.length === 0) return unknown('call-result', fn.name);
  return choose(fn.returns.map((value) => ({ value: linker.evaluate(value, context) })));
}
