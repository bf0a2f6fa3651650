import { BEST_FIRST, type Shape } from '../../../core/shape/shape.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { PatternUse } from '../access-patterns.ts';
import type { EntityWrite } from '../entity-writes.ts';
import { type Kind } from '../kind.ts';
import { attributesIn, keyAttributes } from '../layout.ts';
import type { Relationship } from '../relationships.ts';
import type { TableUse } from '../table-model.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import {
  asItIs,
  ATOMIC,
  best,
  CHEAPEST,
  type Aim,
  type Choice,
  costOf,
  FASTEST_READS,
  FASTEST_WITH_KEYS,
  FIRST_COPIES,
  SAME_DATA,
  SAME_ENTITIES,
  SAME_KEYS,
  withoutIdle,
} from './choose.ts';
import { fewOf, isHot, isOneAtATime, PAGE, type Reading } from './cost.ts';
import { EPSILON, type Plan, type Plans, plansOf } from './plans.ts';
import type { Assumptions } from './assumptions.ts';
import { problemOf, type Program } from './problems.ts';
import type { Change, Problem } from './problem.ts';
import { rewrite, type Rewritten, rewrittenText } from './rewrite.ts';
import { isSamePartition, isUnchanged, type Structure, structureKey } from './structure.ts';
import { movedBy, type Writing, writingOf } from './writing.ts';

/** One way in which a table could be designed, held against what it is today. */
export interface Design {
  readonly isAsItIs: boolean;
  /** Entities and copies by kind, those of today too. */
  readonly kinds: readonly DesignedKind[];
  readonly patterns: readonly PatternChange[];
  readonly writes: readonly WriteChange[];
  /** The operations whose code changes. */
  readonly sites: readonly Operation[];
  /** In requests, weighted by how often. */
  readonly reads: number;
  readonly costOfWrites: number;
}

export interface DesignedKind {
  readonly kind: string;
  readonly structures: readonly DesignedStructure[];
  /** New entities go to one partition at a time, which may take more than there are in a page. */
  readonly isHot: boolean;
  /** So do new copies of them that a design adds. */
  readonly hasHotCopies: boolean;
  /** What its writes change of its keys, so that each such change is a delete and an insert. */
  readonly moving: readonly string[];
  /** Those of them by which the entities themselves go to another partition, in no transaction. */
  readonly leaving: readonly string[];
  /** Texts of many values that stand as they are in keys of a design, and in none of today's. */
  readonly texts: readonly string[];
  /** No code writes it yet. */
  readonly isPlanned: boolean;
  /** It is only added to, as a log is: entities that are there may stay as they are. */
  readonly isAppended: boolean;
  /** Some write changes entities that are there. */
  readonly isChanged: boolean;
  /** Some write creates an entity or changes the one that is there. */
  readonly isUpserted: boolean;
  /** Some write of it is known. */
  readonly isWritten: boolean;
  /** What found an entity by itself, and does not any more, with the kinds that refer to it by that. */
  readonly lost?: { readonly by: string; readonly referring: readonly string[] };
}

export interface DesignedStructure extends Structure {
  /** One transaction writes it with the entity; else it follows later. */
  readonly isAtomic: boolean;
}

export interface PatternChange {
  /** Which it is among the table's. */
  readonly pattern: number;
  readonly before: Shape;
  readonly after: Shape;
  readonly reading: { readonly before: Reading; readonly after: Reading };
  /** The filter that it would be asked by; absent where it stays as it is. */
  readonly filter?: string;
  /** Where it is asked, and how. */
  readonly asked?: NonNullable<Plan['asked']>;
  /** The entities of a page that it would ask for, where it asks for no number of them today. */
  readonly pageSize?: number;
  /** In a page as many should be asked for as are wanted: how many is only known where it runs. */
  readonly isPageAsWanted?: true;
  /** It also gives copies, which the program has to leave out. */
  readonly getsCopies: boolean;
  readonly verdict: 'better' | 'same' | 'worse';
  /** It is not asked any more: its results are dropped with their table, or others carry what it reads. */
  readonly gone?: 'dropped' | 'carried';
}

