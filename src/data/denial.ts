import * as l10n from '@vscode/l10n';
import type { Credential } from './connection.ts';
import { readSignature } from './sas.ts';
import type { SignatureScope } from './sas.ts';

/** Why the service did not let somebody in, where that can be told. Holds no key, value or secret. */
export type Denial =
  /** This machine's clock against the service's; negative when it is behind. */
  | { readonly kind: 'clock'; readonly minutes: number }
  | { readonly kind: 'wrong-key' }
  /** There is nothing to send with a request: the secret of the connection is not there. */
  | { readonly kind: 'no-secret' }
  /** The connection is not among those of the sidebar any more; nothing was asked. */
  | { readonly kind: 'removed' }
  | { readonly kind: 'keys-disabled' }
  | { readonly kind: 'network' }
  /** ISO 8601. */
  | { readonly kind: 'signature-expired'; readonly on: string }
  | { readonly kind: 'signature-early'; readonly on: string }
  | { readonly kind: 'signature-wrong' }
  /** What the signature permits, in its letters, and on what. */
  | {
      readonly kind: 'signature-permission';
      readonly permissions: string;
      readonly hasPolicy: boolean;
      readonly scope: SignatureScope;
    }
  /** It is for one table alone, perhaps for some keys of it. Azurite says the same of one that is not genuine. */
  | { readonly kind: 'signature-table'; readonly table: string; readonly isAzurite: boolean }
  | { readonly kind: 'signature-bounds' }
  | { readonly kind: 'signature-https' }
  /** The IP addresses that it is good from. */
  | { readonly kind: 'signature-address'; readonly addresses: string }
  | { readonly kind: 'needs-https' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'role' };

/** What is known of a refused request. */
export interface Refused {
  /** 401 or 403. */
  readonly status: number;
  /** The service's name for the error. */
  readonly code: string;
  readonly credential: Credential;
  /** What the service calls itself, as in `Azurite-Table/3.37.0`. */
  readonly server: string;
  /** When the service answered and when this machine took it to be, in milliseconds. */
  readonly serviceTime: number | undefined;
  readonly now: number;
}

/** The service takes a date that is at most 15 minutes off (REST, "Authorize with Shared Key"). */
const MOST_SKEW_MINUTES = 15;

/** Finds out why a request was refused; undefined where the code alone has to do. */
export function denialOf(refused: Refused): Denial | undefined {
  const { code, credential, status, server } = refused;
  if (code === 'AuthorizationProtocolMismatch') {
    return { kind: credential.kind === 'sas' ? 'signature-https' : 'needs-https' };
  }
  switch (credential.kind) {
    case 'key':
      if (code === 'KeyBasedAuthenticationNotPermitted') return { kind: 'keys-disabled' };
      if (code === 'AuthenticationFailed') return skewOf(refused) ?? { kind: 'wrong-key' };
      if (code !== 'AuthorizationFailure') return undefined;
      // Azurite has no firewall, and gives a wrong key this code.
      return { kind: server.startsWith('Azurite') ? 'wrong-key' : 'network' };
    case 'sas':
      return signatureDenial(credential.token, refused);
    case 'token':
      if (status === 401 || code === 'AuthenticationFailed') return { kind: 'signed-out' };
      return code === 'AuthorizationFailure' ? { kind: 'network' } : { kind: 'role' };
  }
}

function skewOf({ serviceTime, now }: Refused): Denial | undefined {
  if (serviceTime === undefined) return undefined;
  const minutes = Math.round((now - serviceTime) / 60_000);
  return Math.abs(minutes) >= MOST_SKEW_MINUTES ? { kind: 'clock', minutes } : undefined;
}

function signatureDenial(token: string, refused: Refused): Denial | undefined {
  const { scope, permissions, hasPolicy, startsOn, expiresOn, addresses } = readSignature(token);
  const { code, server } = refused;
  const isAzurite = server.startsWith('Azurite');
  const time = refused.serviceTime ?? refused.now;
  if (expiresOn && expiresOn.getTime() <= time) {
    return { kind: 'signature-expired', on: expiresOn.toISOString() };
  }
  if (startsOn && startsOn.getTime() > time) return { kind: 'signature-early', on: startsOn.toISOString() };
  if (code === 'AuthenticationFailed') return { kind: 'signature-wrong' };
  if (!code.startsWith('Authorization')) return undefined;
  if (code === 'AuthorizationSourceIPMismatch') {
    return addresses === undefined ? { kind: 'network' } : { kind: 'signature-address', addresses };
  }
  const permission: Denial = { kind: 'signature-permission', permissions, hasPolicy, scope };
  if (code !== 'AuthorizationFailure') return permission;
  if (scope.kind === 'table') return { kind: 'signature-table', table: scope.table, isAzurite };
  // what an account's signature does not permit has codes of its own; Azurite gives one that is wrong this one
  if (isAzurite) return scope.services.includes('t') ? { kind: 'signature-wrong' } : permission;
  return { kind: 'network' };
}

