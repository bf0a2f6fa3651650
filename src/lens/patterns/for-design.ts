import type { Join } from '../design/joins.ts';
import { HASH_BUCKET, NEWEST_FIRST } from '../design/layout.ts';
import { type DesignData, readId, type StructureData, writeId } from '../design/report/data.ts';
import type { NamedPattern, TableUse } from '../design/table-model.ts';
import type { Filter } from '../../core/odata/ast.ts';
import { type Place, toPlaces } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { Operation } from '../model/operations/operation.ts';
import { compoundKey } from './compound-key/assist.ts';
import { dataSeries } from './data-series/assist.ts';
import { denormalization } from './denormalization/assist.ts';
import { isNewestFirst, logTail } from './log-tail/assist.ts';
import type { Pattern } from './pattern.ts';
import { patterns } from './registry.ts';
import { lookupOf } from './sites/lookup.ts';
import { isHot, spreadPartition } from './spread-partition/assist.ts';
import { tablePerPeriod } from './table-per-period/assist.ts';

/** A pattern that makes a part of what a design adds, at a place of the program. */
export interface DesignAssist {
  readonly pattern: Pattern;
  /** The name of the method that is called, in a function of the program's own if it sends the query. */
  readonly place: Place;
  /** The id in the report of the read that gets better by it, or of the write that it changes. */
  readonly id: string;
  /** What of the design it writes. */
  readonly makes: readonly StructureData[];
  /** A function of the program's own sends it: patterns don't change what others call. */
  readonly isThrough: boolean;
}

/** What of a design patterns write, and what they leave to people. */
export interface DesignWork {
  readonly assists: readonly DesignAssist[];
  /** What is new, and no pattern is known to write. */
  readonly left: readonly StructureData[];
}

/** The tables of a program, and what it joins itself. */
export interface DesignedProgram {
  readonly uses: readonly TableUse[];
  readonly joins: readonly Join[];
}

/**
 * Gives the patterns that make what a design adds to the entities: copies, other RowKeys, buckets, tables of periods, series, copies of
 * related properties. Each is at the places where it is asked for. What a pattern really does there, and whether it can, is known when it
 * is asked.
 */
function assistsForDesign(
  design: DesignData,
  use: TableUse,
  program: DesignedProgram,
): readonly DesignAssist[] {
  const added = design.entities.filter(({ isNew }) => isNew);
  if (added.length === 0) return [];
  const better = new Set(design.patterns.filter(({ verdict }) => verdict === 'better').map(({ id }) => id));
  const all = [
    ...use.patterns.flatMap((pattern, index) =>
      better.has(readId(index)) ? assistsOfRead(pattern, readId(index), added) : [],
    ),
    ...spreads(added, use),
    ...carries(added, use, program),
  ];
  const found = new Map(
    all.map((one) => [`${one.pattern.id} ${one.place.span.start} ${one.place.file}`, one]),
  );
  return [...found.values()];
}

/** The patterns that write a part of a design where they are asked for, but for functions that are given what they send, and the rest. */
export function workOfDesign(design: DesignData, use: TableUse, program: DesignedProgram): DesignWork {
  const assists = assistsForDesign(design, use, program).filter(({ isThrough }) => !isThrough);
  const made = new Set(assists.flatMap(({ makes }) => makes));
  return { assists, left: design.entities.filter((one) => one.isNew && !made.has(one)) };
}

/** What is offered at the places of a read that gets better. */
function assistsOfRead(
  { uses, order, deletesBy, conditions }: NamedPattern,
  id: string,
  added: readonly StructureData[],
): readonly DesignAssist[] {
  const bases = added.filter(({ role }) => role === 'base');
  const rekeyed = bases.filter(isRekeyed);
  const isTail =
    order?.direction === 'down' &&
    rekeyed.some(({ rowKey }) => rowKey.startsWith(`{${order.attribute}:${NEWEST_FIRST.label}}`));
  const isDropped = bases.some(
    ({ tablePerDayOf }) => tablePerDayOf !== undefined && tablePerDayOf === deletesBy,
  );
  const hasSeries = bases.some(({ seriesBy }) => seriesBy !== undefined);
  const asked = new Set(conditions.flatMap(({ attributes, test }) => (test.kind === 'eq' ? attributes : [])));
  // a copy in partitions of what is not asked for serves another read
  const own = added.filter(({ partitionKey }) => namedIn(partitionKey).every((name) => asked.has(name)));
  return uses.flatMap(({ operation }) => {
    if (operation.kind !== 'query') return [];
    const attribute = lookedUp(operation);
    const copies = own.filter((one) => isInCopy(attribute, one));
    const wanted: readonly (readonly [Pattern, readonly StructureData[]])[] = [
      ...(copies.length > 0
        ? patterns.filter((one) => writesIndex(one, operation)).map((one) => [one, copies] as const)
        : []),
      ...(isFirst(attribute, rekeyed) ? [[compoundKey, rekeyed] as const] : []),
      ...(isTail && isNewestFirst(operation) ? [[logTail, rekeyed] as const] : []),
      ...(isDropped ? [[tablePerPeriod, bases] as const] : []),
      ...(hasSeries ? [[dataSeries, bases] as const] : []),
    ];
    return wanted.map(([pattern, makes]) => ({ pattern, id, makes, ...atPlace(operation) }));
  });
}

