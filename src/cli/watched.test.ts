import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { EventEmitter, once } from 'node:events';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { run } from './run.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `import { staff } from './client.ts';\nfor await (const one of staff.listEntities()) console.log(one);\n`;
const ASKS = SCAN.replace('()', '({ queryOptions: { filter } })').replace(
  '\n',
  "\nimport { filter } from './gen/filter.ts';\n",
);

describe('check --watch', function () {
  this.timeout(30_000);
  const { folder, write, partitionLens } = cliFolder();

  it('checks again what changes, also a file that an import waited for, until it is ended', async () => {
    await write({ 'package.json': '{}', 'src/client.ts': CLIENT, 'src/a.ts': ASKS });
    const end = new AbortController();
    const rounds = new EventEmitter();
    let out = '';
    const running = run(['check', '--watch', 'src'], {
      folder: folder(),
      write: (text) => void (out += text),
      complain: (text) => {
        if (text.startsWith('Waiting')) rounds.emit('waiting');
        else out += text;
      },
      signal: end.signal,
    });
    const after = async (change: () => unknown): Promise<string> => {
      out = '';
      const waiting = once(rounds, 'waiting');
      await change();
      await waiting;
      return out;
    };
    await once(rounds, 'waiting');
    assert.doesNotMatch(out, /table-scan/);
    assert.match(
      await after(() => write({ 'src/gen/filter.ts': "export const filter = 'Age gt 5';" })),
      /a\.ts:3/,
    );
    assert.match(await after(() => write({ 'src/b.ts': SCAN })), /b\.ts:2/);
    assert.doesNotMatch(
      await after(() => {
        rmSync(`${folder()}/src/b.ts`);
      }),
      /b\.ts/,
    );
    const gone = after(() => {
      rmSync(`${folder()}/src`, { recursive: true });
    });
    assert.match(await gone, /no file or folder "src"/);
    assert.match(await after(() => write({ 'src/client.ts': CLIENT, 'src/b.ts': SCAN })), /b\.ts/);
    end.abort();
    assert.equal(await running, 1);
  });

  it('does not write, and reads nothing but files', async () => {
    for (const option of [
      '--fix',
      '--fix-dry-run',
      '--update-baseline',
      '--since=HEAD',
      '--stdin-filename=a.ts',
    ]) {
      const { code, err } = await partitionLens('check', '--watch', option);
      assert.equal(code, 2);
      assert.match(err, /--watch only lists/);
    }
  });
});
