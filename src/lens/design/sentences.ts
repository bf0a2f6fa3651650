import * as l10n from '@vscode/l10n';
import { type AccessPattern, type Wanted } from './access-patterns.ts';
import type { AttributeType } from './attributes.ts';
import type { Condition } from './conditions.ts';
import type { Kind } from './kind.ts';
import type { KeyName } from './kinds.ts';
import { attributesIn, type Layout } from './layout.ts';
import type { Bound } from './asked-keys.ts';
import { capitalized, isGeneric, isTimeName, referredBy, wordsOf } from './words.ts';

/**
 * What each question asks for, as a person would say it: "Claims of one employee, newest first, first 10". Unique among those of one
 * table.
 */
export function sentencesOf(patterns: readonly AccessPattern[], kinds: readonly Kind[]): readonly string[] {
  const taken = new Map<string, number>();
  const short = patterns.map((pattern) => sentenceOf(pattern, kinds));
  const said = patterns.map((pattern, index) => {
    const words = short[index] ?? '';
    const first = patterns[short.indexOf(words)];
    // of two times that results are put in order by, the second is named
    const isOfOther = first?.order?.attribute !== pattern.order?.attribute;
    return {
      words: isOfOther ? sentenceOf(pattern, kinds, { namesOrder: true }) : words,
      exact: sentenceOf(pattern, kinds, { say: (name) => name, namesOrder: isOfOther }),
    };
  });
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

/** `namesOrder`: the time that the results are put in order by is named. */
interface Style {
  readonly say?: Say;
  readonly namesOrder?: boolean;
}

function sentenceOf(
  pattern: AccessPattern,
  kinds: readonly Kind[],
  { say = wordsOf, namesOrder = false }: Style = {},
): string {
  const about = pattern.kinds.flatMap((name) => kinds.find((kind) => kind.name === name) ?? []);
  const [kind] = about;
  const inPartition = new Set(kind === undefined ? [] : attributesIn(kind.layout.partitionKey));
  const owners: string[] = [];
  const given: string[] = [];
  const said: Record<Clause['place'], string[]> = { with: [], when: [], where: [], end: [] };
  const states: string[] = [];
  const isIdentified = kind !== undefined && pinsAll(pattern, kind);
  const isByAge = !namesOrder && pattern.order !== undefined && isOfAge(pattern.order, kind);
  const isOne = isIdentified || pattern.wanted.kind === 'one' || pattern.wanted.kind === 'exists';
  for (const condition of pattern.conditions) {
    const { attributes, test } = condition;
    const [name = ''] = attributes;
    const state = stateOf(condition, say);
    if (isOwn(test)) continue;
    if (test.kind === 'other' && test.why === 'or' && test.isEqual === true && attributes.length > 1)
      given.push(choiceOf(attributes.map((one) => say(calledIn(kind, one)))));
    else if (state !== undefined) states.push(state);
    else if (test.kind === 'eq' && test.constant === undefined) {
      const period = pattern.shape === 'point' ? undefined : periodOf(kind, name);
      if (inPartition.has(name) && period !== undefined) owners.push(period);
      else if (inPartition.has(name) && !isGeneric(name) && !isOfItself(name, about))
        owners.push(referredBy(name));
      else given.push(givenText(condition, kind, say));
    } else {
      const { place, text } = clauseOf(condition, typeOf(condition, kind), say, isOne);
      said[place].push(text);
    }
  }
  const ofGiven = given.length > 0 ? [l10n.t('a given {0}', listed(given))] : [];
  const ofHeld = said.with.length > 0 ? [l10n.t('with {0}', listed([...ofGiven, ...said.with]))] : [];
  const parts = [
    subjectOf(pattern, about, { isIdentified, isByAge }),
    ...(owners.length > 0 ? [l10n.t('of {0}', listed(owners.map((owner) => l10n.t('one {0}', owner))))] : []),
    ...(given.length === 0
      ? []
      : said.with.length > 0
        ? ofHeld
        : [l10n.t('with a given {0}', listed(given))]),
    ...(said.when.length > 0 ? [listed(said.when)] : []),
    ...(states.length > 0
      ? [isOne ? l10n.t('that is {0}', listed(states)) : l10n.t('that are {0}', listed(states))]
      : []),
    ...(said.where.length > 0 ? [l10n.t('where {0}', listed(said.where))] : []),
    ...(given.length === 0 ? ofHeld : []),
    ...said.end,
  ];
  const filtered = pattern.conditions.some(({ test }) => isOwn(test)) ? [l10n.t('filtered in code')] : [];
  return capitalized([parts.join(' '), ...filtered, ...endsOf(pattern, kind, isByAge)].join(', '));
}

/** `a, b or c` */
function choiceOf(names: readonly string[]): string {
  const [last = '', ...others] = names.toReversed();
  return others.length === 0 ? last : l10n.t('{0} or {1}', others.toReversed().join(', '), last);
}

/** Whether an attribute is an id of the entities themselves: nobody says "the device of one device". */
function isOfItself(name: string, about: readonly Kind[]): boolean {
  return about.some(({ noun }) => noun.one === referredBy(name));
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

/** Names of flags that say what something is. */
const STATES: ReadonlySet<string> = new Set([
  ...['active', 'inactive', 'enabled', 'disabled', 'public', 'private', 'visible', 'hidden', 'available'],
  ...['open', 'opened', 'closed', 'archived', 'deleted', 'published', 'verified', 'confirmed', 'approved'],
  ...['rejected', 'cancelled', 'canceled', 'blocked', 'banned', 'locked', 'done', 'completed', 'finished'],
  ...['resolved', 'processed', 'paid', 'sold', 'used', 'read', 'pinned', 'featured'],
]);

/** What entities are whose flag is set, or isn't, where its name is the question: `isActive`, `active`. */
function stateOf({ attributes, test }: Condition, say: Say): string | undefined {
  const name = say(attributes[0] ?? '');
  const state = /^is (.+)$/.exec(name)?.[1] ?? (STATES.has(name) ? name : undefined);
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
  { isIdentified, isByAge }: { readonly isIdentified: boolean; readonly isByAge: boolean },
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
    if (order === undefined || !isByAge) return l10n.t('one {0}', one);
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

/**
 * What a sentence says of a condition, and where: behind "with" or "where", together with others; or by itself, before "where" what says
 * when, and at the end all else.
 */
interface Clause {
  readonly place: 'with' | 'when' | 'where' | 'end';
  readonly text: string;
}

function clauseOf({ attributes, test }: Condition, type: AttributeType, say: Say, isOne: boolean): Clause {
  const names = attributes.map((name) => say(name));
  const name = names[0] ?? '';
  switch (test.kind) {
    case 'eq':
      return {
        place: 'where',
        text:
          test.constant === ''
            ? l10n.t('{0} is empty', name)
            : l10n.t('{0} is {1}', name, shown(test.constant ?? '')),
      };
    case 'among':
      return {
        place: 'with',
        text:
          test.count === undefined
            ? l10n.t('one of several values of {0}', name)
            : l10n.t('one of {0} values of {1}', test.count, name),
      };
    case 'prefix':
      return { place: 'end', text: l10n.t('where {0} begins with a given text', name) };
    case 'range':
      return rangeClause(name, type, test, isOne);
    case 'other':
      return test.why === 'ne'
        ? { place: 'where', text: unequalText(name, test.constant) }
        : { place: 'end', text: otherText(names, test.why) };
  }
}

function unequalText(name: string, constant: string | undefined): string {
  if (constant === '') return l10n.t("{0} isn't empty", name);
  return constant === undefined
    ? l10n.t("{0} isn't a given value", name)
    : l10n.t("{0} isn't {1}", name, shown(constant));
}

function otherText(names: readonly string[], why: 'or' | 'not' | 'own' | 'open'): string {
  switch (why) {
    case 'or':
      return l10n.t('where one of several conditions on {0} is true', listed(names));
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

function rangeClause(
  name: string,
  type: AttributeType,
  { lower, upper }: Extract<Condition['test'], { kind: 'range' }>,
  isOne: boolean,
): Clause {
  const isTime = areTimes(name, type);
  const constants = lower?.constant ?? upper?.constant;
  if (isTime && constants === undefined) return timeClause(name, lower, upper, isOne);
  const place = 'with';
  const [from, to] = [lower && constantBound(lower, true), upper && constantBound(upper, false)];
  if (lower !== undefined && upper !== undefined)
    return from !== undefined && to !== undefined
      ? { place: 'end', text: l10n.t('where {0} is {1} and {2}', name, from, to) }
      : { place, text: l10n.t('{0} between two values', name) };
  const bound = from ?? to;
  if (bound !== undefined) return { place: 'end', text: l10n.t('where {0} is {1}', name, bound) };
  return { place, text: boundText(name, lower !== undefined, (lower ?? upper)?.isInclusive === true) };
}

/** One end of a range that the source says: "over 5", "at least 5". */
function constantBound({ constant, isInclusive }: Bound, isLower: boolean): string | undefined {
  if (constant === undefined) return undefined;
  const value = shown(constant);
  if (isInclusive) return isLower ? l10n.t('at least {0}', value) : l10n.t('at most {0}', value);
  return isLower ? l10n.t('over {0}', value) : l10n.t('under {0}', value);
}

/**
 * When something is, between two times or on one side of one: messages that are sent between two times, sessions that expire before a given
 * time, those with a date after a given time; of a name that no sentence takes in, "where valid until is before a given time".
 */
function timeClause(
  name: string,
  lower: Bound | undefined,
  upper: Bound | undefined,
  isOne: boolean,
): Clause {
  const when = whenText(lower, upper);
  if (NOTHING_SAID.has(name)) return { place: 'when', text: when };
  const [, event, preposition] = /^(.+?)(?: (at|on|until|till|by|from|to))?$/.exec(name) ?? [];
  const isOfTime = preposition === undefined || preposition === 'at' || preposition === 'on';
  if (event !== undefined && isOfTime) {
    if (isParticiple(event)) return { place: 'when', text: `${event} ${when}` };
    const happens = HAPPENING.has(event) ? event : `${event}s`;
    if (HAPPENING.has(happens))
      return { place: 'when', text: l10n.t('that {0} {1}', isOne ? happens : happens.slice(0, -1), when) };
  }
  return preposition === undefined
    ? { place: 'with', text: `${name} ${when}` }
    : { place: 'where', text: l10n.t('{0} is {1}', name, when) };
}

function whenText(lower: Bound | undefined, upper: Bound | undefined): string {
  if (lower !== undefined && upper !== undefined) return l10n.t('between two times');
  if (lower === undefined) return l10n.t('before a given time');
  return lower.isInclusive ? l10n.t('since a given time') : l10n.t('after a given time');
}

/** Names that say no more than that it is a time. */
const NOTHING_SAID: ReadonlySet<string> = new Set(['at', 'on', 'time']);

/** What things do at a time that is called after it: `expiresAt`. */
const HAPPENING: ReadonlySet<string> = new Set([
  ...['expires', 'starts', 'begins', 'ends', 'opens', 'closes', 'arrives', 'departs', 'leaves', 'runs'],
]);

function boundText(name: string, isLower: boolean, isInclusive: boolean): string {
  if (isInclusive)
    return isLower
      ? l10n.t('{0} of at least a given value', name)
      : l10n.t('{0} of at most a given value', name);
  return isLower ? l10n.t('{0} over a given value', name) : l10n.t('{0} under a given value', name);
}

function areTimes(name: string, type: AttributeType): boolean {
  return type === 'time' || (type !== 'number' && OF_TIMES.test(name));
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
  ...['born', 'due', 'done', 'built', 'found', 'lost', 'won', 'driven', 'shown'],
]);

/** A constant of the source, in a sentence. */
function shown(constant: string): string {
  const short = constant.length > MAX_CONSTANT ? `${constant.slice(0, MAX_CONSTANT)}…` : constant;
  return /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(short) ? short : `"${short}"`;
}

const MAX_CONSTANT = 30;

function endsOf(
  { order, wanted }: AccessPattern,
  kind: Kind | undefined,
  isByAge: boolean,
): readonly string[] {
  const isSaid = order === undefined || (wanted.kind === 'one' && isByAge);
  return [...(isSaid ? [] : [orderText(order, kind, isByAge)]), ...wantedText(wanted)];
}

function orderText(
  { attribute, direction }: NonNullable<AccessPattern['order']>,
  kind: Kind | undefined,
  isByAge: boolean,
): string {
  if (isByAge) return direction === 'down' ? l10n.t('newest first') : l10n.t('oldest first');
  const words = wordsOf(attribute);
  if (isByTime({ attribute, direction }, kind)) {
    const event = words.replace(/ (?:at|on)$/, '');
    // what happens then: `expires`, `valid until`
    if (/(?:s|until|till)$/.test(event))
      return direction === 'down'
        ? l10n.t('by {0}, latest first', event)
        : l10n.t('by {0}, earliest first', event);
    return direction === 'down' ? l10n.t('latest {0} first', event) : l10n.t('earliest {0} first', event);
  }
  if (direction === 'up') return l10n.t('by {0}', words);
  const type = kind?.attributes.find(({ name }) => name === attribute)?.type;
  return type === 'text' || type === 'id'
    ? l10n.t('by {0} in reverse', words)
    : l10n.t('highest {0} first', words);
}

/** Whether an order is that of the age of entities: of times that are still to come it is none. */
function isOfAge(order: NonNullable<AccessPattern['order']>, kind: Kind | undefined): boolean {
  return isByTime(order, kind) && !TO_COME.test(wordsOf(order.attribute));
}

/** Names of times that may be still to come. */
const TO_COME =
  /(?:^| )(?:due|deadline|until|till|expir\w+|starts?|begins?|ends?|opens|closes|runs?|arriv\w+|depart\w+|leaves|check (?:in|out)|renew\w+|next|scheduled)(?: |$)/;

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
