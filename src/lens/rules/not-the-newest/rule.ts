import * as l10n from '@vscode/l10n';
import type { Consumption, Query, ResultLimit, Value } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isChanged } from '../shared/changed-property.ts';
import { resultsOf } from '../shared/filters.ts';
import { alternativesOfKey, constantKey, type KeyPart } from '../shared/key-values.ts';
import { nameOf, shown } from '../shared/place.ts';
import { isKey } from '../shared/put-values.ts';
import { isSortedAfter } from '../shared/sorted-after.ts';
import { isFirstPageAlone } from './first-page.ts';
import { madeInto } from '../shared/writes.ts';
import type { Made } from '../shared/copies.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Log tail pattern": the first entities are those with the smallest keys, whatever they are sorted by afterwards. */
export const rule: Rule = {
  id: 'not-the-newest',
  severity: 'warning',
  title: () => l10n.t('The first results by key are taken for the newest'),
  check: function* (context) {
    for (const query of resultsOf(context)) {
      const { limitBefore, limit = limitBefore } = query.consumption;
      const sort = sortOfSome(context, query);
      const order = sort?.order === 'reversed' ? undefined : sort?.order;
      if (sort === undefined || order === undefined || !isOtherOrder(context, query, order)) continue;
      yield {
        place: nameOf(query),
        ...explain(limit, order.property),
        about: query,
        related: [
          ...(limit === undefined
            ? []
            : [
                {
                  place: limit.place,
                  message: limit.readsAll
                    ? l10n.t('The others are left out here.')
                    : l10n.t('The loop stops here.'),
                },
              ]),
          { place: sort.place, message: l10n.t('The results are sorted here.') },
        ],
      };
    }
  },
};

type Sort = NonNullable<Consumption['sorts']>[number];

/** What sorts some of the results when others have been left out: read no further, cut off, or on pages that nobody asks for. */
function sortOfSome(context: RuleContext, query: Query): Sort | undefined {
  const { limitBefore, limit = limitBefore, sorts = [] } = query.consumption;
  if (limit !== undefined) return sorts.find(({ place }) => isSortedAfter(query, place));
  const [ofPage] = sorts.filter(({ isOfPage }) => isOfPage);
  return ofPage !== undefined && isFirstPageAlone(context, query) ? ofPage : undefined;
}

type Order = Exclude<NonNullable<Sort['order']>, 'reversed'>;

function explain(limit: ResultLimit | undefined, property: string): Message {
  const { count, readsAll } = limit ?? {};
  if (readsAll === true) return say('kept', shown(property));
  return count === undefined ? say('some', shown(property)) : say('count', count, shown(property));
}

/** Whether it is known that the first entities in the order of keys are not the first of the sort. */
function isOtherOrder(context: RuleContext, query: Query, { property, direction }: Order): boolean {
  const inserts = madeInto(context, query);
  if (property === 'rowKey') return direction === 'down' && isOfOnePartition(query, inserts);
  if (property === 'partitionKey') return false;
  if (isChanged(context, query, property)) return true;
  if (inserts.length > 0 && inserts.every((made) => isOfAnother(made, property))) return true;
  if (inserts.length > 0 && inserts.every((made) => isByGivenName(made, property))) return true;
  if (direction === 'down' && inserts.length > 0 && inserts.every((made) => isItself(made, property)))
    return true;
  const counted =
    DATED.test(property) && direction === 'down' ? inserts.filter((made) => mayBeIn(query, made)) : [];
  if (counted.length > 0 && counted.every(isCounted)) return true;
  if (isMeasured(property) && inserts.length > 0 && inserts.every((made) => saysNothingOf(made, property)))
    return true;
  // what has no such property is another kind
  const own = inserts.filter(
    ({ isAll, values }) => isAll !== true || values.some(({ name }) => name === property),
  );
  const keys = own.map(({ rowKey }) => rowKey);
  const orders = keys.map((key) =>
    key === undefined ? [] : alternativesOfKey(key).map(([first]) => orderOf(first)),
  );
  return (
    orders.length > 0 &&
    orders.every(
      (all) =>
        all.length > 0 &&
        all.every((order) => order === 'random' || (order === 'oldest first' && direction === 'down')),
    )
  );
}

