import type { Entity } from '../../core/edm/json.ts';
import { writeEntity } from '../../core/edm/json.ts';
import type { Filter } from '../../core/odata/ast.ts';
import { type Draw, Draws } from '../../core/rehearsal/draws.ts';
import { laid, tableAt, tablesOf } from '../../core/rehearsal/laid.ts';
import { evaluated, filterIn, isMatch } from '../../core/rehearsal/matching.ts';
import type { RehearsalPlan } from '../../core/rehearsal/plan.ts';
import { INDEXED, type Keys } from '../../core/rehearsal/rekey.ts';
import { keysNumber, Tally } from '../../core/rehearsal/tally.ts';
import { hashNumber } from '../../core/text/hash.ts';
import { keyFilter } from '../entities.ts';
import type { DataError } from '../error.ts';
import type { TableService } from '../service.ts';
import { MOST_COPIED, scratchNames } from './scratch-tables.ts';
import { dropScratch, isAzurite, scratchWriter } from './scratch.ts';
import { walkEntities } from './walk-entities.ts';

/** What came of a rehearsal in Azurite. */
export type Run =
  | { readonly kind: 'run'; readonly run: Rehearsed }
  /** Nothing was written: it isn't Azurite. */
  | { readonly kind: 'not-azurite' }
  | { readonly kind: 'error'; readonly error: DataError; readonly leftTables: readonly string[] };

export interface Rehearsed {
  /** Entities that were copied as they are, and whether the table has more. */
  readonly entities: number;
  readonly isSample: boolean;
  /** Entities that were written under the keys of the design, in all of its tables. */
  readonly written: number;
  /** Entities that weren't, as another one had their keys, or they can't have new keys. */
  readonly clashes: number;
  readonly unkeyed: number;
  readonly patterns: readonly RehearsedPattern[];
  /** Scratch tables that couldn't be dropped. */
  readonly leftTables: readonly string[];
}

/** What a read took, of all values that it was asked with, and how its results differ. */
export interface RehearsedPattern {
  readonly pattern: number;
  readonly draws: number;
  readonly before: Counted;
  readonly after: Counted;
  /** Entities that the read gave today, and not in the design, or with other content. */
  readonly missing: number;
  readonly extra: number;
  /** Keys of some of those, as they are today. */
  readonly examples: readonly Keys[];
}

export interface Counted {
  /** HTTP requests, as the client's pipeline counted them. */
  readonly requests: number;
  /** Entities in the answers. */
  readonly entities: number;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with what is about to be made, before it is, and with what is left at the end. */
  readonly onScratch: (tables: readonly string[]) => void | Promise<void>;
  readonly onProgress?: ((step: Step) => void) | undefined;
  /** Entities that are copied, {@link MOST_COPIED} by default. */
  readonly most?: number;
}

/** How far a run is. */
export type Step =
  | { readonly kind: 'copy'; readonly entities: number }
  | { readonly kind: 'ask'; readonly read: number; readonly of: number };

/** Requests that the copy may take of the source, and one read of Azurite. */
const COPY_BUDGET = 50;
const READ_BUDGET = 200;

/** Bytes of answers that are copied: Azurite may keep all in memory. */
const COPY_BYTES = 64 * 1024 * 1024;

/** Inserts that are under way at once. */
const AT_ONCE = 8;

const MOST_EXAMPLES = 3;

/**
 * Rehearses a design: copies entities of a table into scratch tables of Azurite, as they are and as the design has them, runs each read on
 * both, compares what they give entity by entity, and drops the scratch tables, whatever happens. The source is only read. Throws nothing that
 * it foresees.
 */
export async function rehearseInAzurite(
  source: { readonly service: TableService; readonly table: string },
  azurite: TableService,
  plan: RehearsalPlan,
  options: RunOptions,
): Promise<Run> {
  const isIt = await isAzurite(azurite, options.signal);
  if (typeof isIt === 'object') return { kind: 'error', error: isIt, leftTables: [] };
  if (!isIt) return { kind: 'not-azurite' };
  const names = scratchNames(1 + tablesOf(plan.kinds).length);
  await options.onScratch(names);
  let left: readonly string[];
  let found: Omit<Rehearsed, 'leftTables'> | DataError;
  try {
    found = await rehearsedIn(names, source, azurite, plan, options).catch(errorOfStop);
  } finally {
    ({ left } = await dropScratch(azurite, names));
    await options.onScratch(left);
  }
  if ('kind' in found) return { kind: 'error', error: found, leftTables: left };
  return { kind: 'run', run: { ...found, leftTables: left } };
}

