import type { EdmValue } from '../../core/edm/value.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { plainText } from '../../core/text/segments.ts';

/** The value of a literal as `$filter` has it; undefined for any other text. */
export function readLiteral(text: string): EdmValue | undefined {
  const { filter, errors } = parseFilter(plainText(`P eq ${text}`));
  return errors.length === 0 && filter?.kind === 'comparison' && filter.right.kind === 'literal'
    ? filter.right.value
    : undefined;
}
