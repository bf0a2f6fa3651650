/** What a shared access signature says of itself. Its secret, the `sig` field, is not among it. */
export interface Signature {
  readonly scope: SignatureScope;
  /** Letters: `r`ead, `a`dd, `u`pdate, `d`elete, `l`ist …; empty when a stored access policy has them. */
  readonly permissions: string;
  /** Whether a stored access policy of the table has what the signature itself does not say. */
  readonly hasPolicy: boolean;
  readonly startsOn?: Date;
  /** Absent when a stored access policy has it. */
  readonly expiresOn?: Date;
  readonly httpsOnly: boolean;
  /** The IP address, or the range of them, that it is good from. */
  readonly addresses?: string;
  /** Outside of these keys nothing is seen, and nothing can be written. */
  readonly bounds?: SignatureBounds;
}

/** An account's signature, with the letters of its services (`t`able …) and resource types (`c`ontainer, `o`bject …), or that of one table. */
export type SignatureScope =
  | { readonly kind: 'account'; readonly services: string; readonly types: string }
  | { readonly kind: 'table'; readonly table: string };

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
  const addresses = get('sip');
  return {
    scope:
      table === '' ? { kind: 'account', services: get('ss'), types: get('srt') } : { kind: 'table', table },
    permissions: get('sp'),
    hasPolicy: get('si') !== '',
    httpsOnly: get('spr') === 'https',
    ...(addresses !== '' && { addresses }),
    ...(startsOn && { startsOn }),
    ...(expiresOn && { expiresOn }),
    ...(bounds && { bounds }),
  };
}

/**
 * Whether one may create tables, by a signature if one is the way in: only an account's for the table service (`ss=t`) and for
 * containers (`srt=c`), which tables are, can let one (REST, "Create an account SAS").
 */
export function mayCreateTables(signature: Signature | undefined): boolean {
  return signature === undefined || (isOfTables(signature) && /[cw]/.test(signature.permissions));
}

/** Likewise whether one may delete them. */
export function mayDeleteTables(signature: Signature | undefined): boolean {
  return signature === undefined || (isOfTables(signature) && signature.permissions.includes('d'));
}

/** Whether one may list tables by a signature. */
export function mayListTables(signature: Signature): boolean {
  return isOfTables(signature) && signature.permissions.includes('l');
}

function isOfTables({ scope }: Signature): boolean {
  return scope.kind === 'account' && scope.services.includes('t') && scope.types.includes('c');
}

/** Whether one may read entities by a signature; a stored access policy may let one. */
export function mayReadEntities({ scope, permissions, hasPolicy }: Signature): boolean {
  const isOfEntities = scope.kind === 'table' || (scope.services.includes('t') && scope.types.includes('o'));
  return isOfEntities && (permissions.includes('r') || (permissions === '' && hasPolicy));
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
