import { type Input, inputsOf, type Program } from '../program.ts';
import type { Call } from './calls.ts';
import { lookAt, watchingOrder } from './entities.ts';
import { type Loaded, loadProgram } from './load.ts';
import { Endless, Recorder } from './recorder.ts';

/** One run of a program. */
export interface Run {
  readonly input: Input;
  readonly calls: readonly Call[];
  /** What `main` threw. */
  readonly error?: unknown;
  readonly isEndless: boolean;
}

/** Runs a program with every input. Throws where it cannot be read, or exports no `main`. */
export async function runAll(program: Program): Promise<Run[]> {
  const loaded = loadProgram(program.files);
  return watchingOrder(async () => {
    const runs: Run[] = [];
    for (const input of inputsOf(program)) runs.push(await runOnce(loaded, program, input));
    return runs;
  });
}

async function runOnce(loaded: Loaded, program: Program, input: Input): Promise<Run> {
  const recorder = new Recorder(input);
  const console = { log: lookAt, info: lookAt, warn: lookAt, error: lookAt };
  const packages = { '@azure/data-tables': recorder.sdk };
  const started = await loaded.start(program.entry, packages, console);
  const { main } = started.exports;
  if (typeof main !== 'function') throw new TypeError('the program exports no main');
  let failure: { error: unknown } | undefined;
  try {
    lookAt(await (main as (...args: readonly unknown[]) => Promise<unknown>)(...input.args));
  } catch (error) {
    failure = { error };
  }
  for (const exports of started.all.values()) lookAt(exports);
  return {
    input,
    calls: recorder.calls,
    ...failure,
    isEndless: failure?.error instanceof Endless,
  };
}
