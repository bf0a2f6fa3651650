import { constantOf, type Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { PropertyExpr, TypeRef } from '../../syntax/facts/expr.ts';
import { MOST_ALTERNATIVES } from '../limits.ts';
import { clock } from './number.ts';
import type { GivenTo, UnknownWhy, Value, ValueType } from './value.ts';

/**
 * What an expression evaluates to inside the linker: a {@link Value}, or something that only matters on
 * the way to one: clients, objects, functions, modules.
 */
export type Abstract = Value | Structure;

export type Structure =
  | ClientValue
  | ObjectValue
  /** `splitOf`: the text whose parts it has, of which the first is seen. */
  | {
      readonly kind: 'array';
      readonly elements: readonly ArrayElement[];
      readonly splitOf?: Abstract;
    }
  | FunctionValue
  | { readonly kind: 'class'; readonly file: string; readonly cls: number; readonly env?: Env | undefined }
  | InstanceValue
  | { readonly kind: 'module'; readonly file: string }
  /** A module outside the workspace, or a member of one: `path` leads from the module to it. */
  | ExternalValue
  /** A name that nothing in the file declares: `Date`, `Math`, or a real global. */
  | { readonly kind: 'global'; readonly path: readonly string[] }
  | TypedValue
  /** A method of a value that is not an object of the workspace: `text.padStart`. */
  | { readonly kind: 'method'; readonly receiver: Abstract; readonly name: string }
  | { readonly kind: 'choice'; readonly values: readonly Choice[] };

export interface ExternalValue {
  readonly kind: 'external';
  readonly module: string;
  readonly path: readonly string[];
  readonly schema?: Schema | undefined;
}

/** What a package such as zod parses: the type, where that can be told. */
export interface Schema {
  readonly type?: TypeRef | undefined;
  /** It is a step of a pipe that leaves the type as it is: what is known then of a text, or of how long a list is. */
  readonly check?: Pick<TypeRef, 'isId' | 'most'>;
}

/** Not known but for its type. */
export interface TypedValue {
  readonly kind: 'typed';
  readonly type: TypeRef;
  readonly file: string;
  readonly name?: string;
  readonly given?: GivenTo;
  /** Properties that a pattern took out of it. */
  readonly without?: readonly string[];
}

/** A TableClient of `@azure/data-tables`. */
export interface ClientValue {
  readonly kind: 'client';
  /** What the constructor was given as the table's name; absent where only the type is known. */
  readonly table?: Abstract;
  /** The address or connection string that it was given. */
  readonly connection?: Abstract;
  readonly evidence: 'proved' | 'inferred';
  readonly because: string;
  /** It is a parameter of that function: whoever calls decides which one it is. */
  readonly given?: GivenTo;
  /** It is taken out of a list or a map: what puts it there says which one it is. */
  readonly isKept?: boolean;
}

export interface ObjectValue {
  readonly kind: 'object';
  readonly properties: readonly PropertyExpr[];
  readonly context: Context;
  /** What was assigned to properties after the literal, in order. */
  readonly overlays: readonly Overlay[];
  /** Code that is not followed may have given it other properties. */
  readonly isOpen?: boolean;
  /** Properties that a pattern took out of the literal. */
  readonly without?: readonly string[];
}

export interface Overlay {
  readonly path: readonly string[];
  readonly value: Abstract;
  /** It is assigned on some ways alone. */
  readonly isConditional?: boolean | undefined;
  /** The assignment, the value in it, and the loops around it within its function. */
  readonly assigned: { readonly place: Place; readonly value: Place; readonly loops: readonly Span[] };
}

export interface FunctionValue {
  readonly kind: 'function';
  readonly file: string;
  readonly fn: number;
  readonly env?: Env | undefined;
  readonly self?: Abstract | undefined;
}

export interface InstanceValue {
  readonly kind: 'instance';
  readonly file: string;
  readonly cls: number;
  /** Absent for "some instance", as `this` is inside a method. */
  readonly args?: readonly Abstract[] | undefined;
  /** What the type parameters of its class were given, each with the file that it is written in. */
  readonly types?: readonly TypeRef[] | undefined;
  readonly env?: Env | undefined;
  /** What was assigned to its fields after it was made, in order. */
  readonly overlays?: readonly Overlay[] | undefined;
  /** Code that is not followed may have changed its fields. */
  readonly isOpen?: boolean;
  readonly given?: GivenTo;
}

export interface ArrayElement {
  readonly value: Abstract;
  /** It may be there any number of times, or stand for unknown elements. */
  readonly many: boolean;
  /** Where it is written. */
  readonly place?: Place;
}

/** One of several structures; a choice of plain values is the `oneOf` of {@link Value}. */
export interface Choice {
  readonly value: Abstract;
  /** A condition decides whether it is that one, `isOld ? OLD : NEW`: it doesn't stand in for another one that is missing. */
  readonly isBranch?: true;
}

/** The arguments of a call that is being looked into. */
export interface Env {
  readonly file: string;
  readonly fn: number;
  readonly args: readonly Abstract[];
  /** What the function's type parameters were given, each with the file that it is written in. */
  readonly types?: readonly TypeRef[] | undefined;
  readonly self?: Abstract | undefined;
  readonly parent?: Env | undefined;
}

/** Where an expression is evaluated. */
export interface Context {
  readonly file: string;
  readonly env?: Env | undefined;
}

export const unknown = (why: UnknownWhy, name?: string): Extract<Value, { kind: 'unknown' }> =>
  name === undefined ? { kind: 'unknown', why } : { kind: 'unknown', why, name };

type OneOf = Extract<Abstract, { kind: 'choice' | 'oneOf' }>;

/** Whether a value is one of several. */
export function isChoice(value: Abstract): value is OneOf {
  return value.kind === 'choice' || value.kind === 'oneOf';
}

/** The possible values, a choice opened up. */
export function alternativesOf(value: Abstract): readonly Choice[] {
  switch (value.kind) {
    case 'choice':
      return value.values.flatMap(openedUp);
    case 'oneOf':
      return value.values.flatMap((one) => openedUp({ value: one.value }));
    default:
      return [{ value }];
  }
}

function openedUp(choice: Choice): readonly Choice[] {
  return isChoice(choice.value) ? alternativesOf(choice.value) : [choice];
}

/** One value out of possible ones: the one way to join alternatives, of which too many are unknown. */
export function choose(choices: readonly Choice[]): Abstract {
  const [first] = choices;
  // most often there is nothing to choose from
  if (first !== undefined && choices.length === 1 && !isChoice(first.value)) return first.value;
  const flat = choices.flatMap(openedUp);
  const [only] = flat;
  if (only === undefined) return unknown('not-resolved');
  if (flat.length === 1) return only.value;
  if (flat.every((choice) => choice.value.kind === 'unknown')) return anyOf(only.value);
  const values = flat.length > MOST_ALTERNATIVES ? oneClient(flat) : flat;
  return values.length > MOST_ALTERNATIVES ? oneOfMany(values) : { kind: 'choice', values };
}

/** Of too many constant texts it is still known which ones there are. */
function oneOfMany(choices: readonly Choice[]): Abstract {
  const texts = choices.flatMap(({ value }) =>
    value.kind === 'text' ? (constantOf(value.segments) ?? []) : [],
  );
  const vague = unknown('too-complex');
  return texts.length === choices.length ? { ...vague, is: 'string', texts } : vague;
}

/** One of several values of which little is known: the first, without what it alone says. */
function anyOf(first: Abstract): Abstract {
  if (first.kind !== 'unknown' || first.length === undefined) return first;
  const { length: _, ...vague } = first;
  return vague;
}

/** Of values that are clients all: one of them, whose table is not known. */
export function someClient(value: Abstract): Abstract {
  const all = alternativesOf(value);
  const [only, ...others] = all.length > 1 ? oneClient(all) : [];
  return only !== undefined && others.length === 0 ? only.value : value;
}

/** Clients are told apart by their tables alone: many of them are one of which the table is not known. */
function oneClient(choices: readonly Choice[]): readonly Choice[] {
  const clients = choices.map(({ value }) => value).filter((value) => value.kind === 'client');
  const [first] = clients;
  if (first === undefined) return choices;
  const { table: _, ...client } = clients.find((one) => one.evidence === 'inferred') ?? first;
  const rest = choices.filter(({ value }) => value.kind !== 'client' && value.kind !== 'nothing');
  return [{ value: client }, ...rest];
}

/** What is there after something was assigned: on some ways alone, or what was there before. */
export function assign(before: Abstract, added: Abstract, isConditional: boolean | undefined): Abstract {
  return isConditional === true ? choose([...alternativesOf(before), { value: added }]) : added;
}

/** What is left where something is read or called, which throws of nothing. */
export function withoutNothing(object: Abstract): Abstract {
  const all = alternativesOf(object);
  const some = all.filter(({ value }) => value.kind !== 'nothing');
  return some.length === 0 || some.length === all.length ? object : choose(some);
}

/** Applies `change` to every alternative. */
export function mapChoices(value: Abstract, change: (one: Abstract) => Abstract): Abstract {
  if (!isChoice(value)) return change(value);
  return choose(alternativesOf(value).map((choice) => ({ ...choice, value: change(choice.value) })));
}

/** `left ?? right`, `left || right`: the right side where the left one is, or may be, nothing. */
export function orElse(left: Abstract, right: Abstract): Abstract {
  const known = alternativesOf(left);
  if (known.every((choice) => choice.value.kind === 'nothing')) return right;
  const kept = known.filter((choice) => choice.value.kind !== 'nothing');
  if (kept.length < known.length) return choose([...kept, { value: right }]);
  const [only] = kept;
  const isVague = only?.value.kind === 'unknown' || only?.value.kind === 'typed';
  const mayBeMissing = (kept.length === 1 && isVague) || kept.every(({ value }) => isOfEnvironment(value));
  return mayBeMissing ? choose([...kept, { value: right }]) : left;
}

/** `process.env.TABLE`: a setting that may be made or not. */
export function isOfEnvironment(value: Abstract): boolean {
  return value.kind === 'global' && value.path[0] === 'process' && value.path[1] === 'env';
}

/** The name of the setting of the environment that a value is: `TABLE_PREFIX` of `process.env.TABLE_PREFIX`. */
export function settingOfEnvironment(value: Abstract): string | undefined {
  return value.kind === 'global' && isOfEnvironment(value) && value.path.length === 3
    ? value.path[2]
    : undefined;
}

/** What code that is not followed may have put into a list. */
const ANY_ELEMENTS: ArrayElement = { value: unknown('too-complex'), many: true };

/** A value after code that is not followed may have changed what is in it. */
export function opened(value: Abstract): Abstract {
  return mapChoices(value, (one) => {
    if (one.kind === 'object' || one.kind === 'instance') return { ...one, isOpen: true };
    if (one.kind !== 'array' || one.elements.at(-1) === ANY_ELEMENTS) return one;
    return { kind: 'array', elements: [...one.elements, ANY_ELEMENTS] };
  });
}

/** The part of an abstract value that rules may see. */
export function toValue(value: Abstract): Value {
  switch (value.kind) {
    case 'text':
    case 'number':
    case 'boolean':
    case 'nothing':
    case 'time-text':
    case 'number-text':
    case 'random-text':
    case 'unknown':
    case 'oneOf':
      return value;
    case 'choice':
      return {
        kind: 'oneOf',
        values: value.values.map(({ value: one }) => ({ value: toValue(one) })),
      };
    case 'typed':
      return givenTo(typedValue(value.type, value.name), value.given);
    case 'object':
    case 'array':
      return { kind: 'unknown', why: 'not-supported', is: value.kind };
    case 'client':
    case 'function':
    case 'class':
    case 'instance':
    case 'module':
    case 'external':
    case 'global':
    case 'method':
      return unknown('not-supported');
  }
}

/** What is known of a value by its type; of a text also that a function made it, which its type does not say. */
export function typedAs(value: Extract<Value, { kind: 'unknown' }>, type: Abstract): Abstract {
  if (value.why !== 'call-result' || type.kind !== 'typed' || type.type.name !== 'string') return type;
  // the name of a function that is not followed says less than that of what it gives
  const name = value.through === undefined && value.isKeySafe !== true ? type.name : undefined;
  return {
    ...value,
    is: 'string',
    ...(name !== undefined && { name }),
    ...(type.type.isOptional === true && { isOptional: true }),
  };
}

/** The value, known to be decided by the callers of a function: a part of what they give, or made from it. */
export function givenTo<T extends Abstract>(value: T, given: GivenTo | undefined): T {
  return given !== undefined && isVague(value) ? { ...value, given } : value;
}

/** The function whose callers decide a value. */
export function givenOf(value: Abstract): GivenTo | undefined {
  return isVague(value) ? value.given : undefined;
}

/** Of which no more is known than its type. */
function isVague(value: Abstract): value is Extract<Abstract, { readonly given?: GivenTo }> {
  return (
    value.kind === 'unknown' ||
    value.kind === 'typed' ||
    (value.kind === 'instance' && value.args === undefined)
  );
}

function typedValue(type: TypeRef, name: string | undefined): Value {
  const value = valueTyped(type, name);
  if (value.kind !== 'number' || type.isOptional !== true) return value;
  return { ...value, isOptional: true, ...(type.isDeclared === true && { isDeclared: true }) };
}

function valueTyped(type: TypeRef, name: string | undefined): Value {
  const origin = { kind: 'other' as const, ...(name !== undefined && { name }) };
  switch (type.name) {
    case 'number':
      return { kind: 'number', number: { representation: 'double', origin, inverted: false } };
    case 'bigint':
      return { kind: 'number', number: { representation: 'bigint', origin, inverted: false } };
    case 'boolean':
      return { kind: 'boolean' };
    case 'Date':
      return clock('date');
    case 'string':
      return { ...vague(type, name), is: 'string', ...(type.isId === true && { isId: true }) };
    default: {
      if (type.literals) return { ...vague(type, name), is: 'string', texts: type.literals };
      const is = LISTS.get(type.name) ?? (type.members && 'object');
      return is === undefined ? vague(type, name) : { ...vague(type, name), is };
    }
  }
}

/** Types that hold others, and what their values are. */
const LISTS: ReadonlyMap<string, ValueType | undefined> = new Map([
  ['Array', 'array'],
  ['ReadonlyArray', 'array'],
  ['Tuple', 'array'],
  ['Set', 'object'],
  ['ReadonlySet', 'object'],
  ['Map', 'object'],
  ['ReadonlyMap', 'object'],
  ['WeakMap', 'object'],
  ['Iterable', undefined],
  ['IterableIterator', undefined],
  ['Generator', undefined],
  ['AsyncIterable', undefined],
  ['AsyncIterableIterator', undefined],
  ['AsyncGenerator', undefined],
  // of the SDK
  ['PagedAsyncIterableIterator', undefined],
]);

/** Whether a type says what its values hold: `Order[]`, `Map<string, TableClient>`. */
export function isListType({ name, args }: TypeRef): boolean {
  return LISTS.has(name) && args.length >= (name.endsWith('Map') ? 2 : 1);
}

function vague({ isOptional }: TypeRef, name: string | undefined): Extract<Value, { kind: 'unknown' }> {
  return {
    kind: 'unknown',
    why: 'parameter',
    ...(name !== undefined && { name }),
    ...(isOptional === true && { isOptional }),
  };
}
