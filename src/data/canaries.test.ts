import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formsOf } from '../../test/support/canaries.ts';

const script = fileURLToPath(new URL('../../test/fake-service/canaries.ts', import.meta.url));

describe('keys, values and secrets', function () {
  this.timeout(60_000);

  it('are in no message and in no log, whatever goes wrong and however much the SDK logs', async () => {
    const canaries = ['pk', 'rk', 'value', 'secret'].map((kind) => kind + randomBytes(9).toString('hex'));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...canaries], {
      env: { ...process.env, AZURE_LOG_LEVEL: 'verbose', TYPESPEC_RUNTIME_LOG_LEVEL: 'verbose' },
      maxBuffer: 64 * 1024 * 1024,
    });
    const said = stdout + stderr;
    assert.match(said, /all was read/);
    for (const kind of [
      'authentication',
      'certificate',
      'interrupted',
      'invalid-answer',
      'throttled',
      'bad-request',
    ]) {
      assert.ok(said.includes(`kind: '${kind}'`), `${kind} was never said`);
    }
    assert.match(said, /azure:|typeSpecRuntime/i);
    for (const canary of canaries) {
      for (const form of formsOf(canary)) assert.ok(!said.includes(form), `${canary} as ${form}`);
    }
  });
});
