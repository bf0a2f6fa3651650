import type { Filter } from '../../core/odata/ast.ts';
import type { EvaluatedEntity } from '../../core/odata/evaluate.ts';
import { type Draw, Draws } from '../../core/rehearsal/draws.ts';
import { laid, tableAt, tablesOf } from '../../core/rehearsal/laid.ts';
import { evaluated, filterIn, isMatch } from '../../core/rehearsal/matching.ts';
import type { PlanPattern, RehearsalPlan } from '../../core/rehearsal/plan.ts';
import type { Keys, Unkeyed } from '../../core/rehearsal/rekey.ts';
import type { Unread } from '../../core/rehearsal/subject.ts';
import { keysNumber, type Spread, Tally } from '../../core/rehearsal/tally.ts';
import { readRegion } from '../../core/shape/read-region.ts';
import { MAX_TOP } from '../../core/shape/estimate.ts';
import type { DataError } from '../error.ts';
import type { TableService } from '../service.ts';
import { walkEntities, type WalkOptions } from './walk-entities.ts';

/** What a design makes of the entities that a table has. */
export interface Played {
  /** Entities that were read, in the order of the service, and whether there are more. */
  readonly entities: number;
  readonly isSample: boolean;
  readonly requests: number;
  /** Entities whose kind isn't known; they stay as they are. */
  readonly unread: ReadonlyMap<Unread, number>;
  /** Entities that can't have the new keys. */
  readonly unkeyed: readonly { readonly kind: number; readonly reason: Unkeyed; readonly count: number }[];
  /** Entities that would have the keys of another one. */
  readonly clashes: { readonly count: number; readonly examples: readonly Clash[] };
  readonly before: Spread;
  /** By the design's tables. */
  readonly after: readonly Spread[];
  /** None where it was stopped: what a read takes is known at the end. */
  readonly patterns: readonly PlayedPattern[];
  readonly stopped?: DataError;
}

/** Two entities, and the keys that both would have. */
export interface Clash {
  readonly keys: Keys;
  readonly of: readonly [Keys, Keys];
}

/** What a read makes the service do, on average of the values that it was asked with. */
export interface Effort {
  /** At least: an answer holds 1,000 entities, and may end at the border of a partition. */
  readonly requests: number;
  /** Entities that are sent, and that are read for that. */
  readonly sent: number;
  readonly read: number;
}

export interface PlayedPattern {
  readonly pattern: number;
  /** How many values it was asked with; 0 where no entity has what it asks for. */
  readonly draws: number;
  readonly before: Effort;
  readonly after: Effort;
  /** Entities that only today's read gives, and that only the design's does. */
  readonly missing: number;
  readonly extra: number;
}

/** Requests that one walk through the table may take: 100,000 entities of usual size. */
export const WALK_BUDGET = 100;

const MOST_EXAMPLES = 5;

/**
 * Plays a design through on the entities of a table, none of which is kept: one walk lays them as the design has them, and chooses the
 * values that reads are asked with, a second one asks. Never throws; what stopped it leaves what was found till then.
 */
export async function playDesign(
  service: TableService,
  table: string,
  plan: RehearsalPlan,
  options: Omit<WalkOptions, 'budget'> & { readonly budget?: number } = {},
): Promise<Played> {
  const { kinds, patterns } = plan;
  const budget = options.budget ?? WALK_BUDGET;
  const tables = tablesOf(kinds);
  const before = new Tally();
  const after = tables.map(() => new Tally());
  const draws = new Draws(patterns);
  const clashing = new Set<string>();
  const unread = new Map<Unread, number>();
  const unkeyed = new Map<string, Played['unkeyed'][number]>();
  let count = 0;
  const first = await walkEntities(service, table, undefined, { ...options, budget }, (page) => {
    for (const entity of page) {
      const { subject, entities, unkeyed: failed } = laid(entity, kinds, tables);
      if (subject !== 'flawed') before.add(entity);
      if (typeof subject === 'string') unread.set(subject, (unread.get(subject) ?? 0) + 1);
      else {
        draws.offer(subject);
        for (const { reason } of failed) {
          const key = JSON.stringify([subject.kind, reason]);
          const known = unkeyed.get(key)?.count ?? 0;
          unkeyed.set(key, { kind: subject.kind, reason, count: known + 1 });
        }
      }
      for (const one of entities) {
        if (after[one.table]?.add(one.entity) === false) {
          count += 1;
          clashing.add(`${one.table} ${keysNumber(one.entity)}`);
        }
      }
    }
  });
  const asked = draws.all().map((draw) => new AskedDraw(draw, plan, tableOf(draw, plan, tables)));
  const examples = new Map<string, { keys: Keys; of: Keys[] }>();
  const isAsked = first.stopped === undefined && (asked.length > 0 || count > 0);
  const second = isAsked
    ? await walkEntities(
        service,
        table,
        undefined,
        {
          ...options,
          // as far as the first one came
          most: first.entities,
          budget,
          onProgress: (entities, requests) => options.onProgress?.(entities, first.requests + requests),
        },
        (page) => {
          for (const entity of page) {
            const { subject, entities } = laid(entity, kinds, tables);
            const kind = typeof subject === 'string' ? undefined : subject.kind;
            const today = evaluated(entity);
            const then = entities.map((one) => ({ ...one, values: evaluated(one.entity) }));
            for (const one of asked) one.take(kind, today, then);
            for (const one of entities) {
              if (!clashing.has(`${one.table} ${keysNumber(one.entity)}`)) continue;
              const { partitionKey, rowKey } = one.entity;
              const key = JSON.stringify([one.table, partitionKey, rowKey]);
              const known = examples.get(key) ?? { keys: { partitionKey, rowKey }, of: [] };
              if (examples.has(key) || examples.size < MOST_EXAMPLES) examples.set(key, known);
              if (known.of.length < 2)
                known.of.push({ partitionKey: entity.partitionKey, rowKey: entity.rowKey });
            }
          }
        },
      )
    : undefined;
  const shown = [...examples.values()].flatMap(({ keys, of: [one, other] }): readonly Clash[] =>
    one && other ? [{ keys, of: [one, other] }] : [],
  );
  const stopped = first.stopped ?? second?.stopped;
  return {
    entities: first.entities,
    isSample: first.isCut,
    requests: first.requests + (second?.requests ?? 0),
    unread,
    unkeyed: [...unkeyed.values()],
    clashes: { count, examples: shown },
    before: before.spread(),
    after: after.map((one) => one.spread()),
    patterns: stopped === undefined ? patterns.map((_, index) => playedOf(index, asked)) : [],
    ...(stopped && { stopped }),
  };
}

