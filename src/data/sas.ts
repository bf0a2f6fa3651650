import { parseFilter } from '../core/odata/parse.ts';
import { quote } from '../core/odata/quote.ts';
import { classify } from '../core/shape/classify.ts';
import type { Shape } from '../core/shape/shape.ts';
import { plainText } from '../core/text/segments.ts';
import type { Credential } from './connection.ts';

/** What a shared access signature says of itself. Its secret, the `sig` field, is not among it. */
export interface Signature {
  /** An account's signature, or that of one table. */
  readonly scope: { readonly kind: 'account' } | { readonly kind: 'table'; readonly table: string };
  /** Letters: `r`ead, `a`dd, `u`pdate, `d`elete, `l`ist …; empty when a stored access policy has them. */
  readonly permissions: string;
  readonly startsOn?: Date;
  /** Absent when a stored access policy has it. */
  readonly expiresOn?: Date;
  readonly httpsOnly: boolean;
  /** Outside of these keys nothing is seen, and nothing can be written. */
  readonly bounds?: SignatureBounds;
}

/** Keys from … to …, both included; a missing side is open. */
export interface SignatureBounds {
  readonly from?: BoundKeys;
  readonly to?: BoundKeys;
}

export interface BoundKeys {
  readonly partitionKey: string;
  readonly rowKey?: string;
}

/** Reads a shared access signature (REST, "Create a service SAS", "Create an account SAS"). Never throws. */
export function readSignature(token: string): Signature {
  const fields = new URLSearchParams(token);
  const get = (name: string): string => fields.get(name) ?? '';
  const table = get('tn');
  const startsOn = dateOf(get('st'));
  const expiresOn = dateOf(get('se'));
  const bounds = boundsOf(keysOf(get('spk'), get('srk')), keysOf(get('epk'), get('erk')));
  return {
    scope: table === '' ? { kind: 'account' } : { kind: 'table', table },
    permissions: get('sp'),
    httpsOnly: get('spr') === 'https',
    ...(startsOn && { startsOn }),
    ...(expiresOn && { expiresOn }),
    ...(bounds && { bounds }),
  };
}

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

function keysOf(partitionKey: string, rowKey: string): BoundKeys | undefined {
  return partitionKey === '' ? undefined : { partitionKey, ...(rowKey !== '' && { rowKey }) };
}

function boundsOf(from: BoundKeys | undefined, to: BoundKeys | undefined): SignatureBounds | undefined {
  return from || to ? { ...(from && { from }), ...(to && { to }) } : undefined;
}

function dateOf(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
