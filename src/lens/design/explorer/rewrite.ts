import { parseFilter } from '../../../core/odata/parse.ts';
import type { Filter } from '../../../core/odata/ast.ts';
import { afterPrefix } from '../../../core/odata/quote.ts';
import { classify } from '../../../core/shape/classify.ts';
import type { Classification } from '../../../core/shape/shape.ts';
import { flatten, type Place, type Segment } from '../../../core/text/segments.ts';
import type { Bound } from '../asked-keys.ts';
import type { Condition } from '../conditions.ts';
import { AS_IT_IS, type AttributePart, type Encoding, HASH_BUCKET, type KeyPart } from '../layout.ts';
import type { ExploredAttribute, Question } from './problem.ts';
import type { Structure } from './structure.ts';

/** A value that a rewritten filter asks for. */
export interface Asked {
  readonly attribute: string;
  readonly end: 'value' | 'lower' | 'upper' | 'prefix';
  /** How it is written: into a key, or, absent, as a property's literal. */
  readonly encoding?: Encoding;
}

/** A question as the filter that a structure would be asked by. */
export interface Rewritten {
  readonly segments: readonly Segment<Asked>[];
  readonly filter: Filter | undefined;
  readonly classification: Classification;
  readonly partition: Pinned;
  readonly row: Pinned;
  /** Conditions that the keys do not answer, so that entities are read for nothing. */
  readonly left: readonly Condition[];
}

/** What is asked of a key: the attributes that it is pinned by, and one that is bounded behind them. */
export interface Pinned {
  readonly equal: readonly AttributePart[];
  readonly bounded?: { readonly part: AttributePart; readonly ends: 0 | 1 | 2 };
  /** All of the key is given. */
  readonly isWhole: boolean;
}

/**
 * The filter for a question where entities lie as a structure has it; one of several values is asked for one by one. Undefined where
 * it cannot be asked there, as a condition is neither in its keys nor on a property. `hasCopies`: others lie in the same
 * partitions; RowKeys that begin with no word begin with digits then.
 */
export function rewrite(
  { conditions }: Pick<Question, 'conditions'>,
  { layout, columns, tableBy, ...structure }: Structure,
  attributes: readonly ExploredAttribute[],
  hasCopies = false,
): Rewritten | undefined {
  // in tables by day entities are what they are today, unless they get other keys as well
  const isToday = structure.isToday || (tableBy !== undefined && structure.isRekeyed !== true);
  const partition = askedOf('PartitionKey', layout.partitionKey, conditions, attributes, isToday);
  const row = apartFromWords(askedOf('RowKey', layout.rowKey, conditions, attributes, isToday), hasCopies);
  // only entities of the kind have copies
  const isOfAll = ({ attributes: [asked], test }: Condition): boolean =>
    structure.role !== 'base' &&
    test.kind === 'eq' &&
    test.constant !== undefined &&
    attributes.some(({ name, constant }) => name === asked && constant === test.constant);
  const answered = new Set([...partition.answers, ...row.answers, ...conditions.filter(isOfAll)]);
  const left = conditions.filter((condition) => !answered.has(condition));
  const isDoubtful = (one: Condition): boolean =>
    answered.has(one) &&
    (isOpenIn(one, layout.partitionKey, partition.pinned, isToday) ||
      isOpenIn(one, layout.rowKey, row.pinned, isToday));
  const doubtful = conditions.filter(isDoubtful);
  const clauses = [...partition.clauses, ...row.clauses];
  for (const condition of [...left, ...doubtful]) {
    // what the program tests itself it tests wherever the entities lie
    if (condition.test.kind === 'other' && condition.test.why === 'own') continue;
    // what was a property of one of several entities no filter finds
    if (columns !== undefined) continue;
    const clause = propertyClause(condition, attributes, isToday);
    // the program that is there today lives with keys that may be taken for others
    if (clause === undefined && structure.isToday && answered.has(condition)) continue;
    if (clause === undefined) return undefined;
    clauses.push(clause);
  }
  const segments = clauses.flatMap((clause, index) => (index === 0 ? clause : [literal(' and '), ...clause]));
  const { filter } = parseFilter(flatten(segments));
  return {
    segments,
    filter,
    classification: classify(filter),
    partition: partition.pinned,
    row: row.pinned,
    left,
  };
}

