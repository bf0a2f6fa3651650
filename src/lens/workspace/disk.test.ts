import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText } from './disk.ts';
import { fromDisk } from './paths.ts';

describe('reading a text', () => {
  let folder: string;
  const text = "const s = 'ä€😀';\n";
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();

  const read = async (bytes: Buffer | string, name = 'a.ts', limit?: number): Promise<string> => {
    await writeFile(join(folder, name), bytes);
    const reading = await readText(fromDisk(join(folder, name)), limit);
    return reading.kind === 'text' ? reading.text : reading.why.kind;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-disk-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [name, bytes] of [
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['UTF-16, big endian', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
  ] as const) {
    it(`understands ${name}, and gives it without a mark`, async () => {
      assert.equal(await read(bytes), text);
    });
  }

  it('takes half a character at the end of UTF-16 for nothing', async () => {
    for (const mark of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ])
      assert.equal(await read(Buffer.from([...mark, 0x41])), '');
  });

  it('says of UTF-16 without a mark, and of data, that they are no text', async () => {
    assert.equal(await read(little), 'encoding');
    assert.equal(await read(big), 'encoding');
    assert.equal(await read(Buffer.alloc(100)), 'encoding');
    assert.equal(await read('const nul = "\0";'), 'const nul = "\0";');
  });

  it('says why there is none', async () => {
    assert.equal((await read('')) + (await read('abc', 'a.ts', 3)), 'abc');
    assert.equal(await read('abcd', 'a.ts', 3), 'too-large');
    assert.equal(await read(`{"a":${' '.repeat(256 * 1024)}1}`, 'tsconfig.json'), 'too-large');
    assert.equal(await read('['.repeat(101), 'package.json'), 'nested');
    for (const [name, why] of [
      ['nowhere.ts', 'missing'],
      ['a.ts/b.ts', 'missing'],
      ['.', 'missing'],
      ['x'.repeat(300), 'denied'],
    ] as const) {
      const reading = await readText(fromDisk(join(folder, name)));
      assert.equal(reading.kind === 'unread' && reading.why.kind, why, name);
    }
  });
});
