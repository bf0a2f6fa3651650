import { type StoredType, typeNamed } from '../../../core/shape/stored-type.ts';
import { type Abstract, alternativesOf, type Context, toValue } from '../../link/values/abstract.ts';
import { linkerLater } from '../../link/evaluate.ts';
import type { Linker } from '../../link/linker.ts';
import { propertyOf } from '../../link/values/object.ts';
import { constantText } from '../../link/values/text.ts';
import { typeIn } from '../../link/calls/type-parameters.ts';
import { valueOfType } from '../../link/calls/types.ts';
import type { Value } from '../../link/values/value.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { CandidateCall } from '../../syntax/facts/facts.ts';
import type { Projection, SelectedName } from './operation.ts';

/** Which properties a list query asks for, and which its entity type has. */
export function readProjection(
  linker: Linker,
  { typeArgument }: CandidateCall,
  options: Abstract | undefined,
  context: Context,
): Projection {
  const select = options && readSelect(linker, options);
  const type = typeArgument && valueOfType(linker, typeIn(linker, typeArgument, context), context.file);
  const { properties, required } = type?.kind === 'typed' ? type.type : {};
  return {
    ...(select && { select }),
    ...(properties && { properties }),
    ...(required && { required }),
    ...(type?.kind === 'typed' && type.type.members && typesOf(linker, type.type.members, type.file)),
  };
}

/** Of most queries nobody asks for the type of more than one property. */
function typesOf(
  linker: Linker,
  members: NonNullable<TypeRef['members']>,
  file: string,
): Pick<Projection, 'typeOf'> {
  const later = linkerLater(linker);
  return {
    typeOf: (property) => {
      const member = Object.hasOwn(members, property) ? members[property] : undefined;
      return member && (namedType(member) ?? storedType(toValue(valueOfType(later(), member, file))));
    },
  };
}

/** `Edm<'Guid'>`: the SDK's way to name a type. */
function namedType({ name, args: [type] }: TypeRef): StoredType | undefined {
  const [only, ...others] = (name === 'Edm' ? type?.literals : undefined) ?? [];
  return others.length === 0 ? typeNamed(only ?? '') : undefined;
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
function readSelect(linker: Linker, options: Abstract): Projection['select'] {
  const selects = membersOf(linker, membersOf(linker, [options], 'queryOptions'), 'select');
  const given = selects.filter(({ kind }) => kind !== 'nothing');
  if (given.length === 0) return undefined;
  const names = given.flatMap((value) => namesIn(value) ?? [undefined]);
  return names.every((name) => name !== undefined) ? names : 'unknown';
}

function membersOf(linker: Linker, values: readonly Abstract[], name: string): Abstract[] {
  const members: Abstract[] = [];
  for (const { value } of values.flatMap(alternativesOf)) {
    if (value.kind === 'nothing') continue;
    const member = value.kind === 'object' ? propertyOf(linker, value, name) : value;
    for (const one of alternativesOf(member)) members.push(one.value);
  }
  return members;
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
