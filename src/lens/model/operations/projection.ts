import { type StoredType, typeNamed } from '../../../core/shape/stored-type.ts';
import { type Context, toValue } from '../../link/values/abstract.ts';
import { linkerLater } from '../../link/evaluate.ts';
import type { Linker } from '../../link/linker.ts';
import { typeIn } from '../../link/calls/type-parameters.ts';
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
