import { type Abstract, alternativesOf, type Choice, toValue } from '../link/abstract.ts';
import { baseOf } from '../link/member.ts';
import type { Linker } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import { constantText } from '../link/text.ts';
import type { TypeRef } from '../syntax/facts.ts';
import type { Structured } from './operation.ts';

/** What a property's value is, where it is certain not to be a plain value of the service's; else undefined. */
export function structureOf(linker: Linker, value: Abstract): Structured | undefined {
  for (const choice of alternativesOf(value)) {
    const found = structureOfOne(linker, choice);
    if (found !== undefined) return found;
  }
  return undefined;
}

function structureOfOne(linker: Linker, { value, when }: Choice): Structured | undefined {
  const branch = when === undefined ? {} : { when };
  switch (value.kind) {
    case 'object': {
      const [type, inner] = [propertyOf(linker, value, 'type'), propertyOf(linker, value, 'value')];
      // the SDK takes an object for a typed value as soon as it has both
      if (type.kind === 'nothing' || inner.kind === 'nothing') return { kind: 'object', ...branch };
      const name = constantText(type);
      return { kind: 'typed', ...(name !== undefined && { type: name }), value: toValue(inner) };
    }
    case 'array':
      return { kind: 'array', ...branch };
    case 'function':
    case 'class':
      return { kind: 'function', ...branch };
    case 'instance':
      return isPlainInstance(linker, value) ? { kind: 'object', ...branch } : undefined;
    case 'typed':
      return isPlainType(value.type) ? { kind: 'object', ...branch } : undefined;
    case 'unknown':
      return value.is === 'array' || value.is === 'object' ? { kind: value.is, ...branch } : undefined;
    default:
      return undefined;
  }
}

/** An instance of a class of the workspace that is neither bytes or a date nor made as a typed value. */
function isPlainInstance(linker: Linker, of: { readonly file: string; readonly cls: number }): boolean {
  const members = linker.files.facts(of.file)?.classes[of.cls]?.members ?? [];
  return baseOf(linker, of) === undefined && !members.some(({ name }) => name === 'value');
}

/** An object type all of whose properties are seen, and which is not that of a typed value. */
function isPlainType({ properties }: TypeRef): boolean {
  return properties !== undefined && !properties.includes('value');
}
