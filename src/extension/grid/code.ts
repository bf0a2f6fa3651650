import * as l10n from '@vscode/l10n';
import { quote } from '../../core/odata/quote.ts';
import { grouped } from '../../core/text/numbers.ts';
import { getEntityCalls, listEntitiesCall } from '../sidebar/copy-text.ts';
import type { CodeCall, EntityKeys } from '../../protocol/grid.ts';

/** Code for what a grid shows, and what it is, in words. */
export interface Code {
  /** With the table's client by the name `client`. */
  readonly text: string;
  readonly what: string;
  /** The same with the client by another name. */
  readonly calling: (client: string) => string;
}

/** Entities that are read one by one, and partitions that are listed one by one: more lines than these nobody wants in a program. */
const MANY = 20;

/**
 * The code of a call. Up to twenty entities are read by their keys, each with a request. More of them are listed instead, a thousand
 * with a request (the service's page): a call for each partition, from its first RowKey among them to its last; in more than twenty
 * partitions one call, from the first of these to the last. What lies between and was not meant comes along, which the words say.
 */
export function codeOf(call: CodeCall): Code {
  return { ...codeFor(call), calling: (client) => codeFor(call, client).text };
}

function codeFor(call: CodeCall, client?: string): Pick<Code, 'text' | 'what'> {
  if (call.method === 'listEntities') {
    return { text: listEntitiesCall(call.filter, call.select, client), what: call.method };
  }
  const { entities } = call;
  if (entities.length <= MANY) return { text: getEntityCalls(entities, client), what: call.method };
  const calls = filtersAround(entities).map((filter) => listEntitiesCall(filter, undefined, client));
  const [only = '', ...others] = calls;
  return {
    text: others.length === 0 ? only : `[\n${calls.map((each) => `  ${each},\n`).join('')}]`,
    what: l10n.t(
      'listEntities over the keys of the {0} rows instead of one getEntity for each; also returns rows between them',
      grouped(entities.length),
    ),
  };
}

/** Filters that find these entities, and what lies between. */
function filtersAround(entities: readonly EntityKeys[]): string[] {
  const partitions = new Map<string, string[]>();
  for (const { partitionKey, rowKey } of entities) {
    const rowKeys = partitions.get(partitionKey);
    if (rowKeys === undefined) partitions.set(partitionKey, [rowKey]);
    else rowKeys.push(rowKey);
  }
  if (partitions.size > MANY) return [around('PartitionKey', [...partitions.keys()])];
  return [...partitions].map(
    ([partition, rowKeys]) => `PartitionKey eq ${quote(partition)} and ${around('RowKey', rowKeys)}`,
  );
}

/** The condition that a key is one of these or between them. */
function around(property: 'PartitionKey' | 'RowKey', keys: readonly string[]): string {
  // by UTF-16 units, as the service sorts keys
  const sorted = [...keys].sort();
  const [first = '', last = first] = [sorted[0], sorted.at(-1)];
  return first === last
    ? `${property} eq ${quote(first)}`
    : `${property} ge ${quote(first)} and ${property} le ${quote(last)}`;
}