type Clause = readonly Segment<Asked>[];

const NOWHERE: Place = { file: '', span: { start: 0, end: 0 } };

function literal(text: string): Segment<Asked> {
  return { kind: 'literal', text, place: NOWHERE };
}

function hole(asked: Asked): Segment<Asked> {
  return { kind: 'hole', hole: asked, place: NOWHERE };
}

/** Rows whose keys begin with digits, without those in the same partition whose keys begin with a word: these sort behind them. */
function apartFromWords(row: KeyAsked, hasCopies: boolean): KeyAsked {
  const hasEnd = row.clauses.some(([first]) => first?.kind === 'literal' && ENDED.test(first.text));
  return hasCopies && !hasEnd ? { ...row, clauses: [...row.clauses, [literal("RowKey lt ':'")]] } : row;
}

/** A clause that nothing behind a stretch of keys passes. */
const ENDED = /^RowKey (?:eq|lt|le) /;

interface KeyAsked {
  readonly clauses: readonly Clause[];
  /** The conditions that the key answers in full. */
  readonly answers: readonly Condition[];
  readonly pinned: Pinned;
}

function askedOf(
  key: 'PartitionKey' | 'RowKey',
  parts: readonly KeyPart[],
  conditions: readonly Condition[],
  attributes: readonly ExploredAttribute[],
  isToday: boolean,
): KeyAsked {
  if (parts.length === 0) return { clauses: [], answers: [], pinned: { equal: [], isWhole: false } };
  const head: Segment<Asked>[] = [];
  const equal: AttributePart[] = [];
  const answers: Condition[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') {
      head.push(literal(quoted(part.text)));
      continue;
    }
    const condition = conditionOn(part, conditions);
    const test = condition?.test;
    if (condition !== undefined && (test?.kind === 'eq' || test?.kind === 'among')) {
      head.push(hole({ attribute: part.attribute, end: 'value', encoding: part.encoding }));
      equal.push(part);
      if (part.encoding.isWhole || (isToday && isOnlyInKeys(part, attributes))) answers.push(condition);
      continue;
    }
    if (condition === undefined && part.encoding.label === HASH_BUCKET.label) {
      // each bucket is asked
      head.push(hole({ attribute: part.attribute, end: 'value', encoding: part.encoding }));
      equal.push(part);
      continue;
    }
    const bounds =
      condition === undefined ? undefined : boundsOf(condition, part, parts.slice(index + 1), attributes);
    if (bounds === undefined || condition === undefined) return begun(key, head, equal, answers);
    if (bounds.isExact) answers.push(condition);
    return {
      clauses: within(key, head, bounds),
      answers,
      pinned: { equal, bounded: { part, ends: bounds.ends }, isWhole: false },
    };
  }
  return {
    clauses: [[literal(`${key} eq '`), ...head, literal("'")]],
    answers,
    pinned: { equal, isWhole: true },
  };
}

/** What is asked of the attribute of a part: where all of its value is there, what is asked of all of it. */
function conditionOn(
  { attribute, encoding }: AttributePart,
  conditions: readonly Condition[],
): Condition | undefined {
  const all = conditions.filter(
    ({ attributes: [name], test }) => name === attribute && test.kind !== 'other',
  );
  return all.find(({ isOfPart = false }) => isOfPart !== encoding.isWhole) ?? all[0];
}

/** Whether a value is nowhere but in the keys of today: then what is asked of it is what they hold, the day of a time. */
function isOnlyInKeys({ attribute }: AttributePart, attributes: readonly ExploredAttribute[]): boolean {
  const known = attributes.find(({ name }) => name === attribute);
  return known !== undefined && known.property === undefined;
}

