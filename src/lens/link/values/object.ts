import type { Place } from '../../../core/text/segments.ts';
import type { PropertyExpr } from '../../syntax/facts/expr.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  alternativesOf,
  assign,
  choose,
  type Choice,
  type Context,
  mapChoices,
  type ObjectValue,
  type Overlay,
  unknown,
} from './abstract.ts';
import { listOf } from './join.ts';
import { costOf } from '../limits.ts';
import { deeper, type Linker, type PropertyPlaces, spend } from '../linker.ts';
import { wholeText } from './text.ts';

/** A property of an object of the workspace; `nothing` where it is seen to be absent. */
export function propertyOf(linker: Linker, object: ObjectValue, name: string): Abstract {
  const { properties: known } = linker.memory;
  const before = known.get(object)?.get(name);
  if (before !== undefined) return before;
  const { properties, overlays, context } = object;
  const places = placesOf(linker, properties);
  const value = deeper(linker, unknown('too-complex', name), () => {
    const literal = literalProperty(linker, object, name, places, properties.length);
    return withOverlays(linker, literal, name, overlays, context);
  });
  // what is spread may be asked again by whatever it is spread into; an unknown may be one only because the work was cut
  const isAskedAgain = value.kind !== 'unknown' && places.spread.length > 0;
  if (isAskedAgain) known.set(object, (known.get(object) ?? new Map<string, Abstract>()).set(name, value));
  return value;
}

/** A property of an object after what was assigned to it. */
export function withOverlays(
  linker: Linker,
  before: Abstract,
  name: string,
  overlays: readonly Overlay[],
  context: Context,
): Abstract {
  spend(linker, costOf(overlays.length));
  let value = before;
  for (const overlay of overlays) {
    const [first] = overlay.path;
    if (first !== name && first !== ANY_NAME) continue;
    value = first === name ? withOverlay(value, overlay, context) : maybeChanged(value);
  }
  return value;
}

/** Every value that a property may have whose name is not known; undefined where more than these are possible. */
export function anyProperty(linker: Linker, object: ObjectValue): readonly Abstract[] | undefined {
  if (object.isOpen || object.properties.some((property) => property.kind === 'spread')) return undefined;
  const names = [...object.properties, ...object.overlays].flatMap((part) =>
    'path' in part ? part.path.slice(0, 1) : part.kind === 'property' ? [part.name] : [],
  );
  return [...new Set(names)]
    .map((name) => propertyOf(linker, object, name))
    .filter((value) => value.kind !== 'nothing');
}

/**
 * What `Object.keys`, `Object.values` or `Object.entries` list, by its last name, of an object whose properties are all
 * seen and never assigned; undefined for others. `place` is that of the call.
 */
export function listed(
  linker: Linker,
  [global, name, ...rest]: readonly string[],
  object: Abstract | undefined,
  place: Place,
): Abstract | undefined {
  if (global !== 'Object' || rest.length > 0 || object?.kind !== 'object') return undefined;
  if (object.isOpen || object.overlays.length > 0) return undefined;
  if (!object.properties.every((property) => property.kind === 'property')) return undefined;
  if (name !== 'keys' && name !== 'values' && name !== 'entries') return undefined;
  return listOf(linker, object.properties, (property) => {
    const key = wholeText(property.name, place);
    if (name === 'keys') return [{ value: key, many: false }];
    const value = linker.evaluate(property.value, object.context);
    if (name === 'values') return [{ value, many: false }];
    return [{ value: pairOf(key, value), many: false }];
  });
}

/** A list of two. */
export function pairOf(first: Abstract, second: Abstract): Abstract {
  return { kind: 'array', elements: [first, second].map((value) => ({ value, many: false })) };
}

