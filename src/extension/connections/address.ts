import * as l10n from '@vscode/l10n';
import { accountOf, addressOf, isLoopback, otherService } from '../../data/connection.ts';
import type { Invalid } from '../../data/connection.ts';
import { readSignature } from '../../data/sas.ts';

/** What a person typed, as the connection string that means it; or what is wrong with it and what to write. */
export type Address = { readonly kind: 'connection-string'; readonly connectionString: string } | Invalid;

/** Where an account answers; what proves that one may read it is asked for apart. */
export type AccountAddress =
  { readonly kind: 'account'; readonly account: string; readonly url: string } | Invalid;

/** Names of storage accounts: 3 to 24 lower-case letters and digits ("Storage account overview"). */
const ACCOUNT = /^[a-z0-9]{3,24}$/;

/** Reads an account's name, or the address of its table endpoint: other clouds and Cosmos DB have others. */
export function readAccount(text: string): AccountAddress {
  const written = text.trim();
  if (ACCOUNT.test(written)) {
    return { kind: 'account', account: written, url: `https://${written}.table.core.windows.net` };
  }
  const url = urlOf(written);
  if (url === undefined) {
    return invalid(
      l10n.t(
        'Enter the account’s name (3 to 24 lowercase letters and digits) or the address of its table endpoint, such as {0}.',
        'https://NAME.table.core.windows.net',
      ),
    );
  }
  const wrong = otherService(url);
  if (wrong !== undefined) return wrong;
  const account = accountOf(url);
  if (account === '') return invalid(l10n.t("This address doesn't contain the account’s name."));
  return { kind: 'account', account, url: addressOf(url) };
}

/** The connection string of an account with its key. */
export function withAccountKey({ account, url }: { account: string; url: string }, key: string): string {
  return `AccountName=${account};AccountKey=${key.trim()};TableEndpoint=${url}`;
}

/** Reads the address that a shared access signature comes in: `https://NAME.table.core.windows.net/?sv=…&sig=…`. */
export function readSignedAddress(text: string): Address {
  const url = urlOf(text.trim());
  if (url?.searchParams.has('sig') !== true) {
    return invalid(
      l10n.t(
        'Paste the whole address with its signature, such as {0}.',
        'https://NAME.table.core.windows.net/?sv=…&sig=…',
      ),
    );
  }
  const wrong = otherService(url);
  if (wrong !== undefined) return wrong;
  const token = url.search.slice(1);
  const { scope } = readSignature(token);
  const base = addressOf(url);
  const end = scope.kind === 'table' ? `/${scope.table}`.toLowerCase() : undefined;
  const endpoint = end !== undefined && base.toLowerCase().endsWith(end) ? base.slice(0, -end.length) : base;
  return {
    kind: 'connection-string',
    connectionString: `TableEndpoint=${endpoint};SharedAccessSignature=${token}`,
  };
}

/** Where an endpoint is, as far as its host tells: what is done there may cost money, or be seen by others. */
export type Place = 'loopback' | 'azure' | 'cosmos' | 'network';

/** `host` may have a port. */
export function placeOf(host: string): Place {
  if (isLoopback(host)) return 'loopback';
  const name = host.replace(/:\d+$/, '');
  if (/\.table\.cosmos(db)?\./i.test(name)) return 'cosmos';
  return /\.table\.core\./i.test(name) || /\.table\.storage\.azure\./i.test(name) ? 'azure' : 'network';
}

function urlOf(text: string): URL | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

function invalid(message: string): Invalid {
  return { kind: 'invalid', message };
}