/** The keys that begin so. Where nothing tells how such keys end, it is asked where they begin. */
function begun(
  key: string,
  head: readonly Segment<Asked>[],
  equal: readonly AttributePart[],
  answers: readonly Condition[],
): KeyAsked {
  if (head.length === 0) return { clauses: [], answers: [], pinned: { equal: [], isWhole: false } };
  const end = endOf(head);
  const clauses = [
    [literal(`${key} ge '`), ...head, literal("'")],
    ...(end === undefined ? [] : [[literal(`${key} lt '`), ...end, literal("'")]]),
  ];
  // a value that nothing ends may be the beginning of others
  const isExact = end !== undefined;
  return { clauses, answers: isExact ? answers : answers.slice(0, -1), pinned: { equal, isWhole: false } };
}

/** What follows all keys that begin so, if they begin with constant text at the end. */
function endOf(head: readonly Segment<Asked>[]): readonly Segment<Asked>[] | undefined {
  const last = head.at(-1);
  const next = last?.kind === 'literal' ? afterPrefix(last.text) : undefined;
  return next === undefined ? undefined : [...head.slice(0, -1), literal(quoted(next))];
}

interface Bounds {
  readonly lower?: { readonly at: Clause; readonly operator: 'gt' | 'ge' };
  readonly upper?: { readonly at: Clause; readonly operator: 'lt' | 'le' };
  readonly ends: 0 | 1 | 2;
  /** No entity outside of the condition lies between them. */
  readonly isExact: boolean;
}

/** The ends of a stretch of keys that holds all entities of a range; undefined where their order does not follow the values. */
function boundsOf(
  { test }: Condition,
  part: AttributePart,
  behind: readonly KeyPart[],
  attributes: readonly ExploredAttribute[],
): Bounds | undefined {
  const { attribute, encoding } = part;
  const type = attributes.find(({ name }) => name === attribute)?.type;
  if (encoding.sorts === 'none') return undefined;
  const at = (end: Asked['end']): Clause => [hole({ attribute, end, encoding })];
  if (test.kind === 'prefix') {
    if (encoding.sorts !== 'up' || encoding.isFixed) return undefined;
    return {
      lower: { at: at('prefix'), operator: 'ge' },
      upper: { at: [...at('prefix'), literal(LAST)], operator: 'le' },
      ends: 2,
      // behind a text that is shorter something else may look like its end
      isExact: behind.length === 0,
    };
  }
  if (test.kind !== 'range' || type === 'unknown') return undefined;
  const isDown = encoding.sorts === 'down';
  const [low, high] = isDown ? [test.upper, test.lower] : [test.lower, test.upper];
  const [lowEnd, highEnd]: readonly ['lower' | 'upper', 'lower' | 'upper'] = isDown
    ? ['upper', 'lower']
    : ['lower', 'upper'];
  const hasTail = behind.length > 0;
  // a text may be the beginning of another, with anything behind it
  const isOpenText = !encoding.isFixed && hasTail;
  const lower = low && {
    at: [...at(lowEnd), ...(skips(low, encoding, hasTail) ? [literal(LAST)] : [])],
    operator: low.isInclusive || hasTail || !encoding.isWhole ? ('ge' as const) : ('gt' as const),
  };
  const upper =
    high && !isOpenText
      ? {
          at: [
            ...at(highEnd),
            ...(hasTail && (high.isInclusive || !encoding.isWhole) ? [literal(LAST)] : []),
          ],
          operator: (high.isInclusive && !hasTail) || !encoding.isWhole ? ('le' as const) : ('lt' as const),
        }
      : undefined;
  return {
    ...(lower && { lower }),
    ...(upper && { upper }),
    ends: lower && upper ? 2 : lower || upper ? 1 : 0,
    isExact: encoding.isWhole && encoding.isFixed,
  };
}

/** Whether the keys of a bound's own value are left out, with all that stands behind it. */
function skips({ isInclusive }: Bound, { isWhole, isFixed }: Encoding, hasTail: boolean): boolean {
  return !isInclusive && hasTail && isWhole && isFixed;
}

/** Sorts behind all that stands in keys. */
const LAST = '\uFFFD';