/** Ends a run. */
class Stopped extends Error {
  readonly error: DataError;
  constructor(error: DataError) {
    super(error.kind);
    this.error = error;
  }
}

function errorOfStop(exception: unknown): DataError {
  if (exception instanceof Stopped) return exception.error;
  throw exception;
}

async function rehearsedIn(
  names: readonly string[],
  source: { readonly service: TableService; readonly table: string },
  azurite: TableService,
  plan: RehearsalPlan,
  { signal, onProgress, most = MOST_COPIED }: RunOptions,
): Promise<Omit<Rehearsed, 'leftTables'>> {
  const [today = '', ...designed] = names;
  const writer = scratchWriter(azurite);
  const tables = tablesOf(plan.kinds);
  const done = (written: Awaited<ReturnType<typeof writer.createTable>>): void => {
    if (written.kind === 'error') throw new Stopped(written.error);
    if (signal?.aborted === true) throw new Stopped({ kind: 'cancelled' });
  };
  for (const name of names) done(await writer.createTable(name));
  const tally = designed.map(() => new Tally());
  const draws = new Draws(plan.patterns);
  const kinds = designed.map(() => new Map<number, number>());
  let [written, clashes, unkeyed] = [0, 0, 0];
  const walked = await walkEntities(
    source.service,
    source.table,
    undefined,
    {
      signal,
      budget: COPY_BUDGET,
      mostBytes: COPY_BYTES,
      most,
      onProgress: (entities) => onProgress?.({ kind: 'copy', entities }),
    },
    async (page) => {
      const inserts: { readonly table: string; readonly entity: Entity }[] = [];
      for (const entity of page) {
        const one = laid(entity, plan.kinds, tables);
        if (typeof one.subject !== 'string') draws.offer(one.subject);
        if (one.subject !== 'flawed') inserts.push({ table: today, entity });
        unkeyed += one.unkeyed.length;
        for (const { table, entity: then } of one.entities) {
          if (tally[table]?.add(then) === true) {
            inserts.push({ table: designed[table] ?? '', entity: then });
            if (typeof one.subject !== 'string') kinds[table]?.set(keysNumber(then), one.subject.kind);
            written += 1;
          } else clashes += 1;
        }
      }
      const worker = async (): Promise<void> => {
        for (let next = inserts.pop(); next !== undefined; next = inserts.pop())
          done(await writer.insert(next.table, next.entity));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
  );
  if (walked.stopped !== undefined) throw new Stopped(walked.stopped);
  const results: Compared[] = [];
  const all = draws.all();
  for (const [index, draw] of all.entries()) {
    onProgress?.({ kind: 'ask', read: index + 1, of: all.length });
    results.push(await compared(draw, { azurite, plan, today, designed, kinds, signal }));
  }
  return {
    entities: walked.entities,
    isSample: walked.isCut,
    written,
    clashes,
    unkeyed,
    patterns: plan.patterns.map((_, pattern) => sumOf(pattern, results)),
  };
}

type Compared = Omit<RehearsedPattern, 'draws'>;

function sumOf(pattern: number, all: readonly Compared[]): RehearsedPattern {
  const own = all.filter((one) => one.pattern === pattern);
  const counted = (of: (one: Compared) => Counted): Counted => ({
    requests: own.reduce((sum, one) => sum + of(one).requests, 0),
    entities: own.reduce((sum, one) => sum + of(one).entities, 0),
  });
  return {
    pattern,
    draws: own.length,
    before: counted(({ before }) => before),
    after: counted(({ after }) => after),
    missing: own.reduce((sum, { missing }) => sum + missing, 0),
    extra: own.reduce((sum, { extra }) => sum + extra, 0),
    examples: own.flatMap(({ examples }) => examples).slice(0, MOST_EXAMPLES),
  };
}

/** What one read is run on. */
interface Stage {
  readonly azurite: TableService;
  readonly plan: RehearsalPlan;
  readonly today: string;
  readonly designed: readonly string[];
  /** Of which kind entities are that were written, by the design's table and {@link keysNumber}. */
  readonly kinds: readonly ReadonlyMap<number, number>[];
  readonly signal: AbortSignal | undefined;
}

/** Runs one read with one set of values, as it is today and in the design, and compares what they give. */
async function compared({ pattern: index, sent, whole, then }: Draw, stage: Stage): Promise<Compared> {
  const { plan, today, designed, kinds } = stage;
  const pattern = plan.patterns[index];
  const structures = pattern && plan.kinds[pattern.kind]?.structures;
  if (pattern === undefined || structures === undefined) throw new RangeError('no such read');
  const tables = tablesOf(plan.kinds);
  const isIndex = structures[pattern.then.structure]?.role === 'index';
  const target = isIndex ? 0 : pattern.then.structure;
  /** What the design should give, by keys and content there, with its keys of today. */
  const expected = new Map<number, Keys>();
  const demanded = filterIn(whole);
  const before = await ask(stage, today, sent, (entity) => {
    const { subject, entities } = laid(entity, plan.kinds, tables);
    if (typeof subject === 'string' || subject.kind !== pattern.kind) return;
    if (!isMatch(demanded, evaluated(entity))) return;
    const there = entities.find(({ structure }) => structure === target)?.entity;
    const { partitionKey, rowKey } = entity;
    expected.set(contentNumber(there ?? entity), { partitionKey, rowKey });
  });
  const extra: Keys[] = [];
  const compare = (entity: Entity): void => {
    if (!expected.delete(contentNumber(entity))) extra.push(entity);
  };
  const at = tableAt(tables, pattern.kind, pattern.then.structure);
  const entries: Entity[] = [];
  const found = await ask(stage, designed[at], then, (entity, filter) => {
    // entities of other kinds are found as they were before
    if (kinds[at]?.get(keysNumber(entity)) !== pattern.kind) return;
    // Azurite compares values of different types, which the service does not
    if (!isMatch(filter, evaluated(entity))) return;
    if (isIndex) entries.push(entity);
    else compare(entity);
  });
  const points = await ask(stage, designed[0], isIndex ? entries.flatMap(pointOf) : [], compare);
  return {
    pattern: index,
    before,
    after: { requests: found.requests + points.requests, entities: found.entities + points.entities },
    missing: expected.size,
    extra: extra.length,
    examples: [...expected.values(), ...extra]
      .slice(0, MOST_EXAMPLES)
      .map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey })),
  };
}

