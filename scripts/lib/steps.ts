import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.ts';
import './tools-path.ts';
import type { Totals } from './totals.ts';

/** One thing to run, through the shell, in the root folder; its output is shown only when it fails. */
export interface Step {
  readonly name: string;
  readonly command: string;
  /** Names of steps that come before. */
  readonly after?: readonly string[];
  /** The share of a core that it computes on, the rest of which it waits; a whole one when not given. */
  readonly load?: number;
  /** Seconds after which it is ended, with all that it started, if it does not end by itself. */
  readonly limit?: number;
  /** Reads how many tests passed and failed, from what the command wrote; undefined when it wrote nothing. */
  readonly totals?: () => Totals | undefined;
}

/** Several times what the longest step takes on two busy cores. */
const LIMIT = 40 * 60;

/** What runs now, for who breaks all of it off. */
const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    children.forEach(end);
    process.exit(1);
  });
}

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** Of the processor, by all that it started and waited for, where the shell tells: on a busy machine only that can be compared. */
  readonly processorSeconds?: number;
  readonly output: string;
  readonly totals: Totals | undefined;
}

/**
 * Runs steps, as many at a time as keep `cores` busy, in their order, each when those it comes after ended well; reports each outcome as
 * it comes. A failure keeps from running only what comes after it, so that one run shows all that fails.
 */
export async function runSteps(
  steps: readonly Step[],
  cores: number,
  report: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const ready = (step: Step): boolean =>
    (step.after ?? []).every((name) => outcomes.some((outcome) => outcome.name === name && outcome.ok));
  const fits = ({ load = 1 }: Step): boolean => {
    const taken = [...running.keys()].reduce((sum, step) => sum + (step.load ?? 1), 0);
    return running.size === 0 || taken + load <= cores;
  };
  for (;;) {
    for (;;) {
      const next = waiting.find((step) => ready(step) && fits(step));
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      const task = runStep(next).then((outcome) => {
        running.delete(next);
        outcomes.push(outcome);
        report(outcome);
      });
      running.set(next, task);
    }
    if (running.size === 0) return outcomes;
    await Promise.race(running.values());
  }
}

async function runStep(step: Step): Promise<Outcome> {
  const start = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'step-'));
  const times = join(folder, 'times');
  const isPosix = process.platform !== 'win32';
  const child = spawn(isPosix ? `trap 'times >"$STEP_TIMES"' EXIT\n${step.command}` : step.command, {
    ...{ cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, STEP_TIMES: times },
    // a group of its own, so that it can be ended with all that it started
    detached: isPosix,
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  const limit = step.limit ?? LIMIT;
  const late = new AbortController();
  const watching = setTimeout(() => {
    late.abort();
    end(child);
  }, limit * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(watching);
  children.delete(child);
  const seconds = (performance.now() - start) / 1000;
  const processorSeconds = await readFile(times, 'utf8').then(secondsIn, () => undefined);
  await rm(folder, { recursive: true, force: true });
  const totals = step.totals?.();
  const silent = code === 0 && step.totals !== undefined && totals === undefined;
  if (silent) output += `\n${step.name} ended well but wrote no totals.\n`;
  if (late.signal.aborted)
    output += `\n${step.name} did not end within ${limit} s, and was ended. Its last lines are above.\n`;
  const ok = code === 0 && !silent && (totals?.failed ?? 0) === 0;
  const known = processorSeconds === undefined ? {} : { processorSeconds };
  return { name: step.name, ok, seconds, ...known, output, totals };
}

/** The sum of what the shell's `times` says: `1m2.50s 0m3.00s`, of itself and of what it ran. */
function secondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

function end(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it has just ended
  }
}