function within(key: string, head: readonly Segment<Asked>[], { lower, upper }: Bounds): readonly Clause[] {
  const clauses: Clause[] = [];
  if (lower !== undefined)
    clauses.push([literal(`${key} ${lower.operator} '`), ...head, ...lower.at, literal("'")]);
  else if (head.length > 0) clauses.push([literal(`${key} ge '`), ...head, literal("'")]);
  if (upper !== undefined)
    clauses.push([literal(`${key} ${upper.operator} '`), ...head, ...upper.at, literal("'")]);
  else {
    const end = endOf(head);
    if (end !== undefined) clauses.push([literal(`${key} lt '`), ...end, literal("'")]);
  }
  return clauses;
}

/** Inside the quotes of a literal. */
function quoted(text: string): string {
  return text.replaceAll("'", "''");
}

/**
 * Whether keys that are asked for by this attribute may be of another text, too: one that holds two texts of open length, which the
 * program that is there today lives with, or of which only the beginning is given.
 */
function isOpenIn(
  { attributes: [name] }: Condition,
  parts: readonly KeyPart[],
  { isWhole }: Pinned,
  isToday: boolean,
): boolean {
  const open = parts.filter((part) => part.kind === 'attribute' && !part.encoding.isFixed);
  const isOpen = open.some((part) => part.kind === 'attribute' && part.attribute === name);
  return isOpen && (isWhole ? open.length > 1 && !isToday : true);
}

/** The same condition on the property; what is new has each of its attributes as one. */
function propertyClause(
  { attributes: names, test }: Condition,
  attributes: readonly ExploredAttribute[],
  isToday: boolean,
): Clause | undefined {
  if (test.kind === 'other' && names.length === 0) return [hole({ attribute: '', end: 'value' })];
  const properties = names.map((name) => {
    const known = attributes.find((one) => one.name === name);
    // a property that no write is seen to put is asked for by its name
    return known === undefined ? name : (known.property ?? (isToday ? undefined : propertyName(name)));
  });
  const [property] = properties;
  if (property === undefined || properties.includes(undefined)) return undefined;
  const [attribute = ''] = names;
  const compared = (operator: string, end: Asked['end']): Clause => [
    literal(`${property} ${operator} `),
    hole({ attribute, end }),
  ];
  switch (test.kind) {
    case 'eq':
      return compared('eq', 'value');
    case 'among':
      return [
        literal('('),
        ...compared('eq', 'value'),
        literal(' or '),
        ...compared('eq', 'value'),
        literal(')'),
      ];
    case 'prefix':
      return [
        ...compared('ge', 'prefix'),
        literal(` and ${property} le '`),
        hole({ attribute, end: 'prefix', encoding: AS_IT_IS }),
        literal(`${LAST}'`),
      ];
    case 'range': {
      const lower = test.lower && compared(test.lower.isInclusive ? 'ge' : 'gt', 'lower');
      const upper = test.upper && compared(test.upper.isInclusive ? 'le' : 'lt', 'upper');
      return lower && upper ? [...lower, literal(' and '), ...upper] : (lower ?? upper);
    }
    case 'other':
      return test.why === 'ne' ? compared('ne', 'value') : [hole({ attribute: '', end: 'value' })];
  }
}

/** An attribute's name as a property's. */
export function propertyName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}_]+/gu, '_');
}

/** A rewritten filter as people read it, its values in braces. */
export function rewrittenText({ segments }: Pick<Rewritten, 'segments'>): string {
  return segments
    .map((segment) => {
      // what sorts behind all else is shown as people write it
      if (segment.kind === 'literal') return segment.text.replaceAll(LAST, '~');
      const { attribute, end, encoding } = segment.hole;
      // a bucket is no value that anyone asks by
      if (encoding?.label === HASH_BUCKET.label) return `{${attribute}:${encoding.label}}`;
      return attribute === ''
        ? '{…}'
        : `{${end === 'value' || end === 'prefix' ? attribute : `${attribute} ${end === 'lower' ? 'from' : 'to'}`}}`;
    })
    .join('');
}
