import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { StepCounter } from '../fuzz/steps.ts';
import { analysisSteps } from '../support/analysis-steps.ts';
import { ask, DOUBLING, GROWING, HEAD, repeat } from '../support/growing-sources.ts';

describe('sources whose cost somebody wants to grow', () => {
  const counter = new StepCounter();
  before(() => {
    counter.start();
  });
  after(() => {
    counter.stop();
  });
  const stepsOf = (body: string): number => analysisSteps(counter, `${HEAD}${body}`);

  for (const [name, source] of Object.entries(GROWING)) {
    it(`${name}: twice as many take little more than twice the work`, function () {
      this.timeout(120_000);
      const [once, twice] = [stepsOf(source(400)), stepsOf(source(800))];
      // n log n would be 2.2 times; what is given up early takes less
      assert.ok(twice <= 2.6 * once, `${once} calls for 400, ${twice} for 800`);
    });
  }
  it('fields of a class: they are found by name, however many it has', function () {
    this.timeout(120_000);
    const fields = repeat(200, (i) => `f${i} = 'a${i}';\n m${i}(x: string) { ${ask(`x + this.f${i}`)} }\n`);
    const steps = stepsOf(`export class Staff { ${fields} }`);
    assert.ok(steps < 2_000_000, `${steps} calls`);
  });
  it('findings that have fixes: which are fixable takes little more than twice the work for twice as many', function () {
    this.timeout(120_000);
    const stepsFor = (count: number): number => {
      const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
      engine.setFile(
        '/hostile.ts',
        HEAD +
          repeat(
            count,
            (i) => `export const q${i} = (x: string) => { ${ask(`\`Age gt ${i} and a eq '\${x}'\``)} };\n`,
          ),
      );
      const { findings } = engine.analyze('/hostile.ts');
      assert.ok(findings.length >= count);
      counter.skip();
      assert.ok(findings.filter((finding) => finding.isFixable()).length >= count);
      return counter.take();
    };
    const [once, twice] = [stepsFor(100), stepsFor(200)];
    assert.ok(twice <= 2.6 * once, `${once} calls for 100, ${twice} for 200`);
  });
  for (const [name, source] of Object.entries(DOUBLING)) {
    it(`${name} that double in each line take a bounded number of steps`, function () {
      this.timeout(120_000);
      const steps = stepsOf(source);
      assert.ok(steps < 3_000_000, `${steps} calls for ${source.length} characters`);
    });
  }
});
