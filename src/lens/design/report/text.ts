import * as l10n from '@vscode/l10n';
import { shapeName } from '../../../core/shape/describe.ts';
import { grouped } from '../../../core/text/numbers.ts';
import { shortened } from '../../../core/text/shortened.ts';
import { NAMED_VALUES } from '../explorer/assumptions.ts';
import type { Reading } from '../explorer/cost.ts';
import type { Writing } from '../explorer/writing.ts';
import { listed } from '../sentences.ts';
import { carriedText } from './words.ts';
import { severalOf } from '../words.ts';
import type {
  DesignData,
  JoinData,
  KindData,
  PatternChangeData,
  PatternData,
  PatternSiteData,
  RelationshipData,
  SiteData,
  StructureData,
  TableReport,
  WriteData,
  WriteSiteData,
} from './data.ts';

/** The reports of all tables as lines of text; what the figures of all rest on stands once, at the end. */
export function textOf(reports: readonly TableReport[]): readonly string[] {
  const shared = sharedAssumption(reports);
  return [
    ...reports.flatMap((report) => tableLines(report, shared !== undefined)),
    ...(shared === undefined ? [] : [shared]),
  ];
}

function tableLines(report: TableReport, isAssumptionShared: boolean): readonly string[] {
  const { kinds, accessPatterns, unknown, writes, unseenWrites, relationships, joins, designs } = report;
  return [
    report.table,
    ...section(l10n.t('Kinds of entities'), kinds.flatMap(kindLines)),
    ...section(l10n.t('Access patterns ({0})', accessPatterns.length), accessPatterns.flatMap(patternLines)),
    ...section(
      l10n.t('Unknown reads ({0})', unknown.length),
      unknown.map((one) => `${shownSite(one)}  ${one.why}`),
    ),
    ...section(l10n.t('Writes'), writes.flatMap(writeLines)),
    ...section(l10n.t('Writes of unknown entities ({0})', unseenWrites.length), unseenWrites.map(shownSite)),
    ...section(
      l10n.t('Relationships'),
      relationships.map((one) => relationshipText(one, report.table)),
    ),
    ...section(
      l10n.t("Joins in the program's code"),
      joins.map((join) => joinText(join, report.table)),
    ),
    ...section(
      l10n.t('Designs'),
      kinds.length === 0
        ? []
        : [
            ...designs.flatMap((design, index) => designLines(design, index + 1, report)),
            ...assumptionLines(report, isAssumptionShared),
          ],
    ),
    '',
  ];
}

/** Characters of a line: names and keys of programs may have any number. */
const MAX_LINE = 500;

