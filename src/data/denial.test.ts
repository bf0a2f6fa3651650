import assert from 'node:assert/strict';
import { denialOf } from './denial.ts';

const ACCOUNT = 'ss=t&srt=sco&sp=rl';
const TABLE = 'tn=orders&sp=r';

function kindOf(code: string, token: string, server = 'Windows-Azure-Table/1.0'): string | undefined {
  const credential = { kind: 'sas', token } as const;
  return denialOf({ status: 403, code, credential, server, serviceTime: undefined, now: 0 })?.kind;
}

describe('why a signature is refused', () => {
  it('is the network where the account, or the signature, takes only some addresses', () => {
    assert.equal(kindOf('AuthorizationFailure', ACCOUNT), 'network');
    assert.equal(kindOf('AuthorizationSourceIPMismatch', ACCOUNT), 'network');
    assert.equal(kindOf('AuthorizationSourceIPMismatch', TABLE), 'network');
  });

  it('is what it permits where the code says so, and for another table than its own', () => {
    for (const code of ['AuthorizationPermissionMismatch', 'AuthorizationResourceTypeMismatch']) {
      assert.equal(kindOf(code, ACCOUNT), 'signature-permission');
    }
    assert.equal(kindOf('AuthorizationFailure', TABLE), 'signature-permission');
    assert.equal(kindOf('AuthorizationFailure', `${TABLE}&spk=a`), 'signature-bounds');
  });

  it('is the signature itself where Azurite does not take it', () => {
    assert.equal(kindOf('AuthorizationFailure', ACCOUNT, 'Azurite-Table/3.37.0'), 'signature-wrong');
  });
});
