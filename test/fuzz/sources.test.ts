import assert from 'node:assert/strict';
import { UNIX_EPOCH } from '../../src/core/keys/time.ts';
import { plain } from '../../src/core/text/markdown.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { finish } from '../../src/lens/model/seen/stepwise.ts';
import { codeActions } from '../../src/lens/ide/code-actions.ts';
import { codeLenses } from '../../src/lens/ide/code-lenses.ts';
import { hoverAt, type HoverWorld } from '../../src/lens/ide/hover.ts';
import { cases, MATERIAL, newEngine, own, provide, samples, type Source } from './material.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';
import { StepCounter } from './steps.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
const RUNS = 2000;
/** Runs whose steps are counted together: counting takes longer than a run. */
const BATCH = 20;
/** Calls of functions that one character of the files read may cost: three times what was ever seen of a batch. */
const STEPS_PER_CHARACTER = 50;
/** A sample that changes, and then changes back, has the samples that import it read again. */
const CHARACTERS_OF_SAMPLES = samples.reduce((sum, { text }) => sum + text.length, 0);

/** Does with a file all that an editor asks of one. */
function useFile(engine: Engine, { file, text }: Source, random: Random): void {
  engine.setFile(file, text);
  provide(engine);
  const analysis = engine.analyze(file);
  for (const { start, end } of analysis.findings.map(({ span }) => span)) {
    assert.ok(0 <= start && start <= end && end <= text.length);
  }
  codeLenses(analysis, text, { operationsOn: () => 2, canRun: true, canDesign: true });
  const offset = random.below(text.length + 1);
  const world: HoverWorld = {
    text,
    ruleAddress: (rule) => rule,
    linkTo: () => plain(''),
    types: 'asked',
    keys: { table: engine.table, declared: () => undefined, now: UNIX_EPOCH, offsetAt: () => 0 },
  };
  hoverAt(analysis, analysis.operations[0]?.nameSpan.start ?? offset, world);
  hoverAt(analysis, offset, world);
  // making and checking a fix reads the file again: one of them is enough
  const finding = analysis.findings[random.below(analysis.findings.length + 1)];
  if (finding) finish(codeActions({ ...analysis, findings: [finding] }, text, finding.span));
}

describe('code that nobody wrote', () => {
  const counter = new StepCounter();
  before(() => {
    counter.start();
  });
  after(() => {
    counter.stop();
  });

  it(`is read, linked, judged and mended in few steps: ${RUNS} files`, function () {
    this.timeout(600_000);
    const random = new Random(SEED);
    const engine = newEngine();
    for (const { file, text } of samples) engine.setFile(file, text);
    provide(engine);
    counter.skip();
    let characters = 0;
    for (let run = 1; run <= RUNS; run++) {
      const seed = random.pick(random.pick([samples, cases, cases, own]));
      const mutant = { file: seed.file, text: mutate(seed.text, random, MATERIAL) };
      characters += mutant.text.length;
      try {
        useFile(engine, mutant, random);
      } catch (error) {
        const shown = mutant.text.length < 3000 ? mutant.text : `${mutant.text.length} characters`;
        throw new Error(`run ${run} of seed ${SEED}, ${mutant.file}: ${shown}`, { cause: error });
      }
      if (samples.includes(seed)) {
        engine.setFile(seed.file, seed.text);
        characters += 2 * CHARACTERS_OF_SAMPLES;
      } else engine.removeFile(seed.file);
      if (run % BATCH > 0) continue;
      const steps = counter.take();
      assert.ok(
        steps <= STEPS_PER_CHARACTER * characters,
        `${steps} steps for ${characters} characters up to run ${run} of seed ${SEED}`,
      );
      characters = 0;
    }
  });
});
