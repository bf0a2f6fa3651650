import * as l10n from '@vscode/l10n';
import { type AccessPattern, type Wanted } from './access-patterns.ts';
import type { AttributeType } from './attributes.ts';
import type { Bound } from './asked-keys.ts';
import type { Condition } from './conditions.ts';
import type { Kind } from './kind.ts';
import type { KeyName } from './kinds.ts';
import { attributesIn, type Layout } from './layout.ts';
import { capitalized, isGeneric, isTimeName, referredBy, wordsOf } from './words.ts';

/**
 * What each question asks for, as a person would say it: "Claims of one employee, newest first, first 10". Unique among those of one
 * table.
 */
export function sentencesOf(patterns: readonly AccessPattern[], kinds: readonly Kind[]): readonly string[] {
  const taken = new Map<string, number>();
  const said = patterns.map((pattern) => ({
    words: sentenceOf(pattern, kinds),
    exact: sentenceOf(pattern, kinds, (name) => name),
  }));
  // `Purpose` and `purpose` are one word
  const exactOf = new Map<string, Set<string>>();
  for (const { words, exact } of said) exactOf.set(words, (exactOf.get(words) ?? new Set()).add(exact));
  return said.map(({ words, exact }) => {
    const all = exactOf.get(words) ?? new Set();
    const [first = exact] = all;
    const isOfOther = exact !== words && all.has(words);
    const sentence = first === exact && !isOfOther ? words : exact;
    const count = (taken.get(sentence) ?? 0) + 1;
    taken.set(sentence, count);
    return count === 1 ? sentence : l10n.t('{0} ({1})', sentence, count);
  });
}

/** How a sentence calls an attribute. */
type Say = (name: string) => string;

function sentenceOf(pattern: AccessPattern, kinds: readonly Kind[], say: Say = wordsOf): string {
  const about = pattern.kinds.flatMap((name) => kinds.find((kind) => kind.name === name) ?? []);
  const [kind] = about;
  const inPartition = new Set(kind === undefined ? [] : attributesIn(kind.layout.partitionKey));
  const owners: string[] = [];
  const given: string[] = [];
  const clauses: string[] = [];
  const where: string[] = [];
  const states: string[] = [];
  for (const condition of pattern.conditions) {
    const { attributes, test } = condition;
    const [name = ''] = attributes;
    const state = stateOf(condition, say);
    if (isOwn(test)) continue;
    if (state !== undefined) states.push(state);
    else if (test.kind === 'eq' && test.constant === undefined) {
      const period = pattern.shape === 'point' ? undefined : periodOf(kind, name);
      if (inPartition.has(name) && period !== undefined) owners.push(period);
      else if (inPartition.has(name) && !isGeneric(name) && !isOfItself(name, about))
        owners.push(referredBy(name));
      else given.push(givenText(condition, kind, say));
    } else {
      const clause = clauseOf(condition, typeOf(condition, kind), say);
      (isHeld(test) ? where : clauses).push(clause);
    }
  }
  const isIdentified = kind !== undefined && pinsAll(pattern, kind);
  const isOne = isIdentified || pattern.wanted.kind === 'one' || pattern.wanted.kind === 'exists';
  const parts = [
    subjectOf(pattern, about, isIdentified),
    ...(owners.length > 0 ? [l10n.t('of {0}', listed(owners.map((owner) => l10n.t('one {0}', owner))))] : []),
    ...(given.length > 0 ? [l10n.t('with a given {0}', listed(given))] : []),
    ...(states.length > 0
      ? [isOne ? l10n.t('that is {0}', listed(states)) : l10n.t('that are {0}', listed(states))]
      : []),
    ...(where.length > 0 ? [l10n.t('where {0}', listed(where))] : []),
    ...clauses,
  ];
  const filtered = pattern.conditions.some(({ test }) => isOwn(test)) ? [l10n.t('filtered in code')] : [];
  return capitalized([parts.join(' '), ...filtered, ...endsOf(pattern, kind)].join(', '));
}

/** Whether an attribute is an id of the entities themselves: nobody says "the device of one device". */
function isOfItself(name: string, about: readonly Kind[]): boolean {
  const to = referredBy(name);
  return to !== wordsOf(name) && about.some(({ noun }) => noun.one === to);
}

/** What is given: of a flag (`isReturned`, `open`), in which state it is; of what a verb asks (`hasItems`) the name alone. */
function givenText(condition: Condition, kind: Kind | undefined, say: Say): string {
  const name = say(calledIn(kind, condition.attributes[0] ?? ''));
  if (typeOf(condition, kind) !== 'boolean' || ASKED_BY_VERB.test(name)) return name;
  return l10n.t('{0} state', name.replace(/^is /, ''));
}

