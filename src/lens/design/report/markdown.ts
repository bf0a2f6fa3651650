import * as l10n from '@vscode/l10n';
import { shapeName } from '../../../core/shape/describe.ts';
import {
  bullets,
  code,
  image,
  joined,
  link,
  type Markdown,
  md,
  paragraphs,
  plain,
  table,
  words,
} from '../../../core/text/markdown.ts';
import type {
  AssistData,
  DesignData,
  KindData,
  PatternChangeData,
  PatternData,
  SiteData,
  TableReport,
  WriteData,
} from './data.ts';
import { mermaidOf } from './mermaid.ts';
import {
  assumptionLines,
  doesText,
  goneText,
  isChanged,
  joinText,
  pageTexts,
  plannedTexts,
  rateText,
  readingText,
  relationshipText,
  repeatedText,
  sharedAssumption,
  shownSite,
  loopTexts,
  structureText,
  writingText,
} from './text.ts';

/** Where the picture of a table in a design lies; undefined where there is none. */
export type PictureOf = (design: DesignData) => string | undefined;

const NO_PICTURE: PictureOf = () => undefined;

/** The reports of all tables as one page, short enough for a comment: a line for each table, the rest folded. */
export function markdownOf(reports: readonly TableReport[], pictureOf: PictureOf = NO_PICTURE): Markdown {
  const shared = sharedAssumption(reports);
  return paragraphs(
    md`## ${plain(l10n.t('Table design'))}`,
    reports.length === 0 ? plain(l10n.t('No operation on a table was found.')) : undefined,
    reports.length === 0 ? undefined : bullets(reports.map(summaryOf)),
    ...reports.map((report) => pageOf(report, pictureOf, shared !== undefined)),
    shared === undefined ? undefined : plain(shared),
  );
}

/** What matters most of a table on one line. */
function summaryOf(report: TableReport): Markdown {
  const [first] = report.designs;
  const count = (shape: PatternData['shape']): number =>
    report.accessPatterns.filter((pattern) => pattern.shape === shape).length;
  return words(
    l10n.t('{0}: {1}'),
    code(report.table),
    plain(
      [
        l10n.t('access patterns: {0}', report.accessPatterns.length),
        l10n.t('table scans: {0}', count('table-scan')),
        l10n.t('not known: {0}', report.unknown.length),
        ...(first === undefined || report.kinds.length === 0
          ? []
          : [l10n.t('first design: {0}', first.title)]),
      ].join(', '),
    ),
  );
}

/** All that is said of one table. */
export function pageOf(
  report: TableReport,
  pictureOf: PictureOf = NO_PICTURE,
  isAssumptionShared = false,
): Markdown {
  const mermaid = mermaidOf(report);
  const asIs = report.designs.find(({ asItIs }) => asItIs);
  return paragraphs(
    md`### ${code(report.table)}`,
    folded(l10n.t('Kinds of entities: {0}', report.kinds.length), [
      bullets(report.kinds.map(kindLine)),
      picture(asIs, l10n.t('Picture of the table as it is'), pictureOf),
      ...(mermaid === undefined ? [] : [md`\`\`\`mermaid\n${mermaid as Markdown}\n\`\`\``]),
      bullets(report.relationships.map((one) => plain(relationshipText(one, report.table)))),
      bullets(report.joins.map((one) => plain(joinText(one, report.table)))),
    ]),
    folded(l10n.t('Access patterns: {0}', report.accessPatterns.length + report.unknown.length), [
      bullets([
        ...report.accessPatterns.map(patternLine),
        ...report.unknown.map((one) => words(l10n.t('Not known: {0} ({1})'), plain(one.why), siteLink(one))),
      ]),
    ]),
    folded(l10n.t('Writes: {0}', report.writes.length), [
      bullets([
        ...report.writes.map(writeLine),
        ...report.unseenWrites.map((site) =>
          words(l10n.t('Writes of unknown entities: {0}'), siteLink(site)),
        ),
      ]),
    ]),
    ...(report.kinds.length === 0
      ? []
      : report.designs.map((design, index) => designPage(design, index + 1, report, pictureOf))),
    ...(report.kinds.length === 0 ? [] : assumptionLines(report, isAssumptionShared).map(plain)),
  );
}

/** What is shown once somebody asks; the title stands in HTML, where no escape of Markdown counts. */
export function folded(title: string, content: readonly (Markdown | undefined)[]): Markdown | undefined {
  const filled = paragraphs(...content);
  return filled === ''
    ? undefined
    : md`<details><summary>${plain(title)}</summary>\n\n${filled}\n\n</details>`;
}

function kindLine({ name, partitionKey, rowKey, properties, copyOf, assumedTime }: KindData): Markdown {
  return joined(
    [
      words(l10n.t('{0}: PartitionKey {1}, RowKey {2}'), plain(name), code(partitionKey), code(rowKey)),
      ...(properties.length > 0 ? [plain(`(${properties.join(', ')})`)] : []),
      ...(copyOf === undefined
        ? []
        : [plain(l10n.t('a copy of {0}, written in the same transaction', copyOf))]),
      ...(assumedTime === undefined
        ? []
        : [plain(l10n.t('assumes that the time in the key is {0}, its only time', assumedTime))]),
    ],
    ' ',
  );
}

