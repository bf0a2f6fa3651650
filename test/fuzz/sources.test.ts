import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UNIX_EPOCH } from '../../src/core/keys/time.ts';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { codeActions } from '../../src/lens/ide/code-actions.ts';
import { codeLenses } from '../../src/lens/ide/code-lenses.ts';
import { hoverAt, type HoverWorld } from '../../src/lens/ide/hover.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { type Material, mutate } from './mutate.ts';
import { Random } from './random.ts';
import { StepCounter } from './steps.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
const RUNS = 2000;
/** Runs whose steps are counted together: counting takes longer than a run. */
const BATCH = 20;
/** Calls of functions that one character of the files may cost: three times what was ever seen of a batch. */
const STEPS_PER_CHARACTER = 500;

interface Source {
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGE = `import { TableClient, odata } from '@azure/data-tables';\n`;

function filesIn(folder: string, ending: string): Source[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .sort()
    .map((name) => ({ file: `/${name}`, text: readFileSync(root + name, 'utf8') }));
}

/** The sources that tests hold in templates. */
function templatesIn({ text }: Source): Source[] {
  return [...text.matchAll(/`((?:[^`\\]|\\.)*Entit(?:[^`\\]|\\.)*)`/g)].map(([, template = '']) => ({
    file: '/fuzz/case.ts',
    text: PACKAGE + template.replaceAll(/\\([`$\\])/g, '$1'),
  }));
}

const samples = filesIn('samples', '.ts');
const own = filesIn('src', '.ts').map(({ file, text }) => ({ file, text: PACKAGE + text }));
const cases = filesIn('src/lens', '.test.ts').flatMap(templatesIn);

const MATERIAL: Material = {
  cut: (text) => text.match(/\s+|[\w$]+|=>|\?\.|\.{3}|[=!<>&|?*+]{2,3}|\$\{|[^]/g) ?? [],
  insertions: [
    ...'( ) [ ] { } < > ` \' " ${ } ; , . ?. ... => = += ?? ! # @ \\ / /* */ // : ? & |'.split(' '),
    ...'async await yield function class extends new return if else for while switch case default'.split(' '),
    ...'try catch finally throw import export const let var this super static get set enum of in as'.split(
      ' ',
    ),
    ...'undefined null true 1n 1e999 0x 08 /a/ \uD83D \uFFFC \u2028 <!-- #!'.split(' '),
    'client.listEntities({ queryOptions: { filter } })',
    'for await (const e of new TableClient(u, t, c).listEntities()) break;',
    "odata`PartitionKey eq ${x} and RowKey eq '${y}'`",
    'module.exports = { ...exports, f }',
    '// partition-lens-disable-next-line',
    '/* partition-lens-disable table-scan */',
  ],
  longOnceIn: 40,
  nestings: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['{ a: ', ' }'],
    ['`${', '}`'],
    ['() => ', ''],
    ['f(', ')'],
    ['if (x) ', ''],
    ['for await (const e of c.listEntities()) { ', ' }'],
    ['class A { m() { ', ' } }'],
    ['x ? y : ', ''],
    ['a + ', ''],
    ['await ', ''],
    ['a.b(', ').c'],
    ['filter += ', ';'],
    ['try { ', ' } finally {}'],
  ],
};

function newEngine(): Engine {
  return createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
}

/** Gives the engine all that it asks for; what nobody has is missing. */
function provide(engine: Engine): void {
  for (let round = 0; ; round++) {
    const wanted = engine.wantedFiles();
    if (wanted.length === 0) return;
    assert.ok(round < 20, 'the engine goes on asking for files');
    for (const candidates of wanted) {
      const found = samples.find(({ file }) => candidates.includes(file));
      if (found) engine.setFile(found.file, found.text);
      else for (const file of candidates) engine.markMissing(file);
    }
  }
}

/** Does with a file all that an editor asks of one. */
function useFile(engine: Engine, { file, text }: Source, random: Random): void {
  engine.setFile(file, text);
  provide(engine);
  const analysis = engine.analyze(file);
  for (const { start, end } of analysis.findings.map(({ span }) => span)) {
    assert.ok(0 <= start && start <= end && end <= text.length);
  }
  codeLenses(analysis, text, { operationsOn: () => 2, canRun: true });
  const offset = random.below(text.length + 1);
  const world: HoverWorld = {
    text,
    ruleAddress: (rule) => rule,
    linkTo: () => '',
    types: 'asked',
    keys: { table: engine.table, declared: () => undefined, now: UNIX_EPOCH, offsetAt: () => 0 },
  };
  hoverAt(analysis, analysis.operations[0]?.nameSpan.start ?? offset, world);
  hoverAt(analysis, offset, world);
  // making and checking a fix reads the file again: one of them is enough
  const finding = analysis.findings[random.below(analysis.findings.length + 1)];
  if (finding) codeActions({ ...analysis, findings: [finding] }, text, finding.span);
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
    this.timeout(180_000);
    const random = new Random(SEED);
    const engine = newEngine();
    for (const { file, text } of samples) engine.setFile(file, text);
    provide(engine);
    counter.take();
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
      if (samples.includes(seed)) engine.setFile(seed.file, seed.text);
      else engine.removeFile(seed.file);
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
