import type { Attribute, AttributeType } from '../attributes.ts';
import type { Kind } from '../kind.ts';
import { type AttributePart, attributesIn, keyText } from '../layout.ts';
import { referredBy } from '../planned.ts';
import type { KindOf } from '../relationships.ts';
import type { NamedPattern, TableUse } from '../table-model.ts';
import type { WritePattern } from '../write-patterns.ts';
import { wordsOf } from '../words.ts';
import type { ExploredAttribute } from './problem.ts';
import { type Assumptions, NAMED_VALUES } from './assumptions.ts';

/** How many entities of a kind there are, as declared or assumed: of one that a partition has once as many as partitions. */
export function entitiesOf(
  kind: Kind,
  { planned, kinds }: TableUse,
  { entities, partitions }: Assumptions,
): number {
  const declared = planned.kinds.find(({ name }) => name === kind.name)?.entities;
  if (declared !== undefined) return declared;
  const key = keyText(kind.layout.partitionKey);
  const isOneOfMany =
    attributesIn(kind.layout.rowKey).length === 0 &&
    kinds.some(
      ({ layout }) => keyText(layout.partitionKey) === key && attributesIn(layout.rowKey).length > 0,
    );
  return isOneOfMany ? Math.min(entities, partitions) : entities;
}

/** What is known and assumed of an attribute; `uses` are all tables that are looked at. */
export function exploredAttribute(
  { name, property, type: written, from }: Attribute,
  kind: Kind,
  use: TableUse,
  assumptions: Assumptions,
  uses: readonly TableUse[],
): ExploredAttribute {
  const { partitions, values } = assumptions;
  const type = written === 'unknown' ? typeAskedOf(name, kind, use) : written;
  const entities = entitiesOf(kind, use, assumptions);
  const inPartition = attributesIn(kind.layout.partitionKey);
  const inRow = attributesIn(kind.layout.rowKey);
  const count = (): number => {
    if (type === 'boolean') return 2;
    if (inPartition.includes(name) && type !== 'time' && !inRow.includes(name)) {
      // where RowKey tells nothing apart, PartitionKey does
      const keys = inRow.length === 0 ? entities : partitions;
      return Math.max(1, keys ** (1 / inPartition.length));
    }
    const last = kind.layout.rowKey.at(-1);
    const length = last?.kind === 'attribute' ? seriesLength(last) : undefined;
    if (length !== undefined && inRow.length > 1 && inRow.includes(name)) {
      // what is before the last value of a series has all values of it
      const before = Math.max(1, entities / partitions / length) ** (1 / (inRow.length - 1));
      return name === inRow.at(-1) ? length : Math.max(1, before);
    }
    // what alone tells the rows of a partition apart has a value for each
    const isAlone = inRow.length === 1 && inRow.includes(name);
    // an id that is given may be that of something else, which many entities have
    const isOwnId =
      type === 'id' && (from === 'random' || inPartition.includes(name) || inRow.includes(name));
    if (isAlone || type === 'time' || isOwnId || from === 'counter') return entities;
    return isNamed(name, use) ? Math.min(NAMED_VALUES, values) : values;
  };
  // what refers to another kind has a value for each entity of that
  const referred = referredBy(name, kind.name, use.plannedReferences);
  const other = referred?.kind === kind ? undefined : useOf(referred, uses);
  const others = referred && other && entitiesOf(referred.kind, other, assumptions);
  const constant = property === undefined ? undefined : kind.told.get(property);
  const known = constant !== undefined ? 1 : (use.planned.cardinality.get(name) ?? others ?? count());
  return {
    name,
    ...(property !== undefined && { property }),
    type,
    // no more than there are entities that have one
    values: Math.min(known, entities),
    isGrowing: from === 'clock' || from === 'counter' || type === 'time',
    ...(constant !== undefined && { constant }),
  };
}

/** The type of an attribute that no write shows, where all who ask for it compare it with one. */
function typeAskedOf(name: string, kind: Kind, { patterns }: TableUse): AttributeType {
  const types = new Set(
    patterns
      .filter(({ kinds }) => kinds.length === 1 && kinds[0] === kind.name)
      .flatMap(({ conditions }) => conditions)
      .flatMap(({ attributes: [first], type }) => (first === name && type !== undefined ? [type] : [])),
  );
  const [only = 'unknown'] = types;
  return types.size === 1 ? only : 'unknown';
}

/** The table that a kind is of. */
export function useOf(of: KindOf | undefined, uses: readonly TableUse[]): TableUse | undefined {
  return uses.find(({ table }) => table === of?.table);
}

/** Whether code asks for a value of a property by a constant text: such a property has few values. */
function isNamed(name: string, { patterns }: TableUse): boolean {
  return patterns.some(({ conditions }) =>
    conditions.some(
      ({ attributes, test, type }) =>
        attributes.length === 1 &&
        attributes[0] === name &&
        (type === undefined || type === 'text') &&
        (test.kind === 'eq' || (test.kind === 'other' && test.why === 'ne')) &&
        test.constant !== undefined &&
        test.constant !== '',
    ),
  );
}

/** How many values the last part of a key has that is one of few: an hour of a day; undefined of any other. */
export function seriesLength({ attribute, encoding }: AttributePart): number | undefined {
  const { label, most } = encoding;
  if (most !== undefined) return most <= TWO_DIGITS ? most : undefined;
  if (HOURLY.test(label)) return CALENDAR.hour;
  if (label !== '2') return undefined;
  const [, length = TWO_DIGITS] =
    Object.entries(CALENDAR).find(([name]) => wordsOf(attribute).split(' ').includes(name)) ?? [];
  return length;
}

/** A time that is cut behind its hour. */
const HOURLY = /^yyyy-?MM-?dd'?T?'?_?HH$/;

/** Values of the parts of dates. */
const CALENDAR = { month: 12, day: 31, hour: 24, minute: 60, second: 60, week: 53 } as const;

/** Values of a number of two digits. */
const TWO_DIGITS = 100;

/** How often a question is asked, against the others. */
export function weightOfQuestion(
  { perSecond, sentence, uses }: NamedPattern,
  { planned }: TableUse,
  { turns }: Assumptions,
): number {
  const isRepeated = uses.some(({ repeated }) => repeated !== undefined);
  return perSecond ?? planned.perSecond.get(sentence) ?? (isRepeated ? turns : 1);
}

/** How often a write happens, against all else. */
export function weightOfWrite(
  { perSecond, does, kind, isRepeated }: WritePattern,
  { planned }: TableUse,
  { turns }: Assumptions,
): number {
  return perSecond ?? planned.perSecond.get(`${does} ${kind}`) ?? (isRepeated ? turns : 1);
}
