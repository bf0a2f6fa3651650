import type { Condition } from '../conditions.ts';
import { type AttributePart, type Encoding, HASH_BUCKET, keyAttributes, type KeyPart } from '../layout.ts';
import type { ExploredAttribute, Problem, Question, Surroundings } from './problem.ts';
import type { Pinned, Rewritten } from './rewrite.ts';
import type { Structure } from './structure.ts';

/** What an answer makes the service do. */
export interface Reading {
  readonly requests: number;
  readonly entities: number;
}

/** An answer of the service holds up to so many entities ("Query timeout and pagination"). */
export const PAGE = 1_000;

/** A request costs as much as so many entities that are read: a page of 1,000 as much as 20 point queries. */
const ENTITIES_PER_REQUEST = 50;

/** How many are meant by "up to a limit", and by "one of several". */
const FEW = 10;

/** What of the values of an attribute a bound leaves, and two. */
export const BOUNDED = [1, 1 / 3, 1 / 10] as const;

/** What the program has to put into order counts so much more. */
const SORTED_IN_CODE = 1.1;

/** One number for both, in requests. */
export function readingCost({ requests, entities }: Reading): number {
  return requests + entities / ENTITIES_PER_REQUEST;
}

/** What one point query costs. */
export const POINT_COST = readingCost({ requests: 1, entities: 1 });

/** What a question costs as it is asked today, by its shape; what the program tests itself is asked for whole. */
export function readingToday(question: Question, problem: Problem, inTable: number, beside: number): Reading {
  const { shape, wanted, conditions } = question;
  const [base] = problem.today;
  const partition = partitionSize(base, problem) * (1 + beside);
  const inKeys = keyAttributes(base.layout);
  // what is told by properties is searched for to the end
  const isSearch =
    conditions.some(({ attributes }) => !attributes.every((name) => inKeys.includes(name))) ||
    isSortedInCode(question, base);
  const read = (entities: number): Reading =>
    paged(wanted.kind === 'all' || isSearch ? entities : Math.min(entities, PAGE));
  switch (shape) {
    case 'empty':
    case 'unknown':
      return { requests: 1, entities: 0 };
    case 'point':
      return { requests: 1, entities: 1 };
    case 'row-range':
      return read(partition * BOUNDED[2]);
    case 'partition-scan':
      return read(partition);
    case 'partition-range':
      return read(inTable * BOUNDED[1]);
    case 'table-scan':
      return read(inTable);
  }
}

/** Whether the program puts into order what it reads, as the keys don't: then it reads all before it takes the first. */
function isSortedInCode({ order, conditions }: Question, { layout }: Structure): boolean {
  if (order === undefined) return false;
  const pinned = conditions.flatMap(({ attributes: [name], test }) => (test.kind === 'eq' ? [name] : []));
  const next = layout.rowKey.find((part) => part.kind === 'attribute' && !pinned.includes(part.attribute));
  return (
    next?.kind !== 'attribute' ||
    next.attribute !== order.attribute ||
    next.encoding.sorts !== order.direction
  );
}

/** What a question costs where it is asked of a structure. */
export function readingOf(
  question: Question,
  problem: Problem,
  structure: Structure,
  asked: Rewritten,
  surroundings: Pick<Surroundings, 'inTable' | 'besideEach'>,
): Reading {
  const one = readingOfOne(question, problem, structure, asked, surroundings);
  const times = fanOut(question, asked);
  const tables = tablesFor(question, structure, partitionSize(structure, problem), asked);
  const found = {
    requests: Math.max(one.requests * times, tables * times),
    entities: one.entities * times,
  };
  // an index tells the keys, each of which is then read
  return structure.role === 'index'
    ? { requests: found.requests + found.entities, entities: found.entities * 2 }
    : found;
}

