import {
  FILTER_SETTING,
  type Input,
  type OpenFunction,
  type Parameter,
  type Program,
  SETTINGS,
  sizeOf,
  valuesOf,
  type World,
  WORLDS,
} from '../program.ts';
import { covering, product } from './covering.ts';

/** Combinations of arguments that are tried in the further worlds, where answers decide nothing about what is sent. */
const SOME = 4;

/** Combinations that are tried of what callers who are not seen pass. */
const MOST_OPEN = 100;

/** Which values the parameters get in one run, by number. */
type Row = readonly number[];

/**
 * Every input that a program is run with: all combinations of its parameters, and what the service has for some of them or all. Of a
 * program that has more than `most` some, in which any three of its parameters take all combinations of their values, or any two where
 * those are more than `most` too; and each value of each parameter meets each thing that the service may have.
 */
export function* inputsOf(program: Program, most = Number.POSITIVE_INFINITY): Generator<Input> {
  const { parameters, doAnswersMatter } = program;
  const worlds = worldsOf(program);
  const [first, ...others] = worlds;
  if (first === undefined) return;
  const sizes = parameters.map(({ kind }) => sizeOf(kind));
  const rows = isCut(program, most) ? some(sizes, most) : product(sizes);
  for (const row of rows) yield { ...first, args: argsOf(parameters, row) };
  if (doAnswersMatter && isCut(program, most)) {
    for (const [number = 0, ...row] of covering([others.length, ...sizes], 2)) {
      const world = others[number];
      if (world !== undefined) yield { ...world, args: argsOf(parameters, row) };
    }
    return;
  }
  const step = doAnswersMatter ? 1 : Math.ceil(rows.length / SOME);
  for (const world of others) {
    for (const [index, row] of rows.entries()) {
      if (index % step === 0) yield { ...world, args: argsOf(parameters, row) };
    }
  }
}

/** Whether a program is run with some of its inputs alone. */
export function isCut(program: Program, most = Number.POSITIVE_INFINITY): boolean {
  const all = program.parameters.reduce((count, { kind }) => count * sizeOf(kind), 1);
  return all * (program.doAnswersMatter ? worldsOf(program).length : 1) > most;
}

function worldsOf({ files }: Program): readonly World[] {
  const isSet = files.some(({ text }) => text.includes(FILTER_SETTING));
  return [...WORLDS, ...(isSet ? SETTINGS : [])];
}

function some(sizes: readonly number[], most: number): readonly Row[] {
  const threes = covering(sizes, 3);
  return threes.length <= most ? threes : covering(sizes, 2);
}

/** What callers who are not seen may pass. */
export function inputsOfOpen({ parameters }: OpenFunction): Input[] {
  const [world] = WORLDS;
  if (world === undefined) return [];
  const kinds = parameters.map((kind) => ({ kind }));
  const sizes = parameters.map(sizeOf);
  const all = sizes.reduce((count, size) => count * size, 1);
  const rows = all > MOST_OPEN ? some(sizes, MOST_OPEN) : product(sizes);
  return rows.map((row) => ({ ...world, args: argsOf(kinds, row) }));
}

/** Values of one run are no other's: what a program does to its arguments must not be seen by the next. */
function argsOf(parameters: readonly Pick<Parameter, 'kind'>[], row: Row): unknown[] {
  return parameters.map(({ kind }, index) => copied(valuesOf(kind)[row[index] ?? 0]));
}

/** A copy of what is data alone. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]));
}
