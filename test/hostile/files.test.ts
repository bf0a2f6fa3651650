import assert from 'node:assert/strict';
import { UNIX_EPOCH } from '../../src/core/keys/time.ts';
import { plain } from '../../src/core/text/markdown.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import { finish } from '../../src/lens/model/seen/stepwise.ts';
import { toldOnce } from '../../src/lens/engine/told-once.ts';
import { codeActions } from '../../src/lens/ide/code-actions.ts';
import { codeLenses } from '../../src/lens/ide/code-lenses.ts';
import { hoverAt } from '../../src/lens/ide/hover.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { StepCounter } from '../fuzz/steps.ts';
import { DENSE } from '../support/dense-sources.ts';

const FILE = '/src/a.ts';
/** Of what a source has: few enough that the file is analysed, enough that what is done for each outweighs the rest. */
const FEW = 120;
/** Twice as much may cost so much more: twice, and what a sort takes. */
const GROWTH = 2.3;

/** Does with a text all that an editor asks of it. */
function useText(text: string): void {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile(FILE, text);
  engine.wantedFiles();
  const analysis = engine.analyze(FILE);
  assert.ok(!analysis.findings.some(({ rule }) => rule === 'not-analysed'));
  const shown = { ...analysis, findings: toldOnce(analysis.findings) };
  codeLenses(analysis, text, {
    operationsOn: (name) => engine.table(name)?.operations.length ?? 0,
    canRun: true,
    canDesign: true,
  });
  const last = analysis.operations.at(-1)?.nameSpan.start ?? 0;
  hoverAt(shown, last, {
    text,
    ruleAddress: (rule) => rule,
    linkTo: () => plain(''),
    types: 'asked',
    keys: { table: engine.table, declared: () => undefined, now: UNIX_EPOCH, offsetAt: () => 0 },
  });
  finish(codeActions(shown, text, shown.findings.at(-1)?.span ?? { start: 0, end: 0 }));
}

describe('a file that has very many of one thing', () => {
  const counter = new StepCounter();
  before(() => {
    counter.start();
  });
  after(() => {
    counter.stop();
  });
  const stepsFor = (text: string): number => {
    counter.skip();
    useText(text);
    return counter.take();
  };

  for (const [what, make] of Object.entries(DENSE)) {
    it(`takes twice as many steps for twice as many ${what}`, () => {
      const [once, twice] = [stepsFor(make(FEW)), stepsFor(make(2 * FEW))];
      assert.ok(twice <= GROWTH * once, `${once} steps, then ${twice}`);
    });
  }
});
