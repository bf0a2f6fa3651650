import { type Abstract, alternativesOf, type Context, toValue } from '../link/abstract.ts';
import type { Linker } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import { constantText } from '../link/text.ts';
import { valueOfType } from '../link/types.ts';
import type { Value } from '../link/value.ts';
import type { CandidateCall, Expr, TypeRef } from '../syntax/facts.ts';
import type { Projection, SelectedName, StoredType } from './operation.ts';

/** Which properties a list query asks for, and which its entity type has. */
export function readProjection(linker: Linker, call: CandidateCall, context: Context): Projection {
  const select = readSelect(linker, call.call.args[0], context);
  const type = call.typeArgument && valueOfType(linker, call.typeArgument, context.file);
  const properties = type?.kind === 'typed' ? type.type.properties : undefined;
  const types = type?.kind === 'typed' ? storedTypes(linker, type.type, type.file) : undefined;
  return {
    ...(select && { select }),
    ...(properties && { properties }),
    ...(types && types.size > 0 && { types }),
  };
}

function storedTypes(linker: Linker, type: TypeRef, file: string): ReadonlyMap<string, StoredType> {
  return new Map(
    Object.entries(type.members ?? {}).flatMap(([name, member]) => {
      const stored = storedType(toValue(valueOfType(linker, member, file)));
      return stored === undefined ? [] : [[name, stored]];
    }),
  );
}

function storedType(value: Value): StoredType | undefined {
  switch (value.kind) {
    case 'number':
      return NUMBERS[value.number.representation];
    case 'boolean':
      return 'Boolean';
    case 'unknown':
      if (value.is === 'bytes') return 'Binary';
      return value.is === 'string' ? 'String' : undefined;
    default:
      return undefined;
  }
}

const NUMBERS = { double: 'Number', bigint: 'Int64', date: 'DateTime' } as const;

/** The names that `select` lists; undefined where there is none. */
function readSelect(linker: Linker, options: Expr | undefined, context: Context): Projection['select'] {
  if (options === undefined) return undefined;
  const selects = membersOf(
    linker,
    membersOf(linker, [linker.evaluate(options, context)], 'queryOptions'),
    'select',
  );
  const given = selects.filter(({ kind }) => kind !== 'nothing');
  if (given.length === 0) return undefined;
  const names = given.flatMap((value) => namesIn(value) ?? [undefined]);
  return names.every((name) => name !== undefined) ? names : 'unknown';
}

function membersOf(linker: Linker, values: readonly Abstract[], name: string): Abstract[] {
  return values
    .flatMap((value) => alternativesOf(value))
    .flatMap(({ value }) => {
      if (value.kind === 'nothing') return [];
      return alternativesOf(value.kind === 'object' ? propertyOf(linker, value, name) : value);
    })
    .map(({ value }) => value);
}

function namesIn(value: Abstract): SelectedName[] | undefined {
  if (value.kind !== 'array') return undefined;
  const names = value.elements.map(({ value: element }): SelectedName | undefined => {
    const name = constantText(element);
    const place = element.kind === 'text' ? element.place : undefined;
    return name === undefined ? undefined : { name, ...(place && { place }) };
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}
