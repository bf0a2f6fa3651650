import { BEST_FIRST, type Shape } from '../../core/shape/shape.ts';
import { type Condition as When, either } from '../../core/shape/condition.ts';
import { groupsOf } from '../../core/text/groups.ts';
import type { Place } from '../../core/text/segments.ts';
import type {
  Consumption,
  FilterAlternative,
  Operation,
  PointRead,
  Query,
  QueryFilter,
} from '../model/operations/operation.ts';
import { type Asked, askedOf, codeConditions, conjunctsIn, keyOf, OWN } from './asked-conditions.ts';
import { type Match, matching } from './asked-kinds.ts';
import { type Condition, conditionKey, isImpossible, merged } from './conditions.ts';
import type { Kind } from './kind.ts';
import { constantPattern } from '../model/keys/key-pattern.ts';
import { keyPatternsOf } from './key-patterns.ts';
import { type KeyWay, waysByKind } from './key-ways.ts';
import { type KeyName, MANY_CONSTANTS } from './kinds.ts';
import { attributesIn } from './layout.ts';
import { isTimeName } from './words.ts';

/** One question that the program has, however many places of the source ask it. */
export interface AccessPattern {
  /** The kinds that it may give; several where one filter takes them together. */
  readonly kinds: readonly string[];
  readonly conditions: readonly Condition[];
  readonly order?: PatternOrder;
  readonly wanted: Wanted;
  /** The properties that are read of what it gives; absent where that is not seen, or all are. */
  readonly reads?: readonly string[];
  readonly uses: readonly PatternUse[];
  /** The worst that one of its places makes the service read today. */
  readonly shape: Shape;
  readonly doubt?: Doubt;
}

export interface PatternOrder {
  /** An attribute, or the keys as they are. */
  readonly attribute: string;
  readonly direction: 'up' | 'down';
}

export type Wanted =
  | { readonly kind: 'all' }
  | { readonly kind: 'one' }
  | { readonly kind: 'exists' }
  /** `count` where it is a constant. */
  | { readonly kind: 'first'; readonly count?: number };

/** Why a question cannot be answered by any entity that the program is seen to write; such a one asks for no design. */
export type Doubt =
  | { readonly kind: 'impossible' }
  /** A property that no write puts. */
  | { readonly kind: 'not-written'; readonly property: string };

/** A place that asks the question. */
export interface PatternUse {
  readonly operation: Query | PointRead;
  readonly shape: Shape;
  /** When the place asks this, and not something else. */
  readonly when?: When;
  /** It runs once for each of something. */
  readonly repeated?: 'loop' | 'results';
}

/** A read of which it is not known what it asks for. */
export interface UnknownPattern {
  readonly operation: Query | PointRead;
  readonly why: string;
}

export interface AccessPatterns {
  readonly known: readonly AccessPattern[];
  readonly unknown: readonly UnknownPattern[];
}

/** Ways of one filter that are told as questions of their own. */
const MOST_ALTERNATIVES = 16;

/** The questions that some reads of one table have; `whyUnread` says why the keys of a read are not known. */
export function accessPatternsOf(
  operations: readonly Operation[],
  kinds: readonly Kind[],
  texts: { readonly unseenKeys: string; readonly tooMany: string },
): AccessPatterns {
  const found = new Map<string, AccessPattern>();
  const unknown: UnknownPattern[] = [];
  const add = (one: AccessPattern): void => {
    const key = patternKey(one);
    const known = found.get(key);
    found.set(key, known === undefined ? one : together(known, one));
  };
  for (const operation of operations) {
    if (operation.kind === 'point-read') {
      const read = pointPatterns(operation, kinds);
      if (read.length === 0) unknown.push({ operation, why: texts.unseenKeys });
      for (const one of read) add(one);
    } else if (operation.kind === 'query') {
      const { filter } = operation;
      const isUnknown = filter.kind === 'unknown' && filter.possible === undefined;
      if (isUnknown) unknown.push({ operation, why: filter.why });
      const asked = filter.kind === 'none' ? [undefined] : waysOf(filter);
      const alternatives = asked.filter((one) => one?.ifEmpty !== true);
      if (alternatives.length > MOST_ALTERNATIVES) unknown.push({ operation, why: texts.tooMany });
      else {
        const used = consumptionsOf(operation);
        const asks = withoutEmpty(
          withoutLists(
            alternatives.flatMap((each) => used.map((one) => queryPattern(operation, each, kinds, one))),
          ),
        );
        const isAll = !isUnknown && alternatives.length === asked.length;
        for (const one of isAll ? always(asks) : asks) add(one);
      }
    }
  }
  return { known: [...found.values()], unknown };
}