/** Flags that are no state, or say themselves that they are one. */
const ASKED_BY_VERB =
  /^(?:has|have|can|should|will|must|may|was|does|needs|allows) |(?:^| )(?:state|status|flag)$/;

/** What those call an attribute, or a key, who ask for it. */
function calledIn(kind: Kind | undefined, name: string): string {
  return name === 'partitionKey' || name === 'rowKey' ? (kind?.keyNames.get(name) ?? name) : name;
}

/** The period that a PartitionKey tells of a time, where that is one that has a name. */
function periodOf(kind: Kind | undefined, name: string): string | undefined {
  const parts = kind?.layout.partitionKey ?? [];
  const part = parts.find((one) => one.kind === 'attribute' && one.attribute === name);
  switch (part?.kind === 'attribute' && !part.encoding.isWhole ? part.encoding.label : undefined) {
    case 'yyyy':
      return l10n.t('year');
    case 'yyyy-MM':
    case 'yyyyMM':
      return l10n.t('month');
    case 'yyyy-MM-dd':
    case 'yyyyMMdd':
      return l10n.t('day');
    case 'yyyy-MM-ddTHH':
      return l10n.t('hour');
    default:
      return undefined;
  }
}

/** What entities are whose flag is set, or isn't, where its name is the question: `isActive`. */
function stateOf({ attributes, test }: Condition, say: Say): string | undefined {
  const [, state] = /^is (.+)$/.exec(say(attributes[0] ?? '')) ?? [];
  if (state === undefined || test.kind !== 'eq') return undefined;
  if (test.constant === 'true') return state;
  return test.constant === 'false' ? l10n.t('not {0}', state) : undefined;
}

function isOwn(test: Condition['test']): boolean {
  return test.kind === 'other' && test.why === 'own';
}

/** Whether a question names each value of the keys: it can give one entity at most. */
function pinsAll({ conditions, shape }: AccessPattern, { layout }: Kind): boolean {
  const pinned = conditions.flatMap(({ attributes, test }) => (test.kind === 'eq' ? attributes : []));
  // who asks for a day has all times of it
  const cut = new Set(shape === 'point' ? [] : cutIn(layout.partitionKey));
  const isPinned = (key: KeyName): boolean =>
    pinned.includes(key) ||
    attributesIn(layout[key]).every(
      (name) => pinned.includes(name) && (key === 'partitionKey' || !cut.has(name)),
    );
  return isPinned('partitionKey') && isPinned('rowKey');
}

/** The attributes of which a key tells only a part. */
function cutIn(parts: Layout['partitionKey']): readonly string[] {
  return parts.flatMap((part) =>
    part.kind === 'attribute' && !part.encoding.isWhole ? [part.attribute] : [],
  );
}

function subjectOf(
  { wanted, conditions, order }: AccessPattern,
  kinds: readonly Kind[],
  isIdentified: boolean,
): string {
  const [first] = kinds;
  // kinds that nothing tells apart but a number are one for people
  const isOneKind = first !== undefined && kinds.every(({ name }) => isNumbered(name, first.name));
  const one = isOneKind ? first.noun.one : l10n.t('entity');
  const many = isOneKind
    ? first.noun.many
    : kinds.length > 1 && kinds.length <= 3
      ? listed(kinds.map(({ noun }) => noun.many))
      : l10n.t('entities');
  if (wanted.kind === 'exists') return l10n.t('whether there is any {0}', one);
  if (isIdentified) return l10n.t('the {0}', one);
  if (wanted.kind === 'one') {
    if (order === undefined || !isByTime(order, first)) return l10n.t('one {0}', one);
    return order.direction === 'down' ? l10n.t('the newest {0}', one) : l10n.t('the oldest {0}', one);
  }
  return conditions.length === 0 && wanted.kind === 'all' ? l10n.t('all {0}', many) : many;
}

/** Whether a name is another with a number behind it, or the same. */
function isNumbered(name: string, of: string): boolean {
  return name === of || (name.startsWith(`${of} `) && /^\d+$/.test(name.slice(of.length + 1)));
}

function typeOf({ attributes, type }: Condition, kind: Kind | undefined): AttributeType {
  const known = kind?.attributes.find(({ name }) => name === attributes[0])?.type;
  return known === undefined || known === 'unknown' ? (type ?? 'unknown') : known;
}

/** Whether a clause is told with others behind one "where". */
function isHeld(test: Condition['test']): boolean {
  return test.kind === 'eq' || (test.kind === 'other' && test.why === 'ne');
}

