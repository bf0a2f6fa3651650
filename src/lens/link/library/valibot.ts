import type { TypeRef } from '../../syntax/facts/expr.ts';
import { optional } from '../../syntax/facts/types.ts';
import type { ExternalValue, Schema } from '../values/abstract.ts';
import { CALLED } from '../calls/clients.ts';
import {
  changed,
  IDS,
  listOf,
  literalsOf,
  objectOf,
  PLAIN,
  resultType,
  type SchemaArgument,
  type SchemaCall,
  typeOf,
} from './schemas.ts';

/** What a call of valibot gives, whose functions are given the schema; undefined where it is another call. */
export function callValibot(
  { module, path }: ExternalValue,
  argumentsOf: () => readonly SchemaArgument[],
): SchemaCall | undefined {
  if (module !== 'valibot' || path.includes(CALLED)) return undefined;
  const name = (path.at(-1) ?? '').replace(/Async$/, '');
  const args = argumentsOf();
  const type = typeOf(args[0]);
  switch (name) {
    case 'parse':
      return type && { kind: 'value', type };
    case 'safeParse':
      return type && { kind: 'value', type: resultType(type, 'output') };
    default:
      return /^[a-z]/.test(name) ? { kind: 'schema', schema: schemaOf(name, args) } : undefined;
  }
}

function schemaOf(name: string, args: readonly SchemaArgument[]): Schema {
  const [first, second] = args;
  const own = typeOf(first);
  const plain = TYPES.has(name) ? PLAIN.get(name) : undefined;
  if (plain !== undefined) return { type: plain };
  if (CHECKS.has(name)) {
    const isMost = name === 'maxLength' || name === 'length';
    const most = isMost && first?.kind === 'number' ? first.number : undefined;
    return { check: { ...(IDS.has(name) && { isId: true }), ...(most !== undefined && { most }) } };
  }
  switch (name) {
    case 'object':
    case 'strictObject':
      return { type: first?.kind === 'object' ? objectOf(first, true) : undefined };
    case 'looseObject':
    case 'objectWithRest':
      return { type: first?.kind === 'object' ? objectOf(first, false) : undefined };
    case 'array':
      return { type: listOf(own) };
    case 'record': {
      const value = typeOf(second);
      return { type: value && { name: 'Record', args: [TEXT, value] } };
    }
    case 'picklist':
      return { type: first?.kind === 'list' ? literalsOf(first.elements) : undefined };
    case 'literal':
      return { type: first === undefined ? undefined : literalsOf([first]) };
    case 'optional':
    case 'exactOptional':
    case 'undefinedable':
    case 'nullable':
    case 'nullish':
      return { type: optional(own, second === undefined) };
    case 'fallback':
      return { type: own };
    case 'partial':
      return { type: second === undefined ? changed(own, 'partial', []) : undefined };
    case 'pick':
    case 'omit':
      return { type: changed(own, name, [namesOf(second)]) };
    case 'pipe':
      return { type: piped(args) };
    default:
      return {};
  }
}

const TEXT: TypeRef = { name: 'string', args: [] };

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean', 'date']);

/** What a pipe may have that looks at a value, and gives on one of the same type. */
const CHECKS: ReadonlySet<string> = new Set([
  ...['minLength', 'maxLength', 'length', 'nonEmpty', 'regex', 'startsWith', 'endsWith', 'includes'],
  ...['email', 'url', 'slug', 'digits', 'decimal', 'hexadecimal', 'emoji', 'base64', 'ip', 'ipv4', 'ipv6'],
  ...['uuid', 'ulid', 'nanoid', 'cuid2', 'isoDate', 'isoDateTime', 'isoTime', 'isoTimestamp'],
  ...['integer', 'safeInteger', 'finite', 'multipleOf', 'minValue', 'maxValue', 'gtValue', 'ltValue'],
  ...['check', 'rawCheck', 'brand', 'readonly', 'title', 'description', 'metadata'],
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'normalize'],
]);

/** What comes out at the end: what is not known may make anything of what it is given. */
function piped([first, ...others]: readonly SchemaArgument[]): TypeRef | undefined {
  return others.reduce<TypeRef | undefined>((type, one) => {
    const check = one.kind === 'schema' ? one.schema.check : undefined;
    if (check === undefined) return typeOf(one);
    if (type?.name === 'string' && check.isId === true) return { ...type, isId: true };
    return type?.name === 'Array' && check.most !== undefined ? { ...type, most: check.most } : type;
  }, typeOf(first));
}

/** The names of a list as the object that zod takes in its place. */
function namesOf(list: SchemaArgument | undefined): SchemaArgument {
  if (list?.kind !== 'list') return { kind: 'other' };
  const members = list.elements.flatMap((one) => (one.kind === 'text' ? [[one.text, one] as const] : []));
  return { kind: 'object', members, isOpen: members.length < list.elements.length };
}
