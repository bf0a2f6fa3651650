import {
  AS_IT_IS,
  type AttributePart,
  attributesIn,
  beginsWithDigit,
  type Encoding,
  HASH_BUCKET,
  ISO_TIME,
  keyAttributes,
  type KeyPart,
  type Layout,
  NEWEST_FIRST,
  PADDED,
  TRUTH,
} from '../layout.ts';
import type { Condition } from '../conditions.ts';
import { isHot } from './cost.ts';
import type { ExploredAttribute, Problem, Question } from './problem.ts';
import { reshapedBases, withCarried } from './reshaped.ts';
import { type Structure, structureKey } from './structure.ts';

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

/** What could serve the questions: of each a PartitionKey of some of what it gives, a RowKey of the rest. */
export function candidatesOf(problem: Problem): Candidates {
  const [base] = problem.today;
  const layouts = problem.questions
    .filter(({ isOfSeveral }) => !isOfSeveral)
    .flatMap((question) => layoutsFor(question, problem, base));
  const bases = [
    ...reshapedBases(problem),
    ...(startsFree(base.layout) ? [prefixed(base, problem)] : []),
    ...layouts.flatMap(({ layout, question, isInPartition }) =>
      withCarried(
        { role: 'base', layout: amongOthers(layout, isInPartition, problem), isToday: false },
        question,
        problem,
      ),
    ),
    ...(isHot(base, problem) && isAppendedOnly(problem) ? cooler(base, problem) : []),
  ];
  const copies = layouts.flatMap(({ layout, word, isInPartition, question }): readonly Structure[] => {
    const own: Layout = { ...layout, rowKey: [{ kind: 'literal', text: `${word}_` }, ...layout.rowKey] };
    // beside rows that may begin with anything, a copy would be taken for one of them
    const isBeside = isInPartition && !startsFree(base.layout);
    const placed = isBeside ? own : apart(layout, isInPartition, word);
    return withCarried({ role: 'copy', layout: placed, isToday: false }, question, problem);
  });
  const isChanged = problem.changes.some(({ does }) => does === 'merge' || does === 'replace');
  const indexes = isChanged ? copies.map(asIndex) : [];
  const known = new Set(problem.today.map((one) => structureKey({ ...one, role: 'copy' })));
  const others = distinct([...copies, ...indexes]).filter(
    (one) => !known.has(structureKey({ ...one, role: 'copy' })),
  );
  const all = distinct([base, ...bases]);
  const share = Math.min(1, MANY_QUESTIONS / problem.questions.length);
  const [mostBases, mostOthers] = [MOST_BASES, MOST_OTHERS].map((most) =>
    Math.max(2, Math.ceil(most * share)),
  );
  return {
    bases: all.slice(0, mostBases),
    others: others.slice(0, mostOthers),
    isCut: all.length > (mostBases ?? 0) || others.length > (mostOthers ?? 0),
  };
}

/** The keys of what a copy holds: of related entities it has what stands in its own keys. */
function asIndex({ layout, carries = [] }: Structure): Structure {
  const inKeys = carries.filter((name) => keyAttributes(layout).includes(name));
  return { role: 'index', layout, isToday: false, ...(inKeys.length > 0 && { carries: inKeys }) };
}

function distinct(structures: readonly Structure[]): readonly Structure[] {
  const found = new Map<string, Structure>();
  for (const one of structures) if (!found.has(structureKey(one))) found.set(structureKey(one), one);
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

/** Keys of entities that lie in a table with other kinds: its name tells the kind apart, in partitions that it has alone or shares. */
function amongOthers(layout: Layout, isInPartition: boolean, { isAlone, kind }: Problem): Layout {
  if (isAlone) return layout;
  const { partitionKey, rowKey } = layout;
  return isInPartition
    ? { partitionKey, rowKey: [called(kind), ...rowKey] }
    : { partitionKey: [called(kind), ...partitionKey], rowKey };
}

function called(kind: string): KeyPart {
  return { kind: 'literal', text: `${kind.replaceAll(/[^\p{L}\p{N}]+/gu, '')}_` };
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
}

function layoutsFor(question: Question, problem: Problem, base: Structure): readonly Proposed[] {
  const { attributes } = problem;
  const known = (condition: Condition): boolean =>
    attributes.some(({ name }) => name === condition.attributes[0]);
  const equal = question.conditions.filter(
    (one) => (one.test.kind === 'eq' || one.test.kind === 'among') && known(one),
  );
  const ranged = question.conditions.filter(
    (one) => (one.test.kind === 'range' || one.test.kind === 'prefix') && known(one),
  );
  const names = equal.map(({ attributes: [name = ''] }) => name);
  const today = attributesIn(base.layout.partitionKey);
  const ends = endsFor(question, ranged, attributes);
  return subsets(names, today).flatMap((chosen) =>
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
      if (word === undefined) return [];
      return [{ question, layout: { partitionKey: inPartition, rowKey: row }, word, isInPartition }];
    }),
  );
}

/** Whether something is true or false: of a PartitionKey that says no more, half of all entities lie in one partition. */
function isTruth(name: string, attributes: readonly ExploredAttribute[]): boolean {
  return attributes.some((one) => one.name === name && one.type === 'boolean');
}

/** What rows of a copy are called after: the first attribute that they are told apart by. */
function wordFor(row: readonly KeyPart[]): string | undefined {
  const first = row.find((part) => part.kind === 'attribute');
  return first?.kind === 'attribute'
    ? first.attribute.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase()
    : undefined;
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
    const encoding =
      order.direction === 'up'
        ? encodingFor(orderedBy)
        : orderedBy.type === 'time'
          ? NEWEST_FIRST
          : undefined;
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
