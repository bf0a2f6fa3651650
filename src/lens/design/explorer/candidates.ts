import {
  AS_IT_IS,
  type AttributePart,
  attributesIn,
  beginsWithDigit,
  DAY,
  type Encoding,
  HASH_BUCKET,
  ISO_TIME,
  keyAttributes,
  type KeyPart,
  keyText,
  LARGEST_FIRST,
  type Layout,
  NEWEST_FIRST,
  PADDED,
  TRUTH,
} from '../layout.ts';
import type { Condition } from '../conditions.ts';
import { isHot, mostCreated } from './cost.ts';
import type { Plans } from './plans.ts';
import type { ExploredAttribute, Problem, Question } from './problem.ts';
import { alsoByDay, reshapedBases, withCarried } from './reshaped.ts';
import { isSamePartition, type Structure, structureKey } from './structure.ts';
import { writeCostsOf } from './writing.ts';

/** What a design may be made of. */
export interface Candidates {
  /** Ways to key the entities themselves; the first is today's. */
  readonly bases: readonly Structure[];
  /** Copies and indexes beside them. */
  readonly others: readonly Structure[];
  /** There were more, and the last are left out. */
  readonly isCut: boolean;
}

/** Attributes that one PartitionKey is put together of. */
const MOST_IN_PARTITION = 3;

/** Structures that are weighed against each other: all sets of them are, so that each doubles the work at worst. */
const MOST_BASES = 12;
const MOST_OTHERS = 24;

/** Questions for which so many structures are tried; of more questions each costs more to try, and fewer are. */
const MANY_QUESTIONS = 100;

/** A structure, and the questions that it is tried for. */
interface Candidate {
  readonly structure: Structure;
  readonly questions: readonly Question[];
}

/** A structure that no question proposes. */
function unasked(structure: Structure): Candidate {
  return { structure, questions: [] };
}

/**
 * What could serve the questions: of each a PartitionKey of some of what it gives, a RowKey of the rest. `plans` of the questions tell
 * which are kept where there are too many; without them the first are.
 */
export function candidatesOf(problem: Problem, plans: readonly Plans[] = []): Candidates {
  const [base] = problem.today;
  const layouts = problem.questions
    .filter(({ isOfSeveral, finds }) => !isOfSeveral && finds === undefined)
    .flatMap((question) => layoutsFor(question, problem, base));
  const always = [
    base,
    ...reshapedBases(problem),
    ...(startsFree(base.layout) ? [prefixed(base, problem)] : []),
  ].map(unasked);
  const spread = isHot(base, problem) && isLog(base, problem) ? cooler(base, problem).map(unasked) : [];
  const asked = layouts.flatMap(({ layout, question, isInPartition }) =>
    withCarried(
      { role: 'base', layout: baseLayout(layout, isInPartition, problem), isToday: false },
      question,
      problem,
    ).map((structure): Candidate => ({ structure, questions: [question] })),
  );
  const byDay = asked.flatMap(({ structure, questions }) =>
    alsoByDay(structure, problem).map((one): Candidate => ({
      structure: one,
      questions: [...questions, ...problem.questions.filter(({ deletesBy }) => deletesBy === one.tableBy)],
    })),
  );
  // what a log has spread over partitions goes to no single one, nor does what is more than one takes
  const isSpread = isSpreadLog(base, problem);
  const isUsable = ({ structure }: Candidate): boolean =>
    structure.isToday ||
    (!(isSpread && isHot(structure, problem)) && mostCreated(structure, problem) <= MOST_PER_PARTITION);
  const bases = distinct([...always, ...asked, ...byDay, ...spread]).filter(isUsable);
  const copies = [...asCopy(base, problem), ...layouts.flatMap((one) => copiesFor(one, bases, problem))];
  const isChanged = problem.changes.some(({ does }) => does === 'merge' || does === 'replace');
  const indexes = isChanged
    ? copies.map(({ structure, questions }): Candidate => ({ structure: asIndex(structure), questions }))
    : [];
  const known = new Set(problem.today.slice(1).map((one) => structureKey({ ...one, role: 'copy' })));
  const others = distinct([...copies, ...indexes])
    .filter(({ structure }) => !known.has(structureKey({ ...structure, role: 'copy' })))
    .filter(isUsable);
  const share = Math.min(1, MANY_QUESTIONS / problem.questions.length);
  const [mostBases = 0, mostOthers = 0] = [MOST_BASES, MOST_OTHERS].map((most) =>
    Math.max(2, Math.ceil(most * share)),
  );
  const worth = worthIn(problem, plans);
  return {
    bases: kept(bases, mostBases, worth).map(({ structure }) => structure),
    others: withOwnWords(
      kept(others, mostOthers, worth).map(({ structure }) => structure),
      problem,
    ),
    isCut: bases.length > mostBases || others.length > mostOthers,
  };
}

