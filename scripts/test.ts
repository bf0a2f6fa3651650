// Everything that must hold before a change is taken: builds, checks, and tests in a real VS Code.
// usage: npm test
import './lib/node24.ts';
import './lib/keep-compiled.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './lib/paths.ts';
import { runSteps, type Step } from './lib/steps.ts';
import type { Totals } from './lib/totals.ts';

const totalsFolder = join(cache, 'totals');
rmSync(totalsFolder, { recursive: true, force: true });
mkdirSync(totalsFolder, { recursive: true });

/** Cores that the steps keep busy. */
const CORES = 2;

/** Tests of patterns run scripts on Azurite, with faults and crashes: half of the time is waiting, as in tests of units that talk to it. */
const patterns = 'src/lens/patterns/**/*.test.ts';

/** Tests that hold the work of the analysis against a number of calls: V8, which can count them as well, optimizes nothing as long as it does. */
const countCalls = '--require ./test/support/count-calls.ts';

/** Journeys in parts that take as long as one another, by the names of their files; none is in two of them. */
const journeys = { 'a to f': '[a-f]*', grid: 'grid*', others: '!(grid*|[a-f]*)' };

/**
 * As many run at a time as keep two cores busy, the next that may in this order: the longest first, so that no core is idle at the end.
 * Tests in a window wait most of the time, for VS Code to draw what it has: several parts of them run beside what computes. They have a
 * second try, as VS Code draws its rows when it likes; what needed it is printed.
 */
const steps: readonly Step[] = [
  { name: 'build', command: 'node scripts/build.ts' },
  { name: 'package', command: 'node scripts/package.ts' },
  ...Object.entries(journeys).map(([part, files]) =>
    mocha(`journeys ${part}`, `--timeout 180000 --retries 1 "test/journeys/${files}.journey.ts"`, {
      after: ['build', 'package'],
      load: 1 / 2,
    }),
  ),
  mocha('patterns', `"${patterns}"`, { load: 1 / 2 }),
  mocha('unit', `--ignore "${patterns}" "src/**/*.test.ts" "test/*.test.ts"`, { load: 1 / 2 }),
  mocha('fuzz', '"test/fuzz/!(sources).test.ts"'),
  { name: 'lint', command: 'eslint --max-warnings 0 .' },
  mocha('fuzz sources', `${countCalls} test/fuzz/sources.test.ts`),
  mocha('hostile', `${countCalls} "test/hostile/*.test.ts"`),
  {
    name: 'host suite',
    command: `node test/vscode-host/run-host-suite.ts --retries 1 --stats ${totalsFile('host')}`,
    after: ['build'],
    load: 1 / 2,
    totals: readTotals('host'),
  },
  mocha('oracle', '"test/oracle/*.test.ts"'),
  { name: 'npm package', command: 'node scripts/package-npm.ts' },
  mocha('shipped', '--timeout 120000 "test/package/*.test.ts"', { after: ['package', 'npm package'] }),
  mocha('differential', '"test/differential/*.test.ts"'),
  { name: 'typecheck', command: 'npm run -s typecheck' },
  { name: 'format', command: 'prettier --check .' },
  mocha('claims', '"test/claims/*.test.ts"'),
  { name: 'l10n', command: 'node scripts/l10n.ts --check' },
  {
    name: 'grammar',
    command: 'npm run -s test:grammar -- --xunit-report .cache/totals/grammar',
    totals: readGrammarTotals,
  },
];

const outcomes = await runSteps(steps, CORES, ({ name, ok, seconds, processorSeconds, output, totals }) => {
  const { passed = 0, failures = [], retried = [] } = totals ?? {};
  const tests = passed > 0 ? `  ${passed} passed` : '';
  const ofProcessor =
    processorSeconds === undefined ? '' : `  ${processorSeconds.toFixed(0).padStart(4)} s of a core`;
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(6)} s${ofProcessor}${tests}`,
  );
  for (const test of retried) console.log(`\npassed at the second try only: ${test}\n`);
  // what failed comes first: of a long output only the beginning may be kept
  if (!ok) console.log(`\n${[...failures, output].join('\n\n')}\n`);
});

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
const passed = sum(outcomes.map(({ totals }) => totals?.passed ?? 0));
// a step that failed without a failing test is a failure all the same
const failed = sum(outcomes.map(({ ok, totals }) => (ok ? 0 : Math.max(totals?.failed ?? 0, 1))));
const left = steps.length - outcomes.length;
if (left > 0) console.log(`${left} steps were not run, as they come after one that failed.`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && left === 0 ? 0 : 1;

function mocha(name: string, what: string, when: Pick<Step, 'after' | 'load'> = {}): Step {
  const reporter = `--reporter ./scripts/lib/totals-reporter.ts --reporter-option file=${totalsFile(name)}`;
  return {
    name,
    command: `mocha --forbid-only --forbid-pending ${reporter} ${what}`,
    ...when,
    totals: readTotals(name),
  };
}

function totalsFile(name: string): string {
  return `.cache/totals/${name.replaceAll(' ', '-')}.json`;
}

function readTotals(name: string): () => Totals | undefined {
  return () => {
    try {
      return JSON.parse(readFileSync(join(root, totalsFile(name)), 'utf8')) as Totals;
    } catch {
      return undefined;
    }
  };
}

/** Sums what the grammar tests report in XUnit's format, a file for each of theirs. */
function readGrammarTotals(): Totals | undefined {
  const folder = join(totalsFolder, 'grammar');
  if (!existsSync(folder)) return undefined;
  const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const count = (what: string): number =>
    reports.reduce((sum, text) => sum + Number(new RegExp(`\\b${what}="(\\d+)"`).exec(text)?.[1] ?? 0), 0);
  const failed = count('failures') + count('errors');
  return { passed: count('tests') - failed, failed };
}