/** What to do about it, in the user's language. */
export function denialAdvice(denial: Denial | undefined): string {
  switch (denial?.kind) {
    case undefined:
      return l10n.t(
        "The key or signature is wrong, expired, or has no read and list permission, or this computer's clock is wrong. Connect again with a new connection string.",
      );
    case 'clock':
      return denial.minutes > 0
        ? l10n.t(
            "This computer's clock is {0} minutes fast; the service allows at most 15. Set the clock (for a container or WSL, the host's clock), then retry.",
            denial.minutes,
          )
        : l10n.t(
            "This computer's clock is {0} minutes slow; the service allows at most 15. Set the clock (for a container or WSL, the host's clock), then retry.",
            -denial.minutes,
          );
    case 'wrong-key':
      return l10n.t(
        'The account key is wrong. It might have been rotated. Copy the connection string from “Access keys” and connect again.',
      );
    case 'no-secret':
      return l10n.t(
        "VS Code's secret storage doesn't contain the connection string, or can't be opened. Connect again with a connection string from “Access keys”.",
      );
    case 'removed':
      return l10n.t('It was removed from the sidebar while this was open. Connect again to continue.');
    case 'keys-disabled':
      return l10n.t(
        "This account doesn't accept keys. Connect with Microsoft Entra ID, with the role “Storage Table Data Reader”.",
      );
    case 'network':
      return l10n.t(
        "The account's firewall blocks this computer, or this kind of account has no tables. Add this computer's address under “Networking”, or connect through an allowed network.",
      );
    case 'signature-expired':
      return l10n.t(
        'The shared access signature expired on {0}. Get a new one and connect again.',
        denial.on,
      );
    case 'signature-early':
      return l10n.t(
        "The shared access signature isn't valid before {0}. Wait until then, or get another one.",
        denial.on,
      );
    case 'signature-wrong':
      return l10n.t(
        'The shared access signature is invalid: part of it is missing, or its key was rotated. Copy the whole signature again, or get a new one.',
      );
    case 'signature-permission':
      return permissionAdvice(denial);
    case 'signature-table':
      return denial.isAzurite
        ? l10n.t(
            'The shared access signature is for the table {0} only, or it is invalid: part of it is missing, or its key was rotated. Read that table, or get a new signature.',
            denial.table,
          )
        : l10n.t(
            "The shared access signature is only for the table {0}, or for some of its keys, or the account's firewall blocks this computer. Get another signature, or add this computer's address under “Networking”.",
            denial.table,
          );
    case 'signature-https':
      return l10n.t(
        'The shared access signature requires https (spr=https), but the endpoint begins with http. Connect again with the https address, or with a signature that has spr=https,http.',
      );
    case 'signature-address':
      return l10n.t(
        'The shared access signature allows only {0} (sip), but the service sees another IP address of this computer, for example from a proxy or VPN. Connect from an allowed address, or get a signature for yours.',
        denial.addresses,
      );
    case 'signature-bounds':
      return l10n.t(
        'The shared access signature is limited to a range of keys, and this is outside of it. Read keys in the range, or get a signature with a wider range.',
      );
    case 'needs-https':
      return l10n.t('This sign-in requires https. Use the https endpoint.');
    case 'signed-out':
      return l10n.t(
        'The sign-in is no longer valid, or belongs to another directory than the account. Sign in again.',
      );
    case 'role':
      return l10n.t(
        "You are signed in, but you have no role for this account's tables. Ask its owner for “Storage Table Data Reader” (to change data: “Storage Table Data Contributor”). A new role takes effect after some minutes.",
      );
  }
}

function permissionAdvice({
  permissions,
  hasPolicy,
  scope,
}: Denial & { kind: 'signature-permission' }): string {
  const held =
    permissions === '' && hasPolicy ? l10n.t('what a stored access policy allows') : `“${permissions}”`;
  return scope.kind === 'account'
    ? l10n.t(
        'The shared access signature permits only {0} on “{1}” (srt) of “{2}” (ss). To list tables, you need “l” and srt=c; to read entities, “r” and srt=o; for both, ss=t. Get a wider signature, or one for the table that you need.',
        held,
        scope.types,
        scope.services,
      )
    : l10n.t(
        'The shared access signature is for the table {0} only and permits {1}. To read entities, you need “r”. Get a wider signature.',
        scope.table,
        held,
      );
}
