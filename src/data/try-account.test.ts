import assert from 'node:assert/strict';
import { AzureNamedKeyCredential, generateTableSas } from '@azure/data-tables';
import { startFakeTableService } from '../../test/fake-service/service.ts';
import type { FakeTableService } from '../../test/fake-service/service.ts';
import { tableOf } from '../../test/support/tables.ts';
import type { Credential } from './connection.ts';
import type { DataError } from './error.ts';
import { openTableService } from './service.ts';
import { tryAccount } from './try-account.ts';

describe('trying an account', () => {
  let fake: FakeTableService;

  beforeEach(async () => {
    fake = await startFakeTableService({ Orders: tableOf([3]) });
  });
  afterEach(() => fake.stop());

  function tried(credential: Credential): Promise<DataError | undefined> {
    return tryAccount(openTableService({ url: fake.url, account: fake.account, credential }));
  }

  function signature(hours: number, bounds: { startPartitionKey?: string } = {}): Credential {
    const expiresOn = new Date(Date.now() + hours * 3_600_000);
    const shared = new AzureNamedKeyCredential(fake.account, fake.key);
    return { kind: 'sas', token: generateTableSas('Orders', shared, { expiresOn, ...bounds }) };
  }

  const denialOf = (error: DataError | undefined): string | undefined =>
    error?.kind === 'authentication' ? error.denial?.kind : error?.kind;

  it('takes one request, whatever lets one in', async () => {
    assert.equal(await tried({ kind: 'key', key: fake.key }), undefined);
    assert.equal(await tried(signature(1)), undefined);
    assert.equal(await tried(signature(1, { startPartitionKey: 'z' })), undefined);
    assert.deepEqual(
      fake.requests.map(({ top, filter }) => [top, filter]),
      [
        [1, undefined],
        [1, undefined],
        [1, "PartitionKey ge 'z'"],
      ],
    );
  });

  it('tells why it does not let one in', async () => {
    assert.equal(denialOf(await tried({ kind: 'key', key: 'd3Jvbmc=' })), 'wrong-key');
    assert.equal(denialOf(await tried(signature(-1))), 'signature-expired');
    const { url } = fake;
    await fake.stop();
    fake = await startFakeTableService({});
    const gone = openTableService({ url, account: 'fake', credential: { kind: 'key', key: fake.key } });
    assert.equal((await tryAccount(gone))?.kind, 'refused');
  });
});
