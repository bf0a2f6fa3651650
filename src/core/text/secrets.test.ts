import assert from 'node:assert/strict';
import { withoutSecrets } from './secrets.ts';

describe('text without secrets', () => {
  it('keeps its length, and all but the secrets', () => {
    const key = `${'aB3+'.repeat(21)}Zz==`;
    assert.equal(
      withoutSecrets(`'AccountName=a;AccountKey=${key};x'`),
      `'AccountName=a;AccountKey=${'*'.repeat(88)};x'`,
    );
    assert.equal(withoutSecrets(`new Credential('a', '${key}')`), `new Credential('a', '${'*'.repeat(88)}')`);
    const signature = 'h0PQkUDLvq%2F%2FEsWXG1b50bjO3VdT84pp9aurP0ILRLI%3D';
    assert.equal(
      withoutSecrets(`?sv=2022-11-02&sig=${signature}&se=x`),
      `?sv=2022-11-02&sig=${'*'.repeat(50)}&se=x`,
    );
  });

  it('leaves other text alone', () => {
    const code = `if (sig === other) design=${'x'.repeat(30)}; connect('AccountKey=<your key>;')`;
    assert.equal(withoutSecrets(code), code);
  });
});