function readingOfOne(
  question: Question,
  problem: Problem,
  structure: Structure,
  asked: Rewritten,
  { inTable, besideEach }: Pick<Surroundings, 'inTable' | 'besideEach'>,
): Reading {
  const { partition, row, classification } = asked;
  if (classification.shape === 'point') return { requests: 1, entities: 1 };
  const scanned = structure.tableBy === undefined ? inTable : problem.entities;
  const others = findsOthers(structure, row) ? 1 + besideEach : 1;
  const whole = partition.isWhole
    ? partitionSize(structure, problem) * others
    : scanned * leftBy(partition, problem);
  const entities = Math.max(1, whole * (partition.isWhole ? leftBy(beyond(partition, row), problem) : 1));
  const isCut =
    question.wanted.kind !== 'all' &&
    asked.left.length === 0 &&
    partition.isWhole &&
    isOrdered(question, asked, structure);
  return paged(isCut ? Math.min(entities, fewOf(question) * others) : entities);
}

/** Whether who reads a partition of today gets all that lies there: nothing is asked of RowKeys, and no word begins those of the kind. */
function findsOthers({ isToday, role, layout: { rowKey } }: Structure, { equal, bounded }: Pinned): boolean {
  return (
    isToday && role === 'base' && equal.length === 0 && bounded === undefined && rowKey[0]?.kind !== 'literal'
  );
}

/** How many entities a question wants. */
export function fewOf({ wanted }: Question): number {
  switch (wanted.kind) {
    case 'all':
      return Number.POSITIVE_INFINITY;
    case 'one':
    case 'exists':
      return 1;
    case 'first':
      return wanted.count ?? FEW;
  }
}

export function paged(entities: number): Reading {
  return { requests: Math.max(1, Math.ceil(entities / PAGE)), entities };
}

/** The tables of a series by day that are there at a time: what is deleted by its age is kept for a month. */
const KEPT_DAYS = 30;

/**
 * The tables that a question must be asked of: what wants the newest of a partition begins with the last day, and goes back until it has
 * enough.
 */
function tablesFor(question: Question, structure: Structure, inPartition: number, asked: Rewritten): number {
  const { tableBy } = structure;
  if (tableBy === undefined) return 1;
  const bounded = tablesWithin(question, tableBy);
  const isInOrder = question.order?.attribute === tableBy && isOrdered(question, asked, structure);
  if (!isInOrder || !asked.partition.isWhole || asked.left.length > 0) return bounded;
  const inDay = inPartition / KEPT_DAYS;
  return Math.max(1, Math.min(bounded, Math.ceil(fewOf(question) / inDay)));
}

/** The tables of the days that a question leaves of a time. */
function tablesWithin({ conditions }: Question, tableBy: string): number {
  const left = conditions.reduce(
    (part, { attributes: [name], test }) =>
      name === tableBy ? Math.min(part, leftByTest(test, KEPT_DAYS)) : part,
    1,
  );
  return Math.max(1, Math.ceil(KEPT_DAYS * left));
}

/** The part of all entities that meet a test of an attribute with so many values. */
function leftByTest(test: Condition['test'], values: number): number {
  switch (test.kind) {
    case 'eq':
      return 1 / values;
    case 'among':
      return Math.min(1, (test.count ?? FEW) / values);
    case 'prefix':
      return BOUNDED[2];
    case 'range':
      return BOUNDED[test.lower && test.upper ? 2 : test.lower || test.upper ? 1 : 0];
    case 'other':
      return 1;
  }
}

/** How many entities a question gives. */
export function resultsOf(question: Question, { attributes, entities }: Problem): number {
  const all = question.conditions.reduce((left, { attributes: [name], test }) => {
    const values = attributes.find((one) => one.name === name)?.values ?? 1;
    return left * leftByTest(test, Math.max(1, values));
  }, entities);
  return Math.min(Math.max(1, all), fewOf(question));
}

/** How many times a question must be asked: once for each of several values, and for each bucket. */
function fanOut({ conditions }: Question, { partition, row }: Rewritten): number {
  const parts = [...partition.equal, ...row.equal];
  const isBucket = ({ attribute, encoding }: AttributePart): boolean =>
    encoding.label === HASH_BUCKET.label && !conditions.some(({ attributes: [name] }) => name === attribute);
  const buckets = parts.some(isBucket) ? BUCKETS : 1;
  return conditions.reduce((times, { attributes: [name], test }) => {
    const isPinned = parts.some(({ attribute }) => attribute === name);
    return test.kind === 'among' && isPinned ? times * (test.count ?? FEW) : times;
  }, buckets);
}