export interface WriteChange {
  /** Which it is among the table's writes. */
  readonly write: number;
  readonly before: Writing;
  readonly after: Writing;
}

/** What was explored of a table. */
export interface Exploration {
  /** At most five, the cheapest first; what costs more than today comes behind it. */
  readonly designs: readonly Design[];
  readonly assumptions: Assumptions;
  /** There was more to try than is tried, so there may be a better one. */
  readonly isCut: boolean;
}

/** Designs that are shown together. */
const MOST_DESIGNS = 5;

interface Explored {
  readonly problem: Problem;
  readonly plans: readonly Plans[];
  readonly candidates: Candidates;
}

/** The designs that serve a table's questions best, "as it is" among them, and first where nothing is better. */
export function explore(use: TableUse, assumptions: Assumptions, program?: Program): Exploration {
  const kinds = use.kinds.filter(({ copyOf }) => copyOf === undefined);
  const explored = kinds.map((kind): Explored => {
    const { problem, surroundings } = problemOf(kind, use, assumptions, program);
    const plans = problem.questions.map((question) => plansOf(question, problem, surroundings));
    return { problem, plans, candidates: candidatesOf(problem, plans) };
  });
  const today = explored.map(({ problem, plans }) => asItIs(problem, plans));
  const byAim = AIMS.map((aim) => explored.map((one, index) => chosenBy(aim, one, today[index])));
  const references = (program?.uses ?? [use]).flatMap((one) => one.references);
  const designs = [today, ...byAim].map((choices, index) =>
    designOf(use, explored, today, choices, index === 0, references),
  );
  const keys = designs.map(designKey);
  const [asIs, ...others] = designs.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
  if (asIs === undefined) return { designs: [], assumptions, isCut: false };
  const useful = others.filter((one) => isWorthwhile(one, asIs) && isSafe(one, use));
  const first = new Set(designs.filter((_, index) => isOfFirstCopies(index)));
  const all = useful
    .filter(
      (one) =>
        !useful.some((other) => other !== one && (isWorse(one, other) || isMovedForLittle(one, other))),
    )
    .map((design, index) => ({ design, index }))
    .sort((a, b) => withMoves(a.design, asIs) - withMoves(b.design, asIs) || a.index - b.index)
    .map(({ design }) => design);
  // the first copies alone are shown where there is room for them
  const shown = [...all.filter((one) => !first.has(one)), ...all.filter((one) => first.has(one))];
  const ranked = all.filter((one) => shown.indexOf(one) < MOST_DESIGNS - 1);
  const better = ranked.filter((one) => withMoves(one, asIs) < total(asIs));
  return {
    designs: [...better, asIs, ...ranked.filter((one) => !better.includes(one))],
    assumptions,
    isCut: explored.some(({ candidates }) => candidates.isCut),
  };
}

/** What a design must save of all cost, or of what reads cost: the figures that it rests on are rough. */
const WORTHWHILE = { total: 0.9, reads: 0.6 };

function isWorthwhile(one: Design, asIs: Design): boolean {
  if (changesKeysAlone(one) && !asksLess(one)) return false;
  if (withMoves(one, asIs) <= total(asIs) * WORTHWHILE.total) return true;
  // nobody moves all entities for reads alone
  return movesIn(one) === 0 && one.reads <= asIs.reads * WORTHWHILE.reads;
}

/**
 * Whether nothing breaks by a design, or becomes hopeless: entities move only where all reads of the table are known, and what is
 * found by both keys today is not searched for in the whole table.
 */
function isSafe(one: Design, { unknown, patterns }: TableUse): boolean {
  // nor of a read of which only what it may ask for is known
  const isOpen = unknown.length > 0 || patterns.some(({ uses }) => uses.some(isOnlyPossible));
  if (isOpen && movesIn(one) > 0) return false;
  return !one.patterns.some(({ before, after }) => before === 'point' && after === 'table-scan');
}

