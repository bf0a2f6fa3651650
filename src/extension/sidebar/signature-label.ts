import * as l10n from '@vscode/l10n';
import type { Ticks } from '../../core/keys/codec.ts';
import { bothTimes } from '../../core/keys/describe.ts';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';
import { mayListTables, mayReadEntities } from '../../data/sas.ts';
import type { BoundKeys, Signature, SignatureBounds } from '../../data/sas.ts';
import type { Clock } from './clock.ts';
import type { ConnectionNode } from './nodes.ts';

/** What a permission's letter lets one do to tables (REST, "Create an account SAS", "Create a service SAS"). */
const PERMISSIONS: Readonly<Record<string, () => string>> = {
  r: () => l10n.t('read'),
  a: () => l10n.t('add'),
  u: () => l10n.t('update'),
  d: () => l10n.t('delete'),
  l: () => l10n.t('list'),
  w: () => l10n.t('write'),
  c: () => l10n.t('create'),
};

/** How long a shared access signature lets one in: “expires in 2 h”, “expired”; undefined when it does not say. */
export function expiryText({ startsOn, expiresOn }: Signature, now: Ticks): string | undefined {
  if (expiresOn !== undefined && ticksOf(expiresOn) <= now) return l10n.t('expired');
  if (startsOn !== undefined && ticksOf(startsOn) > now) {
    return l10n.t('valid in {0}', spanText(ticksOf(startsOn) - now));
  }
  return expiresOn && l10n.t('expires in {0}', spanText(ticksOf(expiresOn) - now));
}

/** Whether it lets nobody in now: it has expired, or is not valid yet. */
export function isOutOfTime({ startsOn, expiresOn }: Signature, now: Ticks): boolean {
  const isOver = expiresOn !== undefined && ticksOf(expiresOn) <= now;
  return isOver || (startsOn !== undefined && ticksOf(startsOn) > now);
}

/** What a shared access signature allows, line by line: all of it but the signature itself. */
export function signatureLines(signature: Signature, { now, offsetAt }: Clock): string[] {
  const { scope, startsOn, expiresOn, httpsOnly, addresses, bounds } = signature;
  const time = (date: Date): string => bothTimes(ticksOf(date), UNIT.second, offsetAt);
  return [
    scope.kind === 'table'
      ? l10n.t('Shared access signature of the table {0}', scope.table)
      : l10n.t('Shared access signature of the account'),
    permissionsText(signature),
    ...limitsOf(signature),
    bounds && l10n.t("Keys: {0}. Other keys aren't shown or requested", boundsText(bounds)),
    startsOn && l10n.t('Valid from {0}', time(startsOn)),
    expiresOn === undefined
      ? endlessText(signature)
      : l10n.t('Valid until {0} ({1})', time(expiresOn), expiryText(signature, now) ?? ''),
    httpsOnly ? l10n.t('Only with https') : undefined,
    addresses === undefined ? undefined : l10n.t('Only from the IP address or addresses {0}', addresses),
  ].filter((line) => line !== undefined);
}

/** Only that of a table can leave it to a policy. */
function endlessText({ hasPolicy }: Signature): string {
  return hasPolicy
    ? l10n.t('A stored access policy sets when it expires')
    : l10n.t('Unknown expiry: part of the signature (se) is missing');
}

function permissionsText({ permissions, hasPolicy }: Signature): string {
  if (permissions === '') {
    return hasPolicy
      ? l10n.t('A stored access policy sets what it permits')
      : l10n.t('Unknown permissions: part of the signature (sp) is missing');
  }
  // letters of other services mean nothing here
  const words = Array.from(permissions).flatMap((letter) => PERMISSIONS[letter]?.() ?? []);
  return l10n.t('Permits: {0}', words.join(', ') || l10n.t('nothing for tables'));
}

/** What of the sidebar's own work it does not let one do. */
function limitsOf(signature: Signature): string[] {
  const { scope } = signature;
  if (scope.kind === 'account' && !scope.services.includes('t')) {
    return [l10n.t('Not for the table service, which requires ss=t')];
  }
  return [
    ...(scope.kind === 'table' || mayListTables(signature)
      ? []
      : [l10n.t("Can't list tables, which requires “l” and srt=c")]),
    ...(mayReadEntities(signature)
      ? []
      : [
          scope.kind === 'table'
            ? l10n.t("Can't read entities, which requires “r”")
            : l10n.t("Can't read entities, which requires “r” and srt=o"),
        ]),
  ];
}

/** The keys that a signature is bounded to, both ends included. */
export function boundsText({ from, to }: SignatureBounds): string {
  if (from === undefined) return l10n.t('up to {0}', to === undefined ? '' : keysText(to));
  return to === undefined
    ? l10n.t('from {0} on', keysText(from))
    : l10n.t('{0} to {1}', keysText(from), keysText(to));
}

function keysText({ partitionKey, rowKey }: BoundKeys): string {
  return rowKey === undefined ? `“${partitionKey}”` : `“${partitionKey}” / “${rowKey}”`;
}

/**
 * The connections whose row says another time of their signature now than when this was asked last, which `said` remembers.
 */
export function expiringRows(
  nodes: readonly ConnectionNode[],
  now: Ticks,
  said: Map<string, string | undefined>,
): ConnectionNode[] {
  const ids = new Set(nodes.map(({ id }) => id));
  for (const id of said.keys()) if (!ids.has(id)) said.delete(id);
  return nodes.filter(({ id, signature }) => {
    if (signature === undefined) return false;
    const text = expiryText(signature, now);
    const isNew = said.has(id) && said.get(id) !== text;
    said.set(id, text);
    return isNew;
  });
}

function ticksOf(date: Date): Ticks {
  return UNIX_EPOCH + BigInt(date.getTime()) * UNIT.millisecond;
}

/** Rounded down, in the unit that has at least two of it. */
function spanText(ticks: Ticks): string {
  if (ticks >= 2n * UNIT.day) return l10n.t('{0} d', Number(ticks / UNIT.day));
  if (ticks >= 2n * UNIT.hour) return l10n.t('{0} h', Number(ticks / UNIT.hour));
  return l10n.t('{0} min', Number(ticks / UNIT.minute));
}
