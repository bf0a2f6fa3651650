import type { Random } from './random.ts';

/** What a mutation changes, and with what. */
export interface Material {
  /** Cuts a text into tokens, spaces included: joined again they are the text. */
  readonly cut: (text: string) => string[];
  /** What may be put in: words and marks of the language, and what no language has. */
  readonly insertions: readonly string[];
  /** Opening and closing texts that may be put many times around a token. */
  readonly nestings: readonly (readonly [string, string])[];
  /** One change in so many is one that makes texts long. */
  readonly longOnceIn: number;
}

/** So many levels: more than any stack of ours follows, fewer than would take long to write down. */
const LEVELS = [3, 40, 400, 3000];

const HUGE = [
  '9'.repeat(400),
  `'${'x'.repeat(5000)}'`,
  `"${'\\u0041'.repeat(2000)}"`,
  'é'.repeat(3000),
  '\uD83D',
  '\uDE00\uFFFC\u0000\u2028',
  '👩‍👩‍👧‍👦'.repeat(50),
  ' '.repeat(4000),
  '\n'.repeat(2000),
];

/** A text with one to four things done to it: tokens lost, doubled, swapped, put in, buried; brackets lost; an end lost. */
export function mutate(text: string, random: Random, material: Material): string {
  let tokens = material.cut(text);
  for (let left = 1 + random.below(4); left > 0; left--) tokens = change(tokens, random, material);
  return tokens.join('');
}

function change(tokens: readonly string[], random: Random, material: Material): string[] {
  const at = random.below(tokens.length + 1);
  const token = tokens[at] ?? '';
  const replaced = (...by: readonly string[]): string[] => [
    ...tokens.slice(0, at),
    ...by,
    ...tokens.slice(at + 1),
  ];
  switch (random.below(3 * material.longOnceIn)) {
    case 0: {
      const [open, close] = random.pick(material.nestings);
      const levels = random.pick(LEVELS);
      return replaced(open.repeat(levels), token, close.repeat(levels));
    }
    case 1:
      return replaced(token, random.pick(HUGE));
    case 2:
      return replaced(...Array.from({ length: random.pick([3, 40, 400]) }, () => token));
    default:
      return changeALittle(tokens, at, replaced, random, material);
  }
}

function changeALittle(
  tokens: readonly string[],
  at: number,
  replaced: (...by: readonly string[]) => string[],
  random: Random,
  { insertions }: Material,
): string[] {
  const token = tokens[at] ?? '';
  switch (random.below(9)) {
    case 0:
      return replaced();
    case 1:
      return replaced(token, token);
    case 2: {
      const other = random.below(tokens.length + 1);
      const swapped = replaced(tokens[other] ?? '');
      if (other < swapped.length) swapped[other] = token;
      return swapped;
    }
    case 3:
      return replaced(token, random.pick(insertions));
    case 4:
      return replaced(random.pick(insertions));
    case 5: {
      const from = random.below(tokens.length + 1);
      return replaced(token, ...tokens.slice(from, from + 1 + random.below(12)));
    }
    case 6: {
      const brackets = tokens.flatMap((one, index) => (/^[()[\]{}<>`'"]/.test(one) ? [index] : []));
      const lost = brackets.length === 0 ? at : random.pick(brackets);
      return tokens.filter((_, index) => index !== lost);
    }
    case 7:
      return replaced(token.slice(0, random.below(token.length + 1)));
    default:
      return random.below(4) === 0 ? tokens.slice(0, at) : replaced(token, ' ');
  }
}
