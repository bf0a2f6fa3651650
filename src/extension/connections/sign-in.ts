import type * as vscode from 'vscode';
import type { BearerToken, TokenProvider } from '../../data/connection.ts';

/** VS Code's own sign-in to Microsoft Entra ID. */
const PROVIDER = 'microsoft';

/** For so long a token is used before VS Code is asked again, which renews it when it must. */
const USED_FOR_MS = 5 * 60_000;

/** What of `vscode.authentication` is needed. */
export type Authentication = Pick<typeof vscode.authentication, 'getSession'>;

/** Hands out tokens of who is signed in already; it never opens a window, since it is asked while rows are read. */
export function tokensOf(authentication: Authentication, now: () => number): TokenProvider {
  return async ({ scope, tenantId }) => {
    const session = await authentication.getSession(PROVIDER, scopesOf(scope, tenantId), { silent: true });
    return session && tokenOf(session, now);
  };
}

/** `why`: what VS Code or its provider says; empty where the person did not want to. */
export type SignedIn = { readonly kind: 'yes' } | { readonly kind: 'no'; readonly why: string };

/** Asks the person to sign in, or who of several they are. `isNew` asks again also those who are signed in. */
export async function signIn(
  authentication: Authentication,
  scope: string,
  isNew: boolean,
): Promise<SignedIn> {
  const options = isNew ? { forceNewSession: true } : { createIfNone: true };
  try {
    const session = await authentication.getSession(PROVIDER, scopesOf(scope), options);
    return session === undefined ? { kind: 'no', why: '' } : { kind: 'yes' };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'no', why: DECLINED.test(why) ? '' : why };
  }
}

/** Words of VS Code and of its provider for those who do not go on. */
const DECLINED = /cancel|declin|did not consent/i;

/** The directory of an account that is not the person's own is asked for as VS Code's provider has it. */
function scopesOf(scope: string, tenantId?: string): string[] {
  return tenantId === undefined ? [scope] : [scope, `VSCODE_TENANT:${tenantId}`];
}

function tokenOf({ accessToken }: vscode.AuthenticationSession, now: () => number): BearerToken {
  return { token: accessToken, expiresOn: now() + USED_FOR_MS };
}

/** What a token must be for ("Authorize access to tables using Microsoft Entra ID"; Cosmos DB has its own). */
export function scopeFor(place: 'cosmos' | 'storage'): string {
  return place === 'cosmos' ? 'https://cosmos.azure.com/.default' : 'https://storage.azure.com/.default';
}
