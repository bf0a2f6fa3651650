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
  list: [['a', 'b'], [], ['a'], ['a', '', "o'c"]],
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
}

/** What one run is given. */
export interface Input {
  readonly args: readonly unknown[];
  /** How many entities each list query gives. */
  readonly rows: number;
  /** Whether a point read finds its entity. */
  readonly isFound: boolean;
}

const WORLDS = [
  { rows: 3, isFound: true },
  { rows: 0, isFound: false },
  { rows: 1, isFound: true },
] as const;

/** How many values a parameter takes. */
export function sizeOf(kind: InputKind): number {
  return DOMAINS[kind].length;
}

/** Every input that a program is run with: all combinations of its parameters, in every world if what it reads decides anything. */
export function inputsOf({ parameters }: Program, doWorldsMatter: boolean): Input[] {
  const combinations = parameters.reduce<readonly (readonly unknown[])[]>(
    (all, { kind }) => all.flatMap((args) => DOMAINS[kind].map((value) => [...args, value])),
    [[]],
  );
  const worlds = doWorldsMatter ? WORLDS : WORLDS.slice(0, 1);
  // values of one run are no other's: what a program does to its arguments must not be seen by the next
  return worlds.flatMap((world) => combinations.map((args) => ({ ...world, args: structuredClone(args) })));
}
