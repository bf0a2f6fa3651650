import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { runScenario, type CreateApp } from '../samples/scenario.ts';
import { applyEdits } from '../src/core/text/edit.ts';
import { assistsAt, textsAfter, usual } from '../src/lens/patterns/assists.ts';
import type { World } from '../src/lens/patterns/pattern.ts';
import { patterns } from '../src/lens/patterns/registry.ts';
import { azuriteAccount } from './azurite.ts';
import { readDefects, readSample, type Sample } from './support/samples.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** More fixes than the sample has findings: beyond that they undo each other. */
const MOST_FIXES = 200;

describe('the bad sample, repaired by quick fixes alone', function () {
  this.timeout(120_000);

  const { defects, differences } = readDefects();
  const repaired = repair(readSample('bad'));
  const left = findingsIn(repaired);
  const written = withPatterns(repaired);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'repaired-'));
    await cp(join(root, 'samples'), join(folder, 'samples'), { recursive: true });
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await cp(join(folder, 'samples/bad'), join(folder, 'samples/written'), { recursive: true });
    for (const [file, text] of repaired.texts) await writeFile(join(folder, 'samples/bad', file), text);
    for (const [file, text] of written.texts) await writeFile(join(folder, 'samples/written', file), text);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('has the findings left that DEFECTS.md says no fix takes away', () => {
    const unfixed = defects.filter(({ isFixed }) => !isFixed);
    assert.deepEqual(
      left,
      unfixed.map(({ file, rule }) => `${file} ${rule}`),
    );
    for (const { file, line, answer } of unfixed) {
      assert.match(answer, /\(".+"\)/, `${file}:${line} names no section of the guide`);
    }
  });

  for (const version of ['bad', 'written']) {
    it(`is sound TypeScript: ${version}`, () => {
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', join(folder, 'samples', version)], {
        encoding: 'utf8',
      });
      assert.equal(stdout, '');
      assert.equal(status, 0);
    });
  }

  it('answers as the good one does, but for what DEFECTS.md says', async () => {
    assert.deepEqual(
      await wrongAnswers('bad'),
      differences.filter(({ isFixed }) => !isFixed).map(({ name }) => name),
    );
  });

  it('answers all as the good one does once the patterns are written that its findings offer', async () => {
    assert.deepEqual(await wrongAnswers('written'), []);
  });

  /** What a version of the sample answers otherwise than the good one. */
  async function wrongAnswers(version: string): Promise<readonly string[]> {
    const { connectionString } = await azuriteAccount();
    const good = await runScenario('good', connectionString);
    const right = new Map<string, unknown>(Object.entries(good));
    const answers = await runScenario(await appIn(folder, version), connectionString);
    return Object.entries(answers).flatMap(([name, answer]) =>
      isDeepStrictEqual(answer, right.get(name)) ? [] : [name],
    );
  }
});

async function appIn(folder: string, version: string): Promise<CreateApp> {
  const module: unknown = await import(pathToFileURL(join(folder, 'samples', version, 'src/app.ts')).href);
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

function findingsIn({ engine, texts }: Sample): readonly string[] {
  return [...texts.keys()].flatMap((file) =>
    engine.analyze(file).findings.map(({ rule }) => `${file.slice(1)} ${rule}`),
  );
}

/** Writes the patterns that answer a finding, with their usual settings, again and again until none is offered; and fixes what is new. */
function withPatterns(sample: Sample): Sample {
  const { engine } = sample;
  let { texts } = sample;
  const world: World = { ...engine, files: engine.filesToCheck, beside: (file) => texts.get(file) };
  const offered = (): ReadonlyMap<string, string> | undefined => {
    for (const file of texts.keys()) {
      for (const { rule, span } of engine.analyze(file).findings) {
        const wanted = patterns.filter(({ rules }) => rules.includes(rule));
        const found = assistsAt(world, file, span, usual, wanted).find(
          ({ outcome }) => outcome.kind === 'change',
        );
        if (found?.outcome.kind === 'change') return textsAfter(world, found.outcome.changes);
      }
    }
    return undefined;
  };
  for (let count = 0, changed = offered(); changed !== undefined; count++, changed = offered()) {
    assert.ok(count < MOST_FIXES, 'patterns that undo each other');
    for (const [file, text] of changed) engine.setFile(file, text);
    ({ texts } = repair({ engine, texts: new Map([...texts, ...changed]) }));
  }
  return { engine, texts };
}