/** What is done with a query's results, and, where a test of the code is made on some ways alone, what is done without it. */
function consumptionsOf({ consumption }: Query): readonly Consumption[] {
  const { filters = [] } = consumption;
  const always = filters.filter(({ isSometimes }) => isSometimes !== true);
  return always.length === filters.length
    ? [consumption]
    : [consumption, { ...consumption, filters: always }];
}

/** All questions of one call, without when it asks which where it only asks one. */
function always(patterns: readonly AccessPattern[]): readonly AccessPattern[] {
  const isOne = new Set(patterns.map(patternKey)).size === 1;
  return isOne
    ? patterns.map((one) => ({ ...one, uses: one.uses.map(({ when: _, ...use }) => use) }))
    : patterns;
}

/** The texts that a filter is, or where only that isn't known when it is which, may be. */
function waysOf(filter: Exclude<QueryFilter, { kind: 'none' }>): readonly FilterAlternative[] {
  return filter.kind === 'unknown' ? (filter.possible ?? filter.alternatives) : filter.alternatives;
}

/**
 * The questions of one call, those that differ in nothing but constants as one: so many are the elements of a list, each of which is
 * asked for.
 */
function withoutLists(patterns: readonly AccessPattern[]): readonly AccessPattern[] {
  const groups = groupsOf(patterns, (one) =>
    patternKey({ ...one, conditions: one.conditions.map((condition) => withoutConstant(condition)) }),
  );
  return groups.flatMap(([, group]) =>
    group.length < MANY_CONSTANTS
      ? group
      : group.map((one) => ({
          ...one,
          conditions: one.conditions.map((condition, index) =>
            group.every(({ conditions }) => isSameTest(conditions[index], condition))
              ? condition
              : withoutConstant(condition),
          ),
        })),
  );
}

/** The questions of one call without those of a value that is missing, `id ?? ''`, where the same is asked of any value. */
function withoutEmpty(patterns: readonly AccessPattern[]): readonly AccessPattern[] {
  const isEmpty = ({ test }: Condition): boolean => test.kind === 'eq' && test.constant === '';
  return patterns.filter((one) => {
    if (!one.conditions.some(isEmpty)) return true;
    const conditions = one.conditions.map((condition) =>
      isEmpty(condition) ? withoutConstant(condition) : condition,
    );
    const general = patternKey({ ...one, conditions });
    return !patterns.some((other) => patternKey(other) === general);
  });
}

function isSameTest(a: Condition | undefined, b: Condition): boolean {
  return a !== undefined && conditionKey(a) === conditionKey(b);
}

function withoutConstant(condition: Condition): Condition {
  return condition.test.kind === 'eq' ? { ...condition, test: { kind: 'eq' } } : condition;
}

/** Equal for what asks the same. */
export function patternKey({
  kinds,
  conditions,
  order,
  wanted,
}: Pick<AccessPattern, 'kinds' | 'conditions' | 'order' | 'wanted'>): string {
  return JSON.stringify([kinds, conditions.map(conditionKey).sort(), order, wanted]);
}

function together(a: AccessPattern, b: AccessPattern): AccessPattern {
  const reads = a.reads && b.reads && [...new Set([...a.reads, ...b.reads])];
  const { reads: _, ...rest } = a;
  return {
    ...rest,
    // a test that the code makes at one place is one that the service is not asked for there
    conditions: a.conditions.map((one) => {
      const other = b.conditions.find((each) => conditionKey(each) === conditionKey(one));
      return other?.by === 'code' ? { ...one, by: 'code' } : one;
    }),
    ...(reads && { reads }),
    uses: b.uses.reduce(withUse, a.uses),
    shape: BEST_FIRST.indexOf(b.shape) > BEST_FIRST.indexOf(a.shape) ? b.shape : a.shape,
  };
}

