import type { Insertion } from '../../core/text/code-place.ts';
import type { NamedClient } from '../model/tables/named-clients.ts';
import type { Operation } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { codePlaceAt } from '../syntax/edits/code-place.ts';
import { meansTheSame } from '../syntax/edits/same-name.ts';

/** What is known of the clients of a file. */
export interface KnownClients {
  readonly operations: readonly Operation[];
  /** Those that it has names for, also where it does not use them. */
  readonly clients: () => readonly NamedClient[];
}

/**
 * Where a call on a table goes that a person wants at `offset`, and how the table's client is called there, as the operations of the
 * file know it: by the name that was used nearest, else by one that is declared, or imported, and not used. Undefined where no code is.
 */
export function insertionAt(
  file: string,
  text: string,
  offset: number,
  table: string,
  { operations, clients }: KnownClients,
): Insertion | undefined {
  const place = codePlaceAt(file, text, offset);
  if (place === undefined) return undefined;
  const here = place.span.start;
  const isSame = (name: string): boolean => name.toLowerCase() === table.toLowerCase();
  const uses = operations
    .filter((operation) => operation.table !== undefined && isSame(operation.table))
    .filter((operation) => isSure(operation) && operation.via === undefined)
    .map(({ receiver }) => receiver)
    .sort((a, b) => Math.abs(a.span.start - here) - Math.abs(b.span.start - here));
  const used = uses.find(({ text: name, span }) => meansTheSame(file, text, name, span.start, here))?.text;
  const named = (): string | undefined =>
    clients()
      .filter((one) => isSame(one.table))
      .sort((a, b) => b.declared - a.declared)
      .find(({ name, declared }) => meansTheSame(file, text, name, declared, here))?.name;
  const client = used ?? named();
  return { place, ...(client !== undefined && { client }) };
}
