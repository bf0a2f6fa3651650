import type { Place } from '../../core/text/segments.ts';
import { type Abstract, type Context, givenOf, type ObjectValue, toValue } from '../link/abstract.ts';
import type { Linker } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import type { GivenTo } from '../link/value.ts';
import type { Expr } from '../syntax/facts.ts';
import type { KeyExpression, PutProperty, Write } from './operation.ts';
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
  const { file } = entity.context;
  const written = entity.properties.flatMap((property): readonly PutProperty[] => {
    const value = linker.evaluate(property.value, entity.context);
    if (property.kind === 'spread') return valuesOf(linker, value);
    const { name, nameSpan } = property;
    return [
      {
        name,
        namePlace: { file, span: nameSpan },
        place: { file, span: property.value.span },
        value: toValue(value),
      },
    ];
  });
  const assigned = entity.overlays.flatMap(({ path: [name, ...rest], value }): readonly PutProperty[] =>
    name === undefined || rest.length > 0 ? [] : [{ name, value: toValue(value) }],
  );
  return [...written, ...assigned];
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
