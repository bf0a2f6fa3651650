import type { TypeRef } from '../../syntax/facts/expr.ts';
import { type Augmented, type Linker, once, type Provided, spend } from '../linker.ts';
import type { Abstract, TypedValue } from '../values/abstract.ts';
import { memberOfExpressRequest, requestOfRoute } from '../library/requests.ts';
import { foreignType, valueOfType } from './types.ts';

/** Frameworks whose types of requests take over what a type without a module has: `Express.Request`. */
const OF_EXPRESS = /^express(?:-serve-static-core)?$/;

/**
 * A member that a file of the workspace adds to what comes from a package: what `app.decorate` gives an application of Fastify, or
 * what `declare module` says of its type. Undefined where none does, or several do.
 */
export function augmentedMember(
  linker: Linker,
  { type, file }: TypedValue,
  name: string,
): Abstract | undefined {
  const added = augmentedType(linker, type, file, name);
  if (added === undefined) return undefined;
  const given = augmentedIn(linker).decorations.get(name) ?? [];
  const [only] = given;
  if (
    only !== undefined &&
    given.length === 1 &&
    foreignType(linker, type, file)?.name === 'FastifyInstance'
  ) {
    const value = once(linker, only.value, 'decorated', () => linker.evaluate(only.value, only.context));
    if (value.kind !== 'unknown' && value.kind !== 'nothing') return value;
  }
  return valueOfType(linker, added.type, added.file);
}

/** The type of a member of what comes from a package: what a file of the workspace adds, or what a request's type is given. */
export function augmentedType(
  linker: Linker,
  type: TypeRef,
  file: string,
  name: string,
): { readonly type: TypeRef; readonly file: string } | undefined {
  if (type.members !== undefined || type.name === '' || type.name === '=>') return undefined;
  const { members } = augmentedIn(linker);
  if (members.size === 0 && type.args.length === 0) return undefined;
  const of = foreignType(linker, type, file);
  if (of === undefined) return undefined;
  const isExpress = OF_EXPRESS.test(of.module);
  const own = members.get(keyOf(of.module, of.name, name));
  const all = own ?? (isExpress ? members.get(keyOf(undefined, `Express.${of.name}`, name)) : undefined);
  const [only] = all ?? [];
  if (only !== undefined) return all?.length === 1 ? only : undefined;
  const given =
    isExpress && of.name === 'Request'
      ? memberOfExpressRequest(type, name)
      : of.module === 'fastify' && of.name === 'FastifyRequest'
        ? requestOf(linker, type.args[0], file)?.members?.[name]
        : undefined;
  return given && { type: given, file };
}

/** The type of the request that a route of this type is given. */
export function requestOf(linker: Linker, route: TypeRef | undefined, file: string): TypeRef | undefined {
  const value = route && valueOfType(linker, route, file);
  return value?.kind === 'typed' ? requestOfRoute(value.type.members, value.file) : undefined;
}

function augmentedIn(linker: Linker): Augmented {
  const known = linker.memory.augmented.all;
  if (known !== undefined) return known;
  const members = new Map<string, { readonly type: TypeRef; readonly file: string }[]>();
  const decorations = new Map<string, Provided[]>();
  for (const file of linker.files.providers()) {
    const facts = linker.files.facts(file);
    for (const { module, name, type } of facts?.augments ?? []) {
      for (const [member, of] of Object.entries(type.members ?? {})) {
        spend(linker, 1);
        add(members, keyOf(module, name, member), { type: of, file });
      }
    }
    for (const { name, value } of facts?.decorations ?? [])
      add(decorations, name, { value, context: { file } });
  }
  return (linker.memory.augmented.all = { members, decorations });
}

function keyOf(module: string | undefined, name: string, member: string): string {
  return [module ?? '', name, member].join('\n');
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
