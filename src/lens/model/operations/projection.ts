import { type StoredType, typeNamed } from '../../../core/shape/stored-type.ts';
import { type Abstract, type Context, toValue } from '../../link/values/abstract.ts';
import { linkerLater } from '../../link/evaluate.ts';
import type { Linker } from '../../link/linker.ts';
import { typeIn } from '../../link/calls/type-parameters.ts';
import { classOf } from '../../link/calls/bases.ts';
import { valueOfType } from '../../link/calls/types.ts';
import type { Value } from '../../link/values/value.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { CandidateCall } from '../../syntax/facts/facts.ts';
import type { SeenCall } from '../seen/seen-call.ts';
import type { Projection } from './operation.ts';

/** Which properties a read asks for, and which its entity type has. */
export function readProjection(
  linker: Linker,
  { method, call, typeArgument }: CandidateCall,
  seen: Pick<SeenCall, 'select'>,
  context: Context,
  unseen: Projection['select'] = 'unknown',
): Projection {
  const { args } = call;
  const hasOptions =
    args.length > (method === 'getEntity' ? 2 : 0) || args.some(({ kind }) => kind === 'spread');
  const select = hasOptions ? seen.select(unseen) : undefined;
  const type = typeArgument && valueOfType(linker, typeIn(linker, typeArgument, context), context.file);
  const entity = type && shapeOf(linker, type);
  const { members, properties, required } = entity?.type ?? {};
  return {
    ...(select && { select }),
    ...(properties && { properties }),
    ...(required && { required }),
    ...(entity && members && typesOf(linker, members, entity.file)),
  };
}

/** The properties of a type, or of a class that stands for one: `listEntities<Employee>` of `class Employee { name!: string }`. */
function shapeOf(
  linker: Linker,
  type: Abstract,
):
  { readonly type: Pick<TypeRef, 'members' | 'properties' | 'required'>; readonly file: string } | undefined {
  if (type.kind === 'typed') return { type: type.type, file: type.file };
  if (type.kind !== 'instance') return undefined;
  const { members: all = [], extends: base } = classOf(linker, type) ?? {};
  const fields = all.filter(({ kind, isStatic }) => kind === 'field' && !isStatic);
  const names = [...new Set(fields.map(({ name }) => name))];
  const typed = fields.flatMap((field) => (field.type ? [[field.name, field.type] as const] : []));
  // a method may set what no field says
  return {
    type: { members: Object.fromEntries(typed), ...(base === undefined && { properties: names }) },
    file: type.file,
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
