import type { Guard } from './guards.ts';

/** A question about a text or a number, such as `word.startsWith('a')` or `count > 0`. */
export interface ValueTest {
  /** Equal for the same question. */
  readonly key: string;
  readonly holdsOf: (value: Constant) => boolean;
  /** Texts of which it holds, or numbers beside which it begins to. */
  readonly examples: readonly Constant[];
}

export type Constant = string | number;

/** A test of a value that is not known, and where it holds. */
export interface AskedTest extends ValueTest {
  readonly guard: Guard;
}

/** Whether some value answers `one` and `other` so: of as many values as two such tests tell apart. */
export function canAnswer(one: ValueTest, isOne: boolean, other: ValueTest, isOther: boolean): boolean {
  return samples([...one.examples, ...other.examples]).some(
    (value) => one.holdsOf(value) === isOne && other.holdsOf(value) === isOther,
  );
}

/** Values of each kind that two tests tell apart. */
function samples(examples: readonly Constant[]): readonly Constant[] {
  const numbers = examples.filter((one) => typeof one === 'number');
  const texts = examples.filter((one) => typeof one === 'string');
  return [
    ...numbers.flatMap((one) => [one, one - 0.5, one + 0.5, one - 1, one + 1]),
    // what lies between two that are closer than that
    ...numbers.flatMap((one) => numbers.map((other) => (one + other) / 2)),
    // what is missing is no number
    ...(numbers.length > 0 ? [Number.NaN] : []),
    ...textSamples(texts),
  ];
}

/** The texts, what they begin or end with, two of them together, each with something else beside it. */
function textSamples(texts: readonly string[]): readonly string[] {
  const joined = texts.flatMap((one) => texts.map((other) => one + other));
  const parts = texts.flatMap((one) => [one.slice(0, 1), one.slice(0, -1), one.slice(1), one.slice(-1)]);
  return [...new Set(['', ...texts, ...joined, ...parts])].flatMap((text) => [
    text,
    `${text}${OTHER}`,
    `${OTHER}${text}`,
    `${OTHER}${text}${OTHER}`,
  ]);
}

/** A character that hardly any test asks for. */
const OTHER = '\u00a4';

/** Whether a number is less than this one, or more. */
export function testOfNumber(operator: '<' | '>', limit: number): ValueTest {
  return {
    key: `${operator}${limit}`,
    holdsOf: (value) => (operator === '<' ? Number(value) < limit : Number(value) > limit),
    examples: [limit],
  };
}

/** Whether a number is none: `Number.isNaN(least)`. */
export const TEST_OF_NAN: ValueTest = { key: 'NaN', holdsOf: (value) => Number.isNaN(value), examples: [0] };

/** Examples of one test, and the characters of it. */
const MOST_EXAMPLES = 4;
const MOST_CHARACTERS = 40;

/** What `startsWith`, `endsWith` and `includes` ask of a text. */
export function testOfMethod(name: string, part: string): ValueTest | undefined {
  if (part.length > MOST_CHARACTERS) return undefined;
  const made = (holdsOf: ValueTest['holdsOf']): ValueTest => ({
    key: `${name}:${part}`,
    holdsOf,
    examples: [part],
  });
  switch (name) {
    case 'startsWith':
      return made((value) => String(value).startsWith(part));
    case 'endsWith':
      return made((value) => String(value).endsWith(part));
    case 'includes':
      return made((value) => String(value).includes(part));
    default:
      return undefined;
  }
}

/** One place of a pattern that has neither repetition nor alternatives: characters that may stand there. */
const PLACE = /\[[\w ]+\]|[\w /:@,;=']/y;

const CLASS = /^\[(?:[^\]\\]|\\.)+\]$/;

/**
 * Whether a text has a character of a class, where a regular expression is that alone and so takes no longer than reading the text;
 * undefined for others.
 */
export function hasOfClass(source: string, flags: string, text: string): boolean | undefined {
  if (!/^[iu]?$/.test(flags) || source.length > MOST_CHARACTERS || !CLASS.test(source)) return undefined;
  try {
    return new RegExp(source, flags).test(text);
  } catch {
    // a range that goes backwards
    return undefined;
  }
}

/** The characters that a regular expression looks for, anywhere or at the start, where it has nothing else. */
export function wordOfPattern(
  source: string,
  flags: string,
): { readonly text: string; readonly isStart: boolean } | undefined {
  if (flags !== '' || !/^\^?[\w ]+$/.test(source)) return undefined;
  const isStart = source.startsWith('^');
  return { text: isStart ? source.slice(1) : source, isStart };
}

/** What a regular expression asks of a text, where each of its places is one of some characters. */
export function testOfPattern(source: string, flags: string): ValueTest | undefined {
  if (flags !== '' || source.length > MOST_CHARACTERS) return undefined;
  const [isStart, isEnd] = [source.startsWith('^'), source.endsWith('$')];
  const body = source.slice(isStart ? 1 : 0, isEnd ? -1 : undefined);
  const places: string[] = [];
  for (let from = 0; from < body.length; from = PLACE.lastIndex) {
    PLACE.lastIndex = from;
    const [found] = PLACE.exec(body) ?? [];
    if (found === undefined) return undefined;
    places.push(found.length > 1 ? found.slice(1, -1) : found);
  }
  const pattern = new RegExp(source);
  const firsts = places.map((each) => each.slice(0, 1));
  const examples = places.flatMap((each, at) =>
    each
      .split('')
      .map((character) => firsts.map((first, index) => (index === at ? character : first)).join('')),
  );
  if (examples.length > MOST_EXAMPLES) return undefined;
  return { key: `/${source}/`, holdsOf: (value) => pattern.test(String(value)), examples };
}