/** Runs filters to their ends and counts what that takes. */
async function ask(
  { azurite, signal }: Stage,
  table: string | undefined,
  filters: readonly string[],
  take: (entity: Entity, filter: Filter | undefined) => void,
): Promise<Counted> {
  let [requests, entities] = [0, 0];
  for (const text of filters) {
    const filter = filterIn(text);
    const asked = text === '' ? undefined : text;
    const walked = await walkEntities(
      azurite,
      table ?? '',
      asked,
      { signal, budget: READ_BUDGET },
      (page) => {
        for (const entity of page) take(entity, filter);
      },
    );
    requests += walked.requests;
    entities += walked.entities;
    if (walked.stopped !== undefined) throw new Stopped(walked.stopped);
  }
  return { requests, entities };
}

/** The point query for what an index entity refers to. */
function pointOf({ properties }: Entity): readonly string[] {
  const text = (wanted: string): string | undefined => {
    const value = properties.find(({ name }) => name === wanted)?.value;
    return value?.type === 'String' ? value.value : undefined;
  };
  const [partitionKey, rowKey] = [text(INDEXED.partitionKey), text(INDEXED.rowKey)];
  return partitionKey === undefined || rowKey === undefined ? [] : [keyFilter(partitionKey, rowKey)];
}

/** A number for the keys and the properties of an entity. */
function contentNumber({ partitionKey, rowKey, properties }: Entity): number {
  const sorted = properties.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return hashNumber(writeEntity({ partitionKey, rowKey, properties: sorted }));
}