function isOnlyPossible({ operation }: PatternUse): boolean {
  return operation.kind === 'query' && operation.filter.kind === 'unknown';
}

const AIMS: readonly Aim[] = [
  SAME_DATA,
  SAME_ENTITIES,
  SAME_KEYS,
  ...FIRST_COPIES,
  ATOMIC,
  CHEAPEST,
  FASTEST_READS,
  FASTEST_WITH_KEYS,
];

/** Whether the design at an index, behind that of today, is one of the first copies alone. */
function isOfFirstCopies(index: number): boolean {
  const aim = AIMS[index - 1];
  return aim !== undefined && FIRST_COPIES.includes(aim);
}

/** The best by an aim, or today's where that is as good. */
function chosenBy(aim: Aim, { problem, plans, candidates }: Explored, today: Choice | undefined): Choice {
  const before = today ?? asItIs(problem, plans);
  const exact = best(problem, plans, candidates, aim);
  const found = exact && withoutIdle(problem, plans, exact, aim);
  return found !== undefined && aim.score(found) < aim.score(before) - EPSILON ? found : before;
}

function total({ reads, costOfWrites }: Design): number {
  return costOf({ reads, writes: costOfWrites });
}

/** What moving all entities of a kind to other keys counts, of all that a table costs today: it takes a migration. */
const MOVE = 0.05;

function withMoves(one: Design, asIs: Design): number {
  return total(one) + movesStored(one) * MOVE * total(asIs);
}

/** Whether fewer requests answer some question: nobody moves all entities for what one request gives anyhow. */
function asksLess({ patterns }: Design): boolean {
  return patterns.some(({ reading: { before, after } }) => after.requests < before.requests);
}

/** Whether entities move, and are as many in as many tables as before. */
function changesKeysAlone({ kinds }: Design): boolean {
  const moved = kinds.filter((kind) => isMoved(kind) && !kind.isAppended);
  return (
    moved.length > 0 &&
    moved.every(({ structures: [base] }) => base?.columns === undefined && base?.tableBy === undefined)
  );
}

/** Entities of a log may stay as they are. */
function movesStored({ kinds }: Design): number {
  return kinds.filter((kind) => isMoved(kind) && !kind.isAppended).length;
}

/** Entities that are only planned need not move. */
function movesIn({ kinds }: Design): number {
  return kinds.filter(isMoved).length;
}

function isMoved({ structures: [base], isPlanned }: DesignedKind): boolean {
  return base?.isToday === false && !isPlanned;
}

/** Reads that cost up to so much more are as good, if all costs no more than that: the figures are rough. */
const AS_GOOD = { reads: 1.25, total: 1.05 };

/** Whether another design is at least as good in all that a design is judged by, and better in something. */
function isWorse(design: Design, other: Design): boolean {
  const measures = (one: Design): readonly number[] => [
    one.costOfWrites,
    later(one),
    movesIn(one),
    one.sites.length,
    one.patterns.filter(({ verdict }) => verdict === 'worse').length,
  ];
  const [mine, theirs] = [measures(design), measures(other)];
  if (other.reads > design.reads * AS_GOOD.reads + EPSILON) return false;
  if (total(other) > total(design) * AS_GOOD.total + EPSILON) return false;
  const isNeverBetter = theirs.every((value, index) => value <= (mine[index] ?? 0) + EPSILON);
  return isNeverBetter && theirs.some((value, index) => value < (mine[index] ?? 0) - EPSILON);
}

/** Whether a design is another one with entities moved to other keys, which saves next to nothing of all cost. */
function isMovedForLittle(design: Design, other: Design): boolean {
  return (
    movesIn(other) < movesIn(design) &&
    later(other) <= later(design) &&
    total(other) * WORTHWHILE.total <= total(design)
  );
}

