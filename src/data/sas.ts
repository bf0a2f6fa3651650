/** What a shared access signature says of itself. Its secret, the `sig` field, is not among it. */
export interface Signature {
  /** An account's signature, or that of one table. */
  readonly scope: { readonly kind: 'account' } | { readonly kind: 'table'; readonly table: string };
  /** Letters: `r`ead, `a`dd, `u`pdate, `d`elete, `l`ist …; empty when a stored access policy has them. */
  readonly permissions: string;
  /** Whether tables as such are among what it is for, not their entities alone. */
  readonly coversTables: boolean;
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
    coversTables: table === '' && get('ss').includes('t') && get('srt').includes('c'),
    httpsOnly: get('spr') === 'https',
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
  return mayChangeTables(signature, /[cw]/);
}

/** Likewise whether one may delete them. */
export function mayDeleteTables(signature: Signature | undefined): boolean {
  return mayChangeTables(signature, /d/);
}

function mayChangeTables(signature: Signature | undefined, letters: RegExp): boolean {
  if (signature === undefined) return true;
  return signature.coversTables && letters.test(signature.permissions);
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
