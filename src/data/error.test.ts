import assert from 'node:assert/strict';
import { errorOfStatus, explainError } from './error.ts';

describe('what is said of an error', () => {
  it('is the endpoint where the account takes https alone', () => {
    const { message, advice } = explainError(errorOfStatus({ status: 400, code: 'AccountRequiresHttps' }));
    assert.match(message, /requires https \(AccountRequiresHttps\)/);
    assert.match(advice, /begins with https/);
  });

  it('is that nothing was asked where it lies outside of the keys of a signature', () => {
    const denial = { kind: 'signature-bounds' } as const;
    const { message, advice } = explainError({ kind: 'authentication', code: 'OutsideOfSignature', denial });
    assert.match(message, /^This is outside the keys/);
    assert.doesNotMatch(message + advice, /denied/);
    assert.match(advice, /Read keys in the range/);
  });

  it('is the file where that of a certificate cannot be read', () => {
    const error = { kind: 'certificate', host: 'azurite:10002', code: 'NoCertificateFile' } as const;
    assert.match(explainError(error).message, /^The certificate file of azurite:10002 can't be read$/);
  });
});