/** A place that asks the same on several branches is one place. */
function withUse(uses: readonly PatternUse[], one: PatternUse): readonly PatternUse[] {
  const same = uses.find(({ operation, shape }) => operation === one.operation && shape === one.shape);
  if (same === undefined) return [...uses, one];
  const when = either([same.when, one.when]);
  const { when: _, ...always } = same;
  return uses.map((each) => (each === same ? { ...always, ...(when && { when }) } : each));
}

/** The questions of one point read: several where one of its keys is now that of one kind, now of another. */
function pointPatterns(read: PointRead, kinds: readonly Kind[]): readonly AccessPattern[] {
  const keys = { partitionKey: keyPatternsOf(read.partitionKey), rowKey: keyPatternsOf(read.rowKey) };
  if (keys.partitionKey.length === 0 && keys.rowKey.length === 0) return [];
  const reads = readsOfPoint(read);
  return waysByKind(keys, (way) => matching(kinds, askedBy(way), [])).map((way): AccessPattern => {
    const asked = askedBy(way);
    return {
      ...aboutOf(matching(kinds, asked, []), [], asked),
      wanted: { kind: 'one' },
      ...(reads && { reads }),
      uses: [{ operation: read, shape: 'point', ...repeatedOf(read) }],
      shape: 'point',
    };
  });
}

function askedBy({ partitionKey, rowKey }: KeyWay): ReadonlyMap<KeyName, Asked> {
  return new Map<KeyName, Asked>([
    ['partitionKey', { kind: 'eq', patterns: partitionKey }],
    ['rowKey', { kind: 'eq', patterns: rowKey }],
  ]);
}

function queryPattern(
  query: Query,
  alternative: FilterAlternative | undefined,
  kinds: readonly Kind[],
  consumption: Consumption,
): AccessPattern {
  const place: Place = { file: query.file, span: query.nameSpan };
  const { filter } = query;
  const shape =
    alternative?.classification.shape ??
    (filter.kind === 'none' ? filter.classification.shape : 'table-scan');
  const when = alternative?.when;
  const read = conjunctsIn(alternative, place);
  const inCode = codeConditions(consumption);
  const asked = askedOf([...read.keys, ...inCode.keys]);
  const reads = readsOf(query);
  const matches = matching(kinds, asked, [...read.properties, ...inCode.properties], reads);
  // the first that passes a test of the program's own is not the first that there is
  const isTested = consumption.limit?.kind === 'match';
  const isSaid = inCode.keys.length + inCode.properties.length + inCode.others.length > 0;
  const about = aboutOf(
    matches,
    [
      ...read.properties,
      ...inCode.properties,
      ...read.others,
      ...inCode.others,
      ...(isTested && !isSaid ? [OWN] : []),
    ],
    asked,
  );
  const sorted = orderOf(consumption, matches[0]?.kind);
  const wanted = wantedOf(consumption, sorted !== undefined);
  const order = sorted ?? (isTested ? undefined : timeOrder(about, wanted, matches));
  const doubt = mistakenKey(read.properties) ?? doubtOf(about.conditions, matches);
  return {
    ...about,
    ...(doubt && { doubt }),
    ...(order && { order }),
    wanted,
    ...(reads && { reads }),
    uses: [{ operation: query, shape, ...(when && { when }), ...repeatedOf(query) }],
    shape,
  };
}

function repeatedOf({ repeated }: Query | PointRead): Pick<PatternUse, 'repeated'> {
  if (repeated === undefined || repeated.isLast) return {};
  return { repeated: repeated.over === 'entities' ? 'results' : 'loop' };
}

/** Kinds and conditions of a question, in the attributes of the first kind that it is about, else by the keys that are asked for. */
function aboutOf(
  matches: readonly Match[],
  properties: readonly Condition[],
  asked: ReadonlyMap<KeyName, Asked>,
): Pick<AccessPattern, 'kinds' | 'conditions'> {
  const [first] = matches;
  const asAttributes = properties.map((condition) => ({
    ...condition,
    attributes: condition.attributes.flatMap((name) => attributesOfName(first?.kind, name)),
  }));
  return {
    kinds: matches.map(({ kind }) => kind.name),
    conditions: merged([...(first?.conditions ?? keyConditions(asked)), ...asAttributes]),
  };
}

