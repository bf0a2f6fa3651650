import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { excluderOf } from '../../src/lens/workspace/exclude.ts';
import { globOf } from '../../src/lens/workspace/glob.ts';
import { ignoreRulesOf } from '../../src/lens/workspace/ignore-rules.ts';
import { MAX_COST, patternsOf } from '../../src/lens/workspace/patterns.ts';
import { siblingPackages } from '../../src/lens/workspace/siblings.ts';
import type { Unread } from '../../src/lens/workspace/unread.ts';
import { filesBelow } from '../../src/lens/workspace/walk.ts';
import { hostileFolder, NO_TEXTS } from '../support/hostile-folder.ts';

/** Patterns that expressions go back and forth over, and paths that fit them up to the end. */
const BOMBS: readonly (readonly [pattern: string, path: string])[] = [
  [`${'**/*a*/'.repeat(12)}x`, `${'aaaa/'.repeat(24)}y`],
  ['**/*a*/'.repeat(12), `${'aaaa/'.repeat(11)}${'bbbb/'.repeat(30)}y`],
  ['**/'.repeat(40) + 'x', `${'a/'.repeat(200)}y`],
  [`${'*a'.repeat(20)}x`, `${'a'.repeat(200)}y`],
  [`/${'*a/'.repeat(20)}x`, `${'aa/'.repeat(20)}y`],
  [`${'*?'.repeat(20)}x`, `${'a'.repeat(200)}y`],
  [`${'*[a-z]'.repeat(20)}x`, `${'a'.repeat(200)}y`],
  [`a/${'**/a/'.repeat(20)}x`, `${'a/'.repeat(200)}y`],
  [`a${'/**'.repeat(40)}/x`, `${'a/'.repeat(200)}y`],
  [`${'*'.repeat(2000)}a${'*'.repeat(2000)}x`, `${'a'.repeat(200)}y`],
  ['[[:alpha:]'.repeat(400), `${'a'.repeat(200)}y`],
  [`*[${'b'.repeat(2000)}]*x`, `${'a'.repeat(200)}x/y`],
  [`${'\\*'.repeat(2000)}*x`, `${'*'.repeat(200)}y`],
];

describe('patterns that are made to be matched forever', () => {
  for (const [pattern, path] of BOMBS) {
    it(`end, and do not match: ${pattern.slice(0, 40)}`, () => {
      const { verdictOf } = patternsOf([pattern], { ignoreCase: false });
      assert.equal(verdictOf(path, false), undefined);
      assert.equal(excluderOf('/f', [pattern])(`/f/${path}`), false);
    });

    it(`cost no more than they have characters: ${pattern.slice(0, 40)}`, () => {
      for (const isPath of [true, false]) {
        const glob = globOf(pattern, { isPath, ignoreCase: false });
        assert.ok((glob?.cost ?? 0) <= pattern.length);
      }
    });
  }

  it('match all the same what they mean', () => {
    const { verdictOf } = patternsOf([`${'**/*a*/'.repeat(12)}x`, `${'*a'.repeat(20)}x`], {
      ignoreCase: false,
    });
    assert.equal(verdictOf(`${'bab/'.repeat(24)}x`, false), 'ignored');
    assert.equal(verdictOf(`${'ba'.repeat(20)}x`, false), 'ignored');
    assert.equal(verdictOf(`${'bab/'.repeat(11)}x`, false), undefined);
  });
});