function tableOf(
  { pattern }: Draw,
  { patterns }: RehearsalPlan,
  tables: ReturnType<typeof tablesOf>,
): number {
  const planned = patterns[pattern];
  return planned === undefined ? 0 : tableAt(tables, planned.kind, planned.then.structure);
}

/** One read with its values, and what it was seen to give. */
class AskedDraw {
  readonly pattern: number;
  readonly #planned: PlanPattern | undefined;
  readonly #isIndex: boolean;
  readonly #table: number;
  readonly #whole: Filter | undefined;
  readonly #before: readonly AskedFilter[];
  readonly #after: readonly AskedFilter[];
  missing = 0;
  extra = 0;

  constructor({ pattern, sent, whole, then }: Draw, { patterns, kinds }: RehearsalPlan, table: number) {
    this.pattern = pattern;
    this.#planned = patterns[pattern];
    const structure = this.#planned && kinds[this.#planned.kind]?.structures.at(this.#planned.then.structure);
    this.#isIndex = structure?.role === 'index';
    this.#table = table;
    this.#whole = filterIn(whole);
    this.#before = sent.map(askedFilter);
    this.#after = then.map(askedFilter);
  }

  /** Takes an entity as it is, and as it lies in the design. */
  take(
    kind: number | undefined,
    today: EvaluatedEntity,
    then: readonly {
      readonly table: number;
      readonly structure?: number;
      readonly values: EvaluatedEntity;
    }[],
  ): void {
    tallied(this.#before, today);
    const isOfKind = kind !== undefined && kind === this.#planned?.kind;
    const isWanted = isOfKind && isMatch(this.#whole, today);
    let given = 0;
    let isRight = false;
    for (const { table, structure, values } of then) {
      if (table !== this.#table || !tallied(this.#after, values) || !isOfKind) continue;
      if (structure === this.#planned.then.structure) isRight = true;
      given += 1;
    }
    if (isWanted && !isRight) this.missing += 1;
    this.extra += given - (isWanted && isRight ? 1 : 0);
  }

  before(): Effort {
    return effortOf(this.#before);
  }

  after(): Effort {
    const found = effortOf(this.#after);
    // an index says the keys, each of which is then read
    return this.#isIndex
      ? { requests: found.requests + found.sent, sent: found.sent * 2, read: found.read + found.sent }
      : found;
  }
}

interface AskedFilter {
  readonly filter: Filter | undefined;
  readonly region: Filter | undefined;
  sent: number;
  read: number;
}

function askedFilter(text: string): AskedFilter {
  const region = readRegion(text === '' ? undefined : text).filter;
  return {
    filter: filterIn(text),
    region: region === undefined ? undefined : filterIn(region),
    sent: 0,
    read: 0,
  };
}

/** Counts an entity for each filter that reads it; true where one sends it. */
function tallied(filters: readonly AskedFilter[], entity: EvaluatedEntity): boolean {
  let isSent = false;
  for (const one of filters) {
    if (!isMatch(one.region, entity)) continue;
    one.read += 1;
    if (!isMatch(one.filter, entity)) continue;
    one.sent += 1;
    isSent = true;
  }
  return isSent;
}

function effortOf(filters: readonly AskedFilter[]): Effort {
  const sum = (of: (one: AskedFilter) => number): number => filters.reduce((all, one) => all + of(one), 0);
  return {
    requests: sum(({ sent }) => requestsFor(sent)),
    sent: sum(({ sent }) => sent),
    read: sum(({ read }) => read),
  };
}

/** The requests that so many entities take at least: one at a time sends up to 1,000. */
function requestsFor(sent: number): number {
  return Math.max(1, Math.ceil(sent / MAX_TOP));
}

function playedOf(pattern: number, asked: readonly AskedDraw[]): PlayedPattern {
  const own = asked.filter((one) => one.pattern === pattern);
  const mean = (efforts: readonly Effort[]): Effort => ({
    requests: meanOf(efforts.map(({ requests }) => requests)),
    sent: meanOf(efforts.map(({ sent }) => sent)),
    read: meanOf(efforts.map(({ read }) => read)),
  });
  return {
    pattern,
    draws: own.length,
    before: mean(own.map((one) => one.before())),
    after: mean(own.map((one) => one.after())),
    missing: own.reduce((sum, { missing }) => sum + missing, 0),
    extra: own.reduce((sum, { extra }) => sum + extra, 0),
  };
}

function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
