import { Choices } from './generate/choices.ts';
import type { Untruth } from './judge/judge.ts';
import type { Program } from './program.ts';
import { shrinkChoices } from './shrink-choices.ts';
import { nameOf, type Tally } from './tally.ts';
import { choicesOf, isAlike, type Trial, tryChoices } from './try.ts';

/** A program of a run that shows an untruth. */
export interface Failing {
  readonly name: string;
  readonly index: number;
}

/** What a failing program comes down to. */
export interface Cause {
  readonly untruth: Untruth;
  /** The ways of writing that are left. */
  readonly features: readonly string[];
  readonly example: Program;
}

/** Up to `most` failing programs of each untruth. */
export function failingOf({ examples }: Tally, most: number): Failing[] {
  return Object.entries(examples).flatMap(([name, indices]) =>
    indices.slice(0, most).map((index) => ({ name, index })),
  );
}

/** Ways of writing that nothing comes down to. */
const PLAIN = new Set([
  'client.constant',
  'constants.written',
  'home:module',
  'list.direct',
  'options.inline',
  'place.straight',
  'text:literal',
  'text:template',
  'use.collects',
]);

/** Shrinks a failing program to the simplest that shows the same. */
export async function causeOf(seed: number, { name, index }: Failing): Promise<Cause[]> {
  const trial = await tryChoices(choicesOf(seed, index));
  const untruth = trial.verdict.untruths.find((each) => nameOf(each) === name);
  if (untruth === undefined) return [];
  const small = await shrinkTrial(trial, untruth);
  return [
    {
      untruth: small.verdict.untruths.find((each) => isAlike(each, untruth)) ?? untruth,
      features: small.program.features.filter((feature) => !PLAIN.has(feature)),
      example: small.program,
    },
  ];
}

async function shrinkTrial(trial: Trial, untruth: Untruth): Promise<Trial> {
  const shows = async (taken: readonly number[]): Promise<boolean> => {
    const { verdict } = await tryChoices(Choices.replay(taken));
    return verdict.untruths.some((each) => isAlike(each, untruth));
  };
  return tryChoices(Choices.replay(await shrinkChoices(trial.taken, shows)));
}

/** What failing programs come down to, the most frequent first, each with an example. */
export function describeCauses(causes: readonly Cause[], { byWhat }: Tally): string {
  const groups = new Map<string, Cause[]>();
  const shrunk = new Map<string, number>();
  for (const cause of causes) {
    const name = nameOf(cause.untruth);
    const key = [name, ...cause.features].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), cause]);
    shrunk.set(name, (shrunk.get(name) ?? 0) + 1);
  }
  // of those that were shrunk, as many as there are of all
  const weightOf = ([first, ...others]: readonly Cause[]): number => {
    const name = first === undefined ? '' : nameOf(first.untruth);
    return ((1 + others.length) * (byWhat[name] ?? 0)) / (shrunk.get(name) ?? 1);
  };
  return [...groups.values()]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .flatMap((group) => group.slice(0, 1).map((cause) => describe(cause, weightOf(group))))
    .join('\n');
}

function describe({ untruth, features, example }: Cause, weight: number): string {
  return [
    `## about ${weight.toFixed(0)}: ${nameOf(untruth)}`,
    features.join(', ') || 'nothing but the plainest ways of writing',
    untruth.detail,
    '',
    '```',
    sourcesOf(example),
    '```',
    '',
  ].join('\n');
}

/** The files of a program one below the other. */
export function sourcesOf({ files }: Program): string {
  return files.map(({ file, text }) => `// ${file}\n${text.trimEnd()}\n`).join('\n');
}
