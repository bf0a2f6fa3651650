// The budgets of docs/performance.md that need no editor, as ratios and counts, and what other tools take for the
// same files in the same run. Exits with 1 when a budget is missed.
// usage: npm run bench [-- DIR | -- --data | -- --growth | -- --design]
//   without DIR, on a generated workspace of 600 files with 5,000 operations, and on generated tables with up to 1,000,000 entities;
//   with --data on those tables alone, with --growth on files that have more and more of one thing; with --design it prints the tables
//   of docs/RUBIS.md, and how long the explorer takes
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { root } from '../../scripts/lib/paths.ts';
import { mayConcernTables } from '../../src/lens/syntax/gate.ts';
import { readText } from '../../src/lens/workspace/disk.ts';
import { ignoreRulesOf } from '../../src/lens/workspace/ignore-rules.ts';
import { fromDisk, toDisk } from '../../src/lens/workspace/paths.ts';
import { filesBelow } from '../../src/lens/workspace/walk.ts';
import { browsing } from './data.ts';
import { growth } from './growth.ts';
import { coldCheck, edits, memory, type Result, size } from './measure.ts';
import { compare, type Measured } from './others.ts';
import { checkAsProcess } from './process.ts';
import { exploring } from './exploring.ts';
import { compared, pageOf } from './rubis/page.ts';
import { generateLargeFile, generateWorkspace, type SourceText } from './workspace.ts';

const FILES = 600;

/**
 * Operations in 1,000 lines: as many as the densest of the real files of 400 lines and more has (`npm run corpus` prints that).
 */
const DENSEST = 77;

/** What TypeScript itself can read, without the scripts of other formats. */
const SCRIPT = /\.[cm]?[jt]sx?$/;

const [, , named] = process.argv;
process.exitCode = await bench();

async function bench(): Promise<number> {
  if (named === '--data') return tell(await browsing());
  if (named === '--growth') return tell(growth());
  if (named === '--design') return benchDesign();
  return named === undefined ? benchGenerated() : benchFolder(resolve(named));
}

function benchDesign(): number {
  for (const line of pageOf(compared())) console.log(line);
  return tell(exploring());
}

async function benchGenerated(): Promise<number> {
  const files = generateWorkspace(FILES);
  // what a server does comes first, in a process that has done nothing else
  const inServer = [
    ...edits(files, generateLargeFile(1000, DENSEST), true, { median: 4, most: 9 }),
    ...edits(files, generateLargeFile(1000, 126), true),
    memory(files, 60),
  ];
  console.log(`a generated workspace: ${size(files)}`);
  let code = tell([
    ...coldCheck('every file uses tables', files, 4.5),
    ...coldCheck('few files use tables', withoutTables(files), 1).slice(0, 1),
    ...inServer,
    ...(await browsing()),
    // last, as what counts calls slows them down
    ...growth(),
  ]);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'partition-lens-bench-'));
  try {
    writeWorkspace(folder, files);
    const onDisk = files.map(({ file }) => join(folder, file));
    code = Math.max(code, tell(await checkAsProcess(folder, onDisk, 2.5)));
    await tellOthers(folder, onDisk);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return code;
}

async function benchFolder(folder: string): Promise<number> {
  const files: SourceText[] = [];
  const name = fromDisk(folder);
  for await (const file of filesBelow(name, await ignoreRulesOf(name))) {
    const reading = SCRIPT.test(file) ? await readText(file) : undefined;
    if (reading?.kind === 'text') files.push({ file, text: reading.text });
  }
  console.log(`${folder}: ${size(files)}`);
  const [largest] = files
    .filter(({ file, text }) => mayConcernTables(file, text))
    .sort((a, b) => b.text.length - a.text.length);
  const code = tell([
    ...coldCheck('this folder', files),
    ...(largest ? edits(files, largest, false) : []),
    memory(files),
  ]);
  const onDisk = files.map(({ file }) => toDisk(file));
  const asProcess = tell(await checkAsProcess(folder, onDisk, 1.6));
  await tellOthers(folder, onDisk);
  return Math.max(code, asProcess);
}

/** One file in twenty uses tables, the others are as long but do not. */
function withoutTables(files: readonly SourceText[]): readonly SourceText[] {
  return files.map(({ file, text }, index) => ({
    file,
    text:
      index < 5 || index % 20 === 0
        ? text
        : text
            .replaceAll(/\w+Entit\w+/g, 'other')
            .replaceAll('TableClient', 'Other')
            .replaceAll('data-tables', 'other'),
  }));
}

/** A project on disk that finds its packages, so that compilers have their types to read. */
function writeWorkspace(folder: string, files: readonly SourceText[]): void {
  for (const { file, text } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

/** Prints results against their budgets; the exit code: 1 where one is missed. */
function tell(results: readonly Result[]): number {
  for (const { what, value, unit, budget } of results) {
    const verdict = budget === undefined ? '      ' : value <= budget ? 'ok    ' : 'MISSED';
    const limit = budget === undefined ? '' : ` (budget ${budget})`;
    console.log(`${verdict} ${what}: ${value.toFixed(2)} ${unit}${limit}`);
  }
  const budgeted = results.flatMap(({ value, budget }) => (budget === undefined ? [] : [value <= budget]));
  const missed = budgeted.filter((isMet) => !isMet).length;
  console.log(`${budgeted.length - missed} passed, ${missed} failed`);
  return missed === 0 ? 0 : 1;
}

/** Prints what other programs take, each as a process of its own with all that it loads. */
async function tellOthers(folder: string, files: readonly string[]): Promise<void> {
  let bare: Measured | undefined;
  await compare(folder, files, (measured) => {
    bare ??= measured;
    const { name, seconds, megabytes, command } = measured;
    const ratio = (seconds / bare.seconds).toFixed(1);
    const memory = megabytes === undefined ? '' : `, ${megabytes.toFixed(0)} MB`;
    console.log(
      `${seconds.toFixed(1).padStart(6)} s  ${ratio.padStart(5)} ×  ${name}${memory}\n           ${command}`,
    );
  });
}