describe('.gitignore files that are made to do harm', () => {
  const folder = hostileFolder();
  const { write, file, path } = folder;

  const walk = async (): Promise<{ readonly files: string[]; readonly told: string[] }> => {
    const told: string[] = [];
    const tell = (where: string, why: Unread): void => {
      told.push(`${where.slice(file().length + 1)}: ${why.kind}`);
    };
    const files: string[] = [];
    for await (const found of filesBelow(file(), await ignoreRulesOf(file(), tell), { onUnread: tell })) {
      files.push(found.slice(file().length + 1));
    }
    return { files, told };
  };

  it('leave the walk as quick as it is', async () => {
    const deep = `${'aaaaaaaaaaaa/'.repeat(20)}b.ts`;
    write({ '.gitignore': `${'**/*a*/'.repeat(12)}x\n${'*a'.repeat(20)}x\n`, [deep]: '', 'c.ts': '' });
    assert.deepEqual(await walk(), { files: [deep, 'c.ts'], told: [] });
  });

  it('have patterns left out that cost more than all may, in nested folders too', async () => {
    const costly = (name: string): string => `${`*a?b?c?d*${name}\n`.repeat(MAX_COST / 16)}kept.ts\n`;
    write({ '.gitignore': costly('x'), 'a/.gitignore': costly('y'), 'a/b/.gitignore': costly('z') });
    write({ 'a/b/b.ts': '', 'a/b/kept.ts': '', 'a/kept.ts': '', 'c.ts': '' });
    assert.deepEqual(await walk(), {
      files: ['a/b/b.ts', 'c.ts'],
      told: ['a/.gitignore: patterns', 'a/b/.gitignore: patterns'],
    });
  });

  for (const name of ['.gitignore', '.git/info/exclude']) {
    for (const [what, make, why] of NO_TEXTS) {
      it(`are told and not used: ${name} that is ${what}`, async () => {
        write({ '.git/HEAD': '', 'a.ts': '', 'b/c.ts': '' });
        make(folder, name);
        assert.deepEqual(await walk(), { files: ['a.ts', 'b/c.ts'], told: [`${name}: ${why}`] });
      });
    }

    it(`may be a folder: ${name}`, async () => {
      write({ '.git/HEAD': '', 'a.ts': '' });
      mkdirSync(path(name), { recursive: true });
      assert.deepEqual(await walk(), { files: ['a.ts'], told: [] });
    });
  }
});

describe('workspaces of packages that are made to do harm', () => {
  const folder = hostileFolder();
  const { write, link, file, path } = folder;
  const textOf =
    (text: string) =>
    ({ write: put }: typeof folder, name: string): void => {
      put({ [name]: text });
    };
  const found = async (): Promise<string[]> =>
    (await siblingPackages(file())).map((each) => each.slice(file().length + 1));
  const npm = (...workspaces: readonly string[]): Record<string, string> => ({
    'package.json': JSON.stringify({ workspaces }),
  });
  const nest = (name: string): void => void mkdirSync(path(name), { recursive: true });

  for (const [what, pattern, below] of [
    ['stars', `${'*a'.repeat(20)}x`, 'a'.repeat(200)],
    ['any characters', `${'*?'.repeat(20)}x`, 'a'.repeat(200)],
    ['folders at any depth', `${'**/'.repeat(400)}x/none`, 'a/a/a/a'],
    ['folders and names', `${'**/*a*/'.repeat(100)}x`, 'aaaa/aaaa/aaaa/aaaa'],
  ] as const) {
    it(`are matched and done with: ${what}`, async () => {
      nest(below);
      write(npm(pattern, 'known'));
      assert.ok((await found()).includes('known/package.json'));
    });
  }

  it('are looked into once, however many patterns there are', async () => {
    for (let index = 0; index < 40; index++) nest(`p${index}/q`);
    write(npm(...Array.from({ length: 100 }, (_, index) => `**/*${'/'.repeat(index)}`)));
    assert.equal((await found()).length, 80);
  });

  it('are read from YAML whose lines are blank', async () => {
    const blanks = ' '.repeat(20_000);
    const line = `  -${blanks}'b/*'${blanks}${blanks}x`;
    nest('a/c');
    write({
      'pnpm-workspace.yaml': `packages:${blanks}\n${blanks}\n${blanks}x\n  -${blanks}\n${line}\n${blanks}- a/*${blanks}# c\n`,
    });
    assert.deepEqual(await found(), ['a/c/package.json']);
  });

  it('are read from YAML as people write it', async () => {
    nest('a/x');
    write({
      'pnpm-workspace.yaml': `# of\nname: x\npackages: # all\n  # first\n  - a/*\n- "b"\n  - 'c' # third\n  - !d\n  - e#f\ncatalog:\n  - g\n`,
    });
    assert.deepEqual(await found(), [
      'a/x/package.json',
      'b/package.json',
      'c/package.json',
      'e/package.json',
    ]);
  });

  for (const name of ['package.json', 'pnpm-workspace.yaml']) {
    for (const [what, make] of [
      ...NO_TEXTS,
      ['nested deep', textOf(`{"workspaces":${'['.repeat(500_000)}`)],
      ['of no kind that is known', textOf('{"workspaces":{"packages":{"a":[[null,1,{}]]}}}')],
    ] as const) {
      it(`say nothing: ${name} that is ${what}`, async () => {
        make(folder, name);
        assert.deepEqual(await found(), []);
      });
    }
  }

  it('go through no circle of links', async () => {
    nest('a/b');
    link('a/b/again', path('a'));
    write(npm('**'));
    assert.deepEqual(await found(), ['package.json', 'a/package.json', 'a/b/package.json']);
  });
});
