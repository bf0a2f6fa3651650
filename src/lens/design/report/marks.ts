import type { KindData } from './data.ts';

/** Colors that kinds are drawn in; of more kinds some share one, and their letters tell them apart. */
const COLORS = 6;

/** How a kind is marked wherever it is shown. */
export interface Mark {
  /** `A`, and `A2` for the first of its copies. */
  readonly letter: string;
  /** From 0. */
  readonly color: number;
}

/** The marks of a table's kinds, by their names. */
export type Marks = ReadonlyMap<string, Mark>;

/** Gives each kind a letter and a color; a copy has those of what it copies, and a number. */
export function marksOf(kinds: readonly KindData[]): Marks {
  const originals = kinds.filter(({ copyOf }) => !kinds.some(({ name }) => name === copyOf));
  const marks = new Map(
    originals.map(({ name }, index): [string, Mark] => [
      name,
      { letter: letters(index), color: index % COLORS },
    ]),
  );
  for (const { name, copyOf } of kinds) {
    if (marks.has(name) || copyOf === undefined) continue;
    const before = kinds.filter((other) => other.copyOf === copyOf && marks.has(other.name)).length;
    marks.set(name, letterOf(marks, copyOf, before + 1));
  }
  return marks;
}

/** Gives the mark of what is stored of a kind after `before` others of it. */
export function letterOf(marks: Marks, kind: string, before: number): Mark {
  const { letter, color } = marks.get(kind) ?? { letter: '?', color: 0 };
  return { letter: before === 0 ? letter : `${letter}${before + 1}`, color };
}

/** `A` to `Z`, `AA` and so on. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letters(Math.floor(index / 26) - 1)}${last}`;
}
