import { parseFilter } from '../core/odata/parse.ts';
import { quote } from '../core/odata/quote.ts';
import { classify } from '../core/shape/classify.ts';
import type { Classification, Shape } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import type { Credential } from './connection.ts';
import { readSignature } from './sas.ts';
import type { SignatureBounds } from './sas.ts';

/** The keys that all answers are limited to; undefined where a whole table can be read. */
export function keyBounds(credential: Credential): SignatureBounds | undefined {
  return credential.kind === 'sas' ? readSignature(credential.token).bounds : undefined;
}

/**
 * The filter for no more than a signature shows, so that the service has nothing to refuse. It gives the same entities: queries
 * return only what lies in the range ("Create a service SAS").
 */
export function withinSignature(filter: string | undefined, credential: Credential): string | undefined {
  const bounds = keyBounds(credential);
  const limit = bounds && boundsFilter(bounds, partitionIn(filter));
  if (limit === undefined) return filter;
  return filter === undefined ? limit : `(${filter}) and ${limit}`;
}

/** Whether nothing that a filter asks for lies within the bounds of a signature. */
export function isOutside(filter: string | undefined, credential: Credential): boolean {
  const within = withinSignature(filter, credential);
  return within !== filter && shapeOf(within) === 'empty' && shapeOf(filter) !== 'empty';
}

function shapeOf(filter: string | undefined): Shape {
  return classified(filter).shape;
}

function classified(filter: string | undefined): Classification {
  return classify(filter === undefined ? undefined : parseFilter(plainText(filter)).filter);
}

/** The one partition that a filter asks for, if it does. */
function partitionIn(filter: string | undefined): string | undefined {
  const { partitionKey } = classified(filter).region;
  return partitionKey.kind === 'fixed' && partitionKey.value.kind === 'known'
    ? partitionKey.value.value
    : undefined;
}

/** Row keys can be named where one partition is asked for, or both ends are of one. */
function boundsFilter({ from, to }: SignatureBounds, asked: string | undefined): string {
  const isOfOne = from !== undefined && from.partitionKey === to?.partitionKey;
  const partitions = isOfOne
    ? [`PartitionKey eq ${quote(from.partitionKey)}`]
    : [
        from && `PartitionKey ge ${quote(from.partitionKey)}`,
        to && `PartitionKey le ${quote(to.partitionKey)}`,
      ];
  const partition = isOfOne ? from.partitionKey : asked;
  const first = from?.partitionKey === partition ? from?.rowKey : undefined;
  const last = to?.partitionKey === partition ? to?.rowKey : undefined;
  const rows = [
    first !== undefined && `RowKey ge ${quote(first)}`,
    last !== undefined && `RowKey le ${quote(last)}`,
  ];
  return [...partitions, ...rows].filter((condition) => typeof condition === 'string').join(' and ');
}
