import assert from 'node:assert/strict';
import { type Files, onDisk, readBytes, withinLimit } from './bounded-files.ts';

const TOO_LARGE = { code: 'TooLarge' };

describe('files that the extension reads', () => {
  const read: string[] = [];
  const files = (size: number, type: number, bytes: number): Files<string> => ({
    stat: () => Promise.resolve({ size, type }),
    readFile: (file) => {
      read.push(file);
      return Promise.resolve(new Uint8Array(bytes));
    },
  });

  it('are not opened where they are larger than their limit, or have no end', async () => {
    await assert.rejects(readBytes(files(11, 1, 11), 'large', 10), TOO_LARGE);
    await assert.rejects(readBytes(files(0, 0, 0), 'pipe', 10), { code: 'NoFile' });
    // a link to a device
    await assert.rejects(readBytes(files(0, 64, 0), 'device', 10), { code: 'NoFile' });
    await assert.rejects(readBytes(onDisk, '/dev/zero', 10), { code: 'NoFile' });
    assert.deepEqual(read, []);
  });

  it('are read up to it, links too, and are none where they grew meanwhile', async () => {
    assert.equal((await readBytes(files(10, 1, 10), 'file', 10)).length, 10);
    assert.equal((await readBytes(files(10, 65, 10), 'link', 10)).length, 10);
    await assert.rejects(readBytes(files(10, 1, 11), 'growing', 10), TOO_LARGE);
    assert.throws(() => withinLimit('x'.repeat(11), 10), TOO_LARGE);
    assert.equal(withinLimit('x', 10), 'x');
  });

  it('fail by what the system says of a folder', async () => {
    await assert.rejects(readBytes(onDisk, '/', 10), { code: 'EISDIR' });
  });
});
