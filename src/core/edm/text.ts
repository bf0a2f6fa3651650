import type { EdmValue } from './value.ts';

/** A value without quotes and without what marks its type, exact: dates and Guids as written, bytes as hexadecimal digits. */
export function valueText(value: EdmValue): string {
  switch (value.type) {
    case 'Double':
      return value.text;
    case 'Boolean':
    case 'Int32':
    case 'Int64':
      return String(value.value);
    case 'String':
    case 'DateTime':
    case 'Guid':
    case 'Binary':
      return value.value;
  }
}