/** How many copies follow later. */
function later({ kinds }: Design): number {
  return kinds.flatMap(({ structures }) => structures).filter(({ isAtomic }) => !isAtomic).length;
}

function designKey({ kinds, patterns }: Design): string {
  return JSON.stringify([
    kinds.map(({ structures }) => structures.map(structureKey)),
    patterns.map(({ filter }) => filter ?? ''),
  ]);
}

function designOf(
  use: TableUse,
  explored: readonly Explored[],
  today: readonly Choice[],
  choices: readonly Choice[],
  isAsItIs: boolean,
  references: readonly Relationship[],
): Design {
  const kinds = explored.map(({ problem }, index): DesignedKind => {
    const [base, ...others] = (choices[index] ?? asItIs(problem, [])).structures;
    const isCreated =
      problem.entities > PAGE && problem.changes.some(({ does, weight }) => does === 'create' && weight > 0);
    return {
      kind: problem.kind,
      structures: [base, ...others].map((one) => ({ ...one, isAtomic: isSamePartition(base, one) })),
      isPlanned: use.kinds.some(({ name, isPlanned }) => name === problem.kind && isPlanned === true),
      isAppended: isAppended(problem),
      isChanged: problem.changes.some(
        ({ id, does }) => id !== undefined && (does === 'merge' || does === 'replace'),
      ),
      isUpserted: problem.changes.some(({ mayCreate, isUpsert }) => mayCreate === true || isUpsert === true),
      isWritten: problem.changes.some(({ id }) => id !== undefined),
      isHot: isOneAtATime(base.layout.partitionKey, problem) && isCreated,
      hasHotCopies: isCreated && others.some((one) => !one.isToday && isHot(one, problem)),
      moving: movingIn([base, ...others], problem),
      texts: textsIn([base, ...others], problem),
      leaving: movingIn([base], problem).filter((name) =>
        attributesIn(base.layout.partitionKey).includes(name),
      ),
      ...lostIn(
        [base, ...others],
        problem,
        references.filter(({ to }) => to.table === use.table),
      ),
    };
  });
  const changes = patternChanges(use, explored, today, choices);
  const writes = writeChanges(use, explored, today, choices);
  const moved = new Set(
    kinds.filter(({ structures }) => structures.some((one) => !isUnchanged(one))).map(({ kind }) => kind),
  );
  const copied = new Set(
    kinds.filter(({ structures }) => structures.some(isAddedCopy)).map(({ kind }) => kind),
  );
  const writers = use.writes
    .filter(({ kind }) => moved.has(ofOriginal(kind, use.kinds)))
    .flatMap(({ kind, writes: ofKind }) =>
      ofKind.filter((one) => !isUntouched(one) || copied.has(ofOriginal(kind, use.kinds))),
    )
    .map(({ operation }) => operation);
  const readers = changes
    .filter(({ filter, verdict }) => filter !== undefined || verdict === 'better')
    .flatMap(({ pattern }) => use.patterns[pattern]?.uses.map(({ operation }) => operation) ?? []);
  return {
    isAsItIs,
    kinds,
    patterns: changes,
    writes,
    sites: [...new Set<Operation>([...readers, ...writers])],
    reads: choices.reduce((sum, { reads }) => sum + reads, 0),
    costOfWrites: choices.reduce((sum, { writes: cost }) => sum + cost, 0),
  };
}

/** Whether code that is there only adds entities of a kind, and deletes those that are old. */
function isAppended({ changes, isPlanned }: Problem): boolean {
  const own = changes.filter(({ id, byAge }) => id !== undefined && byAge === undefined);
  return isPlanned !== true && own.length > 0 && own.every(({ does }) => does === 'create');
}

function isAddedCopy({ role, isToday }: Structure): boolean {
  return role !== 'base' && !isToday;
}

/** Whether a write stays as it is where entities get other keys: it names an entity as it was read. */
function isUntouched({ does, isOfEntity }: EntityWrite): boolean {
  return does === 'delete' && isOfEntity;
}

