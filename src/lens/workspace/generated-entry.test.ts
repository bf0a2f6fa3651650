import assert from 'node:assert/strict';
import { generatedEntry, mayBeGenerated } from './generated-entry.ts';

const CANDIDATES = ['/w/db/dist/index.js', '/w/db/src/index.ts', '/w/db/src/index.tsx'];
const isPackage = (config: string): boolean => config === '/w/db/package.json';

describe('the entry that a build generates', () => {
  it('gives on the modules below its folder that are called as what they export', () => {
    assert.deepEqual(generatedEntry(CANDIDATES, ['/w/db/src/save.ts', '/w/db/src/a/$b_1.tsx'], isPackage), {
      file: '/w/db/src/index.ts',
      text: "export { save } from './save';\nexport { $b_1 } from './a/$b_1';",
    });
  });

  it('leaves tests, declarations, other entries, names that are none, and files of other folders out', () => {
    const others = [
      'a.test.ts',
      'b.d.ts',
      'index.ts',
      'c/index.ts',
      'to-text.ts',
      '1.ts',
      '[id].ts',
      '../d.ts',
    ];
    const files = ['src/only.ts', ...others.map((name) => `src/${name}`)].map((name) => `/w/db/${name}`);
    const inFolder = files.filter((file) => !file.includes('..'));
    const entry = generatedEntry(CANDIDATES, [...inFolder, '/w/db/d.ts', '/w/db/srcs/e.ts'], isPackage);
    assert.equal(entry?.text, "export { only } from './only';");
  });

  it('takes the first of two modules with one name', () => {
    const entry = generatedEntry(CANDIDATES, ['/w/db/src/a/save.ts', '/w/db/src/b/save.ts'], isPackage);
    assert.equal(entry?.text, "export { save } from './a/save';");
  });

  it('is made for packages of the workspace alone, and only of something', () => {
    const files = ['/w/db/src/save.ts', '/w/app/src/save.ts'];
    assert.equal(generatedEntry(['/w/app/src/index.ts'], files, isPackage), undefined);
    assert.equal(generatedEntry(['/w/db/src/save/index.ts'], files, isPackage), undefined);
    assert.equal(generatedEntry(CANDIDATES, [], isPackage), undefined);
  });

  it('may be made for what is called as an entry', () => {
    assert.equal(mayBeGenerated(CANDIDATES), true);
    assert.equal(mayBeGenerated(['/w/db/lib/index.ts', '/w/db/src/index.js']), false);
  });
});
