import { generate } from './generate/generate.ts';
import { Choices } from './generate/choices.ts';
import { judge, type Untruth, type Verdict } from './judge/judge.ts';
import { type Said, sayAll } from './judge/said.ts';
import type { Program } from './program.ts';
import { isCut } from './run/inputs.ts';
import { type Run, runAll } from './run/run.ts';

/** A program, its choices, and what came of it. */
export interface Trial {
  readonly taken: readonly number[];
  readonly program: Program;
  readonly runs: readonly Run[];
  readonly verdict: Verdict;
}

/**
 * Makes the program of these choices, runs it, asks `say` about it, and holds that against the runs. Where it is run with some of its
 * inputs and shows something untrue, that is what all of them say: among those that were left out may be the one that makes it true.
 */
export async function tryChoices(
  choices: Choices,
  say: (program: Program) => Said = sayAll,
  most?: number,
): Promise<Trial> {
  const program = generate(choices);
  const said = say(program);
  const tried = async (limit?: number): Promise<Trial> => {
    const runs = await runAll(program, limit);
    return { taken: choices.taken, program, runs, verdict: judge(program, runs, said) };
  };
  const trial = await tried(most);
  const isUntrue = trial.verdict.untruths.some(({ kind }) => kind !== 'unknown');
  return isUntrue && isCut(program, most) ? tried() : trial;
}

/** The choices of a program of a long run. */
export function choicesOf(seed: number, index: number): Choices {
  return Choices.ofSeed(Math.imul(seed, 0x9e3779b1) + index);
}

/** Whether two untruths are of one kind: what a shrunk program must still show. */
export function isAlike(a: Untruth, b: Untruth): boolean {
  return a.kind === b.kind && a.what === b.what;
}
