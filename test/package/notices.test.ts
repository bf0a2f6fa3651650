import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, writeBundle } from '../../scripts/lib/bundles.ts';
import { vsixPath } from '../../scripts/lib/manifest.ts';
import { LICENCES, noticesOf, WITHOUT_TEXT } from '../../scripts/lib/notices.ts';
import { cache } from '../../scripts/lib/paths.ts';
import { stageSources } from '../../scripts/lib/stage.ts';
import { openVsix } from '../support/vsix.ts';

describe('ThirdPartyNotices.txt', () => {
  let folder: string;
  let notices: string;

  before(async () => {
    folder = mkdtempSync(join(cache, 'notices-'));
    notices = await (await openVsix(vsixPath)).text('extension/dist/ThirdPartyNotices.txt');
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('names every package that a bundle has something of, with its version', async () => {
    const metafiles = await Promise.all(
      bundles.map((bundle) => writeBundle(bundle, join(folder, 'dist'), true)),
    );
    const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
    const manifests = files.flatMap(
      (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [],
    );
    const titles = [...new Set(manifests)].map((path) => {
      const { name, version, license } = JSON.parse(
        readFileSync(new URL(`../../${path}/package.json`, import.meta.url), 'utf8'),
      ) as { name: string; version: string; license: string };
      return `${name} ${version}\nLicence: ${license}`;
    });
    assert.ok(titles.length > 30 && titles.some((title) => title.startsWith('typescript ')));
    const named = [...notices.matchAll(/^.+\nLicence: .+$/gm)].map(([title]) => title);
    assert.deepEqual(named.sort(), titles.sort());
  });

  it('has licences and notices in full', () => {
    for (const path of [
      'typescript/LICENSE.txt',
      'typescript/ThirdPartyNoticeText.txt',
      'vscode-languageclient/License.txt',
      'ag-grid-community/LICENSE.txt',
    ]) {
      const text = readFileSync(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8').trim();
      assert.ok(text.length > 500 && notices.includes(text), path);
    }
    assert.match(notices, /^Copyright \(c\) Microsoft Corporation\n\nPermission is hereby granted/m);
  });

  it('allows no licence, and excuses no package, that does not occur', () => {
    const licences = [...notices.matchAll(/^Licence: (.+)$/gm)].map(([, licence]) => licence);
    assert.deepEqual([...new Set(licences)].sort(), [...LICENCES.keys()].sort());
    const excused = notices.split(/^-{80}\n/m).filter((part) => part.includes('has no file for its licence'));
    assert.equal(excused.length, WITHOUT_TEXT.size);
    for (const name of WITHOUT_TEXT) assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
  });

  const mit = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8');
  const wrong: readonly (readonly [what: string, manifest: object, licence: string | undefined])[] = [
    ['another licence', { license: 'GPL-3.0-only' }, 'GNU GENERAL PUBLIC LICENSE'],
    ['a choice of licences', { license: '(MIT OR GPL-3.0-or-later)' }, mit],
    ['no licence', {}, mit],
    ['no text of its licence', { license: 'MIT', author: 'Somebody' }, undefined],
    ['the text of another licence', { license: 'MIT' }, 'GNU GENERAL PUBLIC LICENSE'],
  ];
  for (const [what, manifest, licence] of wrong) {
    it(`refuses a package with ${what}`, () => {
      const { refused } = noticesOf([fakePackage(folder, manifest, licence)]);
      assert.equal(refused.length, 1);
      assert.match(refused[0] ?? '', /^fake 1\.2\.3 may not be shipped: /);
    });
  }

  it('takes a package with a licence that is known, and its notice', () => {
    const fake = fakePackage(folder, { license: 'MIT' }, mit);
    writeFileSync(join(fake, 'NOTICE'), 'Noticed.');
    const { text, refused } = noticesOf([fake]);
    assert.deepEqual(refused, []);
    assert.match(text, /^fake 1\.2\.3\nLicence: MIT\n[^]*Permission is hereby granted[^]*\n\nNoticed\.\n/m);
  });

  it('lets no build end well that has a package with another licence', () => {
    const copy = join(folder, 'copy');
    stageSources(copy);
    fakePackage(join(copy, 'src'), { license: 'GPL-3.0-only' }, 'GNU GENERAL PUBLIC LICENSE');
    appendFileSync(join(copy, 'src/cli/main.ts'), "\nimport 'fake';\n");
    const script = join(copy, 'scripts/build.ts');
    const { status, stderr } = spawnSync(process.execPath, [script, '--production'], { encoding: 'utf8' });
    assert.match(stderr, /^fake 1\.2\.3 may not be shipped: its licence is GPL-3\.0-only/m);
    assert.equal(status, 1);
  });
});

/** Puts a package into the node_modules of a folder; returns where it is. */
function fakePackage(folder: string, manifest: object, licence: string | undefined): string {
  const fake = join(folder, 'node_modules/fake');
  rmSync(fake, { recursive: true, force: true });
  mkdirSync(fake, { recursive: true });
  writeFileSync(
    join(fake, 'package.json'),
    JSON.stringify({ name: 'fake', version: '1.2.3', main: 'main.js', ...manifest }),
  );
  writeFileSync(join(fake, 'main.js'), 'console.log("fake");');
  if (licence !== undefined) writeFileSync(join(fake, 'LICENSE'), licence);
  return fake;
}
