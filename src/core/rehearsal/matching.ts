import type { Entity } from '../edm/json.ts';
import type { Filter } from '../odata/ast.ts';
import { evaluate, type EvaluatedEntity } from '../odata/evaluate.ts';
import { parseFilter } from '../odata/parse.ts';
import { plainText } from '../text/segments.ts';

/** Reads a filled filter; undefined for the whole table. */
export function filterIn(text: string): Filter | undefined {
  return text === '' ? undefined : parseFilter(plainText(text)).filter;
}

/** Gives an entity as filters are asked of it. */
export function evaluated({ partitionKey, rowKey, properties }: Entity): EvaluatedEntity {
  return { partitionKey, rowKey, properties: new Map(properties.map(({ name, value }) => [name, value])) };
}

/** Whether a filter finds an entity. */
export function isMatch(filter: Filter | undefined, entity: EvaluatedEntity): boolean {
  return filter === undefined || evaluate(filter, entity);
}
