import * as l10n from '@vscode/l10n';
import { describeCondition } from '../../../core/shape/describe-condition.ts';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { PatternUse } from '../access-patterns.ts';
import {
  type Design,
  type DesignedStructure,
  explore,
  type Exploration,
  type PatternChange,
} from '../explorer/designs.ts';
import type { Assumptions } from '../explorer/assumptions.ts';
import type { Reading } from '../explorer/cost.ts';
import type { Writing } from '../explorer/writing.ts';
import { isUnchanged } from '../explorer/structure.ts';
import { type Join, joinsOf } from '../joins.ts';
import { keyText } from '../layout.ts';
import { type Kind } from '../kind.ts';
import { type Relationship, relationshipsOf } from '../relationships.ts';
import type { TableUse } from '../table-model.ts';
import { doubtText, reasonsOf, titlesOf } from './words.ts';

/** Where something stands: file, line and column from 1. */
export interface SiteData {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What is said of how one table is designed, and could be: the published form, which `--format json` prints. */
export interface TableReport {
  readonly table: string;
  readonly kinds: readonly KindData[];
  readonly accessPatterns: readonly PatternData[];
  /** Reads of which it is not known what they ask for. */
  readonly unknown: readonly UnknownData[];
  readonly writes: readonly WriteData[];
  /** Writes of which it is not seen what they make or change. */
  readonly unseenWrites: readonly SiteData[];
  readonly relationships: readonly RelationshipData[];
  /** Questions that the program asks once for each result of another. */
  readonly joins: readonly JoinData[];
  /** At most five; the one to take first. */
  readonly designs: readonly DesignData[];
  readonly assumptions: Assumptions;
  /** There was more to try than is tried, so there may be a better design. */
  readonly mayBeBetter: boolean;
}

export interface KindData {
  readonly name: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: readonly string[];
  /** It has properties that are not seen. */
  readonly hasMore: boolean;
  /** The kind that it is a second copy of. */
  readonly copyOf?: string;
  /** No write is seen to make it. */
  readonly isReadOnly: boolean;
  /** No code writes it yet: it is declared. */
  readonly isPlanned: boolean;
  /** Taken for the time in the key, as it is the only time that the entity has. */
  readonly assumedTime?: string;
}

export interface PatternData {
  /** `R1`, `R2`, …: stable as long as the operations are. */
  readonly id: string;
  readonly sentence: string;
  readonly shape: Shape;
  readonly kinds: readonly string[];
  readonly inLoop: boolean;
  /** No code asks it yet: it is declared. */
  readonly isPlanned: boolean;
  /** How often a second it is asked, as declared. */
  readonly perSecond?: number;
  /** The program tests some of it itself. */
  readonly testedInCode: boolean;
  /** Why no entity can answer it, as far as writes are seen; no design is made for it then. */
  readonly doubt?: string;
  readonly sites: readonly PatternSiteData[];
}

export interface PatternSiteData extends SiteData {
  readonly method: string;
  readonly shape: Shape;
  readonly when?: string;
  readonly repeated?: 'loop' | 'results';
}

export interface UnknownData extends SiteData {
  readonly method: string;
  readonly why: string;
}

export interface WriteData {
  readonly id: string;
  readonly kind: string;
  readonly does: 'create' | 'merge' | 'replace' | 'delete';
  /** Kinds that the same transactions write. */
  readonly together: readonly string[];
  readonly inLoop: boolean;
  /** The properties that a declared write changes. */
  readonly changes?: readonly string[];
  /** How often a second it happens, as declared. */
  readonly perSecond?: number;
  readonly sites: readonly WriteSiteData[];
}

export interface WriteSiteData extends SiteData {
  readonly repeated?: 'loop';
}

export interface RelationshipData {
  readonly kind: Relationship['kind'];
  readonly from: string;
  readonly to: string;
  /** Tables, where they are two. */
  readonly fromTable: string;
  readonly toTable: string;
  readonly by: readonly string[];
  readonly onePartition: boolean;
}

/** One of its questions is the table's: `id` of its table names it. */
export interface JoinData {
  readonly outer: JoinEndData;
  readonly inner: JoinEndData;
  /** What is read of the inner results; empty where that is not seen. */
  readonly reads: readonly string[];
  /** It is only asked whether there are any. */
  readonly onlyWhether?: true;
}

export interface JoinEndData {
  readonly table: string;
  readonly id: string;
  readonly sentence: string;
}

export interface DesignData {
  readonly title: string;
  readonly asItIs: boolean;
  readonly why: string;
  readonly whyNot: string;
  /** What lies where, today's too. */
  readonly entities: readonly StructureData[];
  readonly patterns: readonly PatternChangeData[];
  readonly writes: readonly WriteChangeData[];
  /** Kinds with copies that follow later: for a time they say something else than the entity. */
  readonly eventuallyConsistent: readonly string[];
  /** Kinds whose new entities go to one partition at a time. */
  readonly hotKinds: readonly string[];
  readonly sites: readonly SiteData[];
  /** In requests, weighted by how often. */
  readonly cost: { readonly reads: number; readonly writes: number };
  /** Patterns that write a part of it, where somebody asks for them. */
  readonly assists?: readonly AssistData[];
  /** What no pattern writes: that is left to people. */
  readonly byHand?: readonly string[];
}

/** A pattern that writes a part of a design, at a read or write of the program. */
export interface AssistData extends SiteData {
  readonly pattern: string;
  readonly title: string;
  /** The read that gets better by it, or the write that it changes. */
  readonly id: string;
}

export interface StructureData {
  readonly kind: string;
  readonly role: 'base' | 'copy' | 'index';
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly isNew: boolean;
  /** Entities lie under these keys today. */
  readonly keysAsToday: boolean;
  readonly atomic: boolean;
  /** What of related entities each has as well. */
  readonly carries: readonly string[];
  /** The time of which each day has a table of its own. */
  readonly tablePerDayOf?: string;
  /** The attribute whose values are properties of one entity. */
  readonly seriesBy?: string;
}

export interface PatternChangeData {
  readonly id: string;
  readonly before: Shape;
  readonly after: Shape;
  readonly reading: { readonly before: Reading; readonly after: Reading };
  readonly filter?: string;
  /** The number of entities to ask for in a page (`maxPageSize`), where no number is asked for today. */
  readonly pageSize?: number;
  /** As many should be asked for in a page as are wanted, a number that the running program decides. */
  readonly isPageAsWanted?: true;
  readonly getsCopies: boolean;
  readonly verdict: PatternChange['verdict'];
  /** It is not asked any more: its results are dropped with their table, or others carry what it reads. */
  readonly gone?: NonNullable<PatternChange['gone']>;
}

export interface WriteChangeData {
  readonly id: string;
  readonly before: Writing;
  readonly after: Writing;
}

/** Says where something stands, for people. */
export type PositionOf = (place: Place) => SiteData;

/** Gives what is said of some tables, in their order: of all, or of those of them that are `wanted`. */
export function reportsOf(
  uses: readonly TableUse[],
  assumptions: Assumptions,
  positionOf: PositionOf,
  wanted: readonly TableUse[] = uses,
): readonly TableReport[] {
  const all = uses.flatMap(({ table, kinds }) => kinds.map((kind) => ({ table, kind })));
  const relationships = [...relationshipsOf(all), ...uses.flatMap(({ references }) => references)];
  const program = { uses, joins: joinsOf(uses) };
  const joins = program.joins.map((join) => joinData(join, uses));
  return wanted.map((use) =>
    reportOf(
      use,
      joins.filter(({ outer, inner }) => outer.table === use.table || inner.table === use.table),
      relationships.filter(({ from, to }) => from.table === use.table || to.table === use.table),
      explore(use, assumptions, program),
      positionOf,
    ),
  );
}

function joinData({ outer, inner, reads = [], isWhether }: Join, uses: readonly TableUse[]): JoinData {
  const end = ({ table, pattern }: Join['outer']): JoinEndData => ({
    table,
    id: readId(pattern),
    sentence: uses.find((use) => use.table === table)?.patterns[pattern]?.sentence ?? '',
  });
  const properties = reads.filter((name) => name !== 'partitionKey' && name !== 'rowKey');
  return {
    outer: end(outer),
    inner: end(inner),
    reads: properties,
    ...(isWhether && { onlyWhether: true }),
  };
}

function reportOf(
  use: TableUse,
  joins: readonly JoinData[],
  relationships: readonly Relationship[],
  exploration: Exploration,
  positionOf: PositionOf,
): TableReport {
  const siteOf = ({ file, nameSpan }: Operation): SiteData => positionOf({ file, span: nameSpan });
  return {
    table: use.table,
    kinds: use.kinds.map((kind) => kindData(kind, use)),
    accessPatterns: use.patterns.map(
      ({ sentence, shape, kinds, uses, conditions, doubt, perSecond }, index) => ({
        id: readId(index),
        ...rateOf(perSecond ?? use.planned.perSecond.get(sentence)),
        sentence,
        shape,
        kinds,
        inLoop: uses.some(({ repeated }) => repeated !== undefined),
        isPlanned: uses.length === 0,
        testedInCode: conditions.some(({ by }) => by === 'code'),
        ...(doubt && { doubt: doubtText(doubt) }),
        sites: uses.map((one) => patternSite(one, siteOf)),
      }),
    ),
    unknown: use.unknown.map(({ operation, why }) => ({
      ...siteOf(operation),
      method: operation.method,
      why,
    })),
    writes: use.writes.map(({ kind, does, together, isRepeated, writes, changes, perSecond }, index) => ({
      id: writeId(index),
      kind,
      does,
      ...(writes.length === 0 && changes.length > 0 && { changes }),
      ...rateOf(perSecond ?? use.planned.perSecond.get(`${does} ${kind}`)),
      together,
      inLoop: isRepeated,
      sites: distinctSites(writes.map(({ operation }) => writeSite(operation, siteOf))),
    })),
    unseenWrites: distinctSites(
      [...use.unseen, ...use.strangers.map(({ operation }) => operation)].map(siteOf),
    ),
    relationships: relationships.map(({ kind, from, to, by, isOnePartition }) => ({
      kind,
      from: from.kind.name,
      to: to.kind.name,
      fromTable: from.table,
      toTable: to.table,
      by,
      onePartition: isOnePartition,
    })),
    joins,
    designs: exploration.designs.map((design) =>
      designData(design, exploration, use.patterns.length, siteOf),
    ),
    assumptions: exploration.assumptions,
    mayBeBetter: exploration.isCut,
  };
}

function rateOf(perSecond: number | undefined): { readonly perSecond?: number } {
  return perSecond === undefined ? {} : { perSecond };
}

/** Gives the id of the read of a table that stands at an index of its patterns. */
export function readId(index: number): string {
  return `R${index + 1}`;
}

/** Gives the id of the write of a table that stands at an index of its writes. */
export function writeId(index: number): string {
  return `W${index + 1}`;
}

function kindData(
  { name, layout, attributes, isWhole, copyOf, makers, isPlanned }: Kind,
  { writes }: TableUse,
): KindData {
  const assumed = attributes.find(({ isAssumed }) => isAssumed === true)?.property;
  return {
    name,
    partitionKey: keyText(layout.partitionKey),
    rowKey: keyText(layout.rowKey),
    properties: attributes.flatMap(({ property }) => property ?? []),
    hasMore: !isWhole,
    isReadOnly:
      makers.length === 0 &&
      isPlanned !== true &&
      !writes.some(({ kind, writes: own }) => kind === name && own.length > 0),
    isPlanned: isPlanned === true,
    ...(copyOf !== undefined && { copyOf }),
    ...(assumed !== undefined && { assumedTime: assumed }),
  };
}

/** Whether the program leaves out some of what a read gives, by whatever test. */
function patternSite(
  { operation, shape, when, repeated }: PatternUse,
  siteOf: (operation: Operation) => SiteData,
): PatternSiteData {
  return {
    ...siteOf(operation),
    method: operation.method,
    shape,
    ...(when && { when: l10n.t('when {0}', describeCondition(when)) }),
    ...(repeated && { repeated }),
  };
}

function writeSite(operation: Operation, siteOf: (operation: Operation) => SiteData): WriteSiteData {
  return { ...siteOf(operation), ...(operation.repeated && { repeated: 'loop' }) };
}

function distinctSites<Site extends SiteData>(sites: readonly Site[]): readonly Site[] {
  const found = new Map(sites.map((site) => [`${site.file}:${site.line}:${site.column}`, site]));
  return [...found.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}

function designData(
  design: Design,
  { designs }: Exploration,
  readCount: number,
  siteOf: (operation: Operation) => SiteData,
): DesignData {
  const asIs = designs.find(({ isAsItIs }) => isAsItIs) ?? design;
  const title = titlesOf(designs)[designs.indexOf(design)] ?? '';
  const { why, whyNot } = reasonsOf(design, asIs, designs[0] === design, readCount);
  return {
    title,
    asItIs: design.isAsItIs,
    why,
    whyNot,
    entities: design.kinds.flatMap(({ kind, structures }) =>
      structures.map((one) => structureData(kind, one)),
    ),
    patterns: design.patterns.map(
      ({ pattern, before, after, reading, filter, pageSize, isPageAsWanted, verdict, getsCopies, gone }) => ({
        id: readId(pattern),
        before,
        after,
        reading,
        ...(filter !== undefined && { filter }),
        ...(pageSize !== undefined && { pageSize }),
        ...(isPageAsWanted && { isPageAsWanted }),
        getsCopies,
        verdict,
        ...(gone && { gone }),
      }),
    ),
    writes: design.writes.map(({ write, before, after }) => ({ id: writeId(write), before, after })),
    eventuallyConsistent: design.kinds
      .filter(({ structures }) => structures.some(({ isAtomic }) => !isAtomic))
      .map(({ kind }) => kind),
    hotKinds: design.kinds.filter(({ isHot }) => isHot).map(({ kind }) => kind),
    sites: distinctSites(design.sites.map(siteOf)),
    cost: { reads: rounded(design.reads), writes: rounded(design.costOfWrites) },
  };
}

function structureData(kind: string, structure: DesignedStructure): StructureData {
  const { role, layout, isToday, isAtomic, carries = [], tableBy, columns } = structure;
  return {
    kind,
    role,
    partitionKey: keyText(layout.partitionKey),
    rowKey: keyText(layout.rowKey),
    isNew: !isUnchanged(structure),
    keysAsToday: isToday,
    atomic: isAtomic,
    carries,
    ...(tableBy !== undefined && { tablePerDayOf: tableBy }),
    ...(columns && { seriesBy: columns.attribute }),
  };
}

/** Two decimal digits: the figures are rough. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
