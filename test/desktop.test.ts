import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDesktop } from './vscode-host/desktop.ts';

interface Launch {
  readonly args: readonly string[];
  readonly connection: string;
}

describe('the desktop run of the host suite', () => {
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'partition-lens-'));
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });

  it('launches VS Code with the extension, the suite, the workspace, and a profile of its own', async () => {
    const { args, connection } = await launch(0);
    assert.equal(args[0], join(home, 'workspace'));
    for (const expected of [
      `--user-data-dir=${join(home, 'data')}`,
      `--extensions-dir=${join(home, 'extensions')}`,
      `--extensionDevelopmentPath=${join(home, 'extension')}`,
      `--extensionTestsPath=${join(home, 'tests.js')}`,
      '--disable-workspace-trust',
      '--disable-telemetry',
    ]) {
      assert.ok(args.includes(expected), `${expected} is not among ${args.join(' ')}`);
    }
    assert.equal(connection, 'UseDevelopmentStorage=true');
  });

  it('fails when VS Code does', async () => {
    await assert.rejects(launch(1));
  });

  /** Starts a recorder in place of VS Code: it writes down how it was called and ends with this code. */
  async function launch(code: number): Promise<Launch> {
    const record = join(home, 'launch.json');
    await runDesktop(
      {
        extension: join(home, 'extension'),
        tests: join(home, 'tests.js'),
        workspace: join(home, 'workspace'),
        home,
        env: { RECORD: record, PARTITION_LENS_TEST_CONNECTION: 'UseDevelopmentStorage=true' },
      },
      await makeRecorder(code),
    );
    return JSON.parse(await readFile(record, 'utf8')) as Launch;
  }

  async function makeRecorder(code: number): Promise<string> {
    const script = join(home, 'recorder.cjs');
    const { execPath, platform } = process;
    await writeFile(
      script,
      `#!${execPath}
const { writeFileSync } = require('node:fs');
const connection = process.env.PARTITION_LENS_TEST_CONNECTION;
writeFileSync(process.env.RECORD, JSON.stringify({ args: process.argv.slice(2), connection }));
process.exit(${code});
`,
    );
    await chmod(script, 0o755);
    if (platform !== 'win32') return script;
    const batch = join(home, 'recorder.cmd');
    await writeFile(batch, `@"${execPath}" "${script}" %*\r\n`);
    return batch;
  }
});
