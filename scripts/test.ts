// Everything that must hold before a change is taken: builds, checks, and tests in a real VS Code.
// usage: npm test
import './lib/node24.ts';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './lib/paths.ts';
import { runSteps, type Step, type Totals } from './lib/steps.ts';

const totalsFolder = join(cache, 'totals');
rmSync(totalsFolder, { recursive: true, force: true });
mkdirSync(totalsFolder, { recursive: true });

const steps: readonly Step[] = [
  { name: 'build', command: 'node scripts/build.ts' },
  { name: 'package', command: 'node scripts/package.ts' },
  { name: 'typecheck', command: 'npm run -s typecheck' },
  { name: 'l10n', command: 'node scripts/l10n.ts --check' },
  mocha('unit', '"src/**/*.test.ts" "test/*.test.ts"'),
  mocha('claims', '"test/claims/*.test.ts"'),
  mocha('differential', '"test/differential/*.test.ts"'),
  mocha('fuzz', '"test/fuzz/*.test.ts"'),
  { name: 'lint', command: 'eslint --max-warnings 0 .' },
  { name: 'format', command: 'prettier --check .' },
  {
    name: 'grammar',
    command: 'npm run -s test:grammar -- --xunit-report .cache/totals/grammar',
    totals: readGrammarTotals,
  },
  {
    name: 'host suite',
    command: `node test/vscode-host/run-host-suite.ts --stats ${totalsFile('host')}`,
    after: ['build'],
    totals: readTotals('host'),
  },
  mocha('journeys', '--timeout 90000 "test/journeys/*.journey.ts"', ['build', 'package']),
];

const outcomes = await runSteps(steps, 2, ({ name, ok, seconds, passed, output }) => {
  const tests = passed > 0 ? `  ${passed} passed` : '';
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s${tests}`);
  if (!ok) console.log(`\n${output}\n`);
});

const sum = (what: keyof Totals): number => outcomes.reduce((total, outcome) => total + outcome[what], 0);
const failed = sum('failed');
const left = steps.length - outcomes.length;
if (left > 0) console.log(`${left} steps were not run after the failure.`);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed === 0 && left === 0 ? 0 : 1;

function mocha(name: string, what: string, after: readonly string[] = []): Step {
  const reporter = `--reporter ./scripts/lib/totals-reporter.ts --reporter-option file=${totalsFile(name)}`;
  return {
    name,
    command: `mocha --forbid-only --forbid-pending ${reporter} ${what}`,
    after,
    totals: readTotals(name),
  };
}

function totalsFile(name: string): string {
  return `.cache/totals/${name}.json`;
}

function readTotals(name: string): () => Totals | undefined {
  return () => {
    try {
      return JSON.parse(readFileSync(join(totalsFolder, `${name}.json`), 'utf8')) as Totals;
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
