import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './paths.ts';
import './tools-path.ts';
import type { Totals } from './totals.ts';

/** One thing to run, through the shell, in the root folder; its output is shown only when it fails. */
export interface Step {
  readonly name: string;
  readonly command: string;
  /** Names of steps that come before. */
  readonly after?: readonly string[];
  /** Reads how many tests passed and failed, from what the command wrote; undefined when it wrote nothing. */
  readonly totals?: () => Totals | undefined;
}

export interface Outcome {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
  readonly totals: Totals | undefined;
}

/**
 * Runs steps, `width` at a time, each when those it comes after ended well; reports each outcome as it comes.
 * A failure keeps from running only what comes after it, so that one run shows all that fails.
 */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  report: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...steps];
  const running = new Map<Step, Promise<void>>();
  const ready = (step: Step): boolean =>
    (step.after ?? []).every((name) => outcomes.some((outcome) => outcome.name === name && outcome.ok));
  for (;;) {
    while (running.size < width) {
      const next = waiting.find(ready);
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
  const child = spawn(step.command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  const totals = step.totals?.();
  const silent = code === 0 && step.totals !== undefined && totals === undefined;
  if (silent) output += `\n${step.name} ended well but wrote no totals.\n`;
  const ok = code === 0 && !silent && (totals?.failed ?? 0) === 0;
  return { name: step.name, ok, seconds, output, totals };
}
