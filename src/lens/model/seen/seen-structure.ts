import { describe } from '../../flow/describe.ts';
import { atomsOf } from '../../flow/entities/sources.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ObjectState } from '../../flow/values/store.ts';
import { toPlain } from '../../flow/values/symbols.ts';
import type { Atom, Value } from '../../flow/values/values.ts';
import { isListType } from '../../link/values/abstract.ts';
import type { Files } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Structured, Value as Plain } from '../operations/operation.ts';
import type { Seen, SeenCases } from './seen-cases.ts';

/** What an object was when it was written. */
type StateOf = (atom: Extract<Atom, { kind: 'object' }>) => ObjectState | undefined;

/**
 * What a property's value is, where it is never a plain value of the service's; else undefined. Of several values all
 * must be such: the conditions of one may say just that it is none (`typeof value !== 'object'`). Of a typed value beside others nothing
 * is said.
 */
export function structureSeen(
  flow: Flow,
  files: Files,
  { cases, reached }: SeenCases,
  all: readonly Seen[],
  stateOf: StateOf,
): Structured | undefined {
  const there = cases.filter(({ value }) => value.kind !== 'nothing');
  const found = there.map(({ value }) => {
    // whatever the type of an entity says: the service holds no such value
    if (flow.isStored(value)) return undefined;
    if (value.kind === 'object') return structureOfObject(stateOf(value));
    // of which the SDK makes an object
    if (value.kind === 'unknown' && flow.isEntity(value.symbol))
      return { kind: 'object', isPlain: true } as const;
    return structureOf(value);
  });
  const [first] = found;
  const [one] = there;
  if (first === undefined || one === undefined || found.includes(undefined)) return undefined;
  // objects are one case, whatever they have
  const objects = all.flatMap(({ value }) => atomsOf(value)).filter((atom) => atom.kind === 'object');
  const ofObjects = objects.map((atom) => structureOfObject(stateOf(atom)));
  const kinds = new Set([...found, ...ofObjects].map(kindOf));
  if (kinds.has(undefined) || (kinds.has('typed') && kinds.size > 1)) return undefined;
  if (first.kind === 'typed')
    return new Set(objects.map(({ id }) => id)).size === 1 ? first : ofOneType(first, ofObjects);
  const when = describe(flow, files, one.guard, reached);
  const isPerhaps = there.length < cases.length || there.some(({ value }) => mayBeNothing(value));
  return { ...first, ...(when !== undefined && { when }), ...(isPerhaps && { isPerhaps }) };
}

/** Of several typed values, as each turn of a loop makes one, the type that all of them name. */
function ofOneType(
  { type }: Extract<Structured, { kind: 'typed' }>,
  all: readonly (Structured | undefined)[],
): Structured | undefined {
  const isAlike = all.every((one) => one?.kind === 'typed' && one.type === type);
  if (type === undefined || !isAlike) return undefined;
  return { kind: 'typed', type, value: { kind: 'unknown', why: 'too-complex' } };
}

function kindOf(structure: Structured | undefined): Structured['kind'] | undefined {
  return structure?.kind;
}

function mayBeNothing(atom: Atom): boolean {
  return atom.kind === 'typed'
    ? atom.type.isOptional === true
    : atom.kind === 'unknown' && atom.isOptional === true;
}

function structureOf(atom: Atom): Structured | undefined {
  switch (atom.kind) {
    case 'function':
    case 'class':
      return { kind: 'function', isPlain: false };
    case 'typed':
      if (isListType(atom.type)) return structureOfPlain(toPlain(atom));
      return isOwnType(atom.type) ? { kind: 'object', isPlain: true } : undefined;
    case 'unknown':
      return structureOfPlain(atom);
    default:
      return undefined;
  }
}

function structureOfPlain(value: Plain): Structured | undefined {
  if (value.kind !== 'unknown' || (value.is !== 'array' && value.is !== 'object')) return undefined;
  return { kind: value.is, isPlain: value.is === 'array' };
}

function structureOfObject(state: ObjectState | undefined): Structured | undefined {
  switch (state?.kind) {
    case 'array':
      return { kind: 'array', isPlain: true };
    case 'map':
    case 'set':
      return { kind: 'object', isPlain: false };
    case 'object': {
      const { cls, properties } = state;
      // neither bytes or a date nor made as a typed value
      if (cls !== undefined)
        return cls.base === undefined && !cls.cls.named.has('value')
          ? { kind: 'object', isPlain: false }
          : undefined;
      const [type, inner] = [properties.get('type'), properties.get('value')];
      // the SDK takes an object for a typed value as soon as it has both
      if (isThere(type) && isThere(inner)) {
        const name = type.kind === 'choice' ? undefined : constantText(toPlain(type));
        const value =
          inner.kind === 'choice'
            ? { kind: 'unknown' as const, why: 'too-complex' as const }
            : toPlain(inner);
        return { kind: 'typed', ...(name !== undefined && { type: name }), value };
      }
      return isSeen(state) ? { kind: 'object', isPlain: true } : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether an object has no `type` and `value` that are not seen, as that of a typed value would. */
function isSeen({ open, unnamed, isGiven }: ObjectState): boolean {
  if (open === undefined) return true;
  if (open.type !== undefined) return isOwnType(open.type);
  // `counts[day] = n`: no number is the name of a type
  return (
    isGiven !== true &&
    open.why === 'too-complex' &&
    unnamed !== undefined &&
    [...unnamed.values()].every(({ value }) => isNumber(value))
  );
}

function isNumber(value: Value): boolean {
  return value.kind === 'choice'
    ? value.cases.every((one) => one.value.kind === 'number')
    : value.kind === 'number';
}

function isThere(value: Value | undefined): value is Value {
  return value !== undefined && value.kind !== 'nothing';
}

/**
 * An object type all of whose properties are seen, and which is not that of a typed value; or one of any names, which nobody calls a date
 * or bytes.
 */
function isOwnType({ name, properties }: TypeRef): boolean {
  if (properties !== undefined) return !properties.includes('value');
  return name === 'Record';
}
