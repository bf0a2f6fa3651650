import type { Insertion } from '../../core/text/code-place.ts';
import type { Operation } from '../model/operation.ts';
import { isSure } from '../model/tables.ts';
import { codePlaceAt } from '../syntax/code-place.ts';
import { meansTheSame } from '../syntax/same-name.ts';

/**
 * Where a call on a table goes that a person wants at `offset`, and how the table's client is called there, as the operations of the
 * file know it: by the name that was used nearest. Undefined where no code is.
 */
export function insertionAt(
  file: string,
  text: string,
  offset: number,
  table: string,
  operations: readonly Operation[],
): Insertion | undefined {
  const place = codePlaceAt(file, text, offset);
  if (place === undefined) return undefined;
  const here = place.span.start;
  const uses = operations
    .filter((operation) => operation.table?.toLowerCase() === table.toLowerCase())
    .filter((operation) => isSure(operation) && operation.via === undefined)
    .map(({ receiver }) => receiver)
    .sort((a, b) => Math.abs(a.span.start - here) - Math.abs(b.span.start - here));
  const client = uses.find(({ text: name, span }) => meansTheSame(file, text, name, span.start, here))?.text;
  return { place, ...(client !== undefined && { client }) };
}
