import * as l10n from '@vscode/l10n';
import type { Operand } from '../../../core/odata/ast.ts';
import { describeType } from '../../../core/shape/describe-part.ts';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query, StoredType, Value } from '../../model/operation.ts';

/** With its article, for the middle of a sentence. */
export function typeText(type: StoredType): string {
  return type === 'Number' ? l10n.t('a number (Int32 or Double)') : describeType(type);
}

/** A literal of a type, as `$filter` has it. */
export function example(type: StoredType): string {
  switch (type) {
    case 'String':
      return "'42'";
    case 'Int32':
    case 'Number':
      return '42';
    case 'Int64':
      return '42L';
    case 'Double':
      return '42.5';
    case 'Boolean':
      return 'true';
    case 'DateTime':
      return "datetime'2026-01-02T03:04:05Z'";
    case 'Guid':
      return "guid'00000000-0000-0000-0000-000000000000'";
    case 'Binary':
      return "X'2A'";
  }
}

/** Whether the service itself says what a property is stored as. */
export function isFixed(property: string): boolean {
  return isKeyName(property) || property === 'Timestamp';
}

/** Whether an operand says its type: `5L`, `datetime'…'`, `guid'${id}'`. */
export function isSpelledOut(operand: Operand): boolean {
  const type =
    operand.kind === 'literal' ? operand.value.type : operand.kind === 'hole' ? operand.type : undefined;
  return type === 'Int64' || type === 'DateTime' || type === 'Guid' || type === 'Binary';
}

/** What a property is stored as: keys and the time stamp by the service, others by the entity type of the query. */
export function storedType({ projection }: Query, property: string): StoredType | undefined {
  if (isKeyName(property)) return 'String';
  return isFixed(property) ? 'DateTime' : projection?.typeOf?.(property);
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
      return value && sentAlone(value, filter.form === 'odata');
    }
    case 'property':
    case 'missing':
      return undefined;
  }
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

const NUMERIC: ReadonlySet<StoredType> = new Set(['Int32', 'Int64', 'Double', 'Number']);

/**
 * Whether no value of one type equals one of the other. A number that is stored is an Int32 or a Double, and so is
 * one that is compared.
 */
export function isMismatch(stored: StoredType, sent: StoredType): boolean {
  if (stored === sent) return false;
  if (stored === 'Number' || sent === 'Number') {
    const other = stored === 'Number' ? sent : stored;
    return other === 'Int64' || !NUMERIC.has(other);
  }
  return true;
}