/**
 * The best of some candidates, in their order; what no question proposes is among them. The best of each question come first, so that
 * one that can be served in many ways leaves room for others.
 */
function kept(
  all: readonly Candidate[],
  most: number,
  worth: (one: Candidate) => number,
): readonly Candidate[] {
  if (all.length <= most) return all;
  const ranked = all
    .map((one, index) => ({ one, index, worth: worth(one) }))
    .sort((a, b) => b.worth - a.worth || a.index - b.index);
  const useful = ranked.filter(({ worth: saved }) => saved > 0).map(({ one }) => one);
  const questions = new Set(useful.flatMap((one) => one.questions));
  const byQuestion = [...questions].map((question) =>
    useful.filter((one) => one.questions.includes(question)),
  );
  const inTurn = Array.from({ length: most }, (_, turn) => {
    const next = new Set(byQuestion.map((ways) => ways[turn]));
    return useful.filter((one) => next.has(one));
  }).flat();
  const always = useful.filter((one) => one.questions.length === 0);
  const best = new Set([...always, ...inTurn, ...ranked.map(({ one }) => one)]);
  const chosen = new Set([...best].slice(0, most));
  return all.filter((one) => chosen.has(one));
}

/** What the questions that propose a structure save by it, less what it costs to write; of what none proposes more than any. */
function worthIn(problem: Problem, plans: readonly Plans[]): (one: Candidate) => number {
  const [base] = problem.today;
  const writes = writeCostsOf(base, problem);
  return ({ structure, questions }) => {
    if (questions.length === 0) return Number.POSITIVE_INFINITY;
    const saved = questions.reduce((sum, question) => {
      const all = plans[problem.questions.indexOf(question)];
      const before = all?.today(base).cost ?? 0;
      return sum + question.weight * Math.max(0, before - (all?.by(structure, false)?.cost ?? before));
    }, 0);
    return saved - (structure.role === 'base' ? 0 : writes.least(structure));
  };
}

/** Where a copy for a question could lie: apart from the entities, or, under a word, beside what they could lie as. */
function copiesFor(
  { layout, word, isInPartition, isWhole, question }: Proposed,
  bases: readonly Candidate[],
  problem: Problem,
): readonly Candidate[] {
  // who gives all that tells entities apart finds them by their own keys
  if (isWhole) return [];
  const [base] = problem.today;
  const copyAt = (placed: Layout): Structure => ({ role: 'copy', layout: placed, isToday: false });
  const own = copyAt({ ...layout, rowKey: [{ kind: 'literal', text: `${word}_` }, ...layout.rowKey] });
  // entities under new keys may lie in partitions that are called after their kind
  const { partitionKey } = amongOthers(layout, isInPartition, problem);
  const besideNew = copyAt({ ...own.layout, partitionKey });
  const isBeside = isInPartition && !startsFree(base.layout);
  const places = [
    ...(isBeside ? [] : [copyAt(apart(layout, isInPartition, word))]),
    ...[own, besideNew].filter((one) => bases.some(({ structure }) => isSamePartition(structure, one))),
  ];
  return places
    .flatMap((placed) => withCarried(placed, question, problem))
    .map((structure) => ({ structure, questions: [question] }));
}

/** Entities a second that one partition takes ("Scalability and performance targets for Table storage"). */
const MOST_PER_PARTITION = 2_000;

/**
 * Today's keys, for what else the entities themselves may lie under: where those tell all that new ones would have to. What is only planned
 * may be found in a partition of its own instead of a single one.
 */
function asCopy(base: Structure, problem: Problem): readonly Candidate[] {
  const { layout } = base;
  const isTold = [...layout.partitionKey, ...layout.rowKey].every(
    (part) => part.kind === 'literal' || part.encoding.isWhole,
  );
  if (!isTold) return [];
  const [only, ...others] = identity(layout, problem.attributes);
  const isAlone = only !== undefined && others.length === 0;
  const spread: readonly Layout[] =
    isAlone && problem.isPlanned === true && isHot(base, problem)
      ? [{ partitionKey: [only], rowKey: [{ kind: 'literal', text: kindWord(problem.kind) }] }]
      : [];
  return [layout, ...spread].map((one) => unasked({ role: 'copy', layout: one, isToday: false }));
}

