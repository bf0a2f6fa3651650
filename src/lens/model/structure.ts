import { written } from '../../core/shape/condition.ts';
import { type Abstract, alternativesOf, type Choice, isListType, toValue } from '../link/abstract.ts';
import { baseOf } from '../link/instance.ts';
import type { Linker } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import { constantText } from '../link/text.ts';
import type { TypeRef } from '../syntax/expr.ts';
import type { Structured } from './operation.ts';

/**
 * What a property's value is, where it is never a plain value of the service's; else undefined. Of several values all
 * must be such: the conditions of one may say just that it is none (`typeof value !== 'object'`).
 */
export function structureOf(linker: Linker, value: Abstract): Structured | undefined {
  const given = alternativesOf(value).filter((choice) => choice.value.kind !== 'nothing');
  const found = given.map((choice) => structureOfOne(linker, choice));
  return found.every((one) => one !== undefined) ? found[0] : undefined;
}

function structureOfOne(linker: Linker, { value, when }: Choice): Structured | undefined {
  const branch = when === undefined ? {} : { when: written(when) };
  switch (value.kind) {
    case 'object': {
      const [type, inner] = [propertyOf(linker, value, 'type'), propertyOf(linker, value, 'value')];
      // the SDK takes an object for a typed value as soon as it has both
      if (type.kind === 'nothing' || inner.kind === 'nothing')
        return { kind: 'object', isPlain: true, ...branch };
      const name = constantText(type);
      return { kind: 'typed', ...(name !== undefined && { type: name }), value: toValue(inner) };
    }
    case 'array':
      return { kind: 'array', isPlain: true, ...branch };
    case 'function':
    case 'class':
      return { kind: 'function', isPlain: false, ...branch };
    case 'instance':
      return isOwnInstance(linker, value) ? { kind: 'object', isPlain: false, ...branch } : undefined;
    case 'typed':
      if (isListType(value.type))
        return structureOfOne(linker, { value: toValue(value), ...(when !== undefined && { when }) });
      return isOwnType(value.type) ? { kind: 'object', isPlain: true, ...branch } : undefined;
    case 'unknown':
      if (value.is !== 'array' && value.is !== 'object') return undefined;
      return { kind: value.is, isPlain: value.is === 'array', ...branch };
    default:
      return undefined;
  }
}

/** An instance of a class of the workspace that is neither bytes or a date nor made as a typed value. */
function isOwnInstance(linker: Linker, of: { readonly file: string; readonly cls: number }): boolean {
  const members = linker.files.facts(of.file)?.classes[of.cls]?.members ?? [];
  return baseOf(linker, of) === undefined && !members.some(({ name }) => name === 'value');
}

/** An object type all of whose properties are seen, and which is not that of a typed value. */
function isOwnType({ properties }: TypeRef): boolean {
  return properties !== undefined && !properties.includes('value');
}
