import * as crypto from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as consumers from 'node:stream/consumers';
import { inspect } from 'node:util';
import type { Input, Program } from '../program.ts';
import { inputsOf } from '../run/inputs.ts';
import { loadProgram, type RandomIds } from '../run/load.ts';
import { books, startService } from './service.ts';
import { steadily } from './steady.ts';
import { startStorage } from './storage.ts';

/** What a run did, as far as anybody outside can see. */
export interface Outcome {
  readonly args: readonly unknown[];
  /** The table had nothing at first. */
  readonly startsEmpty: boolean;
  /** What `main` gave back, or what it threw, as text. */
  readonly result: string;
  readonly isError: boolean;
  /** Whether the service refused anything, or an error got lost, whatever the program made of that. */
  readonly isRefused: boolean;
  /** What it wrote on the console. */
  readonly output: readonly string[];
  /** What other modules can see of it beside `main`. */
  readonly exported: readonly string[];
  readonly requests: readonly string[];
  /** What the table has afterwards, an entity a line. */
  readonly content: readonly string[];
}

/** Inputs that a program is run with, in each of the two worlds: more only where a parameter takes more values. */
const MOST_INPUTS = 8;

/** Combinations of values that these are chosen from. */
const MOST_COMBINATIONS = 100;

/** How long answers take: as long as each other, or the later ones longer, so that nothing comes in the same order. */
type Pace = 'even' | 'uneven';

const TURNS_OF: Readonly<Record<Pace, (request: number) => number>> = {
  even: () => 1,
  uneven: (request) => 1 + ((request * 37) % 11) * 5,
};

/** Runs a program against a table with content, and against an empty one. Throws where a file does not load. */
export async function outcomesOf(
  program: Program,
  pace: Pace = 'even',
  content: ReturnType<typeof books> = books(),
): Promise<Outcome[]> {
  const some = [...spread(argumentsOf(program)), ...repeating(program)];
  const loaded = loadProgram(program.files);
  const outcomes: Outcome[] = [];
  for (const entities of [content, []]) {
    for (const args of some)
      outcomes.push(
        await steadily(() => runOnce(loaded, program.entry, structuredClone(args), entities, pace)),
      );
  }
  return outcomes;
}

/** What the parameters may get: the service here has its own content, so that only the first world is asked for. */
function argumentsOf(program: Program): readonly Input['args'][] {
  const inputs = [...inputsOf({ ...program, doAnswersMatter: false }, MOST_COMBINATIONS)];
  const others = inputs.findIndex(({ rows }) => rows !== inputs[0]?.rows);
  return inputs.slice(0, others === -1 ? undefined : others).map(({ args }) => args);
}

/** Some of them, in which each parameter takes each of its values. */
function spread(all: readonly Input['args'][]): readonly Input['args'][] {
  if (all.length <= MOST_INPUTS) return all;
  const valuesOf = (args: Input['args']): string[] =>
    args.map((value, index) => `${index} ${inspect(value)}`);
  const missing = new Set(all.flatMap(valuesOf));
  const chosen = new Set<Input['args']>();
  while (missing.size > 0) {
    const counts = all.map((args) => valuesOf(args).filter((value) => missing.has(value)).length);
    const next = all[counts.indexOf(Math.max(...counts))] ?? [];
    for (const value of valuesOf(next)) missing.delete(value);
    chosen.add(next);
  }
  const step = Math.ceil(all.length / MOST_INPUTS);
  for (let index = 0; chosen.size < MOST_INPUTS && index < all.length; index += step)
    chosen.add(all[index] ?? []);
  return [...chosen];
}

/** Lists that have an element twice, where the program takes one: other oracles need none of them. */
function repeating(program: Program): (readonly unknown[])[] {
  const [first] = inputsOf(program);
  const kinds = program.parameters.map(({ kind }) => kind);
  if (first === undefined || !kinds.includes('list')) return [];
  return [first.args.map((value, index) => (kinds[index] === 'list' ? ['b', 'a', 'b'] : value))];
}

