import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import { ignoreRulesOf } from './ignore-rules.ts';
import { fromDisk } from './paths.ts';
import { filesBelow } from './walk.ts';
import { createWorkspace, type Progress, type Workspace } from './workspace.ts';

/** An engine that only keeps texts, and wants `./NAME` for every line `import NAME`. */
function recordingEngine(): { engine: Engine; texts: Map<string, string> } {
  const texts = new Map<string, string>();
  const missing = new Set<string>();
  const imports = (file: string, text: string): string[][] =>
    [...text.matchAll(/^import (\S+)$/gm)].map(([, name = '']) => [
      fromDisk(join(dirname(file), `${name}.ts`)),
      fromDisk(join(dirname(file), `${name}.js`)),
    ]);
  const engine: Engine = {
    setFile: (file, text) => {
      texts.set(file, text);
      missing.delete(file);
    },
    removeFile: (file) => void texts.delete(file),
    declareClients: () => undefined,
    text: () => undefined,
    steps: () => [],
    urgentSteps: () => [],
    wantedFiles: () =>
      [...texts]
        .flatMap(([file, text]) => imports(file, text))
        .filter((list) => !list.some((file) => texts.has(file)) && !list.every((file) => missing.has(file))),
    markMissing: (file) => void missing.add(file),
    asIf: (_, work) => work(),
    analyzeAsIf: () => [],
    analyze: (file) => ({ file, operations: [], findings: [] }),
    operations: () => [],
    calledOperations: () => ({ next: () => ({ done: true, value: [] }) }),
    clients: () => [],
    table: () => undefined,
    undecided: () => [],
    setAnswers: () => false,
    forgetFacts: () => undefined,
    filesWithOperations: () => [],
    filesToCheck: () => [],
    syntaxError: () => undefined,
    parseCount: () => 0,
    linkCount: () => 0,
  };
  return { engine, texts };
}

