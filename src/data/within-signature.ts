import { parseFilter } from '../core/odata/parse.ts';
import { quote } from '../core/odata/quote.ts';
import { classify } from '../core/shape/classify.ts';
import type { Shape } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import type { Credential } from './connection.ts';
import { readSignature } from './sas.ts';
import type { SignatureBounds } from './sas.ts';

/**
 * The filter for no more than a signature shows, so that the service has nothing to refuse. It gives the same entities: queries
 * return only what lies in the range ("Create a service SAS").
 */
export function withinSignature(filter: string | undefined, credential: Credential): string | undefined {
  const { bounds } = credential.kind === 'sas' ? readSignature(credential.token) : {};
  const limit = bounds && boundsFilter(bounds);
  if (limit === undefined) return filter;
  return filter === undefined ? limit : `(${filter}) and ${limit}`;
}

/** Whether nothing that a filter asks for lies within the bounds of a signature. */
export function isOutside(filter: string | undefined, credential: Credential): boolean {
  const within = withinSignature(filter, credential);
  return within !== filter && shapeOf(within) === 'empty' && shapeOf(filter) !== 'empty';
}

function shapeOf(filter: string | undefined): Shape {
  return classify(filter === undefined ? undefined : parseFilter(plainText(filter)).filter).shape;
}

/** Row keys can be named where both ends are of one partition. */
function boundsFilter({ from, to }: SignatureBounds): string {
  const conditions = [
    from && `PartitionKey ge ${quote(from.partitionKey)}`,
    to && `PartitionKey le ${quote(to.partitionKey)}`,
  ];
  if (from && from.partitionKey === to?.partitionKey) {
    conditions.splice(0, 2, `PartitionKey eq ${quote(from.partitionKey)}`);
    if (from.rowKey !== undefined) conditions.push(`RowKey ge ${quote(from.rowKey)}`);
    if (to.rowKey !== undefined) conditions.push(`RowKey le ${quote(to.rowKey)}`);
  }
  return conditions.filter((condition) => condition !== undefined).join(' and ');
}
