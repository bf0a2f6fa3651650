import type { Candidates } from './candidates.ts';
import { bestPlan, EPSILON, type Plan, type Plans, planWithBase } from './plans.ts';
import type { Problem } from './problem.ts';
import { isSamePartition, isUnchanged, type Structure } from './structure.ts';
import { type WriteCosts, writeCostsOf } from './writing.ts';

/** How the entities of one kind could lie. */
export interface Choice {
  readonly structures: readonly [Structure, ...Structure[]];
  /** By question. */
  readonly plans: readonly Plan[];
  readonly reads: number;
  readonly writes: number;
}

/** What a choice is judged by, and what it may be made of. */
export interface Aim {
  /** What counts. */
  readonly score: (choice: Pick<Choice, 'reads' | 'writes'>) => number;
  readonly allows: (structure: Structure, base: Structure) => boolean;
  readonly allowsBase: (base: Structure) => boolean;
  /** So many copies and indexes at most, of {@link MOST_COPIES}. */
  readonly most?: number;
}

/** Copies and indexes of one kind. */
export const MOST_COPIES = 8;

export const costOf = ({ reads, writes }: Pick<Choice, 'reads' | 'writes'>): number => reads + writes;

const always = (): boolean => true;

/** What all of it costs, keys and copies as they may be. */
export const CHEAPEST: Aim = { score: costOf, allows: always, allowsBase: always };

/** Copies that one transaction keeps. */
export const ATOMIC: Aim = { score: costOf, allows: isSamePartition, allowsBase: always };

/** The same keys, and any copies. */
export const SAME_KEYS: Aim = { score: costOf, allows: always, allowsBase: ({ isToday }) => isToday };

/** The one copy that saves most, and the two, for who would begin with those. */
export const FIRST_COPIES: readonly Aim[] = [1, 2].map((most) => ({ ...SAME_KEYS, most }));

/** The same keys and no copies: entities may have more properties. */
export const SAME_ENTITIES: Aim = {
  score: costOf,
  allows: () => false,
  allowsBase: ({ isToday }) => isToday,
};

/** Nothing new is kept: only the questions change. */
export const SAME_DATA: Aim = { score: costOf, allows: () => false, allowsBase: isUnchanged };

/** How much more often programs read than write that are read most of the time. */
const READS_PER_WRITE = 5;

/** What reads cost most of all: where far more is read than written. */
export const FASTEST_READS: Aim = {
  score: ({ reads, writes }) => reads + writes / READS_PER_WRITE,
  allows: always,
  allowsBase: always,
};

/** The same with the keys of today, for who would not move all entities. */
export const FASTEST_WITH_KEYS: Aim = { ...FASTEST_READS, allowsBase: SAME_KEYS.allowsBase };

/** A choice of structures, with the cheapest plan of each question; undefined where one of them cannot be answered. */
export function choiceOf(
  problem: Problem,
  plans: readonly Plans[],
  structures: readonly [Structure, ...Structure[]],
): Choice | undefined {
  const chosen = problem.questions.map((question, index) => {
    const all = plans[index];
    return all && bestPlan(question, all, structures);
  });
  if (!chosen.every((plan) => plan !== undefined)) return undefined;
  const reads = problem.questions.reduce(
    (sum, { weight }, index) => sum + weight * (chosen[index]?.cost ?? 0),
    0,
  );
  return { structures, plans: chosen, reads, writes: writesOf(problem, structures) };
}

function writesOf(problem: Problem, [base, ...others]: readonly [Structure, ...Structure[]]): number {
  const costs = writeCostsOf(base, problem);
  for (const other of others) costs.add(other);
  return costs.cost();
}

/** The choice of today: all as it is. */
export function asItIs(problem: Problem, plans: readonly Plans[]): Choice {
  const today = plans.map((one) => one.today(problem.today[0]));
  const reads = problem.questions.reduce(
    (sum, { weight }, index) => sum + weight * (today[index]?.cost ?? 0),
    0,
  );
  return { structures: problem.today, plans: today, reads, writes: writesOf(problem, problem.today) };
}

/**
 * The best choice by an aim, exactly: every base with every set of up to {@link MOST_COPIES} allowed copies, but for sets that could not
 * be better whatever is added to them (branch and bound). Of choices that are equal the one with fewer structures, then the first.
 */
export function best(
  problem: Problem,
  plans: readonly Plans[],
  { bases, others }: Candidates,
  aim: Aim,
): Choice | undefined {
  let found: Found | undefined;
  const [, ...kept] = problem.today;
  for (const base of bases.filter(aim.allowsBase)) {
    if (!kept.every((other) => goesWith(other, base))) continue;
    const allowed = others.filter((other) => goesWith(other, base) && aim.allows(other, base));
    found = bestWith(base, kept, allowed, problem, plans, aim, found);
  }
  return found && choiceOf(problem, plans, found.structures);
}

