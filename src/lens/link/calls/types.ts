import * as l10n from '@vscode/l10n';
import type { Expr, TypeRef } from '../../syntax/facts/expr.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import { type Abstract, isListType, someClient, unknown, withoutNothing } from '../values/abstract.ts';
import { implementerOf } from './implementers.ts';
import { INFERRING } from '../library/schemas.ts';
import { CALLED } from './clients.ts';
import { deeper, type Linker, type NamedType, spend } from '../linker.ts';
import { typesIn } from './type-parameters.ts';
import { withStars } from '../modules/modules.ts';
import type { ValueType } from '../values/value.ts';

/** Types that stand for their argument as far as members are concerned. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'Promise',
  'PromiseLike',
  'Awaited',
  'Partial',
  'Readonly',
  'Required',
  'Pick',
  'Omit',
  'NonNullable',
  // of the SDK
  'TableEntity',
  'TableEntityResult',
]);

/** What the types of the SDK add to an entity's own properties. */
const OF_SDK: ReadonlyMap<string, readonly string[]> = new Map([
  ['TableEntity', ['partitionKey', 'rowKey']],
  ['TableEntityResult', ['partitionKey', 'rowKey', 'etag', 'timestamp']],
]);

const PRIMITIVE: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'Date']);

/** Types of the language, by name, that are neither texts nor numbers. */
const GLOBAL_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['Array', 'array'],
  ['ReadonlyArray', 'array'],
  ['Set', 'object'],
  ['Map', 'object'],
  ['Record', 'object'],
  ['Uint8Array', 'bytes'],
  ['Buffer', 'bytes'],
]);

/** Types of the language whose methods give content of any size: of a request, a response, an upload. */
const CONTENT_TYPES: ReadonlySet<string> = new Set(['Request', 'Response', 'File', 'Blob']);

/** What is known of a value when only its type is. */
export function valueOfType(linker: Linker, type: TypeRef, file: string, name?: string): Abstract {
  spend(linker, 1);
  // a type may be made from itself: `type A = Partial<A>`
  return deeper(linker, unknown('too-complex', name), () => valueMadeFrom(linker, type, file, name));
}

function valueMadeFrom(linker: Linker, of: TypeRef, askedIn: string, name: string | undefined): Abstract {
  const value = valueDeclared(linker, of, askedIn, name);
  // `kind?: Kind` may be undefined, whatever `Kind` is declared as
  return of.isOptional === true ? orNothing(value) : value;
}

/** The same value, which may be undefined as well. */
function orNothing(value: Abstract): Abstract {
  if (value.kind === 'unknown') return { ...value, isOptional: true };
  return value.kind === 'typed' ? { ...value, type: { ...value.type, isOptional: true } } : value;
}

function valueDeclared(linker: Linker, of: TypeRef, askedIn: string, name: string | undefined): Abstract {
  const { file = askedIn, ...type } = of;
  const [inner] = type.args;
  const queried = valueOfQuery(linker, type, file);
  if (queried !== undefined) return queried;
  if (type.name === '&') return allMembers(linker, type, file, name);
  if (TRANSPARENT.has(type.name) && inner) {
    const value = onlyMembers(valueOfType(linker, inner, file, name), type);
    const added = OF_SDK.get(type.name);
    return added === undefined ? value : withAll(value, added);
  }
  if (PRIMITIVE.has(type.name) || type.name === '=>' || type.members || type.literals) {
    return { kind: 'typed', type, file, ...(name !== undefined && { name }) };
  }
  const named = declarationOf(linker, type, file);
  switch (named?.kind) {
    case 'external':
      if (named.name === 'TableServiceClient') {
        return { kind: 'external', module: named.module, path: [named.name, CALLED] };
      }
      return isTableClient(named)
        ? {
            kind: 'client',
            evidence: named.module === PACKAGE ? 'proved' : 'inferred',
            because: l10n.t('its type is TableClient of {0}', named.module),
          }
        : { kind: 'typed', type, file, ...(name !== undefined && { name }) };
    case 'local': {
      const behind = implementerOf(linker, named, type.args, (one, from) => declarationOf(linker, one, from));
      return behind === undefined
        ? valueOfType(linker, named.type, named.file, name)
        : { kind: 'instance', file: behind.file, cls: behind.cls };
    }
    case 'class':
      return {
        kind: 'instance',
        file: named.file,
        cls: named.cls,
        types: typesIn(linker, type.args, { file }),
      };
    case undefined: {
      if (CONTENT_TYPES.has(type.name) || isListType(type) || isOfClients(linker, type, file))
        return { kind: 'typed', type, file, ...(name !== undefined && { name }) };
      const is = GLOBAL_TYPES.get(type.name);
      return {
        kind: 'unknown',
        why: 'parameter',
        ...(name !== undefined && { name }),
        ...(is && { is }),
        ...(type.name === 'Uint8Array' && { bytes: 'whole' }),
      };
    }
  }
}

