import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { runScenario, type CreateApp } from '../samples/scenario.ts';
import { applyEdits } from '../src/core/text/edit.ts';
import { azuriteAccount, type AzuriteAccount } from './azurite.ts';
import { readDefects, readSample, type Sample } from './support/samples.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** More fixes than the sample has findings: beyond that they undo each other. */
const MOST_FIXES = 200;

describe('the bad sample, repaired by quick fixes alone', function () {
  this.timeout(120_000);

  const { defects, differences } = readDefects();
  const repaired = repair(readSample('bad'));
  let azurite: AzuriteAccount;
  let folder: string;

  before(async () => {
    azurite = await azuriteAccount();
    folder = await mkdtemp(join(tmpdir(), 'repaired-'));
    await cp(join(root, 'samples'), join(folder, 'samples'), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const [file, text] of repaired.texts) await writeFile(join(folder, 'samples/bad', file), text);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('has the findings left that DEFECTS.md says no fix takes away', () => {
    const left = [...repaired.texts.keys()].flatMap((file) =>
      repaired.engine.analyze(file).findings.map(({ rule }) => `${file.slice(1)} ${rule}`),
    );
    const unfixed = defects.filter(({ isFixed }) => !isFixed);
    assert.deepEqual(
      left,
      unfixed.map(({ file, rule }) => `${file} ${rule}`),
    );
    for (const { file, line, answer } of unfixed) {
      assert.match(answer, /\(".+"\)/, `${file}:${line} names no section of the guide`);
    }
  });

  it('is sound TypeScript', () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', join(folder, 'samples/bad')], {
      encoding: 'utf8',
    });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  });

  it('answers as the good one does, but for what DEFECTS.md says', async () => {
    const good = await runScenario('good', azurite.connectionString);
    const right = new Map<string, unknown>(Object.entries(good));
    const answers = await runScenario(await appIn(folder), azurite.connectionString);
    const wrong = Object.entries(answers).filter(
      ([name, answer]) => !isDeepStrictEqual(answer, right.get(name)),
    );
    assert.deepEqual(
      wrong.map(([name]) => name),
      differences.filter(({ isFixed }) => !isFixed).map(({ name }) => name),
    );
  });
});

async function appIn(folder: string): Promise<CreateApp> {
  const module: unknown = await import(pathToFileURL(join(folder, 'samples/bad/src/app.ts')).href);
  return (module as { createApp: CreateApp }).createApp;
}

/** Applies the first fix that needs nobody to fill it in, again and again until there is none. */
function repair({ engine, texts }: Sample): Sample {
  const repaired = new Map(texts);
  const step = (): boolean => {
    for (const [file, text] of repaired) {
      for (const finding of engine.analyze(file).findings) {
        const fix = finding.fixes().find(({ placeholder }) => placeholder === undefined);
        if (fix === undefined) continue;
        const edited = applyEdits(text, fix.edits);
        repaired.set(file, edited);
        engine.setFile(file, edited);
        return true;
      }
    }
    return false;
  };
  for (let count = 0; step(); count++) assert.ok(count < MOST_FIXES, 'fixes that undo each other');
  return { engine, texts: repaired };
}
