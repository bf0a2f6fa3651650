import ts from 'typescript';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { readFile } from '../../src/lens/syntax/read-file.ts';
import type { SourceText } from './workspace.ts';

/** One number, and the budget of docs/performance.md where there is one for it. */
export interface Result {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly budget?: number;
}

/** Base and product run alternately in one process, and the best of so many turns counts. */
const TURNS = 5;
/** As many keys as a person presses in a few minutes: the first dozens run before the engine's code is compiled. */
const EDITS = 200;

/** Node 24 tells the time of one thread, which other work on the machine changes less; the types of the editor's Node have it not. */
const thread = process as NodeJS.Process & {
  readonly threadCpuUsage: (before?: NodeJS.CpuUsage) => NodeJS.CpuUsage;
};

function newEngine(): Engine {
  return createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
}

/** Sets all files, and again those whose text was only asked for later, as a workspace does. */
function load(engine: Engine, files: readonly SourceText[]): void {
  const byName = new Map(files.map(({ file, text }) => [file, text]));
  for (const { file, text } of files) engine.setFile(file, text);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = candidates.find((file) => byName.has(file));
      if (found === undefined) for (const file of candidates) engine.markMissing(file);
      else engine.setFile(found, byName.get(found) ?? '');
    }
  }
}

function check(files: readonly SourceText[]): Engine {
  const engine = newEngine();
  load(engine, files);
  for (const file of engine.filesWithOperations()) engine.analyze(file);
  return engine;
}

/** The server, once it has read a workspace of which only open files are shown. */
function asInServer(files: readonly SourceText[]): Engine {
  const engine = newEngine();
  load(engine, files);
  engine.forgetFacts();
  return engine;
}

function parseAll(files: readonly SourceText[]): ts.SourceFile[] {
  return files.map(({ file, text }) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
}

/** A parse that goes through each tree once and does nothing there. */
function walkAll(files: readonly SourceText[]): ts.SourceFile[] {
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
  };
  const sources = parseAll(files);
  sources.forEach(visit);
  return sources;
}

function milliseconds(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** What there is to do: files, lines, operations, findings. */
export function size(files: readonly SourceText[]): string {
  const engine = check(files);
  const analyses = engine.filesWithOperations().map((file) => engine.analyze(file));
  const sum = (count: (one: (typeof analyses)[number]) => number): number =>
    analyses.reduce((total, one) => total + count(one), 0);
  const lines = files.reduce((total, { text }) => total + text.split('\n').length, 0);
  return [
    `${files.length} files`,
    `${lines} lines`,
    `${sum(({ operations }) => operations.length)} operations in ${analyses.length} files`,
    `${sum(({ findings }) => findings.length)} findings`,
  ].join(', ');
}

/** A cold check against a bare parse of the same texts, and what of it nothing but the texts decides. */
export function coldCheck(what: string, files: readonly SourceText[], budget?: number): readonly Result[] {
  const turns = Array.from({ length: TURNS }, () => ({
    bare: milliseconds(() => parseAll(files)),
    walk: milliseconds(() => walkAll(files)),
    lowering: milliseconds(() => files.map(({ file, text }) => readFile(file, text))),
    whole: milliseconds(() => check(files)),
  }));
  const timesBare = (part: 'walk' | 'lowering' | 'whole'): Pick<Result, 'value' | 'unit'> => ({
    value: Math.min(...turns.map((turn) => turn[part] / turn.bare)),
    unit: '× a bare parse',
  });
  return [
    { what: `cold check, ${what}`, ...timesBare('whole'), ...(budget !== undefined && { budget }) },
    {
      what: `cold check, ${what}`,
      value: Math.min(...turns.map(({ whole }) => whole)),
      unit: 'ms',
      ...(budget !== undefined && { budget: 3000 }),
    },
    { what: 'of that: parse and lowering', ...timesBare('lowering') },
    { what: 'a parse and one idle walk of each tree', ...timesBare('walk') },
  ];
}

/** From an edit of one file to its findings, in a workspace that was checked; the file need not be a part of it. */
export function edits(
  files: readonly SourceText[],
  { file, text }: SourceText,
  hasBudget: boolean,
  timesBare?: { readonly median: number; readonly most: number },
): readonly Result[] {
  const engine = asInServer(files);
  engine.setFile(file, text);
  load(engine, []);
  engine.analyze(file);
  const before = { parsed: engine.parseCount(), linked: engine.linkCount() };
  const turns = Array.from({ length: EDITS }, (_, turn) => {
    const news = { file, text: edited(text, turn) };
    const bare = milliseconds(() => parseAll([news]));
    const before = thread.threadCpuUsage();
    const whole = milliseconds(() => {
      engine.setFile(file, news.text);
      engine.analyze(file);
    });
    const { user, system } = thread.threadCpuUsage(before);
    return { bare, whole, own: (user + system) / 1000 };
  });
  const times = turns.map(({ whole }) => whole).sort((a, b) => a - b);
  const bare = turns.map((turn) => turn.bare).sort((a, b) => a - b)[EDITS / 2] ?? Infinity;
  const own = turns.map((turn) => turn.own).sort((a, b) => a - b)[EDITS / 2] ?? Infinity;
  const { operations } = engine.analyze(file);
  const what = `edit to findings, ${text.split('\n').length} lines, ${operations.length} operations`;
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  const limit = (budget: number): { readonly budget?: number } => (hasBudget ? { budget } : {});
  return [
    { what: `${what}, median`, value: at(0.5), unit: 'ms', ...limit(10) },
    { what: `${what}, 95 of 100`, value: at(0.95), unit: 'ms', ...limit(50) },
    { what: `${what}, median, processor time of its thread`, value: own, unit: 'ms' },
    {
      what: `${what}, median`,
      value: at(0.5) / bare,
      unit: '× a bare parse',
      ...(timesBare && { budget: timesBare.median }),
    },
    {
      what: `${what}, 95 of 100`,
      value: at(0.95) / bare,
      unit: '× a bare parse',
      ...(timesBare && { budget: timesBare.most }),
    },
    {
      what: 'files parsed for one edit',
      value: (engine.parseCount() - before.parsed) / EDITS,
      unit: 'files',
      budget: 1,
    },
    {
      what: 'files linked for one edit',
      value: (engine.linkCount() - before.linked) / EDITS,
      unit: 'readings of a file',
    },
  ];
}

/** A statement in the middle of a file, where a person types: everything behind it moves. */
function edited(text: string, turn: number): string {
  const lines = text.split('\n');
  const middle = lines.findIndex((line, index) => index >= lines.length / 2 && line.trim() === '}');
  return lines.with(Math.max(middle, 0), `${lines[middle] ?? ''} // edit ${turn}`).join('\n');
}

/** Heap of an engine that has checked everything, over that of a process which only parsed. */
export function memory(files: readonly SourceText[], budget?: number): Result {
  const bare = heapAfter(() => parseAll(files).length);
  const facts = heapAfter(() => asInServer(files));
  return {
    what: 'memory over a process that only parses',
    value: facts - bare,
    unit: 'MB',
    ...(budget !== undefined && { budget }),
  };
}

function heapAfter(work: () => unknown): number {
  const before = heap();
  const kept = work();
  const used = heap() - before;
  return kept === undefined ? 0 : used / 2 ** 20;
}

/** Bytes in use; what only weak references hold goes with the second collection. */
function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
