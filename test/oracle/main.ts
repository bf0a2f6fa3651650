// Runs random programs and holds what the lens says of them against what they do.
// usage: npm run oracle -- [--programs N] [--seed S] [--threads N] [--inputs N] [--causes N] [--untrue] [--write FILE]
//        npm run oracle -- --fixes [--programs N] [--seed S] [--threads N] [--causes N]
//        npm run oracle -- --seed S --show INDEX
//   --programs  how many; default 2,000
//   --seed      which; default 1
//   --threads   default 2
//   --inputs    a program that has more is run with some: any three, or any two, of its parameters take all combinations; default all
//   --causes    failing programs of each kind that are shrunk and shown by what they come down to; default 0
//   --untrue    of these only what is untrue, not what is only unknown
//   --keep      a folder into which the shrunk programs are written as fixtures
//   --write     a file for the figures that the test holds, as JSON; they are those of its seed and number of programs
//   --fixes     applies every fix that is offered, and runs the programs before and after
//   --show      prints one program of the seed, what is untrue of it, and what it asks for
import '../../scripts/lib/node24.ts';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Cause, causeOf, describeCauses, type Failing, failingOf, sourcesOf } from './causes.ts';
import { keep } from './fixtures.ts';
import { figuresOf, fixFiguresOf } from './figures.ts';
import {
  addFixTally,
  countFixes,
  lineOfFixes,
  type FixTally,
  nameOfFault,
  newFixTally,
  printFixes,
} from './fixes/fix-tally.ts';
import { type Fault, tryFixes } from './fixes/try-fixes.ts';
import { Choices } from './generate/choices.ts';
import { generateToFix } from './generate/generate.ts';
import { shrinkChoices } from './shrink-choices.ts';
import { lineOfTally, printTally } from './print.ts';
import { addTally, count, newTally, type Tally } from './tally.ts';
import { choicesOf, tryChoices } from './try.ts';

/** What one thread does: every `step`-th program from `first` on, or some that are to be shrunk. */
type Task =
  | {
      readonly seed: number;
      readonly programs: number;
      readonly first: number;
      readonly step: number;
      readonly most?: number;
    }
  | { readonly seed: number; readonly failing: readonly Failing[] }
  | { readonly seed: number; readonly fixes: number; readonly first: number; readonly step: number };

/** What a thread tells: what it has so far, every so many programs, and at the end. */
interface Told<T> {
  readonly so: T;
  readonly isEnd: boolean;
}

/** Programs after which a thread tells what it has, and after which a line is printed. */
const TELLS = 100;
const LINE = 5000;

// it keeps something of every program that was ever compiled, and no two are the same
setFlagsFromString('--no-compilation-cache');
if (isMainThread) await main();
else tell(await work(workerData as Task), true);

function tell(so: unknown, isEnd: boolean): void {
  parentPort?.postMessage({ so, isEnd } satisfies Told<unknown>);
}

function work(task: Task): Promise<unknown> {
  if ('failing' in task) return shrinkAll(task);
  return 'fixes' in task ? fixAll(task) : countAll(task);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      programs: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      threads: { type: 'string', default: '2' },
      inputs: { type: 'string' },
      causes: { type: 'string', default: '0' },
      untrue: { type: 'boolean', default: false },
      keep: { type: 'string' },
      write: { type: 'string' },
      show: { type: 'string' },
      fixes: { type: 'boolean', default: false },
    },
  });
  const [seed, programs, threads] = [Number(values.seed), Number(values.programs), Number(values.threads)];
  if (values.show !== undefined) {
    await show(seed, Number(values.show));
    return;
  }
  if (values.fixes) {
    const tally = await fixes(seed, programs, threads, Number(values.causes));
    if (values.write !== undefined) write(values.write, fixFiguresOf(tally));
    return;
  }
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  const shares = Array.from({ length: threads }, (_, first) => ({
    seed,
    programs,
    first,
    step: threads,
    ...(values.inputs !== undefined && { most: Number(values.inputs) }),
  }));
  const tally = await inThreads<Tally>(shares, {
    sum: (all) => all.reduce((sum, one) => (addTally(sum, one), sum), newTally()),
    line: (so) => `${lineOfTally(so)}, ${(so.programs / seconds()).toFixed(0)} a second`,
    text: printTally,
  });
  console.log(printTally(tally));
  if (values.inputs !== undefined) console.log(`\n${capOf(values.inputs)}`);
  const { user, system } = process.cpuUsage();
  console.log(
    `\n${(tally.programs / ((user + system) / 1e6)).toFixed(0)} programs a second of processor time`,
  );
  console.log(`${(tally.programs / seconds()).toFixed(0)} programs a second (${seconds().toFixed(0)} s)`);
  if (values.write !== undefined)
    writeFileSync(values.write, `${JSON.stringify(figuresOf(tally), null, 2)}\n`);
  const failing = failingOf(tally, Number(values.causes)).filter(
    ({ name }) => !values.untrue || !name.startsWith('unknown '),
  );
  if (failing.length === 0) return;
  const parts = shares.map(({ first }) => failing.filter((_, index) => index % threads === first));
  const causes = await Promise.all(parts.map((part) => inThread<Cause[]>({ seed, failing: part })));
  console.log(`\n${describeCauses(causes.flat(), tally)}`);
  if (values.keep !== undefined) for (const cause of causes.flat()) keep(values.keep, cause);
}

