import type { TypeRef } from '../../syntax/facts/expr.ts';
import { optional } from '../../syntax/facts/types.ts';
import { CALLED } from '../calls/clients.ts';
import type { ExternalValue, Schema } from '../values/abstract.ts';
import type { NumberFact } from '../values/value.ts';

/** An argument of a call that makes a schema, as far as that matters. */
export type SchemaArgument =
  | { readonly kind: 'schema'; readonly schema: Schema }
  | {
      readonly kind: 'object';
      readonly members: readonly (readonly [name: string, value: SchemaArgument])[];
      /** It may have others. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'list'; readonly elements: readonly SchemaArgument[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'other' };

/** A number that is given to a schema, where that is a whole one that is not negative. */
export function countOf(constant: NumberFact['constant']): SchemaArgument {
  const isCount = typeof constant === 'number' && Number.isInteger(constant) && constant >= 0;
  return isCount ? { kind: 'number', number: constant } : { kind: 'other' };
}

/** What a call of a schema's package gives: another schema, a value that a schema has parsed, or that beside whether it could be. */
export type SchemaCall =
  | { readonly kind: 'schema'; readonly schema: Schema }
  | { readonly kind: 'value' | 'result'; readonly type: TypeRef };

const MODULE = /^zod(?:\/(?:v3|v4|mini|v4-mini|v4\/mini))?$/;

const NO_ARGUMENTS: readonly TypeRef[] = [];
const plain = (name: string): TypeRef => ({ name, args: NO_ARGUMENTS });

/** What zod checks that has a few harmless characters alone: functions of its own, and methods of a text. */
export const IDS: ReadonlySet<string> = new Set([
  ...['uuid', 'uuidv4', 'uuidv6', 'uuidv7', 'guid', 'cuid', 'cuid2', 'ulid', 'nanoid', 'xid', 'ksuid'],
  ...[
    'datetime',
    'date',
    'time',
    'duration',
    'ip',
    'ipv4',
    'ipv6',
    'cidr',
    'base64',
    'base64url',
    'hex',
    'e164',
  ],
]);

/** Functions that make a schema of a plain type, by name. */
export const PLAIN: ReadonlyMap<string, TypeRef> = new Map([
  ...['string', 'email', 'url'].map((name) => [name, plain('string')] as const),
  ...['uuid', 'uuidv4', 'uuidv6', 'uuidv7', 'guid', 'cuid', 'cuid2', 'ulid', 'nanoid', 'xid', 'ksuid'].map(
    (name) => [name, { ...plain('string'), isId: true }] as const,
  ),
  ...['number', 'int', 'int32', 'uint32', 'float32', 'float64'].map(
    (name) => [name, plain('number')] as const,
  ),
  ...['bigint', 'int64', 'uint64'].map((name) => [name, plain('bigint')] as const),
  ['boolean', plain('boolean')],
  ['stringbool', plain('boolean')],
  ['date', plain('Date')],
]);

/** Types that name what a schema gives or takes: `z.infer<typeof Row>`, `v.InferOutput<typeof Row>`. */
export const INFERRING: ReadonlySet<string> = new Set([
  ...['infer', 'input', 'output', 'TypeOf'],
  ...['InferInput', 'InferOutput'],
]);

/** What a call of zod gives; undefined where it is another call. */
export function callSchema(
  { module, path, schema }: ExternalValue,
  argumentsOf: () => readonly SchemaArgument[],
): SchemaCall | undefined {
  if (!MODULE.test(module)) return undefined;
  const args = argumentsOf();
  const names = path.slice(path.lastIndexOf(CALLED) + 1);
  const name = names.at(-1) ?? '';
  if (schema === undefined) {
    if (path.includes(CALLED)) return undefined;
    const made = makeSchema(name, args);
    return made && { kind: 'schema', schema: made };
  }
  // `Row.shape.name.optional()`
  if (names.length > 1) return { kind: 'schema', schema: {} };
  switch (name) {
    case 'parse':
    case 'parseAsync':
      return schema.type && { kind: 'value', type: schema.type };
    case 'safeParse':
    case 'safeParseAsync':
      return schema.type && { kind: 'result', type: schema.type };
    default:
      return { kind: 'schema', schema: { type: changed(schema.type, name, args) } };
  }
}

/** What `safeParse` gives: whether it could be parsed, and the value. */
export function resultType(type: TypeRef, name: 'data' | 'output' = 'data'): TypeRef {
  return {
    name: '',
    args: NO_ARGUMENTS,
    members: { success: plain('boolean'), [name]: type },
    required: ['success'],
  };
}

function makeSchema(name: string, args: readonly SchemaArgument[]): Schema | undefined {
  const [first, second] = args;
  const type = PLAIN.get(name);
  if (type !== undefined) return { type };
  switch (name) {
    case 'object':
    case 'strictObject':
    case 'interface':
      return { type: first?.kind === 'object' ? objectOf(first, true) : undefined };
    case 'looseObject':
      return { type: first?.kind === 'object' ? objectOf(first, false) : undefined };
    case 'array':
      return { type: listOf(typeOf(first)) };
    case 'record': {
      const value = typeOf(second ?? first);
      return { type: value && { name: 'Record', args: [plain('string'), value] } };
    }
    case 'enum':
      return { type: first?.kind === 'list' ? literalsOf(first.elements) : undefined };
    case 'literal':
      return { type: first === undefined ? undefined : literalsOf([first]) };
    case 'optional':
    case 'nullable':
    case 'nullish':
      return { type: optional(typeOf(first)) };
    default:
      return /^[a-z]/.test(name) ? {} : undefined;
  }
}

/** The type of a schema after a method of it; undefined where it may be any. */
export function changed(
  type: TypeRef | undefined,
  name: string,
  args: readonly SchemaArgument[],
): TypeRef | undefined {
  if (type === undefined) return undefined;
  const [first] = args;
  switch (name) {
    case 'optional':
    case 'nullable':
    case 'nullish':
      return optional(type);
    case 'default':
    case 'prefault':
    case 'catch':
    case 'unwrap':
    case 'nonoptional':
      return optional(type, false);
    case 'array':
      return listOf(type);
    case 'extend':
    case 'safeExtend':
      return first?.kind === 'object' ? merged(type, objectOf(first, true)) : undefined;
    case 'merge':
      return merged(type, typeOf(first));
    case 'pick':
    case 'omit': {
      if (first?.kind !== 'object' || first.isOpen) return undefined;
      const names = first.members.map(([member]) => member);
      return kept(type, (member) => names.includes(member) === (name === 'pick'));
    }
    case 'partial':
    case 'deepPartial': {
      const { required: _, ...rest } = type;
      return rest;
    }
    case 'passthrough':
    case 'loose':
    case 'catchall': {
      const { properties: _, ...rest } = type;
      return rest;
    }
    case 'transform':
    case 'pipe':
    case 'or':
    case 'and':
    case 'overwrite':
    case 'keyof':
    case 'required':
      return undefined;
    case 'max':
    case 'length':
      return type.name === 'Array' && first?.kind === 'number' ? { ...type, most: first.number } : type;
    default:
      return type.name === 'string' && IDS.has(name) ? { ...type, isId: true } : type;
  }
}

/** The type of what a schema parses that is given as an argument. */
export function typeOf(argument: SchemaArgument | undefined): TypeRef | undefined {
  return argument?.kind === 'schema' ? argument.schema.type : undefined;
}

/** The type of an object of schemas. */
export function objectOf(
  { members: given, isOpen }: Extract<SchemaArgument, { kind: 'object' }>,
  isClosed: boolean,
): TypeRef {
  // names such as `constructor` must not be found on a prototype
  const members = Object.create(null) as Record<string, TypeRef>;
  const required: string[] = [];
  for (const [name, value] of given) {
    const type = typeOf(value);
    if (type === undefined) continue;
    members[name] = type;
    if (type.isOptional !== true) required.push(name);
  }
  const properties = given.map(([name]) => name);
  return {
    name: '',
    args: NO_ARGUMENTS,
    members,
    ...(isClosed && !isOpen && { properties }),
    required,
  };
}

function merged(type: TypeRef, other: TypeRef | undefined): TypeRef | undefined {
  if (other?.members === undefined || type.members === undefined) return undefined;
  const names = Object.keys(other.members);
  const { properties, required = [] } = type;
  return {
    ...type,
    members: Object.assign(Object.create(null), type.members, other.members) as Record<string, TypeRef>,
    ...(properties && { properties: [...new Set([...properties, ...(other.properties ?? names)])] }),
    required: [...required.filter((name) => !names.includes(name)), ...(other.required ?? [])],
  };
}

function kept(type: TypeRef, isKept: (name: string) => boolean): TypeRef {
  const members = Object.create(null) as Record<string, TypeRef>;
  for (const [name, member] of Object.entries(type.members ?? {})) if (isKept(name)) members[name] = member;
  return {
    ...type,
    members,
    ...(type.properties && { properties: type.properties.filter(isKept) }),
    ...(type.required && { required: type.required.filter(isKept) }),
  };
}

/** The type of a list. */
export function listOf(element: TypeRef | undefined): TypeRef {
  return { name: 'Array', args: element === undefined ? NO_ARGUMENTS : [element] };
}

/** The type of one of some texts; undefined where others may be among them. */
export function literalsOf(elements: readonly SchemaArgument[]): TypeRef | undefined {
  const literals = elements.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
  return literals.length === elements.length && literals.length > 0
    ? { name: '|', args: NO_ARGUMENTS, literals }
    : undefined;
}