/** Entities in one partition of a structure. */
function partitionSize({ layout, columns }: Structure, problem: Problem): number {
  const entities = problem.entities / (columns?.most ?? 1);
  return Math.max(1, entities / valuesOfKey(layout.partitionKey, problem));
}

/** How many different keys these parts can make. */
function valuesOfKey(
  parts: readonly KeyPart[],
  { attributes, entities }: Pick<Problem, 'attributes' | 'entities'>,
): number {
  return parts.reduce(
    (product, part) =>
      part.kind === 'literal'
        ? product
        : Math.min(entities, product * valuesOf(part.attribute, part.encoding, attributes)),
    1,
  );
}

/** Days of three years: what a time is cut to. */
const DAYS = 1_000;

/** Partitions that one hot one is spread over: enough for the throughput of an account. */
const BUCKETS = 16;

function valuesOf(
  name: string,
  { isWhole, label }: Encoding,
  attributes: readonly ExploredAttribute[],
): number {
  if (label === HASH_BUCKET.label) return BUCKETS;
  const known = attributes.find((one) => one.name === name);
  if (!isWhole) return Math.min(DAYS, known?.values ?? DAYS);
  return Math.max(1, known?.values ?? 1);
}

/** What a RowKey is asked for that the PartitionKey does not fix already. */
function beyond({ equal }: Pinned, row: Pinned): Pinned {
  return {
    ...row,
    equal: row.equal.filter(
      ({ attribute }) => !equal.some((one) => one.attribute === attribute && one.encoding.isWhole),
    ),
  };
}

function leftBy({ equal, bounded }: Pinned, { attributes }: Problem): number {
  const pinned = equal.reduce((left, part) => left / valuesOf(part.attribute, part.encoding, attributes), 1);
  return pinned * BOUNDED[bounded?.ends ?? 0];
}

/** Whether a structure gives its entities in the order that a question wants. */
export function isOrdered(
  { order }: Question,
  { partition, row }: Rewritten,
  { layout }: Structure,
): boolean {
  if (order === undefined || row.isWhole) return true;
  if (!partition.isWhole) return false;
  const next = layout.rowKey.filter((part) => part.kind === 'attribute')[row.equal.length];
  return (
    next?.kind === 'attribute' &&
    next.attribute === order.attribute &&
    next.encoding.sorts === order.direction
  );
}

/** The cost of a question, with what its order takes in the program. */
export function questionCost(reading: Reading, isInOrder: boolean): number {
  return readingCost(reading) * (isInOrder ? 1 : SORTED_IN_CODE);
}

/** Whether all new entities go to few partitions at a time: a constant, few values, or what grows with the clock or a counter. */
export function isHot({ layout }: Structure, problem: Pick<Problem, 'attributes' | 'entities'>): boolean {
  const hasFew = valuesOfKey(layout.partitionKey, problem) < Math.min(BUCKETS, problem.entities);
  return hasFew || isOneAtATime(layout.partitionKey, problem);
}

/** Whether there is one partition alone, or they are filled one after the other, as their keys begin with what grows. */
export function isOneAtATime(
  partitionKey: readonly KeyPart[],
  { attributes }: Pick<Problem, 'attributes'>,
): boolean {
  const [first] = partitionKey.filter((part) => part.kind === 'attribute');
  if (first === undefined) return true;
  return (
    first.encoding.sorts !== 'none' &&
    attributes.some(({ name, isGrowing }) => name === first.attribute && isGrowing)
  );
}

/** How many entities a second are created in one partition of a structure, if all get as many. */
export function mostCreated({ layout }: Structure, problem: Problem): number {
  const created = problem.changes.filter(({ does }) => does === 'create');
  const perSecond = created.reduce((sum, { weight }) => sum + weight, 0);
  return isOneAtATime(layout.partitionKey, problem)
    ? perSecond
    : perSecond / valuesOfKey(layout.partitionKey, problem);
}