/** `Record<Name, TableClient>`: of other records nothing is told by the type of what they hold. */
function isOfClients(linker: Linker, { name, args }: TypeRef, file: string): boolean {
  const value = name === 'Record' ? args.at(-1) : undefined;
  return (
    value !== undefined &&
    declarationOf(linker, value, file)?.kind === 'external' &&
    valueOfType(linker, value, file).kind === 'client'
  );
}

/** What several types of one value say together: of a text with a brand that it is one, of objects all their members. */
function allMembers(linker: Linker, { args }: TypeRef, file: string, name: string | undefined): Abstract {
  const parts = args.map((arg) => valueOfType(linker, arg, file, name));
  const plain = parts.find((part) => part.kind === 'typed' && PRIMITIVE.has(part.type.name));
  if (plain !== undefined) return plain;
  const [first, ...others] = parts.flatMap((part) =>
    part.kind === 'typed' && part.type.members !== undefined ? [part] : [],
  );
  // the types of members are looked up in one file
  if (first === undefined || others.some((other) => other.file !== first.file))
    return unknown('parameter', name);
  const types = [first, ...others].map((part) => part.type);
  const members = Object.create(null) as Record<string, TypeRef>;
  for (const type of types) Object.assign(members, type.members);
  const properties = types.flatMap((type) => type.properties ?? []);
  const isClosed = types.length === parts.length && types.every((type) => type.properties !== undefined);
  return {
    ...first,
    type: {
      name: '',
      args: [],
      members,
      ...(isClosed && { properties: [...new Set(properties)] }),
      required: [...new Set(types.flatMap((type) => type.required ?? []))],
    },
  };
}

/** `Omit` and `Pick` with names that are spelled out. */
function onlyMembers(value: Abstract, { name, args }: TypeRef): Abstract {
  if (name === 'Partial' && value.kind === 'typed') {
    const { required: _, members, ...type } = value.type;
    return { ...value, type: { ...type, ...(members && { members: optionalMembers(members) }) } };
  }
  const names = args[1]?.literals;
  const isNarrowed = name === 'Omit' || name === 'Pick';
  if (value.kind !== 'typed' || names === undefined || !isNarrowed) return value;
  return withMembers(value, (member) => names.includes(member) === (name === 'Pick'));
}

function optionalMembers(members: Readonly<Record<string, TypeRef>>): Readonly<Record<string, TypeRef>> {
  const optional = Object.create(null) as Record<string, TypeRef>;
  for (const [name, type] of Object.entries(members)) optional[name] = { ...type, isOptional: true };
  return optional;
}

/** A value whose type has those texts, too, where it tells its members. */
function withAll(value: Abstract, added: readonly string[]): Abstract {
  if (value.kind !== 'typed' || value.type.members === undefined) return value;
  const { type } = value;
  const members = Object.create(null) as Record<string, TypeRef>;
  for (const name of added) members[name] = { name: 'string', args: [] };
  Object.assign(members, type.members);
  const properties = type.properties && [...new Set([...type.properties, ...added])];
  return { ...value, type: { ...type, members, ...(properties && { properties }) } };
}

/** A value of whose type only some members are left. */
export function withMembers(
  value: Extract<Abstract, { kind: 'typed' }>,
  isKept: (member: string) => boolean,
): Abstract {
  const { members, properties, required, ...type } = value.type;
  // names such as `constructor` must not be found on a prototype
  const kept = Object.create(null) as Record<string, TypeRef>;
  for (const [member, of] of Object.entries(members ?? {})) if (isKept(member)) kept[member] = of;
  return {
    ...value,
    type: {
      ...type,
      ...(members && { members: kept }),
      ...(properties && { properties: properties.filter(isKept) }),
      ...(required && { required: required.filter(isKept) }),
    },
  };
}

