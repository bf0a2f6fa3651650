/** One file of a program, by absolute path as the engine names files. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** What a parameter of `main` takes: decides which values the runs give it. */
export type InputKind = keyof typeof DOMAINS;

/**
 * The values of every kind of input. They cover what code can ask of one: empty or not, given or not, a quote in it, lists of 0 to 3
 * elements, a mode that no branch knows.
 */
const DOMAINS = {
  flag: [false, true],
  text: ['a', '', "o'b"],
  maybeText: ['a', undefined, '', "o'b"],
  count: [0, 1, 2],
  list: [['a', 'b'], [], ['a'], ["o'c"], ['a', '', 'c']],
  mode: ['a', 'b', 'c'],
  word: ['a', 'b', "o'z"],
  query: [{ shelf: 'a', author: "o'b" }, {}, { shelf: "o'a" }, { author: 'b' }],
} as const;

export interface Parameter {
  readonly name: string;
  readonly kind: InputKind;
}

/** A program, what to call in it, and which ways of writing it was made of. */
export interface Program {
  readonly files: readonly SourceFile[];
  /** The file that exports `main`, an async function. */
  readonly entry: string;
  readonly parameters: readonly Parameter[];
  readonly features: readonly string[];
  /** Whether what it sends depends on what it was answered before. */
  readonly doAnswersMatter: boolean;
}

/** What the service has, as far as a program can see. */
export interface World {
  /** How many entities each list query gives. */
  readonly rows: number;
  /** Whether a point read finds its entity. */
  readonly isFound: boolean;
  /** Whether keys and properties have quotes in them. */
  readonly isQuoted: boolean;
}

/** What one run is given. */
export interface Input extends World {
  readonly args: readonly unknown[];
}

const WORLDS: readonly World[] = [
  { rows: 3, isFound: true, isQuoted: false },
  { rows: 0, isFound: true, isQuoted: false },
  { rows: 1, isFound: true, isQuoted: false },
  { rows: 2, isFound: false, isQuoted: true },
];

/** How many values a parameter takes. */
export function sizeOf(kind: InputKind): number {
  return DOMAINS[kind].length;
}

/** Combinations that are tried in the further worlds, where answers decide nothing about what is sent. */
const SOME = 4;

/** Every input that a program is run with: all combinations of its parameters, and what the service has for some of them or all. */
export function inputsOf({ parameters, doAnswersMatter }: Program): Input[] {
  const combinations = parameters.reduce<readonly (readonly unknown[])[]>(
    (all, { kind }) => all.flatMap((args) => DOMAINS[kind].map((value) => [...args, value])),
    [[]],
  );
  const step = doAnswersMatter ? 1 : Math.ceil(combinations.length / SOME);
  const inputs = WORLDS.flatMap((world, number) =>
    combinations.flatMap((args, index) => (number === 0 || index % step === 0 ? [{ ...world, args }] : [])),
  );
  // values of one run are no other's: what a program does to its arguments must not be seen by the next
  return inputs.map((input) => ({ ...input, args: structuredClone(input.args) }));
}
