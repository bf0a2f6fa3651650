import { callSchema, countOf, resultType, type SchemaArgument } from '../library/schemas.ts';
import { callValibot } from '../library/valibot.ts';
import { type Linker, spend } from '../linker.ts';
import type { Abstract, ExternalValue } from '../values/abstract.ts';
import { propertyOf } from '../values/object.ts';
import { constantText } from '../values/text.ts';
import { CALLED } from './clients.ts';
import { valueOfType } from './types.ts';

/** What a call of a schema, or of what makes one, gives; undefined where it is no such call. */
export function schemaValue(
  linker: Linker,
  target: ExternalValue,
  file: string,
  args: () => readonly Abstract[],
): Abstract | undefined {
  const given = (): readonly SchemaArgument[] => args().map((arg) => argumentOf(linker, arg));
  const made = callSchema(target, given) ?? callValibot(target, given);
  switch (made?.kind) {
    case 'schema':
      return { ...target, path: [...target.path, CALLED], schema: made.schema };
    case 'value':
      return valueOfType(linker, made.type, file);
    case 'result':
      return valueOfType(linker, resultType(made.type), file);
    case undefined:
      return undefined;
  }
}

function argumentOf(linker: Linker, arg: Abstract): SchemaArgument {
  spend(linker, 1);
  switch (arg.kind) {
    case 'external':
      return arg.schema === undefined ? { kind: 'other' } : { kind: 'schema', schema: arg.schema };
    case 'array':
      return { kind: 'list', elements: arg.elements.map(({ value }) => argumentOf(linker, value)) };
    case 'text': {
      const text = constantText(arg);
      return text === undefined ? { kind: 'other' } : { kind: 'text', text };
    }
    case 'number':
      return countOf(arg.number.constant);
    case 'object': {
      const names = arg.properties.flatMap((property) =>
        property.kind === 'property' ? [property.name] : [],
      );
      return {
        kind: 'object',
        members: names.map((name) => [name, argumentOf(linker, propertyOf(linker, arg, name))] as const),
        isOpen: names.length < arg.properties.length || arg.isOpen === true,
      };
    }
    default:
      return { kind: 'other' };
  }
}
