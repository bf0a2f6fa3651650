import ts from 'typescript';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { type GeneratedFile, generateLargeFile, generateWorkspace } from './workspace.ts';

/**
 * The budgets of ARCHITECTURE.md that need no editor, as ratios and counts: `npm run bench`. Exits with 1
 * when one is missed. Base and product run alternately in one process, and the best of several turns counts.
 */
interface Result {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly budget: number;
}

const FILES = 600;
const TURNS = 5;

function newEngine(): Engine {
  return createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
}

/** Sets all files, and again those whose text was only asked for later, as a workspace does. */
function load(engine: Engine, files: readonly GeneratedFile[]): void {
  const byName = new Map(files.map(({ file, text }) => [file, text]));
  for (const { file, text } of files) engine.setFile(file, text);
  for (const candidates of engine.wantedFiles()) {
    const found = candidates.find((file) => byName.has(file));
    if (found === undefined) for (const file of candidates) engine.markMissing(file);
    else engine.setFile(found, byName.get(found) ?? '');
  }
}

function check(files: readonly GeneratedFile[]): { readonly engine: Engine; readonly findings: number } {
  const engine = newEngine();
  load(engine, files);
  let findings = 0;
  for (const file of engine.filesWithOperations()) findings += engine.analyze(file).findings.length;
  return { engine, findings };
}

function parseAll(files: readonly GeneratedFile[]): ts.SourceFile[] {
  return files.map(({ file, text }) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function heapAfter(work: () => unknown): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const kept = work();
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed - before;
  return kept === undefined ? 0 : used / 2 ** 20;
}

function coldCheck(files: readonly GeneratedFile[]): readonly Result[] {
  const ratios: number[] = [];
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const bare = milliseconds(() => parseAll(files));
    const whole = milliseconds(() => check(files));
    ratios.push(whole / bare);
    times.push(whole);
  }
  return [
    {
      what: 'cold check, every file uses tables',
      value: Math.min(...ratios),
      unit: '× a bare parse',
      budget: 1.5,
    },
    { what: 'cold check, every file uses tables', value: Math.min(...times), unit: 'ms', budget: 3000 },
  ];
}

function fewFiles(files: readonly GeneratedFile[]): Result {
  // one file in twenty uses tables, the others are as long but do not
  const mixed = files.map(({ file, text }, index) => ({
    file,
    text:
      index < 2 || index % 20 === 0
        ? text
        : text.replaceAll(/table\.\w+Entit\w+/g, 'other.call').replaceAll('data-tables', 'other'),
  }));
  const ratios: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    ratios.push(milliseconds(() => check(mixed)) / milliseconds(() => parseAll(mixed)));
  }
  return {
    what: 'cold check, few files use tables',
    value: Math.min(...ratios),
    unit: '× a bare parse',
    budget: 1,
  };
}

function edits(files: readonly GeneratedFile[]): readonly Result[] {
  const { engine } = check(files);
  const { file, text } = generateLargeFile(1000);
  engine.setFile(file, text);
  engine.analyze(file);
  const times: number[] = [];
  const before = engine.parseCount();
  const turns = 60;
  for (let turn = 0; turn < turns; turn++) {
    const edited = text.replace('found.push(entity);', `found.push(entity); // ${turn}`);
    times.push(
      milliseconds(() => {
        engine.setFile(file, edited);
        engine.analyze(file);
      }),
    );
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return [
    { what: 'edit to findings, 1,000 lines, median', value: at(0.5), unit: 'ms', budget: 10 },
    { what: 'edit to findings, 1,000 lines, p95', value: at(0.95), unit: 'ms', budget: 50 },
    {
      what: 'files parsed for one edit',
      value: (engine.parseCount() - before) / turns,
      unit: 'files',
      budget: 1,
    },
  ];
}

function memory(files: readonly GeneratedFile[]): Result {
  const bare = heapAfter(() => parseAll(files).length);
  const facts = heapAfter(() => check(files).engine);
  return {
    what: 'memory of facts over a process that only parses',
    value: facts - bare,
    unit: 'MB',
    budget: 60,
  };
}

const files = generateWorkspace(FILES);
check(files);
const results = [...coldCheck(files), fewFiles(files), ...edits(files), memory(files)];
let missed = 0;
for (const { what, value, unit, budget } of results) {
  const isMet = value <= budget;
  if (!isMet) missed += 1;
  console.log(`${isMet ? 'ok    ' : 'MISSED'} ${what}: ${value.toFixed(2)} ${unit} (budget ${budget})`);
}
console.log(`${results.length - missed} passed, ${missed} failed`);
process.exitCode = missed === 0 ? 0 : 1;
