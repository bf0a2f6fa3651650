import assert from 'node:assert/strict';
import { cliFolder } from '../../test/support/cli-folder.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `import { staff } from './client.ts';\nfor await (const one of staff.listEntities()) console.log(one);\n`;

describe('check --stdin-filename', () => {
  const { write, piped } = cliFolder();
  const check = (text: string, name: string, ...more: string[]): ReturnType<typeof piped> =>
    piped([Buffer.from(text)], 'check', '--stdin-filename', name, ...more);

  it('checks standard input as that file, with what it imports', async () => {
    await write({ 'src/client.ts': CLIENT });
    const { code, out, err } = await check(SCAN, 'src/new.ts');
    assert.match(out, /^src\/new\.ts:2:\d+: warning: .+\[table-scan/m);
    assert.deepEqual([code, err], [1, '']);
  });

  it('reads it in place of what the disk has, and nothing else', async () => {
    await write({ 'src/client.ts': CLIENT, 'src/a.ts': SCAN, 'src/b.ts': SCAN, 'package.json': '{}' });
    assert.deepEqual(await check('export {};\n', 'src/a.ts'), {
      code: 0,
      out: 'Nothing found. Operations on tables: 0.\n',
      err: '',
    });
  });

  it('joins what came in parts', async () => {
    const bytes = Buffer.from(
      `${CLIENT}// ä\nfor await (const one of staff.listEntities()) console.log(one);\n`,
    );
    const parts = Array.from(bytes, (byte) => Buffer.of(byte));
    const { out } = await piped(parts, 'check', '--stdin-filename', 'a.ts', '--rule', 'table-scan');
    assert.match(out, /^a\.ts:4:\d+: warning: .+\[table-scan\]$/m);
  });

  it('ends reading where a file would be too large', async () => {
    let read = 0;
    const endless = function* (): Generator<Buffer> {
      for (; ; read += 1) yield Buffer.alloc(1024 * 1024, ' ');
    };
    const { code, out, err } = await piped(endless(), 'check', '--stdin-filename', 'a.ts');
    assert.deepEqual([code, out], [2, '']);
    assert.match(err, /^Standard input was not read: it is larger than 2 MB\./);
    assert.ok(read < 64);
  });

  const wrong: readonly (readonly [name: string, more: readonly string[], message: RegExp])[] = [
    ['', [], /needs the name of a file/],
    ['a.ts', ['src'], /name no files or folders/],
    ['notes.md', [], /^notes\.md: not read: it isn't TypeScript or JavaScript/],
  ];
  for (const [name, more, message] of wrong) {
    it(`refuses ${JSON.stringify([name, ...more])}`, async () => {
      const { code, err } = await check(SCAN, name, ...more);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }
});
