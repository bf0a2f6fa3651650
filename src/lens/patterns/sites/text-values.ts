import { typeOfValue } from '../../design/attributes.ts';
import type { Query, Write } from '../../model/operations/operation.ts';

/** Whether a write puts nothing but text into a property, as far as is seen. */
export function isStoredAsText({ values, actions = [] }: Write, attribute: string): boolean {
  return [...values, ...actions.flatMap((one) => one.values)]
    .filter(({ name }) => name === attribute)
    .every(({ value, structure }) => {
      const type = typeOfValue(value);
      return (
        structure === undefined &&
        (type === 'text' || type === 'id' || type === 'unknown' || isTimeText(value))
      );
    });
}

/** Whether the type of what is read shows a property to be text. */
export function isTextByType({ projection }: Query, attribute: string): boolean {
  return projection?.typeOf?.(attribute) === 'String';
}

/** Whether a write puts text into a property. */
export function isTextIn({ values, actions = [] }: Write, attribute: string): boolean {
  return [...values, ...actions.flatMap((one) => one.values)].some(
    ({ name, value }) => name === attribute && (typeOfValue(value) === 'text' || isTimeText(value)),
  );
}

function isTimeText({ kind }: Write['values'][number]['value']): boolean {
  return kind === 'time-text';
}