/** Of the properties before a place in the literal. */
function literalProperty(
  linker: Linker,
  object: ObjectValue,
  name: string,
  places: PropertyPlaces,
  end: number,
): Abstract {
  const { properties, context, without } = object;
  if (without?.includes(name)) return { kind: 'nothing' };
  // the last one counts
  const last = places.named.get(name)?.findLast((index) => index < end) ?? -1;
  for (const index of [...places.spread.filter((at) => last < at && at < end).reverse(), last]) {
    const property = properties[index];
    if (property === undefined) break;
    const value = linker.evaluate(property.value, context);
    if (property.kind === 'property') return value;
    const spread = spreadProperty(linker, value, name);
    if (spread === undefined) continue;
    // `...(x && { filter })`: present on one branch, looked for further on the other
    if (!spread.some((choice) => choice.value.kind === 'nothing')) return choose(spread);
    const rest = deeper(linker, unknown('too-complex', name), () =>
      literalProperty(linker, object, name, places, index),
    );
    return choose(
      spread.flatMap((choice) => (choice.value.kind === 'nothing' ? alternativesOf(rest) : [choice])),
    );
  }
  return object.isOpen ? unknown('property', name) : { kind: 'nothing' };
}

/** Literals with so many properties are gone through once. */
const MANY = 16;

/** Where the properties of a literal stand in it, and what is spread into it. */
function placesOf({ memory }: Linker, properties: readonly PropertyExpr[]): PropertyPlaces {
  const known = memory.places.get(properties);
  if (known !== undefined) return known;
  const named = new Map<string, number[]>();
  const spread: number[] = [];
  properties.forEach((property, index) => {
    const others = property.kind === 'spread' ? spread : named.get(property.name);
    if (others !== undefined) others.push(index);
    else if (property.kind === 'property') named.set(property.name, [index]);
  });
  if (properties.length > MANY) memory.places.set(properties, { named, spread });
  return { named, spread };
}

function spreadProperty(linker: Linker, spread: Abstract, name: string): readonly Choice[] | undefined {
  const found = alternativesOf(spread).map((choice): Choice => {
    const { value } = choice;
    const isVague = value.kind === 'unknown' || value.kind === 'typed';
    if (isVague && value.without?.includes(name)) return { ...choice, value: { kind: 'nothing' } };
    if (value.kind === 'object') return { ...choice, value: propertyOf(linker, value, name) };
    if (value.kind === 'typed' && value.type.members?.[name] !== undefined) {
      return { ...choice, value: linker.member(value, name) };
    }
    // a type that lists its properties, and this one is not among them
    if (value.kind === 'typed' && value.type.properties?.includes(name) === false)
      return { ...choice, value: { kind: 'nothing' } };
    if (value.kind === 'module' || value.kind === 'instance') {
      const found = linker.member(value, name);
      return {
        ...choice,
        value: found.kind === 'unknown' && found.why === 'not-resolved' ? { kind: 'nothing' } : found,
      };
    }
    const isEmpty = value.kind === 'nothing' || value.kind === 'boolean';
    return { ...choice, value: isEmpty ? { kind: 'nothing' } : unknown('property', name) };
  });
  return found.every((choice) => choice.value.kind === 'nothing') ? undefined : found;
}

function withOverlay(value: Abstract, overlay: Overlay, context: Context): Abstract {
  const [first, ...rest] = overlay.path;
  if (rest.length > 0) {
    return mapChoices(value, (one) => below(one, { ...overlay, path: rest }, context));
  }
  return first === ANY_NAME
    ? choose([
        ...alternativesOf(value).filter((one) => one.value.kind !== 'nothing'),
        { value: overlay.value },
      ])
    : assign(value, overlay.value, overlay.isConditional);
}

/** After a property was assigned that may be this one or another. */
function maybeChanged(value: Abstract): Abstract {
  return mapChoices(value, (one) => (one.kind === 'nothing' ? unknown('too-complex') : one));
}

function below(value: Abstract, overlay: Overlay, context: Context): Abstract {
  if (value.kind === 'object') return { ...value, overlays: [...value.overlays, overlay] };
  return value.kind === 'nothing'
    ? { kind: 'object', properties: [], context, overlays: [overlay] }
    : unknown('too-complex');
}
