import type { CheckedValue, Value } from '../../model/operations/operation.ts';
import { constantKey } from './key-values.ts';

/** The constant that a value is: a text, a number, or true or false. */
export function constantOf(value: Value): CheckedValue | undefined {
  switch (value.kind) {
    case 'number': {
      const { constant } = value.number;
      return typeof constant === 'bigint' ? undefined : constant;
    }
    case 'boolean':
      return value.value;
    default:
      return constantKey(value);
  }
}
