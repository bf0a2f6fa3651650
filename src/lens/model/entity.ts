import type { Place } from '../../core/text/segments.ts';
import { type Abstract, type Context, givenOf, type ObjectValue, toValue } from '../link/abstract.ts';
import { isUnbounded } from '../link/content.ts';
import type { Linker } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import type { GivenTo } from '../link/value.ts';
import { ANY_NAME, type Expr } from '../syntax/facts.ts';
import type { KeyExpression, PutProperty, Write } from './operation.ts';
import { structureOf } from './structure.ts';
import { copiedFrom } from './writes.ts';

export type WrittenEntity = Pick<Write, 'properties' | 'isWhole' | 'partitionKey' | 'rowKey' | 'given'>;

/** The keys and the property names of the entity that a write is given. */
export function readEntity(linker: Linker, argument: Expr | undefined, context: Context): WrittenEntity {
  const entity = argument && linker.evaluate(argument, context);
  if (argument === undefined || entity?.kind !== 'object') {
    return { properties: [], ...wholeGiven(linker, argument, context) };
  }
  const properties = entity.properties.flatMap((property) =>
    property.kind === 'property' && !KEYS.has(property.name) ? [property.name] : [],
  );
  const isSpelledOut = entity.properties.some((property) => property.kind === 'property');
  return {
    properties,
    isWhole: isClosed(entity),
    ...keysOf(linker, entity, { file: context.file, span: argument.span }),
    ...(!isSpelledOut && copiedFrom(linker, context.file, argument)),
  };
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey']);

export type Keys = Pick<Write, 'partitionKey' | 'rowKey'>;

/** The keys of an entity; `here` is where it stands, for those that are spelled out elsewhere. */
export function keysOf(linker: Linker, entity: ObjectValue, here: Place): Keys {
  const key = (name: string): KeyExpression | undefined => {
    const value = propertyOf(linker, entity, name);
    if (value.kind === 'nothing') return undefined;
    const written = entity.properties.find(
      (property) => property.kind === 'property' && property.name === name,
    );
    const isHere = written !== undefined && entity.context.file === here.file;
    return { place: isHere ? { file: here.file, span: written.value.span } : here, value: toValue(value) };
  };
  return keys(key('partitionKey'), key('rowKey'));
}

export function keys(partitionKey: KeyExpression | undefined, rowKey: KeyExpression | undefined): Keys {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

/** Every property of an entity that is seen, the keys too, in order; of what is spread into it as well. */
export function valuesOf(linker: Linker, entity: Abstract | undefined): readonly PutProperty[] {
  if (entity?.kind !== 'object') return [];
  const last = new Map<string, Given>();
  for (const given of givenIn(linker, entity)) {
    last.set(given.name === ANY_NAME ? `${ANY_NAME}${given.at.span.start}` : given.name, given);
  }
  // code that is not followed may have made something else of it
  const isOpen = entity.isOpen === true || entity.overlays.some(({ path }) => path[0] === ANY_NAME);
  return [...last.values()].map(({ value: own, ...given }) => {
    const isNamed = given.name !== ANY_NAME;
    const value = isNamed ? propertyOf(linker, entity, given.name) : own();
    const structure = isOpen && isNamed ? undefined : structureOf(linker, value);
    return {
      ...given,
      value: toValue(value),
      isUnbounded: isUnbounded(value),
      ...(structure && { structure }),
    };
  });
}

/** A place that gives an entity a property. */
interface Given extends Pick<PutProperty, 'name' | 'at' | 'place' | 'isLate' | 'isSpread' | 'loops'> {
  readonly value: () => Abstract;
}

function givenIn(linker: Linker, entity: ObjectValue): readonly Given[] {
  const { file } = entity.context;
  const written = entity.properties.flatMap((property): readonly Given[] => {
    const value = (): Abstract => linker.evaluate(property.value, entity.context);
    if (property.kind === 'spread') {
      const spread = value();
      if (spread.kind !== 'object') return [];
      return givenIn(linker, spread).map((given) => ({ ...given, isSpread: true }));
    }
    const { name, nameSpan } = property;
    const { start, end } = nameSpan;
    const { span } = property.value;
    const at = { file, span: { start, end: Math.max(end, span.end) } };
    return [{ name, at, place: { file, span }, isLate: false, isSpread: false, loops: [], value }];
  });
  const late = entity.overlays.flatMap(({ path: [name, ...rest], value, assigned }): readonly Given[] => {
    if (name === undefined || rest.length > 0) return [];
    const { loops, place: at, value: place } = assigned;
    return [{ name, at, place, isLate: true, isSpread: false, loops, value: () => value }];
  });
  return [...written, ...late];
}

/** Whether all properties of an object are seen. */
function isClosed({ properties, overlays, isOpen }: ObjectValue): boolean {
  return (
    isOpen !== true &&
    properties.every(({ kind }) => kind === 'property') &&
    overlays.every(({ path }) => properties.some((own) => 'name' in own && own.name === path[0]))
  );
}

/** Whose callers give an argument as it is. */
export function wholeGiven(
  linker: Linker,
  argument: Expr | undefined,
  context: Context,
): { readonly given?: GivenTo } {
  const given = argument && givenOf(linker.evaluate(argument, context));
  return given === undefined ? {} : { given };
}