/** Whether a base has other keys, and for their own sake. */
function isRekeyed({ role, keysAsToday, seriesBy }: StructureData): boolean {
  return role === 'base' && !keysAsToday && seriesBy === undefined;
}

/** The property that a query asks one value of. */
function lookedUp(operation: Operation): string | undefined {
  const lookup = operation.kind === 'query' ? lookupOf(operation, '') : undefined;
  return typeof lookup === 'object' ? lookup.attribute : undefined;
}

/** The attributes in a key, as a report writes it. */
function namedIn(key: string): readonly string[] {
  return [...key.matchAll(/\{([^}:]+)/g)].map(([, name = '']) => name);
}

function isInCopy(attribute: string | undefined, { role, partitionKey, rowKey }: StructureData): boolean {
  if (attribute === undefined || role === 'base') return false;
  return `${partitionKey} ${rowKey}`.includes(`{${attribute}}`);
}

function isFirst(attribute: string | undefined, rekeyed: readonly StructureData[]): boolean {
  return attribute !== undefined && rekeyed.some(({ rowKey }) => rowKey.startsWith(`{${attribute}}`));
}

/** Buckets at what makes the entities that lie in them. */
function spreads(added: readonly StructureData[], use: TableUse): readonly DesignAssist[] {
  const spread = added.filter((one) => isRekeyed(one) && one.partitionKey.includes(`:${HASH_BUCKET.label}}`));
  const kinds = new Set(spread.map(({ kind }) => kind));
  return use.writes.flatMap(({ kind, writes }, index) =>
    kinds.has(kind)
      ? writes
          .filter(({ operation }) => isHot(operation))
          .map(({ operation }) => ({
            pattern: spreadPartition,
            id: writeId(index),
            makes: spread,
            ...atPlace(operation),
          }))
      : [],
  );
}

/** Copied properties at the reads that they spare, each of an entity of another table. */
function carries(
  added: readonly StructureData[],
  { table }: TableUse,
  { uses, joins }: DesignedProgram,
): readonly DesignAssist[] {
  const carried = added.flatMap(({ role, carries: names }) => (role === 'base' ? names : []));
  if (carried.length === 0) return [];
  return joins.flatMap(({ outer, inner }) => {
    if (outer.table !== table || inner.table === table) return [];
    const read = uses.find((one) => one.table === inner.table)?.patterns[inner.pattern];
    const isCarried =
      read?.kinds.some((kind) => carried.some((name) => name.startsWith(`${kind}.`))) === true;
    if (!isCarried) return [];
    return read.uses
      .filter(({ operation: { kind, repeated } }) => kind === 'point-read' && repeated !== undefined)
      .map(({ operation }) => ({
        pattern: denormalization,
        id: readId(outer.pattern),
        makes: added.filter(({ role, carries: names }) => role === 'base' && names.length > 0),
        ...atPlace(operation),
      }));
  });
}

function atPlace(operation: Operation): Pick<DesignAssist, 'place' | 'isThrough'> {
  const { via, file, nameSpan } = operation;
  return {
    place: via?.place ?? { file, span: nameSpan },
    isThrough: via !== undefined && !asksItself(operation, via),
  };
}

/**
 * Whether the function that sends a query writes what it asks from there on, and is given no more than values: what is changed is in it
 * then.
 */
function asksItself(operation: Operation, { place: sent, within }: NonNullable<Operation['via']>): boolean {
  if (operation.kind !== 'query' || operation.filter.kind !== 'known' || within === undefined) return false;
  const { alternatives, isPartial } = operation.filter;
  const isOwn = ({ file, span }: Place): boolean =>
    file === sent.file &&
    contains({ start: sent.span.end, end: within.end }, span) &&
    !(operation.file === file && contains(operation.callSpan, span));
  return (
    isPartial !== true &&
    alternatives.every(({ text, parsed }) =>
      isAskedBy(parsed.filter, (span) => toPlaces(text, span).every(isOwn)),
    )
  );
}

/** Whether all of a filter but the values is in a text's own parts. */
function isAskedBy(filter: Filter | undefined, isOwn: (span: Span) => boolean): boolean {
  switch (filter?.kind) {
    case undefined:
    case 'unknown':
      return false;
    case 'and':
    case 'or': {
      const { left, right } = filter;
      const between = { start: left.span.end, end: right.span.start };
      return isOwn(between) && isAskedBy(left, isOwn) && isAskedBy(right, isOwn);
    }
    case 'not':
      return (
        isOwn({ start: filter.span.start, end: filter.operand.span.start }) &&
        isAskedBy(filter.operand, isOwn)
      );
    case 'bare':
      return isOwn(filter.span);
    case 'comparison': {
      const property = [filter.left, filter.right].find(({ kind }) => kind === 'property');
      return property !== undefined && isOwn(property.span) && isOwn(filter.operatorSpan);
    }
  }
}

function writesIndex(pattern: Pattern, operation: Operation): boolean {
  const { rules, modules } = pattern;
  return (
    pattern !== compoundKey &&
    INDEX_RULES.some((rule) => rules.includes(rule)) &&
    modules([operation]).length > 0
  );
}

/** What a query that an index answers is found by. */
const INDEX_RULES = ['partition-scan', 'table-scan'] as const;