/** The same ids in each run, however many requests are sent, which have some of their own. */
function steadyIds(): RandomIds {
  let count = 0;
  return { randomUUID: () => `10000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}` };
}

/** What takes handlers of triggers, none of which comes: a program calls its own. */
const FUNCTIONS = {
  app: Object.fromEntries(
    ['storageQueue', 'serviceBusQueue', 'eventGrid'].map((trigger) => [trigger, () => undefined]),
  ),
};

async function runOnce(
  loaded: ReturnType<typeof loadProgram>,
  entry: string,
  args: Input['args'],
  entities: ReturnType<typeof books>,
  pace: Pace,
): Promise<Outcome> {
  const service = startService('Books', entities, TURNS_OF[pace]);
  const storage = startStorage();
  const output: string[] = [];
  const write = (...values: unknown[]): void => void output.push(...values.map(loggedText));
  const console = { log: write, info: write, warn: write, error: write };
  const shown = args.map((value) => inspect(value));
  let exported: readonly string[] = [];
  const { end, lost } = await keepingLostErrors(async () => {
    const ids = steadyIds();
    const packages = {
      '@azure/data-tables': service.sdk,
      '@azure/functions': FUNCTIONS,
      '@azure/storage-blob': storage.blobs,
      '@azure/storage-queue': storage.queues,
      'node:crypto': { ...crypto, ...ids },
      'node:stream/consumers': consumers,
    };
    const { exports } = await loaded.start(entry, packages, console, undefined, ids);
    const { main } = exports;
    if (typeof main !== 'function') throw new TypeError('the program exports no main');
    const result: unknown = await (main as (...given: readonly unknown[]) => Promise<unknown>)(...args);
    exported = Object.entries(exports).flatMap(([name, value]) =>
      name === 'main' ? [] : [`${name}: ${textOf(value)}`],
    );
    return textOf(result);
  });
  return {
    args: shown,
    startsEmpty: entities.length === 0,
    ...end,
    output,
    exported,
    requests: service.requests,
    isRefused: service.refusals() > 0 || lost > 0,
    content: service.content().map((entity) => JSON.stringify(entity)),
  };
}

/** Does the work and what it did not wait for; counts the errors that nobody caught. */
async function keepingLostErrors(
  work: () => Promise<string>,
): Promise<{ end: Pick<Outcome, 'result' | 'isError'>; lost: number }> {
  const listeners = process.listeners('unhandledRejection');
  let lost = 0;
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', () => (lost += 1));
  try {
    const end = await resultOf(work);
    for (let turn = 0; turn < TURNS; turn++) await nextTurn();
    return { end, lost };
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
}

/** Turns of the event loop in which requests come to their end: none of them waits for anything outside. */
const TURNS = 3;

async function resultOf(work: () => Promise<string>): Promise<Pick<Outcome, 'result' | 'isError'>> {
  try {
    return { result: await work(), isError: false };
  } catch (error) {
    return { result: textOf(error), isError: true };
  }
}

/** What is written on the console: of what the service refused the status, since a transaction has the code elsewhere. */
function loggedText(value: unknown): string {
  const text = textOf(value);
  return value instanceof Error && 'statusCode' in value ? text.split(' ', 2).join(' ') : text;
}

/** A value as text: of errors their kind and code, of entities nothing that depends on when they were written. */
function textOf(value: unknown): string {
  if (value instanceof Error) {
    const { name, message } = value;
    const { statusCode, code } = value as { statusCode?: unknown; code?: unknown };
    return `${name} ${String(statusCode)} ${String(code)} ${statusCode === undefined ? message : ''}`;
  }
  return (
    inspect(value, { depth: 8, sorted: true, maxArrayLength: 500, breakLength: 200 })
      .replaceAll(/W\/\\*"[^"]*"/g, 'W/etag')
      // an error that is handed on has the id of its request, of which another one may have come before
      .replaceAll(/\b0{8}-0000-4000-8000-\d{12}/g, 'request')
      .replaceAll(/timestamp(?:(?:: '|=)[^']*'|":"[^"]*")/g, 'timestamp')
  );
}
