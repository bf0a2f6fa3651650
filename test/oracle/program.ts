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
  /** A text that may be a number. */
  digits: ['7', '', 'a'],
  /** A text or a number without a type that says so: it may as well be the other, or nothing. */
  anyText: ['a', '', `"o'b"`, undefined, 7, 0],
  anyMaybeText: ['a', undefined, '', `"o'b"`, null, 7, 0],
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
    ['b', 'c'],
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

export const WORLDS: readonly World[] = [
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

export const SETTINGS: readonly World[] = ['', "RowKey eq 'b'", "status eq 'open'"].map((filter) => ({
  rows: 3,
  found: 'all',
  isQuoted: false,
  environment: { [FILTER_SETTING]: filter },
}));

/** The values that a parameter takes, the first one the simplest. */
export function valuesOf(kind: InputKind): readonly unknown[] {
  return DOMAINS[kind];
}

/** How many values a parameter takes. */
export function sizeOf(kind: InputKind): number {
  return DOMAINS[kind].length;
}
