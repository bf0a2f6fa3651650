import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { baseOf, type OfClass } from './bases.ts';
import { type Implementer, type Linker, type NamedType, spend } from '../linker.ts';

type Interface = Extract<NamedType, { kind: 'local' }>;
type Class = Extract<NamedType, { kind: 'class' }>;

/** What declares a type that a file names. */
export type Declares = (type: TypeRef, file: string) => NamedType;

/**
 * The one class with calls of a table that stands behind an interface: whoever is given that gets an instance of it, or of a class that
 * has nothing to do with tables. Undefined where there are several, or none.
 */
export function implementerOf(
  linker: Linker,
  of: Interface,
  args: readonly TypeRef[],
  declares: Declares,
): Class | undefined {
  if (of.name === undefined || !hasMethods(of.type)) return undefined;
  const all = implementersOf(linker, of.file, of.name, declares);
  const [only, ...others] = all.filter((one) => areSameTypes(one.args, args));
  return others.length > 0 ? undefined : only?.class;
}

/** An entity's interface has none. */
function hasMethods({ members = {} }: TypeRef): boolean {
  return Object.values(members).some(({ name }) => name === '=>');
}

function areSameTypes(a: readonly TypeRef[], b: readonly TypeRef[]): boolean {
  return a.length === b.length && a.every(({ name }, index) => name === b[index]?.name);
}

/** The modules from which a file has the interfaces of its classes: who is given one of these imports that, and not the file. */
export function portsOf(facts: FileFacts | undefined): readonly string[] {
  if (facts === undefined) return [];
  const { classes, scopes } = facts;
  const names = classes.flatMap((cls) => cls.implements ?? []).map(({ name }) => name);
  const modules = names.flatMap((name) => {
    const init = scopes[0]?.bindings[name]?.init;
    const from = init?.kind === 'member' ? init.object : init;
    return from?.kind === 'require' ? [from.module] : [];
  });
  return [...new Set(modules)];
}

function implementersOf(
  linker: Linker,
  of: string,
  name: string,
  declares: Declares,
): readonly Implementer[] {
  const { implementers } = linker.memory;
  const key = `${of}\n${name}`;
  const known = implementers.get(key);
  if (known !== undefined) return known;
  // what is asked for while it is made is not known
  implementers.set(key, []);
  const named = namesOf(linker, of, name).flatMap((each) => linker.files.implementing(each));
  const all = [...new Set(named)].flatMap((file) =>
    (linker.files.facts(file)?.classes ?? []).flatMap((cls) => {
      if (cls.implements === undefined || !asksTables(linker, { file, cls: cls.id })) return [];
      return cls.implements.flatMap((type): readonly Implementer[] => {
        spend(linker, 1);
        const found = declares(type, file);
        const isIt = found?.kind === 'local' && found.file === of && found.name === name;
        return isIt ? [{ class: { kind: 'class', file, cls: cls.id }, args: type.args }] : [];
      });
    }),
  );
  implementers.set(key, all);
  return all;
}

/** The names by which files may import an interface. */
function namesOf(linker: Linker, file: string, name: string): readonly string[] {
  const exported = linker.files.facts(file)?.exports.default;
  return exported?.kind === 'name' && exported.name === name ? [name, 'default'] : [name];
}

/** Classes above each other in which calls of tables are looked for. */
const MOST_BASES = 8;

/** Whether a class, or one that it extends, has calls of methods of a TableClient. */
function asksTables(linker: Linker, of: OfClass, depth = MOST_BASES): boolean {
  const facts = linker.files.facts(of.file);
  if (facts === undefined || depth === 0) return false;
  const { calls, functions } = facts;
  if (calls.some(({ fn }) => fn !== undefined && functions[fn]?.cls === of.cls)) return true;
  const base = baseOf(linker, of);
  return base?.kind === 'class' && asksTables(linker, base, depth - 1);
}
