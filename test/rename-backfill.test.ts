import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { type FakeTableService, startFakeTableService } from './fake-service/service.ts';
import { type Compiled, compile } from './support/assisted.ts';
import { runScript, type ScriptRun } from './support/script-run.ts';
import { backfillCode } from '../src/lens/ide/rename/backfill.ts';

const BACKFILL = { table: 'Staff', from: 'email', to: 'mail', file: 'copy-email-to-mail' };

describe('a script that copies a property to its new name', function () {
  this.timeout(180_000);
  let service: FakeTableService;
  let compiled: Compiled;
  let client: TableClient;

  before(async () => {
    const script = (ending: 'ts' | 'js', isCommonJs: boolean): Record<string, string> => ({
      [`copy-email-to-mail.${ending}`]: backfillCode(BACKFILL, { isTypeScript: ending === 'ts', isCommonJs }),
    });
    compiled = await compile({ types: script('ts', false) });
    for (const [name, text] of Object.entries(script('js', true)))
      await writeFile(join(compiled.folderOf('types'), name.replace('.js', '-2.cjs')), text);
    service = await startFakeTableService({ Staff: [] });
    client = TableClient.fromConnectionString(service.connectionString, 'Staff', {
      allowInsecureConnection: true,
    });
  });
  after(async () => {
    await service.stop();
    await compiled.remove();
  });

  const run = (script: string, ...args: string[]): Promise<ScriptRun> =>
    runScript(compiled.folderOf('types'), script, args, service.connectionString);
  const read = async (rowKey: string): Promise<Record<string, unknown>> =>
    await client.getEntity('a', rowKey, { disableTypeConversion: true });

  for (const script of ['copy-email-to-mail.js', 'copy-email-to-mail-2.cjs']) {
    it(`copies values with their types, changes nothing else, and can be run again: ${script}`, async () => {
      for await (const { partitionKey = '', rowKey = '' } of client.listEntities())
        await client.deleteEntity(partitionKey, rowKey);
      const put = (rowKey: string, entity: object): Promise<unknown> =>
        client.createEntity({ partitionKey: 'a', rowKey, ...entity });
      await put('text', { email: "it's", age: 30 });
      await put('time', { email: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' } });
      await put('large', { email: { type: 'Int64', value: '9007199254740993' } });
      await put('both', { email: 'old', mail: 'new' });
      await put('none', { age: 1 });
      assert.deepEqual(await run(script, '--dry-run'), {
        code: 0,
        out: '3 entities have only email.\n',
        err: '',
      });
      assert.equal((await run(script, '--verify')).code, 1);
      assert.deepEqual(await run(script), {
        code: 0,
        out: '3 entities were changed.\n0 problems.\n',
        err: '',
      });
      const text = { type: 'String', value: "it's" };
      const { mail, email, age } = await read('text');
      assert.deepEqual([mail, email, age], [text, text, { type: 'Int32', value: '30' }]);
      assert.deepEqual((await read('time')).mail, {
        type: 'DateTime',
        value: '2026-01-02T03:04:05.1234567Z',
      });
      assert.deepEqual((await read('large')).mail, { type: 'Int64', value: '9007199254740993' });
      assert.deepEqual((await read('both')).mail, { type: 'String', value: 'new' });
      assert.equal((await read('none')).mail, undefined);
      const before = service.requests.length;
      assert.deepEqual(await run(script), {
        code: 0,
        out: '0 entities were changed.\n0 problems.\n',
        err: '',
      });
      assert.ok(service.requests.slice(before).every(({ method }) => method === 'GET'));
    });
  }
});
