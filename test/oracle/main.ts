// Runs random programs and holds what the lens says of them against what they do.
// usage: npm run oracle -- [--programs N] [--seed S] [--threads N] [--causes N]
//   --programs  how many; default 2,000
//   --seed      which; default 1
//   --threads   default 2
//   --causes    failing programs of each kind that are shrunk and shown by their causes; default 0
//   --write     a file for the figures that the test holds, as JSON; they are those of its seed and number of programs
import '../../scripts/lib/node24.ts';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { causesOf } from './causes.ts';
import { figuresOf } from './figures.ts';
import { printTally } from './print.ts';
import { addTally, count, newTally, type Tally } from './tally.ts';
import { choicesOf, tryChoices } from './try.ts';

/** What one thread does: every `step`-th program from `first` on. */
interface Share {
  readonly seed: number;
  readonly programs: number;
  readonly first: number;
  readonly step: number;
}

if (isMainThread) await main();
else parentPort?.postMessage(await runShare(workerData as Share));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      programs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      threads: { type: 'string', default: '2' },
      causes: { type: 'string', default: '0' },
      write: { type: 'string' },
    },
  });
  const [seed, programs, threads] = [values.seed, values.programs, values.threads].map(Number);
  if (seed === undefined || programs === undefined || threads === undefined) return;
  const start = performance.now();
  const shares = Array.from({ length: threads }, (_, first): Share => ({
    seed,
    programs,
    first,
    step: threads,
  }));
  const tally = newTally();
  for (const one of await Promise.all(shares.map(inThread))) addTally(tally, one);
  const seconds = (performance.now() - start) / 1000;
  console.log(printTally(tally));
  console.log(`\n${(tally.programs / seconds).toFixed(0)} programs a second (${seconds.toFixed(0)} s)`);
  if (values.write !== undefined)
    writeFileSync(values.write, `${JSON.stringify(figuresOf(tally), null, 2)}\n`);
  if (Number(values.causes) > 0) console.log(await causesOf(tally, seed, Number(values.causes)));
}

async function inThread(share: Share): Promise<Tally> {
  const worker = new Worker(new URL(import.meta.url), { workerData: share });
  const [tally] = (await once(worker, 'message')) as [Tally];
  return tally;
}

async function runShare({ seed, programs, first, step }: Share): Promise<Tally> {
  const tally = newTally();
  for (let index = first; index < programs; index += step) {
    count(tally, index, await tryChoices(choicesOf(seed, index)));
  }
  return tally;
}