/** What alone found an entity today, if others refer to entities by it and no structure is found by it. */
function lostIn(
  structures: readonly Structure[],
  { kind, today: [base] }: Problem,
  references: readonly Relationship[],
): Pick<DesignedKind, 'lost'> {
  const [by, ...others] = [...new Set(keyAttributes(base.layout))];
  const isFound = structures.some(({ layout }) => keyAttributes(layout).every((name) => name === by));
  const referring = references.filter(({ to }) => to.kind.name === kind).map(({ from }) => from.kind.name);
  if (by === undefined || others.length > 0 || isFound || referring.length === 0) return {};
  return { lost: { by, referring: [...new Set(referring)] } };
}

/** The attributes that writes change and that keys of these structures have, each once. */
function movingIn(structures: readonly Structure[], { changes }: Problem): readonly string[] {
  return [...new Set(structures.flatMap((one) => changes.flatMap((change) => movedBy(change, one))))];
}

/** A text of fewer values is one of those that the program names: a status, a category. */
const MANY_VALUES = 100;

function textsIn(structures: readonly Structure[], { attributes, today }: Problem): readonly string[] {
  const before = new Set(today.flatMap(({ layout }) => keyAttributes(layout)));
  const added = new Set(structures.flatMap(({ layout }) => keyAttributes(layout)));
  return attributes
    .filter(({ type, values }) => type === 'text' && values >= MANY_VALUES)
    .flatMap(({ name }) => (added.has(name) && !before.has(name) ? [name] : []));
}

/** The kind that a copy is of; any other kind is its own. */
function ofOriginal(name: string, kinds: readonly Kind[]): string {
  return kinds.find((kind) => kind.name === name)?.copyOf ?? name;
}

/** What becomes of each question: where several kinds are read together the worst of them. */
function patternChanges(
  use: TableUse,
  explored: readonly Explored[],
  today: readonly Choice[],
  choices: readonly Choice[],
): readonly PatternChange[] {
  const carried = carriedIn(explored, choices);
  return use.patterns.flatMap((_, pattern): readonly PatternChange[] => {
    const all = explored.flatMap(({ problem }, index): readonly PatternChange[] => {
      const at = problem.questions.findIndex(({ id }) => id === pattern);
      const [before, after] = [today[index]?.plans[at], choices[index]?.plans[at]];
      return before && after ? [changeOf(pattern, before, after, problem)] : [];
    });
    const [worst] = [...all].sort(
      (a, b) =>
        BEST_FIRST.indexOf(b.after) - BEST_FIRST.indexOf(a.after) ||
        b.reading.after.entities - a.reading.after.entities,
    );
    if (worst === undefined) return [];
    return [carried.has(pattern) ? notAsked(worst, 'carried', { requests: 0, entities: 0 }) : worst];
  });
}

/** The questions that every question before them carries the results of. */
function carriedIn(explored: readonly Explored[], choices: readonly Choice[]): ReadonlySet<number> {
  const followed = explored.flatMap(({ problem }, index) =>
    problem.questions.flatMap(({ follows = [] }, at) =>
      follows.flatMap(({ own }) => (own === undefined ? [] : [{ ...own, plan: choices[index]?.plans[at] }])),
    ),
  );
  const isCarried = (pattern: number): boolean =>
    followed
      .filter((one) => one.pattern === pattern)
      .every(({ plan }) => plan?.carried?.some((one) => one.pattern === pattern) === true);
  return new Set(followed.map(({ pattern }) => pattern).filter(isCarried));
}

function notAsked(change: PatternChange, gone: 'dropped' | 'carried', after: Reading): PatternChange {
  const { filter: _, asked: __, ...rest } = change;
  return {
    ...rest,
    after: 'empty',
    reading: { before: change.reading.before, after },
    verdict: 'better',
    gone,
  };
}