function patternLine(pattern: PatternData): Markdown {
  const { id, sentence, shape, doubt, sites } = pattern;
  const places = sites.map((site) =>
    joined(
      [siteLink(site), ...(site.repeated === undefined ? [] : [plain(repeatedText(site.repeated))])],
      ' ',
    ),
  );
  return joined(
    [
      words(l10n.t('{0} {1}: {2}'), plain(id), plain(sentence), plain(shapeName(shape))),
      ...plannedTexts(pattern).map(plain),
      ...(doubt === undefined ? [] : [plain(doubt)]),
      ...(places.length === 0 ? [] : [joined(places, ', ')]),
    ],
    ' · ',
  );
}

function writeLine(write: WriteData): Markdown {
  const { id, kind, together, perSecond, sites } = write;
  const rate = perSecond === undefined ? [] : [plain(rateText(perSecond))];
  const loop = loopTexts(write);
  const places = sites.map((site) => joined([siteLink(site), ...loop.at(site).map(plain)], ' '));
  const where = places.length === 0 ? [] : [joined(places, ', ')];
  const with_ =
    together.length > 0 ? [plain(l10n.t('in one transaction with {0}', together.join(', ')))] : [];
  return joined(
    [plain(`${id} ${kind}: ${doesText(write)}`), ...rate, ...with_, ...loop.whole.map(plain), ...where],
    ' · ',
  );
}

export function siteLink(site: SiteData): Markdown {
  return link(code(shownSite(site)), `${site.file}#L${site.line}`);
}

function picture(design: DesignData | undefined, label: string, pictureOf: PictureOf): Markdown | undefined {
  const address = design && pictureOf(design);
  return address === undefined ? undefined : image(label, address);
}

function designPage(design: DesignData, number: number, report: TableReport, pictureOf: PictureOf): Markdown {
  const changed = design.patterns.filter(isChanged);
  const written = design.writes.filter(({ before, after }) => writingText(before) !== writingText(after));
  const sentence = (id: string): string => report.accessPatterns.find((one) => one.id === id)?.sentence ?? '';
  const content = [
    bullets(design.entities.filter(({ isNew }) => isNew).map((one) => plain(structureText(one)))),
    design.asItIs ? undefined : picture(design, l10n.t('Picture of the table in this design'), pictureOf),
    changed.length === 0
      ? undefined
      : table(
          [l10n.t('Access pattern'), l10n.t('Before'), l10n.t('After')].map(plain),
          changed.map((change) => changeRow(change, sentence(change.id))),
        ),
    bullets(
      written.map(({ id, before, after }) =>
        plain(`${id} ${kindOf(id, report)}: ${writingText(before)} → ${writingText(after)}`),
      ),
    ),
    design.sites.length === 0
      ? undefined
      : words(l10n.t('Code that changes: {0}'), joined(design.sites.map(siteLink), ', ')),
    bullets((design.assists ?? []).map(assistLine)),
    bullets((design.byHand ?? []).map((one) => words(l10n.t('Left to you: {0}'), plain(one)))),
  ].filter((part) => part !== undefined);
  return paragraphs(
    md`**${plain(`${number}. ${design.title}`)}** ${plain(l10n.t('Pros: {0}', design.why))} ${plain(l10n.t('Cons: {0}', design.whyNot))}`,
    folded(l10n.t('Details'), content),
  );
}

function assistLine({ id, pattern, title, ...site }: AssistData): Markdown {
  return words(l10n.t('{0}: {1} ({2}) at {3}'), plain(id), code(pattern), plain(title), siteLink(site));
}

function kindOf(id: string, { writes }: TableReport): string {
  const write = writes.find((one) => one.id === id);
  return write === undefined ? '' : `${write.kind} ${write.does}`;
}

function changeRow(change: PatternChangeData, sentence: string): readonly Markdown[] {
  const { id, before, after, reading, filter, getsCopies, verdict, gone } = change;
  const worse = verdict === 'worse' ? [plain(l10n.t('worse'))] : [];
  const copies = getsCopies ? [plain(l10n.t('It also finds the copies: exclude them.'))] : [];
  // a pipe would end the cell, in code too
  const asked = filter === undefined ? [] : [code(filter).replaceAll('|', String.raw`\|`) as Markdown];
  const page = pageTexts(change).map(plain);
  return [
    joined([plain(id), plain(sentence), ...asked, ...page, ...copies], ' '),
    joined([plain(shapeName(before)), plain(readingText(reading.before))], ', '),
    gone === undefined
      ? joined([plain(shapeName(after)), plain(readingText(reading.after)), ...worse], ', ')
      : plain(goneText(gone)),
  ];
}