/** What a run with a cap leaves out, for whoever reads its figures. */
function capOf(most: string): string {
  return [
    `Programs with more than ${most} inputs were run with some of them: any three of their parameters take all combinations of their`,
    'values, or any two where those are still more. Where something untrue showed, with all of them.',
  ].join('\n');
}

function inThread<T>(task: Task, onSoFar: (so: T) => void = () => undefined): Promise<T> {
  const worker = new Worker(new URL(import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', ({ so, isEnd }: Told<T>) => {
      if (isEnd) resolve(so);
      else onSoFar(so);
    });
  });
}

/** How the tallies of threads are added up and shown. */
interface Showing<T> {
  readonly sum: (all: readonly T[]) => T;
  readonly line: (so: T) => string;
  readonly text: (so: T) => string;
}

/** Counts in threads, with a line now and then; what there is so far is printed before an interruption ends it. */
async function inThreads<T extends { programs: number }>(
  tasks: readonly Task[],
  { sum, line, text }: Showing<T>,
): Promise<T> {
  const latest = new Map<Task, T>();
  let lines = 0;
  const soFar = (): T => sum([...latest.values()]);
  const onInterrupt = (): void => {
    console.log(`interrupted\n${text(soFar())}`);
    process.exit(130);
  };
  process.once('SIGINT', onInterrupt);
  const all = await Promise.all(
    tasks.map((task) =>
      inThread<T>(task, (so) => {
        latest.set(task, so);
        const sumNow = soFar();
        if (sumNow.programs < (lines + 1) * LINE) return;
        lines = Math.floor(sumNow.programs / LINE);
        console.error(line(sumNow));
      }),
    ),
  );
  process.off('SIGINT', onInterrupt);
  return sum(all);
}

async function countAll({
  seed,
  programs,
  first,
  step,
  most,
}: Extract<Task, { programs: number }>): Promise<Tally> {
  const tally = newTally();
  for (let index = first; index < programs; index += step) {
    count(tally, index, await tryChoices(choicesOf(seed, index), undefined, most));
    if (tally.programs % TELLS === 0) tell(tally, false);
  }
  return tally;
}

async function shrinkAll({ seed, failing }: Extract<Task, { failing: unknown }>): Promise<Cause[]> {
  const causes: Cause[] = [];
  for (const one of failing) causes.push(...(await causeOf(seed, one)));
  return causes;
}

function write(file: string, figures: object): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

async function fixes(seed: number, programs: number, threads: number, causes: number): Promise<FixTally> {
  const shares = Array.from({ length: threads }, (_, first) => ({
    seed,
    fixes: programs,
    first,
    step: threads,
  }));
  const tally = await inThreads<FixTally>(shares, {
    sum: (all) => all.reduce((sum, one) => (addFixTally(sum, one), sum), newFixTally()),
    line: lineOfFixes,
    text: printFixes,
  });
  console.log(printFixes(tally));
  for (const [name, indices] of Object.entries(tally.examples)) {
    for (const index of indices.slice(0, causes)) console.log(await faultText(seed, index, name));
  }
  return tally;
}

async function fixAll({
  seed,
  fixes: programs,
  first,
  step,
}: Extract<Task, { fixes: number }>): Promise<FixTally> {
  const tally = newFixTally();
  for (let index = first; index < programs; index += step) {
    countFixes(tally, index, await tryFixes(generateToFix(choicesOf(seed, index))));
    if (tally.programs % TELLS === 0) tell(tally, false);
  }
  return tally;
}

/** A fault of a program in the simplest program that shows one of the kind, before and after the fix. */
async function faultText(seed: number, index: number, name: string): Promise<string> {
  const faultsOf = async (choices: Choices): Promise<Fault | undefined> =>
    (await tryFixes(generateToFix(choices))).faults.find((fault) => nameOfFault(fault) === name);
  const choices = choicesOf(seed, index);
  generateToFix(choices);
  const small = await shrinkChoices(
    choices.taken,
    async (taken) => (await faultsOf(Choices.replay(taken))) !== undefined,
  );
  const fault = await faultsOf(Choices.replay(small));
  const before = sourcesOf(generateToFix(Choices.replay(small)));
  const after = fault?.fixed === undefined ? '' : `\n--- after "${fault.title}"\n${sourcesOf(fault.fixed)}`;
  return `\n## ${name}\n${fault?.detail ?? ''}\n\n\`\`\`\n${before}${after}\`\`\``;
}

async function show(seed: number, index: number): Promise<void> {
  const { program, verdict, runs } = await tryChoices(choicesOf(seed, index));
  console.log(sourcesOf(program));
  for (const { kind, what, detail } of verdict.untruths) console.log(`${kind} ${what}: ${detail}`);
  for (const { input, calls, error } of runs) {
    const asked = calls.map((call) => (call.kind === 'list' ? String(call.filter) : call.method));
    const end = error instanceof Error ? ` ! ${error.message.split('\n')[0] ?? ''}` : '';
    console.log(`${JSON.stringify(input.args)} of ${input.rows} rows: ${asked.join('; ')}${end}`);
  }
}
