import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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

/** A text as it is, and as tokens and keys hold it. Base64 shifts with what stands before: the middle is looked for, three times. */
function formsOf(text: string): string[] {
  const encodings = (['utf8', 'utf16le'] as const).flatMap((encoding) =>
    [0, 1, 2].map((offset) => Buffer.from(text, encoding).subarray(offset).toString('base64').slice(0, 16)),
  );
  return [text, ...encodings];
}
