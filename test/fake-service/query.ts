import type { EdmValue } from '../../src/core/edm/value.ts';
import type { Filter } from '../../src/core/odata/ast.ts';
import { evaluate } from '../../src/core/odata/evaluate.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { classify } from '../../src/core/shape/classify.ts';
import type { KeyCondition } from '../../src/core/shape/shape.ts';
import { plainText } from '../../src/core/text/segments.ts';
import { byKeys, timestampOf } from './rows.ts';
import type { EntityKeys, FakeEntity } from './rows.ts';
import type { FakeTable } from './table.ts';

/** The most entities in one answer ("Query timeout and pagination"). That more is rejected is reported, and not documented. */
export const MAX_TOP = 1_000;

/** Keys that a shared access signature is bounded to, ends included. */
export interface KeyBounds {
  readonly from?: EntityKeys;
  /** Without a RowKey the whole partition. */
  readonly to?: { readonly PartitionKey: string; readonly RowKey?: string };
}

export interface PageQuery {
  readonly filter: Filter | undefined;
  readonly top: number;
  /** Where the page before this one ended. */
  readonly from: EntityKeys | undefined;
  readonly bounds: KeyBounds;
}

/** Where a page may end before it is full. */
export interface PageRules {
  /** Rows that the page may have. */
  readonly rows?: number;
  /** Entities that the service can read in 5 s, matching or not. */
  readonly read?: number;
  /** Whether it ends where a partition does. */
  readonly atBorder?: boolean;
}

export interface QueryPage {
  readonly entities: readonly FakeEntity[];
  /** The next entity to look at. */
  readonly next: EntityKeys | undefined;
  /** Whether that is the first of its partition. */
  readonly isAtBorder: boolean;
  /** Entities looked at. */
  readonly read: number;
}

/** The filter of a request, `none` where there is none; undefined when the service would answer 400. */
export function filterOf(text: string | null): Filter | 'none' | undefined {
  if (text === null || text === '') return 'none';
  const { filter, errors } = parseFilter(plainText(text));
  return errors.length > 0 ? undefined : filter;
}

/** One answer: reads the key region of the filter from its begin or from the token, and nothing beside it. */
export function readPage(table: FakeTable, query: PageQuery, rules: PageRules = {}): QueryPage {
  const region = query.filter === undefined ? WHOLE : regionOf(query.filter);
  if (region === undefined) return { entities: [], next: undefined, isAtBorder: false, read: 0 };
  const top = Math.min(query.top, rules.rows ?? MAX_TOP, MAX_TOP);
  const start = latest([region.start, query.from, query.bounds.from]);
  const entities: FakeEntity[] = [];
  let read = 0;
  let current: string | undefined;
  for (const entity of table.from(start)) {
    if (region.isBehind(entity) || isBehind(entity, query.bounds)) break;
    const isAtBorder = current !== undefined && current !== entity.PartitionKey;
    if (entities.length === top || read === rules.read || (rules.atBorder === true && isAtBorder)) {
      return { entities, next: entity, isAtBorder, read };
    }
    current = entity.PartitionKey;
    read += 1;
    if (query.filter === undefined || evaluate(query.filter, asEvaluated(entity))) entities.push(entity);
  }
  return { entities, next: undefined, isAtBorder: false, read };
}

/** The keys between which matches can lie, as the service seeks them. */
interface Region {
  readonly start: EntityKeys;
  readonly isBehind: (keys: EntityKeys) => boolean;
}

const BEGIN: EntityKeys = { PartitionKey: '', RowKey: '' };
const WHOLE: Region = { start: BEGIN, isBehind: () => false };

/** Undefined where nothing can match. */
function regionOf(filter: Filter): Region | undefined {
  const { shape, region } = classify(filter);
  if (shape === 'empty') return undefined;
  const { partitionKey, rowKey } = region;
  const isFixed = partitionKey.kind === 'fixed';
  const lower = lowerOf(partitionKey);
  const start = {
    PartitionKey: lower.key,
    RowKey: lower.isExcluded ? BEHIND_ALL : isFixed ? lowerOf(rowKey).key : '',
  };
  const isBehind = (keys: EntityKeys): boolean =>
    isOver(keys.PartitionKey, partitionKey) || (isFixed && isOver(keys.RowKey, rowKey));
  return { start, isBehind };
}

/** Longer than a key can be, of the greatest characters: a seek to it passes over the whole partition. */
const BEHIND_ALL = '\uffff'.repeat(1_024);

function lowerOf(condition: KeyCondition): { key: string; isExcluded: boolean } {
  const bound = condition.kind === 'range' ? condition.lower : undefined;
  const value = condition.kind === 'fixed' ? condition.value : bound?.value;
  return value?.kind === 'known'
    ? { key: value.value, isExcluded: bound?.inclusive === false }
    : { key: '', isExcluded: false };
}

function isOver(key: string, condition: KeyCondition): boolean {
  if (condition.kind === 'free') return false;
  const bound = condition.kind === 'fixed' ? { ...condition, inclusive: true } : condition.upper;
  if (bound?.value.kind !== 'known') return false;
  return bound.inclusive ? key > bound.value.value : key >= bound.value.value;
}

function isBehind({ PartitionKey, RowKey }: EntityKeys, { to }: KeyBounds): boolean {
  if (to === undefined || PartitionKey < to.PartitionKey) return false;
  return PartitionKey > to.PartitionKey || (to.RowKey !== undefined && RowKey > to.RowKey);
}

/** Whether an entity may be touched with these bounds. */
export function isWithin(keys: EntityKeys, bounds: KeyBounds): boolean {
  return !isBehind(keys, bounds) && (bounds.from === undefined || byKeys(keys, bounds.from) >= 0);
}

function latest(keys: readonly (EntityKeys | undefined)[]): EntityKeys {
  return keys.reduce<EntityKeys>((last, each) => (each && byKeys(each, last) > 0 ? each : last), BEGIN);
}

function asEvaluated(entity: FakeEntity): Parameters<typeof evaluate>[1] {
  const { PartitionKey, RowKey, properties = [] } = entity;
  const values = properties.map(({ name, value }): [string, EdmValue] => [name, value]);
  values.push(['Timestamp', { type: 'DateTime', value: timestampOf(entity) }]);
  return { partitionKey: PartitionKey, rowKey: RowKey, properties: new Map(values) };
}