/** `typeof client`, `ReturnType<typeof clientFor>`, `InstanceType<typeof Store>`, and what schemas infer. */
function isQuery({ name, args: [asked] }: TypeRef): boolean {
  return name === 'typeof' || (ASKING.has(name) && asked?.name === 'typeof');
}

const ASKING: ReadonlySet<string> = new Set(['ReturnType', 'InstanceType', ...INFERRING]);

/** Types of the language that leave what a query gives as it is. */
const LEAVING: ReadonlySet<string> = new Set(['Promise', 'Awaited', 'Readonly', 'Required', 'NonNullable']);

/** The function of whose result a type is: `ReturnType<typeof makeStore>`, or an alias of that. */
export function makerOf(
  linker: Linker,
  type: TypeRef,
  file: string,
  depth = MOST_STEPS,
): { readonly file: string; readonly fn: number } | undefined {
  const [inner] = type.args;
  const from = type.file ?? file;
  if (depth === 0) return undefined;
  if (type.name === 'ReturnType') {
    if (inner?.name !== 'typeof' || inner.qualifier === undefined) return undefined;
    const span = { start: 0, end: 0 };
    const made = linker.evaluate({ kind: 'name', name: inner.qualifier, scope: 0, span }, { file: from });
    return made.kind === 'function' ? made : undefined;
  }
  if (LEAVING.has(type.name)) return inner && makerOf(linker, inner, from, depth - 1);
  if (type.members !== undefined || type.literals !== undefined || PRIMITIVE.has(type.name)) return undefined;
  const named = declarationOf(linker, type, from);
  return named?.kind === 'local' ? makerOf(linker, named.type, named.file, depth - 1) : undefined;
}

/** The value that `typeof` asks for, or what it gives. */
function valueOfQuery(linker: Linker, type: TypeRef, file: string): Abstract | undefined {
  const query = type.name === 'typeof' ? type : type.args[0];
  if (query?.name !== 'typeof' || query.qualifier === undefined) return undefined;
  const span = { start: 0, end: 0 };
  const named: Expr = { kind: 'name', name: query.qualifier, scope: 0, span };
  const isNew = type.name === 'InstanceType';
  // with arguments that are not known
  const args: readonly Expr[] = [{ kind: 'spread', operand: { kind: 'other', span }, span }];
  if (INFERRING.has(type.name)) return valueOfSchema(linker, named, file);
  const isCall = isNew || type.name === 'ReturnType';
  const value = linker.evaluate(isCall ? { kind: 'call', callee: named, args, isNew, span } : named, {
    file,
  });
  return value.kind === 'global'
    ? unknown('not-resolved', query.qualifier)
    : someClient(withoutNothing(value));
}

/** `z.infer<typeof Row>`: what a schema parses. */
function valueOfSchema(linker: Linker, named: Expr, file: string): Abstract {
  const type = schemaType(linker, named, file);
  return type === undefined ? unknown('parameter') : valueOfType(linker, type, file);
}

function schemaType(linker: Linker, named: Expr, file: string): TypeRef | undefined {
  const value = linker.evaluate(named, { file });
  return value.kind === 'external' ? value.schema?.type : undefined;
}

/** The type of a member of a value whose type is known. */
export function memberOfType(
  linker: Linker,
  type: TypeRef,
  file: string,
  member: string,
  name: string,
): Abstract {
  const found = type.members?.[member] ?? (type.name === 'Record' ? type.args.at(-1) : undefined);
  return found === undefined ? unknown('property', name) : valueOfType(linker, found, file, name);
}