/** Names of when something came to be. */
const DATED = /(?:At|On|Date|Time|Stamp)$|^(?:date|time|timestamp|created|updated|issued)$/;

/** Names of what goes up with each new entity. */
const NUMBERED = /^(?:number|no|nr|num|seq|sequence|serial)$|(?:Number|No|Nr|Num|Seq|Sequence|Serial)$/;

/** Whether an entity may be in the rows that a query asks for: its RowKey begins with no other constant. */
function mayBeIn({ filter }: Query, { rowKey }: Made): boolean {
  const first = rowKey?.value.kind === 'text' ? rowKey.value.segments[0] : undefined;
  const start = first?.kind === 'literal' ? first.text : '';
  const asked = filter.kind === 'known' ? filter.alternatives : [];
  if (start === '' || asked.length === 0) return true;
  return asked.some(({ classification }) => {
    const { rowKey: range } = classification.region;
    if (range.kind !== 'range') return true;
    const [lower, upper] = [range.lower?.value, range.upper?.value];
    const isBefore = lower?.kind === 'known' && start < lower.value && !lower.value.startsWith(start);
    const isAfter = upper?.kind === 'known' && start >= upper.value;
    return !isBefore && !isAfter;
  });
}

/** Whether a RowKey begins with a number of the entity that goes up, the smallest first and so the oldest. */
function isCounted(made: Made): boolean {
  return made.values.some(({ name }) => NUMBERED.test(name) && isItself(made, name));
}

/** Names of what is counted or judged: no id, and no time, is in its order. */
const MEASURED =
  /^(?:rating|score|stars|votes|likes|karma|points|price|priority|total|amount|views|hits|clicks|downloads|wins|balance|coin|credit|xp|elo|level|kill|streak|sales|revenue|count)s?$/i;

/** Names of what instruments measure. */
const PHYSICAL =
  /^(?:celsius|fahrenheit|temperature|humidity|pressure|speed|weight|distance|(?:duration|latency)(?:Ms|Seconds)?)$/i;

/** Names of what may put entities into the order of what is measured. */
const RANKED = /rank|sort|order|key|position|place|tier|floor|bucket/i;

function isMeasured(name: string): boolean {
  return MEASURED.test(name) || PHYSICAL.test(name);
}

/** Whether all that a RowKey is made of is seen to be something else than what is measured. */
function saysNothingOf({ rowKey }: Made, property: string): boolean {
  const all = rowKey === undefined ? [] : alternativesOfKey(rowKey);
  return (
    all.length > 0 &&
    all.every((parts) => parts.length > 0 && parts.every(({ value }) => isOther(value, property)))
  );
}

function isOther(value: Value, property: string): boolean {
  switch (value.kind) {
    case 'time-text':
    case 'random-text':
      return true;
    case 'number':
    case 'number-text':
      return value.number.origin.kind === 'time';
    case 'unknown': {
      // what is worked out may be made of anything
      const isGiven = value.why === 'parameter' || value.why === 'property';
      const last = isGiven ? value.name?.split('.').at(-1) : undefined;
      return (
        last !== undefined &&
        !isMeasured(last) &&
        !RANKED.test(last) &&
        !last.toLowerCase().includes(property.toLowerCase())
      );
    }
    case 'text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
      return false;
  }
}

/** Whether a RowKey has nothing but texts that callers give, by names that tell nothing of time, and the property is when it is written. */
function isByGivenName({ rowKey, values }: Made, property: string): boolean {
  const own = values.find(({ name }) => name === property)?.value;
  const isNow =
    own?.kind === 'number' && own.number.origin.kind === 'time' && own.number.origin.isNow === true;
  const all = rowKey === undefined ? [] : alternativesOfKey(rowKey);
  return (
    isNow &&
    all.length > 0 &&
    all.every((parts) => parts.length > 0 && parts.every(({ value }) => isName(value)))
  );
}