/**
 * Structures each of which begins with a word of its own where it shares a partition: two by one attribute would be taken for each other,
 * as would a copy by an order for the orders of the same partition.
 */
function withOwnWords(all: readonly Structure[], problem: Problem): readonly Structure[] {
  const [base] = problem.today;
  const taken = new Map<string, string>();
  const place = ({ layout }: Structure): string => {
    const [first] = layout.rowKey;
    return `${keyText(layout.partitionKey)}\n${first?.kind === 'literal' ? first.text : ''}`;
  };
  for (const one of problem.today) taken.set(place(one), keyText(one.layout.rowKey));
  const isOfOthers = ({ layout }: Structure): boolean => {
    const [first] = layout.rowKey;
    const text = first?.kind === 'literal' ? first.text : '';
    return (problem.words ?? []).some((word) => word.startsWith(text) || text.startsWith(word));
  };
  return all.flatMap((one) => {
    const [first, ...rest] = one.layout.rowKey;
    if (first?.kind !== 'literal' || one.layout === base.layout) return [one];
    const rows = keyText(one.layout.rowKey);
    const holder = taken.get(place(one)) ?? rows;
    if (!isOfOthers(one)) taken.set(place(one), holder);
    // the keys of a copy and an index of the same entities are never kept both
    if (holder === rows && !isOfOthers(one)) return [one];
    const words = attributesIn(rest).map(wordOf);
    const joint = words.map((_, count) => words.slice(0, count + 1).join(''));
    // a word of another kind may be a letter that these begin with
    const worded = [...joint, ...joint.map((word) => `by${word}`)]
      .map((word) => withWord(word, rest, one))
      .filter((candidate) => (taken.get(place(candidate)) ?? rows) === rows && !isOfOthers(candidate));
    const [named] = worded;
    if (named === undefined) return [];
    taken.set(place(named), rows);
    return [named];
  });
}

function withWord(word: string, rest: readonly KeyPart[], one: Structure): Structure {
  return { ...one, layout: { ...one.layout, rowKey: [{ kind: 'literal', text: `${word}_` }, ...rest] } };
}

/** The keys of what a copy holds: of related entities it has what stands in its own keys. */
function asIndex({ layout, carries = [] }: Structure): Structure {
  const inKeys = carries.filter((name) => keyAttributes(layout).includes(name));
  return { role: 'index', layout, isToday: false, ...(inKeys.length > 0 && { carries: inKeys }) };
}

/** Each structure once, with all questions that propose it. */
function distinct(all: readonly Candidate[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { structure, questions } of all) {
    const key = structureKey(structure);
    const known = found.get(key);
    // what is there without a question is kept in any case
    const isAlways = known?.questions.length === 0;
    found.set(key, {
      structure: known?.structure ?? structure,
      questions: isAlways ? [] : [...new Set([...(known?.questions ?? []), ...questions])],
    });
  }
  return [...found.values()];
}

/** Whether rows may begin with any text: neither with characters of their own nor with digits. */
function startsFree({ rowKey }: Layout): boolean {
  const [first] = rowKey;
  return first?.kind === 'attribute' && !beginsWithDigit(first.encoding);
}

/** The same keys, with the kind's name before RowKey. */
function prefixed(base: Structure, { kind }: Problem): Structure {
  const { partitionKey, rowKey } = base.layout;
  return { role: 'base', isToday: false, layout: { partitionKey, rowKey: [called(kind), ...rowKey] } };
}

/**
 * Keys of entities that lie in a table with other kinds: its name tells the kind apart, in partitions that it has alone or shares, as a
 * parent with its children.
 */
function amongOthers(
  layout: Layout,
  isInPartition: boolean,
  { isAlone, kind, families = [] }: Problem,
): Layout {
  const { partitionKey, rowKey } = layout;
  // the partition of all of a kind has its name already
  if (isAlone || keyText(partitionKey) === kindWord(kind)) return layout;
  const inPartition = attributesIn(partitionKey);
  const isFamily = families.some(
    (by) => by.length === inPartition.length && by.every((name) => inPartition.includes(name)),
  );
  if (isFamily && rowKey.every((part) => part.kind === 'literal')) return layout;
  return isInPartition || isFamily
    ? { partitionKey, rowKey: [called(kind), ...rowKey] }
    : { partitionKey: [called(kind), ...partitionKey], rowKey };
}

