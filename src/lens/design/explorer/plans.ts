import type { Shape } from '../../../core/shape/shape.ts';
import { attributesIn } from '../layout.ts';
import {
  fewOf,
  isOrdered,
  PAGE,
  POINT_COST,
  questionCost,
  readingOf,
  readingToday,
  type Reading,
  resultsOf,
} from './cost.ts';
import { askableOf, carriedOf, relatedNames, withFollows } from './follows.ts';
import type { Problem, Question, Surroundings } from './problem.ts';
import { rewrite, type Rewritten } from './rewrite.ts';
import { isSamePartition, type Structure } from './structure.ts';

/** One way to answer a question. */
export interface Plan {
  /** Where it is asked, and by which filter; absent where it is asked as it is today. */
  readonly asked?: { readonly structure: Structure; readonly rewritten: Rewritten };
  readonly shape: Shape;
  readonly reading: Reading;
  /** It also gives copies, which the program has to leave out. */
  readonly getsCopies?: true;
  /** Nothing is asked: what it would give is dropped with its table. */
  readonly isDropped?: true;
  /** Questions of the table that its results make superfluous, with what that saves. */
  readonly carried?: readonly { readonly pattern: number; readonly cost: number }[];
  /** In requests: what is read, and what the order takes, less what it saves. */
  readonly cost: number;
}

/** How each question would be answered by each structure, worked out once. */
export interface Plans {
  /** As it is asked today, of today's keys with what a base carries. */
  readonly today: (base: Structure) => Plan;
  /** By structure; `hasCopies` where copies lie beside the base. */
  readonly by: (structure: Structure, hasCopies: boolean) => Plan | undefined;
}

/** All plans of one question. */
export function plansOf(question: Question, problem: Problem, surroundings: Surroundings): Plans {
  const known = new Map<Structure, Map<boolean, Plan | undefined>>();
  const plan = (structure: Structure, hasCopies: boolean): Plan | undefined =>
    beyondWrites(
      question,
      question.isOfSeveral
        ? planOfSeveral(question, problem, structure, surroundings, hasCopies)
        : planOf(question, problem, structure, surroundings, hasCopies),
    );
  const asked = beyondWrites(question, planToday(question, problem, surroundings));
  return {
    today: (base) =>
      withCarried(asked, question, problem, base, askableOf(question, base, problem)?.untold ?? []),
    by(structure, hasCopies) {
      const plans = known.get(structure) ?? new Map<boolean, Plan | undefined>();
      known.set(structure, plans);
      if (!plans.has(hasCopies)) plans.set(hasCopies, plan(structure, hasCopies));
      return plans.get(hasCopies);
    },
  };
}

/** A plan that costs what is not counted with the writes that ask it. */
function beyondWrites<P extends Plan | undefined>({ isOfWrites }: Question, plan: P): P {
  return isOfWrites === true && plan !== undefined
    ? { ...plan, cost: Math.max(0, plan.cost - POINT_COST) }
    : plan;
}

function planOf(
  question: Question,
  problem: Problem,
  structure: Structure,
  surroundings: Surroundings,
  hasCopies: boolean,
): Plan | undefined {
  if (question.deletesBy !== undefined && question.deletesBy === structure.tableBy) return DROPPED;
  if (structure.role !== 'base' && !isNarrowed(question, structure)) return undefined;
  const askable = askableOf(question, structure, problem);
  if (askable === undefined) return undefined;
  const told = rewrite(askable.question, structure, problem.attributes, hasCopies);
  const shape = told?.classification.shape;
  if (told === undefined || shape === undefined || shape === 'unknown' || shape === 'empty') return undefined;
  const rewritten = { ...told, left: [...told.left, ...askable.untold] };
  const reading = readingOf(question, problem, structure, rewritten, surroundings);
  const isInOrder = isOrdered(question, rewritten, structure);
  const plan: Plan = {
    asked: { structure, rewritten },
    shape,
    reading,
    cost: questionCost(reading, isInOrder) + (shape === 'partition-range' ? ACROSS : 0),
  };
  return withCarried(plan, question, problem, structure, askable.untold);
}

/** Partitions of a range may lie on several servers: of two structures that read as little the one that reads a range of rows is better. */
const ACROSS = 0.1;

/** Whether a question tells anything of a structure's PartitionKey: else all of it is read, as of the entities themselves. */
function isNarrowed({ conditions }: Question, { layout }: Structure): boolean {
  const [first] = attributesIn(layout.partitionKey);
  return (
    first === undefined ||
    conditions.some(({ attributes: [name], test }) => name === first && test.kind !== 'other')
  );
}

/** A table is dropped in one request, and nothing of it is read. */
const DROPPED: Plan = {
  shape: 'empty',
  reading: { requests: 1, entities: 0 },
  cost: questionCost({ requests: 1, entities: 0 }, true),
  isDropped: true,
};

/** A plan with what it reads of related entities, where its structure does not carry that. */
function withCarried(
  plan: Plan,
  question: Question,
  problem: Problem,
  structure: Structure,
  untold: Question['conditions'],
): Plan {
  if (question.follows === undefined && untold.length === 0) return plan;
  const reading = withFollows(plan.reading, question, untold, structure, {
    results: resultsOf(question, problem),
    related: relatedNames(problem),
  });
  const carried = carriedOf(question, structure);
  const added = questionCost(reading, true) - questionCost(plan.reading, true);
  const saved = carried.reduce((sum, { cost }) => sum + cost, 0);
  return {
    ...plan,
    reading,
    cost: plan.cost + added - saved,
    ...(carried.length > 0 && { carried }),
  };
}

