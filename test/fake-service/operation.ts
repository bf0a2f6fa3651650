import { Refusal } from './message.ts';
import type { FakeRequest } from './message.ts';
import type { EntityKeys } from './rows.ts';

/** What a request does, as far as permissions tell it apart. */
export type Operation =
  | { readonly kind: 'list-tables' | 'create-table' | 'drop-table' }
  | {
      readonly kind: 'query' | 'insert' | 'update' | 'upsert' | 'delete';
      readonly table: string;
    };

export function operationOf(request: FakeRequest): Operation {
  const { method, resource } = request;
  if (resource === 'Tables') return { kind: method === 'POST' ? 'create-table' : 'list-tables' };
  if (resource.startsWith('Tables(')) return { kind: 'drop-table' };
  const { table } = addressOf(resource);
  if (method === 'GET') return { kind: 'query', table };
  if (method === 'POST') return { kind: 'insert', table };
  if (method === 'DELETE') return { kind: 'delete', table };
  return { kind: request.header('if-match') === undefined ? 'upsert' : 'update', table };
}

/** The table and, of one entity, the keys that a resource names. Cosmos DB, and whoever else answers, has tables of any name. */
export function addressOf(resource: string): { table: string; keys: EntityKeys | undefined } {
  const [, table, inside = ''] = /^(.+?)(?:\(((?:PartitionKey=.*)?)\))?$/s.exec(resource) ?? [];
  if (table === undefined) throw new Refusal(400, 'InvalidUri');
  if (inside === '') return { table, keys: undefined };
  const [, partitionKey, rowKey] =
    /^PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'$/s.exec(inside) ?? [];
  if (partitionKey === undefined || rowKey === undefined) throw new Refusal(400, 'InvalidInput');
  const unquoted = (text: string): string => text.replaceAll("''", "'");
  return { table, keys: { PartitionKey: unquoted(partitionKey), RowKey: unquoted(rowKey) } };
}
