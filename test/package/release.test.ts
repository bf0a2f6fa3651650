import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from '../../scripts/lib/paths.ts';
import { refusals, type Release } from '../../scripts/lib/release.ts';
import { stageSources } from '../../scripts/lib/stage.ts';
import { openVsix } from '../support/vsix.ts';

/** An address for tests: example.com's kind of name at a host that vsce knows. */
const repository = 'https://github.com/example/example';

describe('what is released', () => {
  const fine: Release = {
    version: '1.2.0',
    current: '1.1.9',
    repository,
    changelog: '# Changelog\n\n## 1.2.0\n\n- News.\n\n## 1.1.9\n\n- Old.\n',
  };

  it('may be the same version or a later one, with what is new in it', () => {
    assert.deepEqual(refusals(fine), []);
    assert.deepEqual(refusals({ ...fine, current: '1.2.0' }), []);
    assert.deepEqual(refusals({ ...fine, repository: 'https://gitlab.com/a/b/c' }), []);
    assert.deepEqual(refusals({ ...fine, changelog: fine.changelog.replaceAll('\n', '\r\n') }), []);
  });

  const wrong: readonly (readonly [what: string, change: Partial<Release>, sentence: RegExp])[] = [
    ['an earlier version', { current: '1.10.0' }, /^1\.2\.0 comes before 1\.10\.0/],
    ['no version', { version: 'patch' }, /^"patch" is no version/],
    ['a version that the Marketplace refuses', { version: '1.2.0-beta' }, /^"1\.2\.0-beta" is no version/],
    ['no address', { repository: undefined }, /^The repository's public address is not known/],
    ['an address elsewhere', { repository: 'https://example.com/a/b' }, /no repository at GitHub or GitLab/],
    ['an address with a password', { repository: 'https://u:p@github.com/a/b' }, /no repository at/],
    ['an address of a page', { repository: `${repository}/issues` }, /no repository at/],
    [
      'nothing new',
      { changelog: '# Changelog\n\n## 1.2.0\n\n## 1.1.9\n\n- Old.\n' },
      /says nothing of 1\.2\.0/,
    ],
    ['news of another version', { changelog: '## 1.2.01\n\n- News.\n' }, /says nothing of 1\.2\.0/],
    [
      'news without a version',
      { changelog: `## Unreleased\n\n- More.\n\n${fine.changelog}` },
      /"## Unreleased"/,
    ],
  ];
  for (const [what, change, sentence] of wrong) {
    it(`has not ${what}`, () => {
      const [first = '', ...others] = refusals({ ...fine, ...change });
      assert.match(first, sentence);
      assert.deepEqual(others, []);
    });
  }
});

describe('npm run release', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(cache, 'release-'));
    stageSources(folder);
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
    delete manifest.repository;
    write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
    write('CHANGELOG.md', '# Changelog\n\n## 77.0.0\n\n- News.\n');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('says that the address is missing, and does nothing', () => {
    const before = read('package.json');
    const { status, stderr } = release(['77.0.0']);
    assert.equal(status, 1);
    assert.match(stderr, /^The repository's public address is not known.*--repository/);
    assert.equal(read('package.json'), before);
    assert.ok(!existsSync(join(folder, 'partition-lens-77.0.0.vsix')));
  });

  it('makes a VSIX of that version, whose README takes its pictures from that address', async () => {
    const { status, stderr } = release(['77.0.0'], { PARTITION_LENS_REPOSITORY: repository });
    assert.equal(status, 0, stderr);
    const vsix = await openVsix(join(folder, 'partition-lens-77.0.0.vsix'));
    const readme = await vsix.text('extension/readme.md');
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.deepEqual(
      pictures,
      ['problems', 'sidebar', 'grid', 'design'].map(
        (name) => `${repository}/raw/HEAD/media/screenshots/${name}.webp`,
      ),
    );
    assert.match(readme, new RegExp(`\\[Architecture\\]\\(${repository}/blob/HEAD/ARCHITECTURE\\.md\\)`));
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    assert.deepEqual([lock.version, lock.packages['']?.version], ['77.0.0', '77.0.0']);
    const shipped = JSON.parse(await vsix.text('extension/package.json')) as {
      version: string;
      repository: { url: string };
    };
    assert.equal(shipped.version, '77.0.0');
    assert.equal(shipped.repository.url, repository);
    assert.equal(read('package.json'), await vsix.text('extension/package.json'));
    assert.ok(existsSync(join(folder, 'partition-lens-77.0.0.tgz')));
    const forNpm = JSON.parse(read('.cache/npm/package.json')) as typeof shipped;
    assert.deepEqual([forNpm.version, forNpm.repository.url], ['77.0.0', repository]);
    // given once, it is known
    write('CHANGELOG.md', '# Changelog\n\n## 77.0.1\n\n- More.\n');
    assert.equal(release(['77.0.1']).status, 0);
    assert.ok(existsSync(join(folder, 'partition-lens-77.0.1.vsix')));
  });

  function read(name: string): string {
    return readFileSync(join(folder, name), 'utf8');
  }

  function write(name: string, text: string): void {
    writeFileSync(join(folder, name), text);
  }

  function release(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): { status: number | null; stderr: string } {
    const { PARTITION_LENS_REPOSITORY: _, ...rest } = process.env;
    return spawnSync(process.execPath, [join(folder, 'scripts/release.ts'), ...args], {
      cwd: folder,
      env: { ...rest, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    });
  }
});
