import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { fromDisk, isWithin, nameFrom, toDisk } from './paths.ts';

describe('names of files', () => {
  it('are absolute with slashes, also of drives and shares of Windows, and lead back to the disk', () => {
    for (const [path, name] of [
      ['/home/a/b.ts', '/home/a/b.ts'],
      ['C:\\code\\a b\\c.ts', '/C:/code/a b/c.ts'],
      ['c:/code/c.ts', '/c:/code/c.ts'],
      ['\\\\server\\share\\c.ts', '//server/share/c.ts'],
      // a name on other systems may have a backslash
      ['/home/a\\b.ts', '/home/a\\b.ts'],
    ] as const) {
      assert.equal(fromDisk(path), name);
      assert.equal(fromDisk(toDisk(name)), name);
    }
    assert.equal(win32.normalize(toDisk('/C:/code/c.ts')), 'C:\\code\\c.ts');
    assert.ok(isWithin('/C:/code', '/C:/code/c.ts'));
    assert.ok(!isWithin('/C:/code', '/C:/code2/c.ts'));
  });

  it('are written from a folder with slashes on Windows', () => {
    const from = (folder: string, file: string): string => nameFrom(folder, file, win32);
    assert.equal(from('C:\\code\\a b', '/C:/code/a b/src/c.ts'), 'src/c.ts');
    // drives and names are the same in any case there
    assert.equal(from('c:\\Code', '/C:/code/src/c.ts'), 'src/c.ts');
    assert.equal(from('C:\\code\\src', '/C:/code/c.ts'), '../c.ts');
    assert.equal(from('C:\\code', '/D:/other/c.ts'), 'D:/other/c.ts');
    assert.equal(from('\\\\server\\share\\code', '//server/share/code/src/c.ts'), 'src/c.ts');
  });

  it('keep a backslash where it parts none', () => {
    assert.equal(nameFrom('/code', '/code/a\\b/c.ts', posix), 'a\\b/c.ts');
  });
});