function changeOf(pattern: number, before: Plan, after: Plan, problem: Problem): PatternChange {
  const { asked } = after;
  const isSaid = asked !== undefined && !isAskedAlike(pattern, before, after, problem);
  const change: PatternChange = {
    pattern,
    before: before.shape,
    after: after.shape,
    reading: { before: before.reading, after: after.reading },
    ...(isSaid && { filter: rewrittenText(asked.rewritten) }),
    ...(asked && { asked }),
    ...pageOf(pattern, after, problem),
    getsCopies: after.getsCopies === true,
    verdict: verdictOf(before, after),
  };
  return after.isDropped === true ? notAsked(change, 'dropped', after.reading) : change;
}

function pageOf(
  pattern: number,
  { asked, reading, shape }: Plan,
  problem: Problem,
): Pick<PatternChange, 'pageSize' | 'isPageAsWanted'> {
  const question = problem.questions.find(({ id }) => id === pattern);
  if (asked === undefined || question === undefined || question.isPaged || shape === 'point') return {};
  const few = fewOf(question);
  if (reading.entities !== few || few >= PAGE) return {};
  const isAssumed = question.wanted.kind === 'first' && question.wanted.count === undefined;
  return isAssumed ? { isPageAsWanted: true } : { pageSize: few };
}

/** Whether a question is asked by the filter of today, and costs what it costs today, though entities may have other keys. */
function isAskedAlike(
  pattern: number,
  before: Plan,
  { asked, shape, cost }: Plan,
  problem: Problem,
): boolean {
  const question = problem.questions.find(({ id }) => id === pattern);
  if (asked?.structure.role !== 'base' || question === undefined) return false;
  if (before.shape !== shape || Math.abs(before.cost - cost) > EPSILON) return false;
  // all is read, as it is today
  if (question.conditions.length === 0 && asked.rewritten.segments.length === 0) return true;
  const today = rewrite(question, problem.today[0], problem.attributes);
  return today !== undefined && filterKey(today) === filterKey(asked.rewritten);
}

/** Equal for filters that ask the same of keys that hold it alike. */
function filterKey({ segments }: Rewritten): string {
  return JSON.stringify(
    segments.map((segment) => (segment.kind === 'literal' ? segment.text : { ...segment.hole })),
  );
}

/** What a question saves of others is told of those. */
function verdictOf(before: Plan, { cost, carried = [] }: Plan): PatternChange['verdict'] {
  const own = carried.reduce((sum, saved) => sum + saved.cost, cost);
  if (own > before.cost + EPSILON) return 'worse';
  return own < before.cost - EPSILON ? 'better' : 'same';
}

function writeChanges(
  use: TableUse,
  explored: readonly Explored[],
  today: readonly Choice[],
  choices: readonly Choice[],
): readonly WriteChange[] {
  return use.writes.flatMap((_, write): readonly WriteChange[] => {
    // a change of an entity also writes what others carry of it
    const parts = explored.flatMap(({ problem }, index) => {
      const [before, after] = [today[index], choices[index]];
      const own = problem.changes.filter(({ id }) => id === write);
      return before === undefined || after === undefined
        ? []
        : own.map((change) => ({
            before: writingOf(change, before.structures, problem),
            after: withFinding(writingOf(change, after.structures, problem), change, after, problem),
          }));
    });
    if (parts.length === 0) return [];
    return [
      {
        write,
        before: parts.map(({ before }) => before).reduce(sumOf),
        after: parts.map(({ after }) => after).reduce(sumOf),
      },
    ];
  });
}

/** What a write takes with what finds its entity, of which it counts one request itself. */
function withFinding(writing: Writing, change: Change, { plans }: Choice, problem: Problem): Writing {
  const index = problem.changes.indexOf(change);
  const at = problem.questions.findIndex(({ finds }) => finds?.includes(index) === true);
  const finding = plans[at]?.reading.requests ?? 1;
  return { ...writing, requests: writing.requests + finding - 1 };
}

function sumOf(a: Writing, b: Writing): Writing {
  return { requests: a.requests + b.requests, entities: a.entities + b.entities };
}