/** A heading and what stands below it; nothing where there is nothing. */
function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${shortened(line, MAX_LINE)}`)];
}

function kindLines({
  name,
  partitionKey,
  rowKey,
  properties,
  hasMore,
  copyOf,
  isReadOnly,
  isPlanned,
  assumedTime,
}: KindData): readonly string[] {
  return [
    `${name}: PartitionKey ${partitionKey}, RowKey ${rowKey}`,
    ...(properties.length > 0 ? [`  ${properties.join(', ')}${hasMore ? ', …' : ''}`] : []),
    ...(copyOf === undefined
      ? []
      : [`  ${l10n.t('a copy of {0}, written in the same transaction', copyOf)}`]),
    ...(isPlanned ? [`  ${l10n.t('planned')}`] : []),
    ...(isReadOnly ? [`  ${l10n.t('no known write')}`] : []),
    ...(assumedTime === undefined
      ? []
      : [`  ${l10n.t('assumes that the time in the key is {0}, its only time', assumedTime)}`]),
  ];
}

function patternLines({
  id,
  sentence,
  shape,
  testedInCode,
  isPlanned,
  perSecond,
  doubt,
  sites,
}: PatternData): readonly string[] {
  return [
    `${id}  ${sentence}: ${shapeName(shape)}`,
    ...(testedInCode
      ? [`      ${l10n.t('Some of these conditions are checked in code, after the read.')}`]
      : []),
    ...plannedTexts({ isPlanned, ...(perSecond !== undefined && { perSecond }) }).map(
      (one) => `      ${one}`,
    ),
    ...(doubt === undefined ? [] : [`      ${doubt}`]),
    ...sites.map((site) => `      ${siteText(site, shape)}`),
  ];
}

/** That no code asks a question yet, and how often it is asked as declared; at most one text. */
export function plannedTexts({
  isPlanned,
  perSecond,
}: Pick<PatternData, 'isPlanned' | 'perSecond'>): readonly string[] {
  const words = [
    ...(isPlanned ? [l10n.t('planned')] : []),
    ...(perSecond === undefined ? [] : [rateText(perSecond)]),
  ];
  return words.length === 0 ? [] : [words.join(', ')];
}

/** How often something is declared to happen. */
export function rateText(perSecond: number): string {
  return l10n.t('{0} per second', perSecond < 1 ? String(perSecond) : grouped(perSecond));
}

function siteText(site: PatternSiteData, worst: PatternData['shape']): string {
  return [
    `${shownSite(site)}  ${site.method}`,
    ...(site.shape === worst ? [] : [shapeName(site.shape)]),
    ...(site.when === undefined ? [] : [site.when]),
    ...(site.repeated === undefined ? [] : [repeatedText(site.repeated)]),
  ].join(', ');
}

/** How often a read runs, of one that is repeated. */
export function repeatedText(repeated: NonNullable<PatternSiteData['repeated']>): string {
  return repeated === 'results' ? l10n.t('once for each entity of another read') : l10n.t('in a loop');
}

/** `src/app.ts:3:5` */
export function shownSite({ file, line, column }: SiteData): string {
  return `${file}:${line}:${column}`;
}

function writeLines(write: WriteData): readonly string[] {
  const { id, kind, together, perSecond, sites } = write;
  const loop = loopTexts(write);
  const words = [
    `${id}  ${kind}: ${doesText(write)}`,
    ...(perSecond === undefined ? [] : [rateText(perSecond)]),
    ...(together.length > 0 ? [l10n.t('in one transaction with {0}', together.join(', '))] : []),
    ...loop.whole,
  ];
  return [
    words.join(', '),
    ...sites.map((site) => `      ${[shownSite(site), ...loop.at(site)].join(', ')}`),
  ];
}

/** That a write is in a loop, at most one text each: of the whole where each of its places is, else of those places that are. */
export function loopTexts({ inLoop, sites }: WriteData): {
  readonly whole: readonly string[];
  readonly at: (site: WriteSiteData) => readonly string[];
} {
  const isAlwaysInLoop = inLoop && sites.every(({ repeated }) => repeated === 'loop');
  const texts = [l10n.t('in a loop')];
  return {
    whole: isAlwaysInLoop ? texts : [],
    at: ({ repeated }) => (isAlwaysInLoop || repeated === undefined ? [] : texts),
  };
}

/** What a write does, and what it changes where that is declared: `merge of email and role`. */
export function doesText({ does, changes = [] }: Pick<WriteData, 'does' | 'changes'>): string {
  return changes.length === 0 ? does : l10n.t('{0} of {1}', does, listed(changes));
}

/** How two kinds belong together, in a sentence; the table is named where it is another one. */
export function relationshipText(one: RelationshipData, table: string): string {
  const called = (name: string, of: string): string => (of === table ? name : `${name} (${of})`);
  const [from, to, by] = [called(one.from, one.fromTable), called(one.to, one.toTable), one.by.join(', ')];
  const many = called(severalOf(one.to), one.toTable);
  const place = one.onePartition ? `, ${l10n.t('in one partition')}` : '';
  switch (one.kind) {
    case 'one-to-many':
      return l10n.t('one {0} has many {1}, by {2}', from, many, by) + place;
    case 'one-to-one':
      return l10n.t('one {0} has one {1}, by {2}', from, to, by) + place;
    case 'reference':
      return l10n.t('{2} of {0} refers to {1}', from, to, by) + place;
  }
}

/** A join, and what would make it one read: the denormalization pattern. */
export function joinText({ outer, inner, reads, onlyWhether }: JoinData, table: string): string {
  const called = ({ id, sentence, table: of }: JoinData['outer']): string =>
    of === table ? `${id} (${sentence})` : `${id} of ${of} (${sentence})`;
  if (onlyWhether === true)
    return l10n.t('{0} is read once for each result of {1}.', called(inner), called(outer));
  const copied = reads.length === 0 ? l10n.t('what is read of it') : listed(reads);
  return l10n.t(
    '{0} is read once for each result of {1}. With a copy of {2} there, it is one read, but each change of it is many writes.',
    called(inner),
    called(outer),
    copied,
  );
}

function designLines(design: DesignData, number: number, report: TableReport): readonly string[] {
  const changed = design.patterns.filter(isChanged);
  const writes = design.writes.filter(({ before, after }) => writingText(before) !== writingText(after));
  const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `   ${line}`);
  return [
    `${number}. ${design.title}`,
    ...indented([
      l10n.t('Pros: {0}', design.why),
      l10n.t('Cons: {0}', design.whyNot),
      ...design.entities.filter(({ isNew }) => isNew).map((one) => structureText(one)),
      ...changed.flatMap((change) => changeLines(change, report)),
      ...(design.asItIs || changed.length === report.accessPatterns.length
        ? []
        : [l10n.t('Unchanged reads: {0}', report.accessPatterns.length - changed.length)]),
      ...writes.map(({ id, before, after }) => `${id}  ${writingText(before)} → ${writingText(after)}`),
      ...(design.eventuallyConsistent.length > 0
        ? [l10n.t('Eventually consistent: {0}', design.eventuallyConsistent.join(', '))]
        : []),
      ...(design.sites.length > 0
        ? [l10n.t('Code that changes:'), ...design.sites.map((site) => `  ${shownSite(site)}`)]
        : []),
      ...workLines(design),
    ]),
  ];
}

/** Which patterns write a part of a design, and what is left to people. */
function workLines({ assists = [], byHand = [] }: DesignData): readonly string[] {
  return [
    ...(assists.length > 0
      ? [l10n.t("Patterns to try (partition-lens assist shows what each writes, or why it can't):")]
      : []),
    ...assists.map((one) => `  ${one.id}  ${one.pattern} ${shownSite(one)}`),
    ...(byHand.length > 0
      ? [l10n.t('Left to you (no pattern writes it here):'), ...byHand.map((one) => `  ${one}`)]
      : []),
  ];
}

/** Whether a design asks a question otherwise, or it costs something else. */
export function isChanged({ filter, verdict, getsCopies }: PatternChangeData): boolean {
  return filter !== undefined || verdict !== 'same' || getsCopies;
}

/** Where the entities of a kind would lie, and what they would have; `alike` are others of which all but the keys is the same. */
export function structureText(structure: StructureData, alike: readonly StructureData[] = []): string {
  const { carries, role, keysAsToday } = structure;
  const keys = [structure, ...alike]
    .map(({ partitionKey, rowKey }) => `PartitionKey ${partitionKey}, RowKey ${rowKey}`)
    .join('; ');
  const also = l10n.t('{0} also has {1}', structure.kind, carries.map(carriedText).join(', '));
  if (role === 'base' && keysAsToday) return also;
  const place = placeText(structure, keys);
  return carries.length === 0 || role === 'index' ? place : `${place}; ${also}`;
}

function placeText({ kind, role, atomic, tablePerDayOf, seriesBy }: StructureData, keys: string): string {
  switch (role) {
    case 'base':
      if (tablePerDayOf !== undefined)
        return l10n.t(
          '{0} moves to a table for each day of {1}, which is dropped as a whole: {2}',
          kind,
          tablePerDayOf,
          keys,
        );
      if (seriesBy !== undefined)
        return l10n.t('{0} becomes one entity with properties for each {1}: {2}', kind, seriesBy, keys);
      return l10n.t('{0} moves to {1}', kind, keys);
    case 'copy':
      return atomic
        ? l10n.t('Copy of {0}, in the same transaction: {1}', kind, keys)
        : l10n.t('Copy of {0}, in its own table, written later: {1}', kind, keys);
    case 'index':
      return atomic
        ? l10n.t('Keys of {0}, in the same transaction: {1}', kind, keys)
        : l10n.t('Keys of {0}, in its own table, written later: {1}', kind, keys);
  }
}

/** Why a question is not asked any more. */
export function goneText(gone: NonNullable<PatternChangeData['gone']>): string {
  return gone === 'dropped'
    ? l10n.t('no longer asked: tables are dropped')
    : l10n.t('no longer asked: other results have it');
}

function changeLines(change: PatternChangeData, report: TableReport): readonly string[] {
  const { id, before, after, reading, filter, getsCopies, verdict, gone } = change;
  const sentence = report.accessPatterns.find((pattern) => pattern.id === id)?.sentence ?? '';
  if (gone !== undefined) return [`${id}  ${sentence}: ${shapeName(before)} → ${goneText(gone)}`];
  const shapes = before === after ? shapeName(after) : `${shapeName(before)} → ${shapeName(after)}`;
  return [
    `${id}  ${sentence}: ${shapes}${verdict === 'worse' ? `, ${l10n.t('worse')}` : ''}`,
    `      ${readingText(reading.before)} → ${readingText(reading.after)}`,
    ...(filter === undefined ? [] : [`      ${filter}`]),
    ...pageTexts(change).map((text) => `      ${text}`),
    ...(getsCopies ? [`      ${l10n.t('It also finds the copies: exclude them.')}`] : []),
  ];
}

/** How a read asks for no more than it wants, where it should; at most one text. */
export function pageTexts({
  pageSize,
  isPageAsWanted,
}: Pick<PatternChangeData, 'pageSize' | 'isPageAsWanted'>): readonly string[] {
  if (isPageAsWanted) return [l10n.t('with maxPageSize: as many as the code uses')];
  return pageSize === undefined ? [] : [l10n.t('with maxPageSize: {0}', pageSize)];
}

/** What a read costs, as far as the assumptions go. */
export function readingText({ requests, entities }: Reading): string {
  return l10n.t('requests: {0}, entities: {1}', roughly(requests), roughly(entities));
}

/** What a write costs. */
export function writingText({ requests, entities }: Writing): string {
  return l10n.t('requests: {0}, entities written: {1}', roughly(requests), roughly(entities));
}

function roughly(count: number): string {
  return grouped(count === 0 ? 0 : Math.max(1, Math.round(count)));
}

/** What the figures rest on. */
export function assumptionText(report: TableReport): string {
  return [assumedText(report), ...beyondText(report)].join(' ');
}

/** What the figures of several tables rest on, where that is the same for all. */
export function sharedAssumption(reports: readonly TableReport[]): string | undefined {
  const texts = new Set(reports.filter(({ kinds }) => kinds.length > 0).map(assumedText));
  const [only, ...others] = texts;
  return others.length > 0 ? undefined : only;
}

/** What the figures of one table rest on, without what is said once for all tables. */
export function assumptionLines(report: TableReport, isShared: boolean): readonly string[] {
  const lines = isShared ? beyondText(report) : [assumptionText(report)];
  return lines.length === 0 ? [] : [lines.join(' ')];
}

function assumedText({ assumptions }: TableReport): string {
  const { entities, partitions, values, turns } = assumptions;
  return l10n.t(
    'Assumed: {0} entities of each kind, {1} partitions, {2} values of any other property, {4} of one that code compares with a constant, {3} iterations of a loop.',
    grouped(entities),
    grouped(partitions),
    grouped(values),
    grouped(turns),
    grouped(NAMED_VALUES),
  );
}

/** What else is to be said of the figures of one table. */
function beyondText({ mayBeBetter, kinds }: TableReport): readonly string[] {
  return [
    ...(kinds.some(({ isPlanned }) => isPlanned)
      ? [l10n.t('Where you declared numbers, the figures use those.')]
      : []),
    ...(mayBeBetter ? [l10n.t('Not all designs were compared.')] : []),
  ];
}
