import type { CallExpr, TypeRef } from '../../syntax/facts/expr.ts';
import type { Linker } from '../linker.ts';
import { wholeOf } from '../modules/modules.ts';
import {
  type Abstract,
  alternativesOf,
  type Context,
  type FunctionValue,
  mapChoices,
  unknown,
} from '../values/abstract.ts';
import { typesIn } from './type-parameters.ts';

/** The functions of the workspace that a call may run. */
export function functionsCalled(linker: Linker, call: CallExpr, context: Context): readonly FunctionValue[] {
  const callee = mapChoices(linker.evaluate(call.callee, context), (one) => wholeOf(linker, one));
  return alternativesOf(callee).flatMap(({ value }) => (value.kind === 'function' ? [value] : []));
}

/** The same, of those that are wanted, with the context that their bodies run in: what a call gives is worked out for these alone. */
export function calledFunctions(
  linker: Linker,
  call: CallExpr,
  context: Context,
  isWanted: (target: FunctionValue) => boolean = () => true,
): readonly { readonly fn: number; readonly context: Context }[] {
  const functions = functionsCalled(linker, call, context).filter(isWanted);
  if (functions.length === 0) return [];
  const args = argumentsOf(linker, call, context);
  const types = typesIn(linker, call.types, context);
  return functions.map((target) => ({ fn: target.fn, context: contextIn(target, args, types) }));
}

/** More parameters than a function whose arguments matter has. */
const MOST_PARAMETERS = 16;

/** What a call gives, in the place of each parameter. */
export function argumentsOf(linker: Linker, call: CallExpr, context: Context): readonly Abstract[] {
  const args: Abstract[] = [];
  for (const arg of call.args) {
    // how many arguments `...list` stands for is not known
    if (arg.kind === 'spread')
      return [...args, ...Array<Abstract>(MOST_PARAMETERS).fill(unknown('not-resolved'))];
    args.push(linker.evaluate(arg, context));
  }
  return args;
}

/** Where the body of a function runs that is given this. */
export function contextIn(
  target: FunctionValue,
  args: readonly Abstract[],
  types: readonly TypeRef[] | undefined,
): Context {
  return {
    file: target.file,
    env: {
      file: target.file,
      fn: target.fn,
      args,
      types,
      self: target.self,
      parent: target.env,
    },
  };
}
