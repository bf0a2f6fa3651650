import type { Operand } from '../../../core/odata/ast.ts';
import { fixedType, type StoredType } from '../../../core/shape/stored-type.ts';
import { HOLE } from '../../../core/text/segments.ts';
import type { FilterAlternative, Query, Value } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { typePut } from './types-put.ts';

/** Whether an operand says its type: `5L`, `datetime'…'`, `guid'${id}'`. */
export function isSpelledOut(operand: Operand): boolean {
  const type =
    operand.kind === 'literal' ? operand.value.type : operand.kind === 'hole' ? operand.type : undefined;
  return type === 'Int64' || type === 'DateTime' || type === 'Guid' || type === 'Binary';
}

/**
 * What a property is stored as: keys and the time stamp by the service, others by the entity type of the query, or by all that is
 * written to its table.
 */
export function storedType(context: RuleContext, query: Query, property: string): StoredType | undefined {
  return fixedType(property) ?? query.projection?.typeOf?.(property) ?? typePut(context, query, property);
}

/** What an operand is sent as; undefined where that is not certain, or where it is broken anyhow. */
export function sentType(filter: FilterAlternative, operand: Operand): StoredType | undefined {
  switch (operand.kind) {
    case 'literal':
      return operand.value.type;
    case 'composed':
      return 'String';
    case 'hole': {
      if (operand.type !== undefined) return operand.type;
      // with something that touches it, or a type before it that nobody knows
      if (operand.span.end - operand.span.start !== 1) return undefined;
      const value = filter.text.holes.get(operand.hole.offset);
      return value && sentAlone(value, isTagged(filter, operand.hole.offset));
    }
    case 'property':
    case 'missing':
      return undefined;
  }
}

/** Whether the hole at an offset stands in a template of the `odata` tag, be it one of several that are joined. */
function isTagged({ form, text }: FilterAlternative, offset: number): boolean {
  let start = 0;
  for (const segment of text.segments) {
    if (segment.kind === 'hole' && start === offset) return segment.tagged === true || form === 'odata';
    start += segment.kind === 'hole' ? HOLE.length : segment.text.length;
  }
  return false;
}

/** A hole without anything round it. Without the tag it may hold a literal of any type, quotes and all. */
function sentAlone(value: Value, isTagged: boolean): StoredType | undefined {
  switch (value.kind) {
    case 'number':
      if (value.number.representation === 'date') return isTagged ? 'DateTime' : undefined;
      return 'Number';
    case 'number-text':
      return isTagged ? 'String' : 'Number';
    case 'boolean':
      return 'Boolean';
    case 'time-text':
    case 'random-text':
    case 'text':
      return isTagged ? 'String' : undefined;
    case 'unknown':
      return isTagged && value.is === 'string' ? 'String' : undefined;
    case 'oneOf': {
      const [first, ...others] = value.values.map((one) => sentAlone(one.value, isTagged));
      return others.every((other) => other === first) ? first : undefined;
    }
    case 'nothing':
      return undefined;
  }
}