/** Kinds that are taken together have nothing but their PartitionKey of today in common. */
function planOfSeveral(
  question: Question,
  problem: Problem,
  structure: Structure,
  surroundings: Surroundings,
  hasCopies: boolean,
): Plan | undefined {
  if (question.deletesBy !== undefined && question.deletesBy === structure.tableBy) return DROPPED;
  if (!structure.isToday || structure.role !== 'base' || question.isApart === true) return undefined;
  const { partitionKey } = structure.layout;
  const plan = planOf(
    question,
    problem,
    { ...structure, layout: { partitionKey, rowKey: [] } },
    { ...surroundings, besideEach: 0 },
    false,
  );
  if (plan === undefined || plan.shape === 'table-scan') return undefined;
  // of whatever kind the first ones are, more is not read than is wanted
  const isFew = plan.reading.entities <= fewOf(question);
  const times = isFew ? 1 : 1 + surroundings.beside;
  const reading = { ...plan.reading, entities: plan.reading.entities * times };
  return {
    ...plan,
    reading,
    // the rows of several kinds are in no order that all of them have
    cost: questionCost(reading, question.order === undefined) * (hasCopies ? WITH_COPIES : 1),
    ...(hasCopies && { getsCopies: true }),
  };
}

/** What a question costs as it is asked: where its filter is the one that a structure of today would be asked by, that one's. */
function planToday(question: Question, problem: Problem, surroundings: Surroundings): Plan {
  const { inTable, beside } = surroundings;
  const { shape, wanted, isPaged } = question;
  const related = relatedNames(problem);
  const service = question.conditions.filter(
    ({ by, attributes }) => by === 'service' && !attributes.some((name) => related.has(name)),
  );
  // who does not say how many are wanted is sent a whole page
  const sent = wanted.kind === 'all' || isPaged ? wanted : ({ kind: 'first', count: PAGE } as const);
  const { follows: _, deletesBy: __, ...asked } = question;
  const asAsked: Question = {
    ...asked,
    conditions: service,
    wanted: service.length < question.conditions.length ? { kind: 'all' } : sent,
  };
  const planFor = question.isOfSeveral ? planOfSeveral : planOf;
  const same = problem.today
    .flatMap((structure) => planFor(asAsked, problem, structure, surroundings, false) ?? [])
    .filter((plan) => plan.shape === shape);
  const [plan] = [...same].sort((a, b) => a.cost - b.cost);
  const reading = plan?.reading ?? readingToday(asAsked, problem, inTable, beside);
  const isInOrder =
    question.order === undefined ||
    (plan?.asked !== undefined && isOrdered(question, plan.asked.rewritten, plan.asked.structure));
  return { shape, reading, cost: questionCost(reading, isInOrder) };
}

/** A question as it is asked today also finds copies that are put beside what it reads, unless it names the rows. */
function isDisturbed({ shape }: Question): boolean {
  return (
    shape === 'partition-scan' || shape === 'partition-range' || shape === 'table-scan' || shape === 'unknown'
  );
}

/** The cheapest way to answer a question with some structures, the first of which is the base; that of today where it costs no more. */
export function bestPlan(
  question: Question,
  plans: Plans,
  [base, ...others]: readonly [Structure, ...Structure[]],
): Plan | undefined {
  const hasCopies = others.some((other) => !other.isToday && isSamePartition(base, other));
  const own = planWithBase(question, plans, base, hasCopies);
  return cheapest([
    ...(own ? [own] : []),
    ...others.flatMap((structure) => {
      // beside entities a copy is asked for its own rows alone
      const isBeside = !structure.isToday && isSamePartition(base, structure);
      return plans.by(structure, isBeside) ?? [];
    }),
  ]);
}

/** The cheapest way with the base alone, in whose partitions copies may lie. */
export function planWithBase(
  question: Question,
  plans: Plans,
  base: Structure,
  hasCopies: boolean,
): Plan | undefined {
  const isAsToday = base.isToday && !(hasCopies && isDisturbed(question));
  // what takes several kinds together must leave out the copies itself
  const isLeft = base.isToday && !isAsToday && question.isOfSeveral;
  const rewritten = plans.by(base, hasCopies);
  const today = plans.today(base);
  return cheapest([
    ...(isAsToday ? [today] : []),
    ...(isLeft ? [{ ...today, cost: today.cost * WITH_COPIES, getsCopies: true as const }] : []),
    ...(rewritten ? [rewritten] : []),
  ]);
}

function cheapest(plans: readonly Plan[]): Plan | undefined {
  return plans.reduce<Plan | undefined>(
    (best, plan) => (best === undefined || plan.cost < best.cost - EPSILON ? plan : best),
    undefined,
  );
}

/** What copies add to a reading that finds them, too. */
const WITH_COPIES = 1.5;

/** Costs that differ by less are equal. */
export const EPSILON = 1e-9;
