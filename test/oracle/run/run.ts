import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Input, OpenFunction, Program } from '../program.ts';
import { type Call, type FramesKnown, watchingStacks } from './calls.ts';
import { DistinctRuns } from './distinct.ts';
import { lookAt, watchingOrder } from './entities.ts';
import { inputsOf, inputsOfOpen } from './inputs.ts';
import { type Loaded, loadProgram } from './load.ts';
import { Endless, Recorder } from './recorder.ts';

/** One run of a program. */
export interface Run {
  readonly input: Input;
  readonly calls: readonly Call[];
  /** What `main` threw. */
  readonly error?: unknown;
  readonly isEndless: boolean;
  /** Somebody called another function than `main`. */
  readonly isFromOutside?: boolean;
  /** Runs that did just the same, this one among them: only the first is kept. */
  times: number;
}

/** Runs a program with every input, or with some of them if they are more than `most`. Throws where it cannot be read, or exports no `main`. */
export async function runAll(program: Program, most?: number): Promise<Run[]> {
  const ready = { program, most, loaded: loadProgram(program.files), known: new Map() };
  return watchingStacks(() => watchingOrder(() => runEach(ready)));
}

/** A program that can be run, and what is known of its frames. */
interface Ready {
  readonly program: Program;
  readonly most: number | undefined;
  readonly loaded: Loaded;
  readonly known: FramesKnown;
}

/** Runs after which what still goes on in them is waited for: objects that live longer cost more. */
const TOGETHER = 32;

async function runEach(ready: Ready): Promise<Run[]> {
  const runs = new DistinctRuns();
  const add = async (run: Run): Promise<void> => {
    runs.add(run);
    if (runs.open >= TOGETHER) await settle(runs);
  };
  for (const input of inputsOf(ready.program, ready.most)) {
    const { run, hasRejected } = await runOnce(ready, input);
    await add(run);
    if (hasRejected) await add((await runOnce(ready, { ...input, isLenient: true })).run);
  }
  for (const open of ready.program.open) {
    for (const input of inputsOfOpen(open)) {
      const { run } = await runOnce(ready, input, open);
      await add({ ...run, isFromOutside: true });
    }
  }
  await settle(runs);
  return runs.all();
}

/** Before the next turn of the event loop everything comes to its end that waits for nothing outside. */
async function settle(runs: DistinctRuns): Promise<void> {
  await nextTurn();
  runs.settle();
}

async function runOnce(
  { loaded, program, known }: Ready,
  input: Input,
  open?: OpenFunction,
): Promise<{ readonly run: Run; readonly hasRejected: boolean }> {
  const recorder = new Recorder(input, known);
  const console = { log: lookAt, info: lookAt, warn: lookAt, error: lookAt };
  const packages = { '@azure/data-tables': recorder.sdk, 'node:events': { EventEmitter } };
  const started = await loaded.start(program.entry, packages, console, { env: input.environment ?? {} });
  const main = open === undefined ? started.exports.main : started.all.get(open.file)?.[open.name];
  if (typeof main !== 'function') throw new TypeError(`the program exports no ${open?.name ?? 'main'}`);
  let failure: { error: unknown } | undefined;
  try {
    const result = await (main as (...args: readonly unknown[]) => unknown)(...input.args);
    if (open === undefined) lookAt(result);
    else await askFor(result);
  } catch (error) {
    failure = { error };
  }
  for (const exports of started.all.values()) lookAt(exports);
  const run: Run = {
    input,
    calls: recorder.calls,
    ...failure,
    isEndless: failure?.error instanceof Endless,
    times: 1,
  };
  return { run, hasRejected: recorder.hasRejected };
}

/** A list query is sent when its first entity is asked for. */
async function askFor(result: unknown): Promise<void> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return;
  await (result as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
}