/** What a type name is, when it is neither a primitive nor an object type written in place. */
export function isForeignType(linker: Linker, type: TypeRef, file: string): boolean {
  const named = declarationOf(linker, type, file);
  // what is imported from a file that is not found may be anything
  return named?.kind === 'external' && !isTableClient(named) && !/^([./~#]|@\/)/.test(named.module);
}

/** What declares a type that comes from outside the workspace. */
export function foreignType(
  linker: Linker,
  type: TypeRef,
  file: string,
): Extract<NamedType, { kind: 'external' }> | undefined {
  const named = declarationOf(linker, type, file);
  return named?.kind === 'external' ? named : undefined;
}

/** The module outside the workspace that declares a type. */
export function moduleOfType(linker: Linker, type: TypeRef, file: string): string | undefined {
  return foreignType(linker, type, file)?.module;
}

function isTableClient(named: { readonly module: string; readonly name: string }): boolean {
  return named.name === 'TableClient';
}

/** Aliases, imports and exports that lead to the declaration of one type. */
const MOST_STEPS = 8;

function declarationOf(linker: Linker, type: TypeRef, file: string): NamedType {
  return lookUp({ linker, seen: new Set() }, type, file, MOST_STEPS);
}

/** Looking for one declaration. Barrels export each other in circles, and a name from many of them. */
interface Search {
  readonly linker: Linker;
  /** Names of files that were looked for. */
  readonly seen: Set<string>;
}

function lookUp(search: Search, type: TypeRef, file: string, depth: number): NamedType {
  const { linker } = search;
  const { file: from = file } = type;
  if (from !== file) return lookUp(search, type, from, depth);
  const facts = linker.files.facts(file);
  if (facts === undefined || depth === 0) return undefined;
  if (type.module !== undefined) return importedType(search, type.module, type.name, file, depth);
  const own = type.qualifier === undefined ? facts.types[type.name] : undefined;
  if (own !== undefined) {
    const inferred = inferredType(linker, own, file);
    if (inferred !== undefined) return { kind: 'local', type: inferred, file };
    return own.members ||
      own.literals ||
      own.name === '=>' ||
      own.name === '&' ||
      own.name === 'Record' ||
      isQuery(own) ||
      isListType(own) ||
      PRIMITIVE.has(own.name) ||
      TRANSPARENT.has(own.name)
      ? { kind: 'local', type: own, file, name: type.name }
      : lookUp(search, own, file, depth - 1);
  }
  const init = facts.scopes[0]?.bindings[type.qualifier ?? type.name]?.init;
  if (init === undefined) return undefined;
  if (init.kind === 'class') return { kind: 'class', file, cls: init.cls };
  if (init.kind === 'object') return enumType(init, file);
  // an import: `{ Name }`, or `* as module` with `module.Name`
  const module = init.kind === 'require' ? init : init.kind === 'member' ? init.object : undefined;
  if (module?.kind !== 'require') return undefined;
  const imported = type.qualifier !== undefined ? type.name : init.kind === 'member' ? init.name : type.name;
  return importedType(search, module.module, imported, file, depth);
}

/** `type Row = z.infer<typeof Row>` */
function inferredType(linker: Linker, { name, args: [query] }: TypeRef, file: string): TypeRef | undefined {
  if (!INFERRING.has(name) || query?.name !== 'typeof' || query.qualifier === undefined) return undefined;
  const span = { start: 0, end: 0 };
  return schemaType(linker, { kind: 'name', name: query.qualifier, scope: 0, span }, file);
}

function importedType(search: Search, module: string, name: string, file: string, depth: number): NamedType {
  const target = search.linker.files.resolve(file, module);
  return target === undefined
    ? { kind: 'external', module, name }
    : exportedType(search, target, name, depth - 1);
}

/** An enum, which is an object where it is used as a value. */
function enumType({ properties }: Extract<Expr, { kind: 'object' }>, file: string): NamedType {
  const literals = properties.map((property) =>
    property.value.kind === 'string' ? property.value.text.text : undefined,
  );
  if (literals.every((literal) => literal !== undefined)) {
    return { kind: 'local', type: { name: '|', args: [], literals }, file };
  }
  // members without a value are counted
  const isCounted = properties.every(({ value: { kind } }) => kind === 'number' || kind === 'other');
  return isCounted ? { kind: 'local', type: { name: 'number', args: [] }, file } : undefined;
}

function exportedType(search: Search, file: string, name: string, depth: number): NamedType {
  const { linker, seen } = search;
  for (const one of withStars(linker, file)) {
    const key = `${one}\n${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    spend(linker, 1);
    const found = ownExportedType(search, one, name, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownExportedType(search: Search, file: string, name: string, depth: number): NamedType {
  const { linker } = search;
  const facts = linker.files.facts(file);
  if (facts === undefined || depth <= 0) return undefined;
  if (name in facts.types) return lookUp(search, { name, args: [] }, file, depth);
  const exported = facts.exports[name];
  if (exported?.kind === 'class') return { kind: 'class', file, cls: exported.cls };
  if (exported?.kind === 'name') return lookUp(search, { name: exported.name, args: [] }, file, depth - 1);
  if (exported?.kind === 'member' && exported.object.kind === 'require') {
    return importedType(search, exported.object.module, exported.name, file, depth);
  }
  return undefined;
}
