/** One file of a program, by absolute path as the engine names files. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** What a parameter of `main` takes: decides which values the runs give it. */
export type InputKind = keyof typeof DOMAINS;

/**
 * The values of every kind of input: all that a caller may pass, as far as code can tell values apart. Empty or not, given or not, a quote
 * in it, lists of 0 to 3 elements, each key that a table has and one that it does not have.
 */
const DOMAINS = {
  flag: [false, true],
  // the last is a text in JSON as well
  text: ['a', '', `"o'b"`],
  /** A text or a number without a type that says so. */
  anyText: ['a', '', `"o'b"`, undefined],
  anyMaybeText: ['a', undefined, '', `"o'b"`, null],
  anyCount: [0, 1, 2, undefined],
  maybeText: ['a', undefined, '', `"o'b"`],
  count: [0, 1, 2],
  list: [
    ['a', 'b'],
    [],
    ['a'],
    ["o'c"],
    ["o'c", 'a'],
    ['a', "o'c"],
    ['a', '', 'c'],
    ['', 'b'],
    ['', 'a'],
    ["o'c", ''],
    [''],
  ],
  mode: ['a', 'b', 'c'],
  /** A mode without a type that says so. */
  anyMode: ['a', 'b', 'c', 'd', undefined],
  word: ['a', 'b', 'c', 'ab', '', "o'z"],
  query: [
    { shelf: 'a', author: "o'b" },
    {},
    { shelf: "o'a" },
    { shelf: '', author: 'b' },
    { shelf: "o'a", author: 'b' },
    { author: "o'b" },
    { author: 'b' },
  ],
  filter: ["RowKey eq 'b'", undefined, ''],
  listOptions: [{ queryOptions: { filter: "RowKey eq 'b'" } }, {}, { queryOptions: {} }],
} as const;

export interface Parameter {
  readonly name: string;
  readonly kind: InputKind;
}

/** A function that a file exports, so that callers who are not seen may call it. */
export interface OpenFunction {
  readonly file: string;
  readonly name: string;
  readonly parameters: readonly InputKind[];
}

/** A program, what to call in it, and which ways of writing it was made of. */
export interface Program {
  readonly files: readonly SourceFile[];
  /** The file that exports `main`, an async function. */
  readonly entry: string;
  readonly parameters: readonly Parameter[];
  /** What others than `main` may call. */
  readonly open: readonly OpenFunction[];
  readonly features: readonly string[];
  /** Whether what it sends depends on what it was answered before. */
  readonly doAnswersMatter: boolean;
}

/** What the service has, as far as a program can see. */
export interface World {
  /** How many entities each list query gives. */
  readonly rows: number;
  /** Which point reads find their entities; `others` are all but the first. */
  readonly found: 'all' | 'none' | 'first' | 'others';
  /** Whether keys and properties have quotes in them. */
  readonly isQuoted: boolean;
  /** Only the first list query gives nothing. */
  readonly isFirstEmpty?: boolean;
  /** The settings that the program can read. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it answers filters that the service rejects, so that one mistake does not hide the next. */
  readonly isLenient?: boolean;
}

/** What one run is given. */
export interface Input extends World {
  readonly args: readonly unknown[];
}

const WORLDS: readonly World[] = [
  { rows: 3, found: 'all', isQuoted: false },
  { rows: 0, found: 'all', isQuoted: false },
  { rows: 1, found: 'first', isQuoted: false },
  { rows: 3, found: 'none', isQuoted: true },
  { rows: 2, found: 'others', isQuoted: false },
  { rows: 3, found: 'all', isQuoted: true },
  { rows: 3, found: 'all', isQuoted: false, isFirstEmpty: true },
];

/** What the setting is that programs read a filter of, where it is not missing. */
export const FILTER_SETTING = 'BOOKS_FILTER';

const SETTINGS: readonly World[] = ['', "RowKey eq 'b'", "status eq 'open'"].map((filter) => ({
  rows: 3,
  found: 'all',
  isQuoted: false,
  environment: { [FILTER_SETTING]: filter },
}));

/** How many values a parameter takes. */
export function sizeOf(kind: InputKind): number {
  return DOMAINS[kind].length;
}

/** Combinations that are tried in the further worlds, where answers decide nothing about what is sent. */
const SOME = 4;

/** Arguments of these kinds, in all combinations. */
function combinationsOf(kinds: readonly InputKind[]): readonly (readonly unknown[])[] {
  return kinds.reduce<readonly (readonly unknown[])[]>(
    (all, kind) => all.flatMap((args) => DOMAINS[kind].map((value) => [...args, value])),
    [[]],
  );
}

/** What callers who are not seen may pass. */
export function inputsOfOpen({ parameters }: OpenFunction): Input[] {
  const [world] = WORLDS;
  const all = combinationsOf(parameters).slice(0, MOST_OPEN);
  return world === undefined ? [] : all.map((args) => ({ ...world, args: args.map(copied) }));
}

/** Combinations that are tried of what callers who are not seen pass. */
const MOST_OPEN = 100;

/** Every input that a program is run with: all combinations of its parameters, or `most` of them, and what the service has for some of them or all. */
export function* inputsOf(
  { parameters, doAnswersMatter, files }: Program,
  most = Number.POSITIVE_INFINITY,
): Generator<Input> {
  const combinations = spread(combinationsOf(parameters.map(({ kind }) => kind)), most);
  const step = doAnswersMatter ? 1 : Math.ceil(combinations.length / SOME);
  const isSet = files.some(({ text }) => text.includes(FILTER_SETTING));
  for (const [number, world] of [...WORLDS, ...(isSet ? SETTINGS : [])].entries()) {
    for (const [index, args] of combinations.entries()) {
      if (number === 0 || index % step === 0) yield { ...world, args: args.map(copied) };
    }
  }
}

/** So many of the combinations, each value of each parameter as often as any other beside each value of the others. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  let step = Math.round(all.length * 0.618);
  while (divisorOf(step, all.length) > 1) step += 1;
  return Array.from({ length: most }, (_, index) => all[(index * step) % all.length]).filter(
    (one) => one !== undefined,
  );
}

function divisorOf(a: number, b: number): number {
  return b === 0 ? a : divisorOf(b, a % b);
}

/** Values of one run are no other's: what a program does to its arguments must not be seen by the next. */
function copied(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
