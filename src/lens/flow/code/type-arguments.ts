import { placed, substituted } from '../../link/calls/type-parameters.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { FunctionCode } from '../../syntax/program/program.ts';
import type { CallPlace, Env, Machine } from '../machine.ts';
import type { GivenTypes } from '../values/values.ts';

/** A type where code runs, with what the calls that lead there gave for type parameters. */
export function typeSeenFrom({ linker }: Machine, type: TypeRef, { types }: Pick<Env, 'types'>): TypeRef {
  return types === undefined ? type : substituted(linker, type, (name) => types.get(name));
}

/** What a call gives for type parameters, for use in any file. */
export function typeArguments(
  machine: Machine,
  types: readonly TypeRef[] | undefined,
  env: Env,
): readonly TypeRef[] | undefined {
  return types?.map((type) => placed(typeSeenFrom(machine, type, env), env.file));
}

/** What a call gives for a function's type parameters, beside what those of the functions around it stand for. */
export function givenTypes(
  { typeParameters = [] }: FunctionCode,
  around: GivenTypes | undefined,
  { types = [] }: CallPlace,
): GivenTypes | undefined {
  if (typeParameters.length === 0) return around;
  const own = typeParameters.flatMap((name, index) => {
    const type = types[index];
    return type === undefined ? [] : [[name, type] as const];
  });
  // one that nothing is given hides what is called like it outside
  const outer = [...(around ?? [])].filter(([name]) => !typeParameters.includes(name));
  return new Map([...outer, ...own]);
}