function isName(value: Value): boolean {
  if (value.kind !== 'unknown' || (value.why !== 'parameter' && value.through === undefined)) return false;
  const name = value.name?.split('.').at(-1);
  return name !== undefined && !IN_ORDER.test(name);
}

/** Whether a RowKey begins with the property itself, the smallest first. */
function isItself({ rowKey, values }: Made, property: string): boolean {
  const own = values.find(({ name }) => name === property)?.value;
  const firsts = rowKey === undefined ? [] : alternativesOfKey(rowKey).map(([first]) => first?.value);
  return (
    own !== undefined &&
    firsts.length > 0 &&
    firsts.every((first) => first !== undefined && isSameNumber(first, own))
  );
}

function isSameNumber(key: Value, own: Value): boolean {
  if ((key.kind !== 'number' && key.kind !== 'number-text') || own.kind !== 'number') return false;
  const [a, b] = [key.number, own.number];
  if (a.inverted || b.inverted || a.origin.kind !== 'other' || b.origin.kind !== 'other') return false;
  return a.origin.name !== undefined && a.origin.name === b.origin.name;
}

/** Whether a RowKey begins with another property of its entity, which tells nothing of when that was made. */
function isOfAnother({ rowKey, values }: Made, property: string): boolean {
  const firsts = rowKey === undefined ? [] : alternativesOfKey(rowKey).map(([first]) => first?.value);
  const own = values.find(({ name }) => name === property)?.value;
  return (
    own !== undefined &&
    firsts.length > 0 &&
    firsts.every((first) =>
      values.some(
        ({ name, value }) =>
          !isKey(name) &&
          name !== property &&
          !IN_ORDER.test(name) &&
          first?.kind === 'unknown' &&
          value.kind === 'unknown' &&
          first.symbol !== undefined &&
          first.symbol === value.symbol &&
          !(own.kind === 'unknown' && own.symbol === first.symbol),
      ),
    )
  );
}

/** Names of what may grow with time. */
const IN_ORDER =
  /id$|key$|no$|num|seq|index|version|time|date|day|month|year|week|stamp|at$|on$|order|rank|ref/i;

/** Of one partition the order is that of its RowKeys, and so it is of a table that has one. */
function isOfOnePartition({ filter }: Query, inserts: readonly Made[]): boolean {
  if (filter.kind === 'none') {
    const [first, ...others] = inserts.map(
      ({ partitionKey }) => partitionKey && constantKey(partitionKey.value),
    );
    return first !== undefined && others.every((other) => other === first);
  }
  return (
    filter.kind === 'known' &&
    filter.alternatives.every(
      ({ classification: { shape } }) => shape === 'partition-scan' || shape === 'row-range',
    )
  );
}

/** In what order keys are that begin so; undefined where nobody knows, or where the newest are first. */
function orderOf(part: KeyPart | undefined): 'random' | 'oldest first' | undefined {
  return part === undefined ? undefined : orderOfValue(part.value);
}

function orderOfValue(value: Value): ReturnType<typeof orderOf> {
  switch (value.kind) {
    case 'random-text':
      return RANDOM.has(value.by) ? 'random' : undefined;
    case 'time-text':
      return ASCENDING.has(value.format) ? 'oldest first' : undefined;
    case 'number':
    case 'number-text': {
      const { origin, inverted } = value.number;
      return origin.kind === 'time' && origin.unit !== 'other' && !inverted ? 'oldest first' : undefined;
    }
    case 'text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
    case 'unknown':
      return undefined;
  }
}

/** Times and ids whose texts grow with time. */
const ASCENDING: ReadonlySet<string> = new Set(['iso', 'ulid', 'uuidv6', 'uuidv7']);

/** Ids that tell nothing of when they were made. */
const RANDOM: ReadonlySet<string> = new Set([
  'randomUUID',
  'randomBytes',
  'uuid.v4',
  'uuid.default',
  'nanoid',
]);
