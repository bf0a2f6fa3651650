import * as l10n from '@vscode/l10n';
import { shapeName } from '../../core/shape/describe.ts';
import type { Shape } from '../../core/shape/shape.ts';
import type {
  DesignData,
  KindData,
  PatternChangeData,
  PatternData,
  SiteData,
  TableReport,
  WriteData,
} from '../../lens/design/report/data.ts';
import { letterOf, type Marks, marksOf } from '../../lens/design/report/marks.ts';
import { pictureOf } from '../../lens/design/report/picture.ts';
import {
  assumptionText,
  doesText,
  isChanged,
  joinText,
  loopTexts,
  pageTexts,
  plannedTexts,
  rateText,
  readingText,
  relationshipText,
  repeatedText,
  structureText,
  writingText,
} from '../../lens/design/report/text.ts';
import type {
  ChangedRead,
  ChangedUse,
  DesignChoice,
  DesignedKind,
  DesignedRead,
  DesignedShape,
  DesignedSite,
  DesignedTable,
} from '../../protocol/designed.ts';

/** Gives a site its label and the index of its location. */
export type SiteOf = (site: SiteData) => Omit<DesignedSite, 'words'>;

/** Puts the report of a table into the words that a client shows. */
export function viewOf(
  report: TableReport,
  siteOf: SiteOf,
  workOf: (design: DesignData) => Pick<DesignChoice, 'assists' | 'left'> = () => ({ assists: [], left: [] }),
): DesignedTable {
  const marks = marksOf(report.kinds);
  const { table, kinds, accessPatterns, unknown, writes, unseenWrites, relationships, joins } = report;
  const asIs = report.designs.find(({ asItIs }) => asItIs);
  const bare = (site: SiteData): DesignedSite => ({ ...siteOf(site), words: '' });
  return {
    table,
    picture: asIs === undefined ? null : (pictureOf(table, asIs.entities, kinds, marks) ?? null),
    kinds: kinds.map((kind) => kindView(kind, marks)),
    reads: accessPatterns.map((pattern) => readView(pattern, siteOf)),
    unknown: unknown.map((one, index) => ({
      id: `U${index + 1}`,
      words: one.why,
      notes: [],
      sites: [{ ...siteOf(one), words: one.method }],
    })),
    writes: writes.map((write) => writeView(write, siteOf)),
    unseenWrites: unseenWrites.map(bare),
    relationships: relationships.map((one) => relationshipText(one, table)),
    joins: joins.map((join) => joinText(join, table)),
    designs:
      kinds.length === 0
        ? []
        : report.designs.map((design) => ({
            ...choiceView(design, report, marks, bare),
            ...workOf(design),
          })),
    assumption: assumptionText(report),
  };
}

function kindView(kind: KindData, marks: Marks): DesignedKind {
  const { name, partitionKey, rowKey, properties, hasMore, copyOf, isPlanned, isReadOnly, assumedTime } =
    kind;
  return {
    ...letterOf(marks, name, 0),
    name,
    partitionKey,
    rowKey,
    properties: [...properties, ...(hasMore ? ['…'] : [])].join(', '),
    notes: [
      ...(copyOf === undefined ? [] : [l10n.t('a copy of {0}, written in the same transaction', copyOf)]),
      ...(isPlanned ? [l10n.t('planned')] : []),
      ...(isReadOnly ? [l10n.t('no write of it is seen')] : []),
      ...(assumedTime === undefined
        ? []
        : [l10n.t('the time in the key is taken to be {0}, its only time', assumedTime)]),
    ],
  };
}

function readView({ id, sentence, shape, ...more }: PatternData, siteOf: SiteOf): DesignedRead {
  return {
    id,
    words: sentence,
    shape: shapeView(shape),
    notes: [
      ...(more.inLoop ? [l10n.t('in a loop')] : []),
      ...(more.testedInCode ? [l10n.t('Some of these conditions are checked in code, after the read.')] : []),
      ...plannedTexts(more),
      ...(more.doubt === undefined ? [] : [more.doubt]),
    ],
    sites: more.sites.map((site) => ({
      ...siteOf(site),
      words: [
        site.method,
        ...(site.shape === shape ? [] : [shapeName(site.shape)]),
        ...(site.when === undefined ? [] : [site.when]),
        ...(site.repeated === undefined ? [] : [repeatedText(site.repeated)]),
      ].join(', '),
    })),
  };
}

function writeView(write: WriteData, siteOf: SiteOf): DesignedTable['writes'][number] {
  const loop = loopTexts(write);
  return {
    id: write.id,
    words: writeWords(write),
    notes: loop.whole,
    sites: write.sites.map((site) => ({ ...siteOf(site), words: loop.at(site).join(', ') })),
  };
}

function writeWords(write: WriteData): string {
  const { kind, together, perSecond } = write;
  const rate = perSecond === undefined ? '' : `, ${rateText(perSecond)}`;
  const words = `${kind}: ${doesText(write)}${rate}`;
  return together.length === 0
    ? words
    : `${words}, ${l10n.t('in one transaction with {0}', together.join(', '))}`;
}

const RANKS: Readonly<Record<Shape, DesignedShape['rank']>> = {
  point: 'good',
  'row-range': 'good',
  'partition-scan': 'fair',
  'partition-range': 'bad',
  'table-scan': 'bad',
  empty: 'bad',
  unknown: 'unknown',
};

function shapeView(shape: Shape): DesignedShape {
  return { name: shapeName(shape), rank: RANKS[shape] };
}

function choiceView(
  design: DesignData,
  report: TableReport,
  marks: Marks,
  siteOf: (site: SiteData) => DesignedSite,
): Omit<DesignChoice, 'assists' | 'left'> {
  const { title, why, whyNot, entities, patterns, eventuallyConsistent, hotKinds, sites } = design;
  const changed = patterns.filter(isChanged);
  return {
    title,
    why,
    whyNot,
    moves: entities.filter(({ isNew }) => isNew).map((one) => structureText(one)),
    picture: pictureOf(report.table, entities, report.kinds, marks) ?? null,
    reads: changed.map((change) => changedRead(change, report)),
    same: report.accessPatterns.length - changed.length,
    writes: changedWrites(design, report),
    eventuallyConsistent: eventuallyConsistent.join(', '),
    hot: hotKinds.join(', '),
    sites: sites.map(siteOf),
  };
}

function changedRead(change: PatternChangeData, { accessPatterns }: TableReport): ChangedRead {
  const { id, before, after, reading, filter = '', getsCopies, verdict } = change;
  return {
    id,
    words: accessPatterns.find((pattern) => pattern.id === id)?.sentence ?? '',
    before: readingText(reading.before),
    after: readingText(reading.after),
    shapeBefore: shapeView(before),
    shapeAfter: shapeView(after),
    filter,
    notes: [
      ...pageTexts(change),
      ...(getsCopies ? [l10n.t('It also finds the copies: leave them out.')] : []),
    ],
    verdict,
  };
}

function changedWrites({ writes }: DesignData, report: TableReport): readonly ChangedUse[] {
  return writes.flatMap(({ id, before, after }): readonly ChangedUse[] => {
    const write = report.writes.find((one) => one.id === id);
    const [from, to] = [writingText(before), writingText(after)];
    return write === undefined || from === to
      ? []
      : [{ id, words: writeWords(write), before: from, after: to }];
  });
}