/** Whether a copy lies in tables that are dropped with those of the entities, if those are: any other would outlive them. */
function goesWith(copy: Structure, base: Structure): boolean {
  return base.tableBy === undefined || copy.tableBy === base.tableBy;
}

/** What a copy must save of what the reads cost without it that it makes cheaper: the figures that it rests on are rough. */
const WORTH_A_COPY = 0.1;

/** A choice without the copies that save next to nothing, those that save least first. */
export function withoutIdle(problem: Problem, plans: readonly Plans[], choice: Choice, aim: Aim): Choice {
  const [base, ...others] = choice.structures;
  const idle = others
    .filter(({ isToday }) => !isToday)
    .flatMap((one) => {
      const without = choiceOf(problem, plans, [base, ...others.filter((other) => other !== one)]);
      if (without === undefined) return [];
      const concerned = problem.questions.reduce((sum, { weight }, index) => {
        const [before, after] = [without, choice].map((each) => each.plans[index]?.cost ?? 0);
        return (before ?? 0) > (after ?? 0) + EPSILON ? sum + weight * (before ?? 0) : sum;
      }, 0);
      const saved = aim.score(without) - aim.score(choice);
      return saved <= concerned * WORTH_A_COPY + EPSILON ? [{ without, saved }] : [];
    })
    .sort((a, b) => a.saved - b.saved);
  const [least] = idle;
  return least === undefined ? choice : withoutIdle(problem, plans, least.without, aim);
}

interface Found {
  readonly structures: readonly [Structure, ...Structure[]];
  readonly score: number;
  /** How many structures were added. */
  readonly count: number;
}

/** The best choice with a base, or what was found before where that is as good. */
function bestWith(
  base: Structure,
  kept: readonly Structure[],
  candidates: readonly Structure[],
  problem: Problem,
  plans: readonly Plans[],
  aim: Aim,
  before: Found | undefined,
): Found | undefined {
  let found = before;
  const weights = problem.questions.map(({ weight }) => weight);
  const alone = costsOfBase(base, problem, plans, false);
  const beside = candidates.some((one) => isSamePartition(base, one))
    ? costsOfBase(base, problem, plans, true)
    : alone;
  const already = kept
    .map((structure) => costsBy(structure, plans))
    .reduce(
      least,
      weights.map(() => Number.POSITIVE_INFINITY),
    );
  const writes = writeCostsOf(base, problem);
  for (const structure of kept) writes.add(structure);
  // what saves less than its own writes where nothing else is kept saves no more beside others
  const dearest = least(
    already,
    alone.map((cost, index) => Math.max(cost, beside[index] ?? cost)),
  );
  const isOfUse = (one: Structure): boolean => {
    const saved = weighed(weights, dearest, dearest) - weighed(weights, costsBy(one, plans), dearest);
    return !(aim.score({ reads: -saved, writes: writes.least(one) }) >= 0);
  };
  const allowed = candidates.filter(isOfUse);
  const costs = allowed.map((other) => costsBy(other, plans));
  // the least cost of each question with any of the structures from one on
  const tails = costs.reduceRight<readonly (readonly number[])[]>(
    (all, cost) => [least(cost, all[0] ?? cost), ...all],
    [],
  );
  const floor = least(alone, beside);
  const floors = tails.map((tail) => least(floor, tail));
  const isBeside = allowed.map((other) => isSamePartition(base, other));
  const most = aim.most ?? MOST_COPIES;
  const scoreOf = (reached: readonly number[], hasCopies: boolean): number =>
    aim.score({ reads: weighed(weights, hasCopies ? beside : alone, reached), writes: writes.cost() });
  // what takes the best structure each time is seldom far from the best of all: the search leaves out what is no better
  const reachable = greedyScore({ allowed, costs, isBeside, already, most, writes, scoreOf }) + EPSILON;
  const writesAtLeast = allowed.map((one) => writes.least(one));
  // two structures save together no more than each by itself
  const gainedFrom = (from: number, reached: readonly number[], count: number): readonly number[] => {
    const here = least(floor, reached);
    const gains = allowed.map((_, index) => {
      const saved = index < from ? 0 : savedBy(weights, costs[index] ?? here, here);
      return aim.score({ reads: saved, writes: -(writesAtLeast[index] ?? 0) });
    });
    return gains.every(Number.isFinite) ? largestFrom(gains, count) : [];
  };
  const chosen: Structure[] = [];
  const visit = (reached: readonly number[], from: number, hasCopies: boolean): void => {
    const written = writes.cost();
    const score = scoreOf(reached, hasCopies);
    if (Number.isFinite(score) && isBetter({ score, count: chosen.length }, found))
      found = { structures: [base, ...kept, ...chosen], score, count: chosen.length };
    if (chosen.length === most) return;
    let gained: readonly number[] | undefined;
    for (let next = from; next < allowed.length; next++) {
      // what is added only adds to the writes, and reads cannot cost less than with all that may still come
      const reads = weighed(weights, floors[next] ?? floor, reached);
      const bound = found === undefined ? reachable : Math.min(reachable, found.score - EPSILON);
      if (aim.score({ reads, writes: written }) >= bound) return;
      if (most - chosen.length > FEW_LEFT) {
        gained ??= gainedFrom(from, reached, most - chosen.length);
        const here = aim.score({ reads: weighed(weights, floor, reached), writes: written });
        if (here - (gained[next] ?? Number.POSITIVE_INFINITY) >= bound) return;
      }
      const other = allowed[next];
      if (other === undefined) return;
      chosen.push(other);
      writes.add(other);
      visit(least(reached, costs[next] ?? []), next + 1, hasCopies || isBeside[next] === true);
      writes.remove(other);
      chosen.pop();
    }
  };
  visit(already, 0, false);
  return found;
}