function clauseOf({ attributes, test }: Condition, type: AttributeType, say: Say): string {
  const names = attributes.map((name) => say(name));
  const name = names[0] ?? '';
  switch (test.kind) {
    case 'eq':
      return l10n.t('{0} is {1}', name, shown(test.constant ?? ''));
    case 'among':
      return test.count === undefined
        ? l10n.t('with one of several values of {0}', name)
        : l10n.t('with one of {0} values of {1}', test.count, name);
    case 'prefix':
      return l10n.t('where {0} begins with a given text', name);
    case 'range':
      return rangeClause(name, type, test.lower, test.upper);
    case 'other':
      switch (test.why) {
        case 'or':
          return l10n.t('where one of several conditions on {0} is true', listed(names));
        case 'ne':
          return test.constant === undefined
            ? l10n.t("{0} isn't a given value", name)
            : l10n.t("{0} isn't {1}", name, shown(test.constant));
        case 'not':
          return l10n.t('where a condition on {0} is false', listed(names));
        case 'own':
          return l10n.t('filtered in code');
        case 'open':
          return names.length === 0
            ? l10n.t('with an unknown condition')
            : l10n.t('with an unknown condition on {0}', listed(names));
      }
  }
}

function rangeClause(
  name: string,
  type: AttributeType,
  lower: Bound | undefined,
  upper: Bound | undefined,
): string {
  const isTime = type === 'time' || (type !== 'number' && OF_TIMES.test(name));
  const isDone = isParticiple(name);
  if (lower !== undefined && upper !== undefined) {
    if (lower.constant !== undefined && upper.constant !== undefined)
      return l10n.t(
        'where {0} is over {1} and under {2}',
        name,
        shown(lower.constant),
        shown(upper.constant),
      );
    if (isTime)
      return isDone ? l10n.t('{0} between two times', name) : l10n.t('with {0} between two times', name);
    return l10n.t('with {0} between two values', name);
  }
  const bound = lower ?? upper;
  const isLower = lower !== undefined;
  if (bound?.constant !== undefined) {
    return isLower
      ? l10n.t('where {0} is over {1}', name, shown(bound.constant))
      : l10n.t('where {0} is under {1}', name, shown(bound.constant));
  }
  if (isTime && isDone)
    return isLower ? l10n.t('{0} since a given time', name) : l10n.t('{0} before a given time', name);
  if (isTime)
    return isLower
      ? l10n.t('with {0} since a given time', name)
      : l10n.t('with {0} before a given time', name);
  if (bound?.isInclusive === true)
    return isLower
      ? l10n.t('with {0} of at least a given value', name)
      : l10n.t('with {0} of at most a given value', name);
  return isLower ? l10n.t('with {0} over a given value', name) : l10n.t('with {0} under a given value', name);
}

/** Words for times, where no type tells. */
const OF_TIMES = /(?:^| )(?:date|time|at|on)$|^date of /;

/** Whether a name says what was done: messages that are sent between two times. */
function isParticiple(name: string): boolean {
  const last = name.split(' ').at(-1) ?? '';
  return last.endsWith('ed') || IRREGULAR.has(last);
}

const IRREGULAR: ReadonlySet<string> = new Set([
  ...['sent', 'made', 'paid', 'begun', 'seen', 'bought', 'sold', 'taken', 'given', 'written', 'held', 'read'],
]);

/** A constant of the source, in a sentence. */
function shown(constant: string): string {
  const short = constant.length > MAX_CONSTANT ? `${constant.slice(0, MAX_CONSTANT)}…` : constant;
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(short) ? short : `"${short}"`;
}

const MAX_CONSTANT = 30;

function endsOf({ order, wanted }: AccessPattern, kind: Kind | undefined): readonly string[] {
  const isSaid = order === undefined || (wanted.kind === 'one' && isByTime(order, kind));
  return [...(isSaid ? [] : [orderText(order, kind)]), ...wantedText(wanted)];
}

function orderText(
  { attribute, direction }: NonNullable<AccessPattern['order']>,
  kind: Kind | undefined,
): string {
  if (isByTime({ attribute, direction }, kind))
    return direction === 'down' ? l10n.t('newest first') : l10n.t('oldest first');
  const words = wordsOf(attribute);
  return direction === 'down' ? l10n.t('largest {0} first', words) : l10n.t('by {0}', words);
}

function isByTime({ attribute }: NonNullable<AccessPattern['order']>, kind: Kind | undefined): boolean {
  const type = kind?.attributes.find(({ name }) => name === attribute)?.type;
  return type === 'time' || isTimeName(attribute);
}

function wantedText(wanted: Wanted): readonly string[] {
  if (wanted.kind !== 'first') return [];
  return wanted.count === undefined ? [l10n.t('up to a limit')] : [l10n.t('first {0}', wanted.count)];
}

/** `a, b and c` */
export function listed(all: readonly string[]): string {
  const [last = '', ...others] = all.toReversed();
  return others.length === 0 ? last : l10n.t('{0} and {1}', others.toReversed().join(', '), last);
}
