import assert from 'node:assert/strict';
import { denialAdvice, denialOf } from './denial.ts';
import type { Denial } from './denial.ts';

const ACCOUNT = 'ss=t&srt=sco&sp=rl';
const TABLE = 'tn=orders&sp=r';

function denied(code: string, token: string, server = 'Windows-Azure-Table/1.0'): Denial | undefined {
  const credential = { kind: 'sas', token } as const;
  return denialOf({ status: 403, code, credential, server, serviceTime: undefined, now: 0 });
}

function kindOf(...given: Parameters<typeof denied>): string | undefined {
  return denied(...given)?.kind;
}

function adviceOn(...given: Parameters<typeof denied>): string {
  return denialAdvice(denied(...given));
}

describe('why a signature is refused', () => {
  it('is the network where the account, or the signature, takes only some addresses', () => {
    assert.equal(kindOf('AuthorizationFailure', ACCOUNT), 'network');
    assert.equal(kindOf('AuthorizationSourceIPMismatch', ACCOUNT), 'network');
    assert.equal(kindOf('AuthorizationSourceIPMismatch', TABLE), 'network');
  });

  it('is what it permits where the code says so', () => {
    for (const code of ['AuthorizationPermissionMismatch', 'AuthorizationResourceTypeMismatch']) {
      assert.equal(kindOf(code, ACCOUNT), 'signature-permission');
    }
    assert.match(
      adviceOn('AuthorizationResourceTypeMismatch', 'ss=bt&srt=c&sp=rl'),
      /“rl” on “c” \(srt\) of “bt” \(ss\)/,
    );
    assert.match(
      adviceOn('AuthorizationPermissionMismatch', 'tn=orders&sp=a'),
      /orders only and permits “a”/,
    );
    assert.match(
      adviceOn('AuthorizationPermissionMismatch', 'tn=orders&si=x'),
      /permits what a stored access policy/,
    );
  });

  it('is another table than its own, or the firewall, where the code does not tell them apart', () => {
    for (const token of [TABLE, `${TABLE}&spk=a`]) {
      assert.equal(kindOf('AuthorizationFailure', token), 'signature-table');
      assert.match(adviceOn('AuthorizationFailure', token), /only for the table orders,.*firewall/);
      // which has no firewall, and says the same of one that is wrong
      assert.match(adviceOn('AuthorizationFailure', token, 'Azurite-Table/3.37.0'), /orders only.*invalid/);
    }
  });

  it('is the address that it is good from, where it names one', () => {
    for (const token of [`${TABLE}&sip=10.0.0.1-10.0.0.9`, `${ACCOUNT}&sip=10.0.0.1-10.0.0.9`]) {
      assert.equal(kindOf('AuthorizationSourceIPMismatch', token), 'signature-address');
      assert.match(adviceOn('AuthorizationSourceIPMismatch', token), / 10\.0\.0\.1-10\.0\.0\.9 \(sip\)/);
    }
  });

  it('is the endpoint where it is good over https alone', () => {
    assert.equal(kindOf('AuthorizationProtocolMismatch', `${ACCOUNT}&spr=https`), 'signature-https');
    assert.match(adviceOn('AuthorizationProtocolMismatch', `${ACCOUNT}&spr=https`), /begins with http\./);
  });

  it('is the signature itself where Azurite does not take it', () => {
    assert.equal(kindOf('AuthorizationFailure', ACCOUNT, 'Azurite-Table/3.37.0'), 'signature-wrong');
    const ofBlobs = kindOf('AuthorizationFailure', 'ss=b&srt=sco&sp=rl', 'Azurite-Table/3.37.0');
    assert.equal(ofBlobs, 'signature-permission');
  });
});
