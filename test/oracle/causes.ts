import { Choices } from './generate/choices.ts';
import type { Untruth } from './judge/judge.ts';
import type { Program } from './program.ts';
import { shrink } from './shrink.ts';
import { nameOf, type Tally } from './tally.ts';
import { choicesOf, isAlike, type Trial, tryChoices } from './try.ts';

/** Failing programs that come down to the same ways of writing. */
interface Cause {
  readonly untruth: Untruth;
  readonly features: readonly string[];
  readonly example: Program;
  count: number;
}

/** Ways of writing that nothing comes down to. */
const PLAIN = new Set([
  'client.constant',
  'home:module',
  'list.direct',
  'options.inline',
  'place.straight',
  'text:literal',
  'text:template',
  'use.collects',
]);

/** Shrinks up to `most` programs of each untruth and tells what they come down to, the most frequent first. */
export async function causesOf(tally: Tally, seed: number, most: number): Promise<string> {
  const causes = new Map<string, Cause>();
  for (const [name, indices] of Object.entries(tally.examples)) {
    for (const index of indices.slice(0, most)) {
      const trial = await tryChoices(choicesOf(seed, index));
      const untruth = trial.verdict.untruths.find((each) => nameOf(each) === name);
      if (untruth === undefined) continue;
      const small = await shrinkTrial(trial, untruth);
      const found = small.verdict.untruths.find((each) => isAlike(each, untruth)) ?? untruth;
      const features = small.program.features.filter((feature) => !PLAIN.has(feature));
      const key = [name, ...features].join(' ');
      const known = causes.get(key);
      if (known !== undefined) known.count += 1;
      else causes.set(key, { untruth: found, features, example: small.program, count: 1 });
    }
  }
  // of those that were shrunk, as many as there are of all
  const weight = ({ untruth, count }: Cause): number => {
    const name = nameOf(untruth);
    return (count * (tally.byWhat[name] ?? 0)) / Math.min(most, tally.examples[name]?.length ?? 1);
  };
  return [...causes.values()]
    .sort((a, b) => weight(b) - weight(a))
    .map((cause) => describe(cause, weight(cause)))
    .join('\n');
}

/** The simplest program that shows the same untruth. */
async function shrinkTrial(trial: Trial, untruth: Untruth): Promise<Trial> {
  const shows = async (taken: readonly number[]): Promise<boolean> => {
    const { verdict } = await tryChoices(Choices.replay(taken));
    return verdict.untruths.some((each) => isAlike(each, untruth));
  };
  return tryChoices(Choices.replay(await shrink(trial.taken, shows)));
}

function describe({ untruth, features, example }: Cause, weight: number): string {
  const sources = example.files.flatMap(({ file, text }) => [`// ${file}`, text.trimEnd(), '']);
  return [
    `## about ${weight.toFixed(0)}: ${nameOf(untruth)}`,
    features.join(', '),
    untruth.detail,
    '',
    '```',
    ...sources,
    '```',
    '',
  ].join('\n');
}