/** Where so few may still be added, there are not many sets: to look at each takes less time than to tell what they may save. */
const FEW_LEFT = 4;

/** For each place the sum of so many of the largest numbers from it on, without those that are negative. */
function largestFrom(numbers: readonly number[], most: number): readonly number[] {
  const sums: number[] = [];
  let largest: readonly number[] = [];
  for (let index = numbers.length - 1; index >= 0; index--) {
    const number = numbers[index] ?? 0;
    if (number > 0) largest = [...largest, number].sort((a, b) => b - a).slice(0, most);
    sums[index] = largest.reduce((sum, one) => sum + one, 0);
  }
  return sums;
}

/** What structures are added to where a choice is searched for. */
interface Search {
  readonly allowed: readonly Structure[];
  /** What each question costs with each of them. */
  readonly costs: readonly (readonly number[])[];
  readonly isBeside: readonly boolean[];
  readonly already: readonly number[];
  readonly most: number;
  readonly writes: WriteCosts;
  readonly scoreOf: (reached: readonly number[], hasCopies: boolean) => number;
}

/** The score of the choice that adds the structure that is best next, as long as one is better than none. */
function greedyScore({ allowed, costs, isBeside, already, most, writes, scoreOf }: Search): number {
  const next = (reached: readonly number[], hasCopies: boolean, count: number): number => {
    const score = scoreOf(reached, hasCopies);
    if (count === most) return score;
    let [index, lowest] = [-1, score];
    allowed.forEach((other, each) => {
      writes.add(other);
      const scored = scoreOf(least(reached, costs[each] ?? []), hasCopies || isBeside[each] === true);
      writes.remove(other);
      if (scored < lowest) [index, lowest] = [each, scored];
    });
    const other = allowed[index];
    if (other === undefined) return score;
    writes.add(other);
    const found = next(least(reached, costs[index] ?? []), hasCopies || isBeside[index] === true, count + 1);
    writes.remove(other);
    return found;
  };
  return next(already, false, 0);
}

function isBetter(one: Pick<Found, 'score' | 'count'>, than: Found | undefined): boolean {
  if (than === undefined) return true;
  const isEqual = Math.abs(one.score - than.score) <= EPSILON;
  return one.score < than.score - EPSILON || (isEqual && one.count < than.count);
}

/** What each question costs where it is asked of a structure. */
function costsBy(structure: Structure, plans: readonly Plans[]): readonly number[] {
  return plans.map((one) => one.by(structure, false)?.cost ?? Number.POSITIVE_INFINITY);
}

/** What each question costs with the base alone, or with copies beside it. */
function costsOfBase(
  base: Structure,
  problem: Problem,
  plans: readonly Plans[],
  hasCopies: boolean,
): readonly number[] {
  return problem.questions.map((question, index) => {
    const all = plans[index];
    return (all && planWithBase(question, all, base, hasCopies)?.cost) ?? Number.POSITIVE_INFINITY;
  });
}

/** The lesser of each two costs; this and {@link weighed} are what the search spends its time in. */
function least(a: readonly number[], b: readonly number[]): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < a.length; index++) found.push(lesser(a, b, index));
  return found;
}

function weighed(weights: readonly number[], a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) sum += (weights[index] ?? 0) * lesser(a, b, index);
  return sum;
}

/** What costs save, weighted, against others. */
function savedBy(weights: readonly number[], costs: readonly number[], others: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    const other = others[index] ?? Number.POSITIVE_INFINITY;
    sum += (weights[index] ?? 0) * (other - lesser(costs, others, index));
  }
  return sum;
}

function lesser(a: readonly number[], b: readonly number[], index: number): number {
  return Math.min(a[index] ?? Number.POSITIVE_INFINITY, b[index] ?? Number.POSITIVE_INFINITY);
}
