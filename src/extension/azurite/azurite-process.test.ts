import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KILLED_LATE } from '../../../test/support/killed-late.ts';
import { until } from '../../../test/host/until.ts';
import { freePort, tableServiceAt } from '../../../test/support/ports.ts';
import { openTestService, seedTable } from '../../../test/support/tables.ts';
import { partitions } from '../../data/partitions.ts';
import { queryEntities } from '../../data/query-entities.ts';
import { runAzurite } from './azurite-process.ts';
import type { AzuriteProcess } from './azurite-process.ts';
import { findAzurite } from './find-azurite.ts';
import type { Program } from './find-azurite.ts';

const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('an Azurite of our own', () => {
  let location: string;
  let azurite: Program;
  let lines: string[];
  let running: AzuriteProcess | undefined;

  before(async () => {
    const found = await findAzurite({
      folders: [process.cwd()],
      trusted: true,
      path: process.env.PATH ?? '',
      platform: process.platform,
    });
    assert.ok(found, 'azurite is a development dependency, and not installed');
    azurite = found;
  });
  beforeEach(async () => {
    lines = [];
    location = await mkdtemp(join(tmpdir(), 'azurite-process-'));
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(location, { recursive: true });
  });

  function run(port: number, options: { host?: string; program?: Program } = {}): AzuriteProcess {
    running = runAzurite({
      program: azurite,
      host: '127.0.0.1',
      port: String(port),
      location,
      onLine: (line) => lines.push(line),
      ...options,
    });
    return running;
  }

  it('answers, keeps its data when it is stopped, and answers no more', async () => {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
    const connectionString = `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};TableEndpoint=${endpoint}`;
    const first = run(port);
    assert.match(await until(() => tableServiceAt(endpoint), 'an answer'), /^Azurite-Table/);
    await seedTable(connectionString, 'Kept', [
      { PartitionKey: 'canary-key-5512', RowKey: 'canary-key-9917' },
    ]);
    // it fails at this filter, and must not say at which
    const failing = { filter: "Text eq 5L or Text eq 'canary-value-7743'" };
    await queryEntities(openTestService(connectionString), 'Kept', failing);
    await first.stop();
    assert.equal(await tableServiceAt(endpoint), undefined);
    assert.match((await first.ended).lastLine, /successfully closed/);

    const second = run(port);
    await until(() => tableServiceAt(endpoint), 'an answer');
    const { items } = await partitions(openTestService(connectionString), 'Kept');
    assert.deepEqual(
      items.map(({ partitionKey }) => partitionKey),
      ['canary-key-5512'],
    );
    await second.stop();
    assert.match(lines.join('\n'), new RegExp(`successfully started on 127.0.0.1:${port}`));
    assert.doesNotMatch(lines.join('\n'), /canary|GET|POST/);
  });

  it('ends with the process that started it, also where that is killed, and keeps its data', async () => {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}/${ACCOUNT}`;
    const connectionString = `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};TableEndpoint=${endpoint}`;
    const parent = parentOf(port);
    await until(() => tableServiceAt(endpoint), 'an answer');
    await seedTable(connectionString, 'Kept', [{ PartitionKey: 'a', RowKey: 'b' }]);
    parent.kill('SIGKILL');
    await until(async () => (await tableServiceAt(endpoint)) === undefined, 'the end of Azurite');

    const second = run(port);
    await until(() => tableServiceAt(endpoint), 'an answer');
    const { items } = await partitions(openTestService(connectionString), 'Kept');
    assert.deepEqual(items, [{ partitionKey: 'a', seen: 1, whole: true }]);
    await second.stop();
  });

  it('ends with a process that is killed while it starts', async () => {
    await endsWith(parentOf(await freePort()));
  });

  it('ends with a process that is killed also where it does not do as it is asked', async () => {
    const file = join(location, 'deaf.mjs');
    await writeFile(file, "console.log('started'); setInterval(() => undefined, 1_000);");
    await endsWith(parentOf(1, { name: file, file: process.execPath, args: [file] }));
  });

  async function endsWith(parent: ChildProcess): Promise<void> {
    const { stdout } = parent;
    assert.ok(stdout);
    const [pid] = (await once(stdout.setEncoding('utf8'), 'data')) as [string];
    parent.kill('SIGKILL');
    await until(() => !isRunning(Number(pid)), 'the end of Azurite');
  }

  /** Another process that starts Azurite there, and says its number once it has said something. */
  function parentOf(port: number, program: Program = azurite): ChildProcess {
    const options = { program, host: '127.0.0.1', port: String(port), location };
    const module = new URL('azurite-process.ts', import.meta.url).href;
    const source = `
      import { ChildProcess } from 'node:child_process';
      const { runAzurite } = await import(${JSON.stringify(module)});
      const { spawn } = ChildProcess.prototype;
      let azurite;
      ChildProcess.prototype.spawn = function (...given) {
        azurite = this;
        return spawn.apply(this, given);
      };
      runAzurite({ ...${JSON.stringify(options)}, onLine: () => console.log(azurite.pid) });`;
    return spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...KILLED_LATE,
    });
  }

  it('runs with what the environment has Node do already', async () => {
    const folder = await mkdtemp(join(location, 'with blanks '));
    const first = join(folder, 'first.cjs');
    const file = join(folder, 'says.mjs');
    await writeFile(first, "globalThis.said = 'first';");
    await writeFile(file, "console.log(said, process.listenerCount('disconnect')); process.exit();");
    const { NODE_OPTIONS } = process.env;
    process.env.NODE_OPTIONS = `--require "${first.replaceAll('\\', '\\\\')}"`;
    try {
      const { lastLine } = await run(1, { program: { name: file, file: process.execPath, args: [file] } })
        .ended;
      assert.equal(lastLine, 'first 1');
    } finally {
      if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = NODE_OPTIONS;
    }
  });

  it('is stopped while it starts', async () => {
    const port = await freePort();
    const starting = run(port);
    await starting.stop();
    assert.ok((await starting.ended).wasStopped);
    assert.equal(await tableServiceAt(`http://127.0.0.1:${port}/${ACCOUNT}`), undefined);
  });

  it('ends with the reason where the port is taken', async () => {
    const other = createServer((_request, response) => response.end('not a table service'));
    const port = await freePort();
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
    try {
      const { lastLine, ...end } = await run(port).ended;
      assert.match(lastLine, /EADDRINUSE/);
      assert.deepEqual(end, { isPortTaken: true, wasStopped: false });
    } finally {
      other.close();
    }
  });

  it('ends with what it says of an option that it does not take', async () => {
    const { lastLine, isPortTaken } = await run(70_000).ended;
    assert.match(lastLine, /port/);
    assert.ok(!isPortTaken);
  });

  it('has ended where the program cannot be run', async () => {
    const file = join(location, 'azurite-table');
    const { lastLine } = await run(await freePort(), { program: { name: file, file, args: [] } }).ended;
    assert.match(lastLine, /ENOENT/);
    await writeFile(file, 'no program');
    const again = await run(await freePort(), { program: { name: file, file, args: [] } }).ended;
    assert.match(again.lastLine, /EACCES/);
    const { ended, stop } = runAzurite({
      program: azurite,
      host: '127.0.0.1',
      port: '1',
      location: file,
      onLine: () => undefined,
    });
    await stop();
    assert.match((await ended).lastLine, /ENOTDIR/);
  });
});
