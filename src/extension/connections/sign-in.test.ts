import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { selfSigned } from '../../../test/fake-service/certificate.ts';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import { tableOf } from '../../../test/support/tables.ts';
import { openTableService } from '../../data/service.ts';
import { listTables } from '../../data/tables.ts';
import { scopeFor, signIn, tokensOf } from './sign-in.ts';
import type { Authentication } from './sign-in.ts';

interface Asked {
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly options: vscode.AuthenticationGetSessionOptions;
}

/** VS Code's sign-in, of which nobody need be signed in. */
function fakeAuthentication(token: string | undefined): { api: Authentication; asked: Asked[] } {
  const asked: Asked[] = [];
  const session =
    token === undefined
      ? undefined
      : { id: '1', accessToken: token, account: { id: '1', label: 'Jo' }, scopes: [] };
  const getSession = (
    provider: string,
    scopes: readonly string[],
    options: Asked['options'] = {},
  ): Promise<unknown> => {
    asked.push({ provider, scopes, options });
    if (session === undefined && options.createIfNone === true) return Promise.reject(new Error('declined'));
    return Promise.resolve(session);
  };
  return { api: { getSession: getSession as Authentication['getSession'] }, asked };
}

describe('signing in to Microsoft Entra ID', function () {
  this.timeout(20_000);

  it('reads tables with the token of who is signed in, asking nothing', async () => {
    const certificate = selfSigned();
    const fake = await startFakeTableService({ Orders: tableOf([1]) }, () => undefined, {
      certificate,
      roleOf: (token) => (token === 'good' ? 'reader' : undefined),
    });
    try {
      const { api, asked } = fakeAuthentication('good');
      const credential = { kind: 'token', getToken: tokensOf(api, Date.now) } as const;
      const endpoint = { url: fake.url, account: fake.account, credential };
      const service = openTableService(endpoint, { certificates: certificate.cert });
      assert.deepEqual((await listTables(service)).items, ['Orders']);
      assert.deepEqual(asked, [
        { provider: 'microsoft', scopes: [scopeFor('storage')], options: { silent: true } },
      ]);
    } finally {
      await fake.stop();
    }
  });

  it('gives nothing where nobody is signed in, and asks for the directory that is wanted', async () => {
    const { api, asked } = fakeAuthentication(undefined);
    assert.equal(await tokensOf(api, () => 0)({ scope: 's', tenantId: 't' }), undefined);
    assert.deepEqual(asked[0]?.scopes, ['s', 'VSCODE_TENANT:t']);
    const { api: signed } = fakeAuthentication('good');
    assert.deepEqual(await tokensOf(signed, () => 1_000)({ scope: 's' }), {
      token: 'good',
      expiresOn: 301_000,
    });
  });

  it('asks the person only when they want to, and takes no for an answer', async () => {
    const { api, asked } = fakeAuthentication('good');
    assert.deepEqual(await signIn(api, scopeFor('cosmos'), false), { kind: 'yes' });
    assert.deepEqual(await signIn(api, scopeFor('cosmos'), true), { kind: 'yes' });
    assert.deepEqual(
      asked.map(({ options }) => options),
      [{ createIfNone: true }, { forceNewSession: true }],
    );
    assert.deepEqual(await signIn(fakeAuthentication(undefined).api, 's', false), { kind: 'no', why: '' });
  });

  it('says why it was not possible, and nothing where it was not wanted', async () => {
    const saying = async (words: string): Promise<unknown> => {
      const getSession = (): Promise<never> => Promise.reject(new Error(words));
      return signIn({ getSession }, 's', false);
    };
    const missing = 'Timed out waiting for authentication provider to register';
    assert.deepEqual(await saying(missing), { kind: 'no', why: missing });
    for (const words of ['User did not consent to login.', 'Cancelled', 'User canceled the sign-in']) {
      assert.deepEqual(await saying(words), { kind: 'no', why: '' });
    }
  });
});