describe('workspace', () => {
  let disk: string;
  let root: string;
  let recorded: ReturnType<typeof recordingEngine>;
  let workspace: Workspace;

  const at = (name: string): string => fromDisk(join(disk, name));
  const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(disk, name)), { recursive: true });
      await writeFile(join(disk, name), text);
    }
  };
  const walked = async (from = root): Promise<string[]> => {
    const names: string[] = [];
    for await (const file of filesBelow(from, await ignoreRulesOf(from)))
      names.push(file.slice(from.length + 1));
    return names;
  };
  const known = (): string[] => [...recorded.texts.keys()].map((file) => file.slice(root.length + 1)).sort();

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    root = fromDisk(disk);
    recorded = recordingEngine();
    workspace = createWorkspace(recorded.engine);
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));

  describe('finding files', () => {
    it('takes every kind of source and nothing else', async () => {
      await write({
        'a.ts': '',
        'b.tsx': '',
        'c.mjs': '',
        'd.cts': '',
        'e.d.ts': '',
        'f.min.js': '',
        'g.json': '',
      });
      assert.deepEqual(await walked(), ['a.ts', 'b.tsx', 'c.mjs', 'd.cts']);
    });

    it('leaves installed packages, dot folders and build output beside a package.json out', async () => {
      await write({
        'package.json': '{}',
        'node_modules/p/index.js': '',
        '.cache/x.ts': '',
        'dist/x.js': '',
        'src/build/x.ts': '',
      });
      assert.deepEqual(await walked(), ['package.json', 'src/build/x.ts']);
    });

    it('obeys .gitignore files at every level, the nearest first, and .git/info/exclude', async () => {
      await write({
        '.git/info/exclude': 'local.ts\n',
        '.gitignore': 'gen/\n*.tmp.ts\n',
        'gen/a.ts': '',
        'local.ts': '',
        'sub/b.tmp.ts': '',
        'sub/keep.tmp.ts': '',
        'sub/.gitignore': '!keep.tmp.ts\n/only-here.ts\n',
        'sub/only-here.ts': '',
        'sub/deep/only-here.ts': '',
      });
      assert.deepEqual(await walked(), ['sub/deep/only-here.ts', 'sub/keep.tmp.ts']);
    });

    it('obeys the repository above an opened subfolder', async () => {
      await write({ '.git/HEAD': '', '.gitignore': '/app/gen\n', 'app/gen/a.ts': '', 'app/b.ts': '' });
      assert.deepEqual(await walked(at('app')), ['b.ts']);
    });

    it('reads a folder that the repository above ignores, when it is asked for', async () => {
      await write({
        '.git/HEAD': '',
        '.gitignore': 'gen/',
        'gen/a.ts': '',
        'gen/.gitignore': 'b.ts',
        'gen/b.ts': '',
      });
      assert.deepEqual(await walked(at('gen')), ['a.ts']);
    });

    it('knows a file below an ignored folder to be ignored', async () => {
      await write({ '.gitignore': 'gen/\n' });
      const rules = await ignoreRulesOf(root);
      assert.equal(await rules.ignores(at('gen/deep/a.ts'), false), true);
      assert.equal(await rules.ignores(at('general/a.ts'), false), false);
    });
  });

  describe('feeding the engine', () => {
    it('indexes a folder and reports how far it is', async () => {
      await write({ 'a.ts': 'a', 'sub/b.ts': 'b' });
      const seen: Progress[] = [];
      await workspace.index(root, { onProgress: (progress) => seen.push(progress) });
      assert.deepEqual(known(), ['a.ts', 'sub/b.ts']);
      assert.deepEqual(seen, [{ done: 0, total: 2 }]);
    });

    it("tells once of files that are too large to be somebody's source", async () => {
      await write({ 'a.ts': 'a', 'data.ts': ' '.repeat(2 * 1024 * 1024 + 1) });
      const unread: string[] = [];
      workspace = createWorkspace(recorded.engine, (path) => unread.push(path));
      await workspace.index(root);
      await workspace.index(root);
      assert.deepEqual([known(), unread], [['a.ts'], [at('data.ts')]]);
    });

    it('tells of folders that cannot be read', async () => {
      const unread: string[] = [];
      workspace = createWorkspace(recorded.engine, (path) => unread.push(path));
      await workspace.index(at('nowhere'));
      assert.deepEqual(unread, [at('nowhere')]);
    });

    it('follows imports to the end, out of the folder too', async () => {
      await write({ 'app/a.ts': 'import ../lib/b', 'lib/b.ts': 'import c\nimport gone', 'lib/c.js': '' });
      await workspace.index(at('app'));
      assert.deepEqual(known(), ['app/a.ts', 'lib/b.ts', 'lib/c.js']);
      assert.deepEqual(recorded.engine.wantedFiles(), []);
    });

    it("prefers an editor's text until the editor closes the file", async () => {
      await write({ 'a.ts': 'disk' });
      workspace.open(at('a.ts'), 'editor');
      await workspace.index(root);
      assert.equal(recorded.texts.get(at('a.ts')), 'editor');
      await workspace.close(at('a.ts'));
      assert.equal(recorded.texts.get(at('a.ts')), 'disk');
    });

    it('forgets a closed file that is in no folder', async () => {
      await write({ 'other/a.ts': '', 'app/b.ts': '' });
      await workspace.index(at('app'));
      workspace.open(at('other/a.ts'), '');
      await workspace.close(at('other/a.ts'));
      assert.deepEqual(known(), ['app/b.ts']);
    });

    it('stops when it is cancelled', async () => {
      await write({ 'a.ts': '' });
      const stop = new AbortController();
      const onProgress = (): void => {
        stop.abort();
      };
      await assert.rejects(workspace.index(root, { signal: stop.signal, onProgress }), {
        name: 'AbortError',
      });
      assert.deepEqual(known(), []);
    });

    it('forgets a folder, but not what another folder or an editor holds', async () => {
      await write({ 'a.ts': '', 'b.ts': '', 'sub/c.ts': '' });
      await workspace.index(root);
      await workspace.index(at('sub'));
      workspace.open(at('b.ts'), '');
      await workspace.forget(root);
      assert.deepEqual(known(), ['b.ts', 'sub/c.ts']);
    });
  });

  describe('changes on disk', () => {
    beforeEach(async () => {
      await write({ '.gitignore': 'gen/\n', 'a.ts': '1', 'sub/b.ts': '1', 'sub/c.ts': '1' });
      await workspace.index(root);
    });

    it('reads a changed and a new file again', async () => {
      await write({ 'a.ts': '2', 'new.ts': '1' });
      await workspace.update([
        { file: at('a.ts'), kind: 'written' },
        { file: at('new.ts'), kind: 'written' },
      ]);
      assert.equal(recorded.texts.get(at('a.ts')), '2');
      assert.equal(recorded.texts.get(at('new.ts')), '1');
    });

    it('takes no new file that indexing would have left out', async () => {
      await write({ 'gen/x.ts': '', 'node_modules/p/y.ts': '' });
      await workspace.update([
        { file: at('gen/x.ts'), kind: 'written' },
        { file: at('node_modules/p/y.ts'), kind: 'written' },
      ]);
      assert.deepEqual(known(), ['a.ts', 'sub/b.ts', 'sub/c.ts']);
    });

    it('forgets all files of a deleted folder', async () => {
      await rm(join(disk, 'sub'), { recursive: true });
      await workspace.update([{ file: at('sub'), kind: 'deleted' }]);
      assert.deepEqual(known(), ['a.ts']);
    });

    it('takes over what is in a folder that was replaced', async () => {
      await rm(join(disk, 'sub'), { recursive: true });
      await write({ 'sub/b.ts': 'another', 'sub/d.ts': '' });
      await workspace.update([{ file: at('sub'), kind: 'written' }]);
      assert.deepEqual(known(), ['a.ts', 'sub/b.ts', 'sub/d.ts']);
      assert.equal(recorded.texts.get(at('sub/b.ts')), 'another');
    });

    it('keeps what is there again when its deletion is told late, also that of its folder', async () => {
      await workspace.index(root);
      const before = [...recorded.texts.keys()].sort();
      await workspace.update([
        { file: at('a.ts'), kind: 'deleted' },
        { file: at('sub'), kind: 'deleted' },
      ]);
      assert.deepEqual([...recorded.texts.keys()].sort(), before);
      assert.ok(workspace.files().includes(at('a.ts')));
    });

    it('keeps the text of a deleted file that an editor still shows', async () => {
      workspace.open(at('a.ts'), 'editor');
      await workspace.update([{ file: at('a.ts'), kind: 'deleted' }]);
      assert.equal(recorded.texts.get(at('a.ts')), 'editor');
    });

    it('indexes again when git ignores something else', async () => {
      await write({ '.gitignore': 'sub/\n', 'gen/x.ts': '' });
      await workspace.update([{ file: at('.gitignore'), kind: 'written' }]);
      assert.deepEqual(known(), ['a.ts', 'gen/x.ts']);
    });

    it('finds an import that appears', async () => {
      workspace.open(at('a.ts'), 'import late');
      await workspace.settle();
      await write({ 'late.ts': '' });
      await workspace.update([{ file: at('late.ts'), kind: 'written' }]);
      assert.equal(recorded.texts.get(at('late.ts')), '');
    });
  });
});