/** Keys of entities themselves: a PartitionKey that is one word stays the word that it is. */
function baseLayout(layout: Layout, isInPartition: boolean, problem: Problem): Layout {
  const { isAlone, today } = problem;
  const { partitionKey } = today[0].layout;
  const isWord = (parts: readonly KeyPart[]): boolean =>
    parts.length > 0 && parts.every(({ kind }) => kind === 'literal');
  return isAlone && isWord(partitionKey) && isWord(layout.partitionKey)
    ? { ...layout, partitionKey }
    : amongOthers(layout, isInPartition, problem);
}

function called(kind: string): KeyPart {
  return { kind: 'literal', text: `${kindWord(kind)}_` };
}

/** What the rows of a kind are called after where they lie among others. */
export function kindWord(kind: string): string {
  return kind.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** A copy whose PartitionKey is that of no other entity. */
function apart(layout: Layout, isInPartition: boolean, word: string): Layout {
  if (!isInPartition) return layout;
  return { ...layout, partitionKey: [{ kind: 'literal', text: `${word}_` }, ...layout.partitionKey] };
}

/** Whether entities are only added, and go by their age: of those there may be any number, which one partition must take. */
function isAppendedOnly({ changes }: Problem): boolean {
  return changes.every(({ does, byAge }) => does === 'create' || byAge !== undefined);
}

/**
 * Whether there may be more new entities at a time than one partition takes: they are only added, and nobody reads them, or their keys
 * follow the time or a counter, or are made up. Whoever is found by a key of his own, as those who may sign in, comes seldom.
 */
function isLog({ layout }: Structure, problem: Problem): boolean {
  const { questions, attributes, isPlanned } = problem;
  if (!isAppendedOnly(problem)) return false;
  const names = keyAttributes(layout);
  const isMade = attributes.some(
    ({ name, type, isGrowing }) => (isGrowing || type === 'id') && names.includes(name),
  );
  return isMade || questions.length === 0 || isPlanned === true;
}

/** Whether entities are only added, under keys that have the time, and not all to few partitions at a time. */
function isSpreadLog(base: Structure, problem: Problem): boolean {
  if (!isAppendedOnly(problem) || isHot(base, problem)) return false;
  const names = keyAttributes(base.layout);
  return problem.attributes.some(({ name, isGrowing }) => isGrowing && names.includes(name));
}

/** Bases that new entities of a hot one would be spread by: buckets of what tells them apart, before the time. */
function cooler({ layout }: Structure, { attributes }: Problem): readonly Structure[] {
  const unique = keyAttributes(layout).at(-1);
  if (unique === undefined || !attributes.some(({ name }) => name === unique)) return [];
  const bucket: AttributePart = { kind: 'attribute', attribute: unique, encoding: HASH_BUCKET };
  const partitionKey = [
    bucket,
    ...layout.partitionKey.flatMap((part): readonly KeyPart[] => [SEPARATOR, part]),
  ];
  return [{ role: 'base', isToday: false, layout: { partitionKey, rowKey: layout.rowKey } }];
}

const SEPARATOR: KeyPart = { kind: 'literal', text: '_' };

interface Proposed {
  readonly question: Question;
  readonly layout: Layout;
  /** What its rows are called after: the attribute that the question asks by. */
  readonly word: string;
  readonly isInPartition: boolean;
  /** PartitionKey tells all entities apart. */
  readonly isWhole: boolean;
}

function layoutsFor(question: Question, problem: Problem, base: Structure): readonly Proposed[] {
  const known = (condition: Condition): boolean =>
    problem.attributes.some(
      ({ name, constant }) => name === condition.attributes[0] && constant === undefined,
    );
  const equal = question.conditions.filter(
    (one) => (one.test.kind === 'eq' || one.test.kind === 'among') && known(one),
  );
  // what changes may be left to be compared: in no key it moves no entity
  const changed = new Set(problem.changes.flatMap(({ changes }) => changes));
  const lasting = equal.filter(({ attributes: [name = ''] }) => !changed.has(name));
  const isFewer = lasting.length > 0 && lasting.length < equal.length;
  const all = [equal, ...(isFewer ? [lasting] : [])].flatMap((given) =>
    layoutsGiven(given, question, problem, base),
  );
  // nor does what is sorted by, where the program does that itself
  const isSortedByChanged = question.order !== undefined && changed.has(question.order.attribute);
  const { order: _, ...unordered } = question;
  const inAnyOrder =
    isSortedByChanged && lasting.length > 0 ? layoutsGiven(lasting, unordered, problem, base) : [];
  return [...all, ...inAnyOrder.map((one) => ({ ...one, question }))];
}

/** Keys of what a question gives, or of some of it. */
function layoutsGiven(
  equal: readonly Condition[],
  question: Question,
  problem: Problem,
  base: Structure,
): readonly Proposed[] {
  const { attributes } = problem;
  const known = (condition: Condition): boolean =>
    attributes.some(({ name }) => name === condition.attributes[0]);
  const ranged = question.conditions.filter(
    (one) => (one.test.kind === 'range' || one.test.kind === 'prefix') && known(one),
  );
  const names = equal.map(({ attributes: [name = ''] }) => name);
  const today = attributesIn(base.layout.partitionKey);
  const ends = endsFor(question, ranged, attributes);
  const unplaced = ends.flatMap((end) => withoutValue(end, names, question, problem, base));
  const placed = subsets(names, today).flatMap((chosen) =>
    ends.flatMap((end): readonly Proposed[] => {
      const isInPartition =
        chosen.length === today.length && today.every((name) => chosen.includes(name)) && today.length > 0;
      if (!isInPartition && chosen.every((name) => isTruth(name, attributes))) return [];
      const inPartition = isInPartition
        ? base.layout.partitionKey
        : joined(chosen.map((name) => partOf(name, attributes)));
      const rest = names.filter((name) => !chosen.includes(name));
      const asked = [...rest.map((name) => partOf(name, attributes)), ...(end === undefined ? [] : [end])];
      const used = new Set([...chosen, ...asked.map(({ attribute }) => attribute)]);
      const unique = identity(base.layout, attributes).filter(({ attribute }) => !used.has(attribute));
      const row = joined([...asked, ...unique]);
      const word = wordFor(row);
      const partitionKey = inPartition;
      if (word !== undefined)
        return [{ question, layout: { partitionKey, rowKey: row }, word, isInPartition, isWhole: false }];
      // nobody moves what is found by its keys to another point query
      const { kind, isPlanned } = problem;
      if (isPlanned !== true || chosen.length > 1) return [];
      const rowKey: readonly KeyPart[] = [{ kind: 'literal', text: kindWord(kind) }];
      return [{ question, layout: { partitionKey, rowKey }, word: kind, isInPartition, isWhole: true }];
    }),
  );
  return [...placed, ...unplaced];
}

/**
 * Where entities lie that are asked for by a range or an order alone: in a partition for each day of a time that is bounded, or all in one,
 * in that order. What is only planned may lie so as well where a flag is all that is given beside, or where all of a kind is asked for.
 */
function withoutValue(
  end: AttributePart | undefined,
  names: readonly string[],
  question: Question,
  { attributes, kind, isAlone, isPlanned }: Problem,
  base: Structure,
): readonly Proposed[] {
  const isOfAll = question.conditions.length === 0 && !isAlone;
  const isOpen = names.length === 0 && end !== undefined;
  const isFlagged = names.length > 0 && end !== undefined && names.every((name) => isTruth(name, attributes));
  if (!isOpen && !(isPlanned === true && (isFlagged || (isOfAll && names.length === 0)))) return [];
  const asked = [...names.map((name) => partOf(name, attributes)), ...(end === undefined ? [] : [end])];
  const used = new Set(asked.map(({ attribute }) => attribute));
  const unique = identity(base.layout, attributes).filter((one) => !used.has(one.attribute));
  const rowKey = joined([...asked, ...unique]);
  const word = wordFor(rowKey);
  if (word === undefined) return [];
  const isDaily =
    isOpen &&
    end.encoding.sorts === 'up' &&
    attributes.some(({ name, type }) => name === end.attribute && type === 'time') &&
    question.conditions.some(({ attributes: [name] }) => name === end.attribute);
  const partitions: readonly (readonly KeyPart[])[] = [
    ...(isDaily ? [[{ kind: 'attribute', attribute: end.attribute, encoding: DAY } as const]] : []),
    [{ kind: 'literal', text: kindWord(kind) }],
  ];
  const proposed = { question, word, isInPartition: false, isWhole: false };
  return partitions.map((partitionKey) => ({ ...proposed, layout: { partitionKey, rowKey } }));
}

/** Whether something is true or false: of a PartitionKey that says no more, half of all entities lie in one partition. */
function isTruth(name: string, attributes: readonly ExploredAttribute[]): boolean {
  return attributes.some((one) => one.name === name && one.type === 'boolean');
}

/** What rows of a copy are called after: the first attribute that they are told apart by. */
function wordFor(row: readonly KeyPart[]): string | undefined {
  const first = row.find((part) => part.kind === 'attribute');
  return first?.kind === 'attribute' ? wordOf(first.attribute) : undefined;
}

function wordOf(attribute: string): string {
  return attribute.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** What the rows are put in order by behind the values that are given: a range, the order that is wanted, or nothing. */
function endsFor(
  { order }: Question,
  ranged: readonly Condition[],
  attributes: readonly ExploredAttribute[],
): readonly (AttributePart | undefined)[] {
  const ends = new Map<string, AttributePart>();
  const orderedBy = order && attributes.find(({ name }) => name === order.attribute);
  if (order && orderedBy !== undefined) {
    const encoding = order.direction === 'up' ? encodingFor(orderedBy) : encodingDown(orderedBy);
    if (encoding?.sorts === order.direction)
      ends.set(`${order.attribute} ${encoding.sorts}`, {
        kind: 'attribute',
        attribute: order.attribute,
        encoding,
      });
  }
  for (const {
    attributes: [name = ''],
  } of ranged) {
    const attribute = attributes.find((one) => one.name === name);
    const encoding = attribute && encodingFor(attribute);
    if (encoding === undefined || ends.has(`${name} down`)) continue;
    ends.set(`${name} ${encoding.sorts}`, { kind: 'attribute', attribute: name, encoding });
  }
  // what lies with a related entity may change too often to be kept in a key
  const isOwn = [...ends.values()].some(({ attribute }) =>
    attributes.some(({ name, related }) => name === attribute && related === undefined),
  );
  return isOwn ? [...ends.values()] : [...ends.values(), undefined];
}

/** How a new key would have a value: so that texts sort as the values do. */
function encodingFor({ type }: ExploredAttribute): Encoding {
  switch (type) {
    case 'number':
      return PADDED;
    case 'time':
      return ISO_TIME;
    case 'boolean':
      return TRUTH;
    case 'text':
    case 'id':
    case 'unknown':
      return AS_IT_IS;
  }
}

/** The same with the newest or the largest first; undefined of what can't be turned round. */
function encodingDown({ type }: ExploredAttribute): Encoding | undefined {
  switch (type) {
    case 'number':
      return LARGEST_FIRST;
    case 'time':
      return NEWEST_FIRST;
    case 'boolean':
    case 'text':
    case 'id':
    case 'unknown':
      return undefined;
  }
}

function partOf(name: string, attributes: readonly ExploredAttribute[]): AttributePart {
  const attribute = attributes.find((one) => one.name === name);
  return {
    kind: 'attribute',
    attribute: name,
    encoding: attribute === undefined ? AS_IT_IS : encodingFor(attribute),
  };
}

/** What tells entities apart today, in the encodings of their keys; a day is no part of it where the time is. */
function identity(
  { partitionKey, rowKey }: Layout,
  attributes: readonly ExploredAttribute[],
): readonly AttributePart[] {
  const found = new Map<string, AttributePart>();
  for (const part of [...partitionKey, ...rowKey]) {
    if (part.kind !== 'attribute') continue;
    const known = found.get(part.attribute);
    if (known === undefined || (part.encoding.isWhole && !known.encoding.isWhole))
      found.set(part.attribute, part);
  }
  return [...found.values()].map((part) =>
    part.encoding.sorts === 'none' ? partOf(part.attribute, attributes) : part,
  );
}

/** Parts with what keeps them apart. */
function joined(parts: readonly AttributePart[]): readonly KeyPart[] {
  return parts.flatMap((part, index): readonly KeyPart[] => (index === 0 ? [part] : [SEPARATOR, part]));
}

/** The sets that a PartitionKey may be made of, that of today first. */
function subsets(names: readonly string[], today: readonly string[]): readonly (readonly string[])[] {
  const distinctNames = [...new Set(names)].slice(0, 2 * MOST_IN_PARTITION);
  const all = distinctNames.reduce<readonly (readonly string[])[]>(
    (sets, name) => [
      ...sets,
      ...sets.filter(({ length }) => length < MOST_IN_PARTITION).map((set) => [...set, name]),
    ],
    [[]],
  );
  const isToday = (set: readonly string[]): boolean =>
    set.length === today.length && today.every((name) => set.includes(name));
  const some = all.filter(({ length }) => length > 0);
  return [...some.filter(isToday), ...some.filter((set) => !isToday(set))];
}