function keyConditions(asked: ReadonlyMap<KeyName, Asked>): readonly Condition[] {
  return [...asked].map(([key, one]): Condition => {
    const by = one.kind === 'eq' && one.inCode === true ? 'code' : 'service';
    return { attributes: [key], by, test: keyTest(one) };
  });
}

function keyTest(asked: Asked): Condition['test'] {
  switch (asked.kind) {
    case 'eq': {
      if (asked.count !== undefined) return { kind: 'among', count: asked.count };
      const [only, ...others] = asked.patterns;
      const constant = only && others.length === 0 ? constantPattern(only) : undefined;
      return { kind: 'eq', ...(constant !== undefined && { constant }) };
    }
    case 'range': {
      const { lower, upper } = asked;
      return {
        kind: 'range',
        ...(lower && { lower: { isInclusive: lower.isInclusive } }),
        ...(upper && { upper: { isInclusive: upper.isInclusive } }),
      };
    }
    case 'other':
      return asked;
  }
}

function attributesOfName(kind: Kind | undefined, name: string): readonly string[] {
  const key = keyOf(name);
  if (key !== undefined) return kind === undefined ? [name] : attributesIn(kind.layout[key]);
  return [kind?.ofProperty.get(name) ?? name];
}

function orderOf(
  { sorts = [], sortedBefore = [], limit }: Consumption,
  kind: Kind | undefined,
): PatternOrder | undefined {
  const known = [...sorts, ...sortedBefore].map(({ order }) => order).find((order) => order !== undefined);
  // what is put in order after the first ones were taken says nothing of which they are
  if (limit !== undefined) return undefined;
  if (known === undefined || known === 'reversed' || known.direction === undefined) return undefined;
  const { property, direction } = known;
  const inKey =
    property === 'rowKey' ? kind?.layout.rowKey.find((part) => part.kind === 'attribute') : undefined;
  if (inKey !== undefined) {
    const isTurned = inKey.encoding.sorts === 'down';
    return { attribute: inKey.attribute, direction: isTurned ? opposite(direction) : direction };
  }
  const attribute = kind?.ofProperty.get(property) ?? (kind && madeTime(property, kind)) ?? property;
  return { attribute, direction };
}

function opposite(direction: PatternOrder['direction']): PatternOrder['direction'] {
  return direction === 'up' ? 'down' : 'up';
}

/** What the service notes as the time of a write is, of what is written once, the clock's time in its keys. */
function madeTime(property: string, { attributes, layout }: Kind): string | undefined {
  if (property !== 'timestamp') return undefined;
  const inKeys = new Set(attributesIn(layout.rowKey));
  const times = attributes.filter(
    ({ name, type, from }) => inKeys.has(name) && type === 'time' && from === 'clock',
  );
  return times.length === 1 ? times[0]?.name : undefined;
}

function doubtOf(conditions: readonly Condition[], matches: readonly Match[]): Doubt | undefined {
  if (conditions.some(isImpossible)) return { kind: 'impossible' };
  const kinds = matches.map(({ kind }) => kind);
  if (kinds.length === 0 || !kinds.every(({ isWhole }) => isWhole)) return undefined;
  const has = (name: string): boolean =>
    kinds.some(({ attributes }) => attributes.some((one) => one.name === name));
  // what must not be a value need not be written
  const property = conditions
    .filter(({ test }) => test.kind !== 'other' || test.why !== 'ne')
    .flatMap(({ attributes }) => attributes)
    .find((name) => !has(name) && name !== 'Timestamp' && !isKey(name));
  return property === undefined ? undefined : { kind: 'not-written', property };
}

/** A property of a filter that has the name of a key in other letters, which no entity has. */
function mistakenKey(properties: readonly Condition[]): Doubt | undefined {
  const property = properties
    .flatMap(({ attributes }) => attributes)
    .find((name) => /^(?:partitionkey|rowkey)$/i.test(name) && keyOf(name) === undefined);
  return property === undefined ? undefined : { kind: 'not-written', property };
}

