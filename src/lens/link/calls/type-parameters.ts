import type { TypeRef } from '../../syntax/facts/expr.ts';
import { type Linker, spend } from '../linker.ts';
import type { Context, InstanceValue } from '../values/abstract.ts';
import { baseOf, classOf, type OfClass } from './bases.ts';

/** Classes above each other in which a type parameter is looked for. */
const MOST_BASES = 8;

/** Types in each other in which type parameters are looked for. */
const MOST_DEPTH = 8;

/** What type parameters stand for, by their names; undefined for what is none, or was not given. */
type Given = (name: string) => TypeRef | undefined;

/**
 * A type as it is where code runs: `Row` in a method of `Store<Row>` is what the instance's class was given, in a function what its
 * call gave. What was not given stays as it is.
 */
export function typeIn(linker: Linker, type: TypeRef, context: Context): TypeRef {
  return context.env === undefined
    ? type
    : substituted(linker, type, (name) => givenInside(linker, name, context));
}

/** Type arguments as a file writes them, for use in any file: where they are type parameters themselves, what these stand for. */
export function typesIn(
  linker: Linker,
  types: readonly TypeRef[] | undefined,
  context: Context,
): readonly TypeRef[] | undefined {
  return types?.map((type) => placed(typeIn(linker, type, context), context.file));
}

/** The type of a member, which a class declares that `self` is an instance of, or inherits. */
export function memberTypeIn(linker: Linker, type: TypeRef, self: InstanceValue, of: OfClass): TypeRef {
  return substituted(linker, type, (name) => givenToClass(linker, name, self, of));
}

/** What an instance's class gives for the type parameters of its base. */
export function typesOfBase(linker: Linker, instance: InstanceValue): readonly TypeRef[] | undefined {
  const facts = classOf(linker, instance);
  return facts?.baseTypes?.map((type) => {
    const given = substituted(linker, type, (name) => {
      const index = facts.typeParameters?.indexOf(name) ?? -1;
      return instance.types?.[index];
    });
    return placed(given, instance.file);
  });
}

/** A type with what stands for the type parameters in it. */
export function substituted(linker: Linker, type: TypeRef, given: Given, depth = MOST_DEPTH): TypeRef {
  // what comes from elsewhere was seen to there
  if (depth === 0 || type.file !== undefined) return type;
  spend(linker, 1);
  if (isPlainName(type)) {
    const found = given(type.name);
    if (found === undefined) return type;
    return type.isOptional === true ? { ...found, isOptional: true } : found;
  }
  const inside = (one: TypeRef): TypeRef => substituted(linker, one, given, depth - 1);
  const args = type.args.map(inside);
  if (type.members === undefined)
    return args.every((arg, index) => arg === type.args[index]) ? type : { ...type, args };
  // names such as `constructor` must not be found on a prototype
  const members = Object.create(null) as Record<string, TypeRef>;
  for (const [name, member] of Object.entries(type.members)) members[name] = inside(member);
  return { ...type, args, members };
}

/** Whether a type is a name alone, as that of a type parameter is. */
function isPlainName({ name, args, qualifier, module, members, literals }: TypeRef): boolean {
  return (
    name !== '' &&
    args.length === 0 &&
    qualifier === undefined &&
    module === undefined &&
    members === undefined &&
    literals === undefined
  );
}

/** What the functions around some code, and the class that it stands in, were given for a name. */
function givenInside(linker: Linker, name: string, { env: innermost, file }: Context): TypeRef | undefined {
  for (let env = innermost; env !== undefined; env = env.parent) {
    if (env.file !== file) continue;
    const fn = linker.files.facts(file)?.functions[env.fn];
    const index = fn?.typeParameters?.indexOf(name) ?? -1;
    if (index >= 0) return env.types?.[index];
    if (env.self?.kind === 'instance' && fn?.cls !== undefined)
      return givenToClass(linker, name, env.self, { file, cls: fn.cls });
  }
  return undefined;
}

/** What an instance's class was given for a name, or gives for it to the base in which the code stands. */
function givenToClass(
  linker: Linker,
  name: string,
  self: InstanceValue,
  { file, cls }: OfClass,
): TypeRef | undefined {
  let at = self;
  for (let left = MOST_BASES; left > 0; left -= 1) {
    if (at.file === file && at.cls === cls) {
      const index = classOf(linker, at)?.typeParameters?.indexOf(name) ?? -1;
      return at.types?.[index];
    }
    const base = baseOf(linker, at);
    if (base?.kind !== 'class') return undefined;
    at = { kind: 'instance', file: base.file, cls: base.cls, env: base.env, types: typesOfBase(linker, at) };
  }
  return undefined;
}

/** A type for use in any file. */
export function placed(type: TypeRef, file: string): TypeRef {
  return type.file === undefined ? { ...type, file } : type;
}
