import assert from 'node:assert/strict';
import fc from 'fast-check';
import { problems } from '../../../../test/support/design-problems.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import {
  type Aim,
  asItIs,
  ATOMIC,
  best,
  CHEAPEST,
  choiceOf,
  FASTEST_READS,
  MOST_COPIES,
  SAME_DATA,
  SAME_ENTITIES,
  SAME_KEYS,
} from './choose.ts';
import { EPSILON, type Plans, plansOf } from './plans.ts';
import type { Problem } from './problem.ts';
import type { Structure } from './structure.ts';

const SURROUNDINGS = { inTable: 20_000, beside: 1, besideEach: 0 };

function plansFor(problem: Problem): readonly Plans[] {
  return problem.questions.map((question) => plansOf(question, problem, SURROUNDINGS));
}

/** Every set of at most so many of some structures. */
function setsOf(all: readonly Structure[], most: number): readonly (readonly Structure[])[] {
  return all.reduce<readonly (readonly Structure[])[]>(
    (sets, one) => [...sets, ...sets.filter(({ length }) => length < most).map((set) => [...set, one])],
    [[]],
  );
}

/** The least score that any choice has, each of them tried. */
function leastScore(
  problem: Problem,
  plans: readonly Plans[],
  { bases, others }: Candidates,
  aim: Aim,
): number {
  const scores = bases.filter(aim.allowsBase).flatMap((base) =>
    setsOf(
      others.filter((other) => aim.allows(other, base)),
      MOST_COPIES,
    ).flatMap((set) => {
      const choice = choiceOf(problem, plans, [base, ...set]);
      return choice === undefined ? [] : [aim.score(choice)];
    }),
  );
  return Math.min(...scores);
}

describe('the choice of a design', () => {
  it('is as good as the best of all that there are', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const plans = plansFor(problem);
        const { bases, others, isCut } = candidatesOf(problem);
        const few = { bases: bases.slice(0, 3), others: others.slice(0, 7), isCut };
        for (const aim of [SAME_DATA, SAME_ENTITIES, SAME_KEYS, ATOMIC, CHEAPEST, FASTEST_READS]) {
          const found = best(problem, plans, few, aim);
          assert(found !== undefined);
          assert.ok(Math.abs(aim.score(found) - leastScore(problem, plans, few, aim)) <= EPSILON);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same each time', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const [once, again] = [1, 2].map(() =>
          best(problem, plansFor(problem), candidatesOf(problem), CHEAPEST),
        );
        assert.deepEqual(once?.structures, again?.structures);
        assert.equal(once?.reads, again?.reads);
      }),
      { numRuns: 40 },
    );
  });

  it('never costs more than leaving all as it is', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const plans = plansFor(problem);
        const today = asItIs(problem, plans);
        const found = best(problem, plans, candidatesOf(problem), CHEAPEST);
        assert.ok(found !== undefined && CHEAPEST.score(found) <= CHEAPEST.score(today) + EPSILON);
      }),
      { numRuns: 40 },
    );
  });
});