/** Whether a condition is on a key as it is. */
function isKey(name: string): boolean {
  return name === 'partitionKey' || name === 'rowKey';
}

/**
 * Of a few entities that are taken in the order of their keys that order, where it is one of time: the newest are meant. Where one is wanted
 * that a property finds, it is not seen that one means the oldest; and of what has an id of its own there is no newest.
 */
function timeOrder(
  { conditions }: Pick<AccessPattern, 'conditions'>,
  wanted: Wanted,
  [first, ...others]: readonly Match[],
): PatternOrder | undefined {
  if (wanted.kind === 'all' || wanted.kind === 'exists' || first === undefined || others.length > 0)
    return undefined;
  const pinned = conditions.flatMap(({ attributes, test }) => (test.kind === 'eq' ? attributes : []));
  if (pinned.includes('rowKey')) return undefined;
  const { partitionKey, rowKey } = first.kind.layout;
  if (!attributesIn(partitionKey).every((name) => pinned.includes(name))) return undefined;
  // the times of one month have an order
  const fixed = conditions.flatMap(({ attributes, test, isOfPart }) =>
    test.kind === 'eq' && isOfPart !== true ? attributes : [],
  );
  const next = rowKey.find((part) => part.kind === 'attribute' && !fixed.includes(part.attribute));
  if (next?.kind !== 'attribute' || next.encoding.sorts === 'none') return undefined;
  const isTime = first.kind.attributes.some(
    ({ name, type }) => name === next.attribute && (type === 'time' || (type !== 'text' && isTimeName(name))),
  );
  const inKeys = new Set([...attributesIn(partitionKey), ...attributesIn(rowKey)]);
  const found = first.kind.attributes.filter(({ name }) => pinned.includes(name) && !inKeys.has(name));
  const isUnique = found.some(({ type, from }) => type === 'id' && from === 'random');
  if (isUnique || (found.length > 0 && wanted.kind === 'one' && next.encoding.sorts === 'up'))
    return undefined;
  return isTime ? { attribute: next.attribute, direction: next.encoding.sorts } : undefined;
}

function wantedOf(
  { limitBefore, limit = limitBefore, firstOnly, firstSorted, filters = [], reads, loop }: Consumption,
  isOrderKnown: boolean,
): Wanted {
  if (limit === undefined && firstSorted !== undefined) {
    // the first in an order that is not known may be any: of `sort(() => Math.random() - 0.5)` all are needed
    if (!isOrderKnown) return { kind: 'all' };
    const { isOne, count } = firstSorted;
    return isOne ? { kind: 'one' } : { kind: 'first', ...(count !== undefined && { count }) };
  }
  if (limit === undefined) {
    const isOne = firstOnly || filters.some(({ takesFirst }) => takesFirst);
    return { kind: isOne ? 'one' : 'all' };
  }
  const isQuestion = limit.isQuestion === true && limit.count === undefined;
  if (isQuestion || limit.kind === 'probe') return { kind: 'exists' };
  // of the one that a loop is left at nothing is read
  if (limit.kind === 'one' && !limit.readsAll && loop !== undefined && reads === undefined)
    return { kind: 'exists' };
  if (limit.kind === 'one' || limit.kind === 'match') return { kind: 'one' };
  return { kind: 'first', ...(limit.count !== undefined && { count: limit.count }) };
}

/** The properties that a point read uses, as far as is seen: those that its type has where it goes on as a whole. */
export function readsOfPoint(read: PointRead): readonly string[] | undefined {
  const used = read.reads?.isWhole === false && read.reads.names.length > 0 ? read.reads.names : undefined;
  return used ?? selected(read) ?? read.projection?.properties;
}

/** The same of a query. */
export function readsOf(query: Query): readonly string[] | undefined {
  const { reads } = query.consumption;
  return reads !== undefined && !reads.isWhole ? reads.names : selected(query);
}

/** The properties that a read names, of all that there are. */
function selected({ projection }: Query | PointRead): readonly string[] | undefined {
  const select = projection?.select;
  return select === undefined || select === 'unknown' ? undefined : select.map(({ name }) => name);
}
