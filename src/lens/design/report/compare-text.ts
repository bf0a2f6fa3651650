import * as l10n from '@vscode/l10n';
import { shapeName } from '../../../core/shape/describe.ts';
import { bullets, code, joined, type Markdown, md, paragraphs, plain } from '../../../core/text/markdown.ts';
import type { DesignChange, PatternOnce, PatternState, PatternTwice, Rekeyed } from './compare.ts';
import type { TableReport } from './data.ts';
import { folded, pageOf, siteLink } from './markdown.ts';
import { shownSite } from './text.ts';

/** What a change does, in one line: `1 worse, 2 better, 3 new access patterns, since main`. */
function summaryOfChanges(changes: readonly DesignChange[], base: string): string {
  const count = (of: 'worse' | 'better' | 'added' | 'removed'): number =>
    changes.reduce((sum, change) => sum + change[of].length, 0);
  return l10n.t(
    'Since {0}: worse {1}, better {2}, new access patterns {3}, gone {4}.',
    base,
    count('worse'),
    count('better'),
    count('added'),
    count('removed'),
  );
}

/** A line of what changed in a table, and where. */
interface ChangeLine {
  readonly text: string;
  readonly sites: PatternOnce['sites'];
}

function linesOf(change: DesignChange): readonly ChangeLine[] {
  const isNew = (one: PatternOnce): boolean =>
    !change.worse.some(({ sentence }) => sentence === one.sentence);
  const plainLine = (text: string): ChangeLine => ({ text, sites: [] });
  return [
    ...change.worse.map((one) => ({ text: l10n.t('Worse: {0}', twiceText(one)), sites: one.sites })),
    ...change.better.map((one) => ({ text: l10n.t('Better: {0}', twiceText(one)), sites: one.sites })),
    ...change.added
      .filter(isNew)
      .map((one) => ({ text: l10n.t('New: {0}', onceText(one)), sites: one.sites })),
    ...change.removed.map((one) => plainLine(l10n.t('Gone: {0}', onceText(one)))),
    ...change.rekeyed.map((one) => plainLine(rekeyedText(one))),
    ...change.addedWrites.map((write) => plainLine(l10n.t('New write: {0}', write))),
    ...change.removedWrites.map((write) => plainLine(l10n.t('Write that is gone: {0}', write))),
    ...(change.unknown === 0
      ? []
      : [
          plainLine(
            l10n.t('Reads that are not known: {0}', `${change.unknown > 0 ? '+' : ''}${change.unknown}`),
          ),
        ]),
    ...(change.only === undefined
      ? []
      : [
          plainLine(
            change.only === 'after' ? l10n.t('The table is new.') : l10n.t('Nothing uses the table anymore.'),
          ),
        ]),
  ];
}

function twiceText({ sentence, before, after }: PatternTwice): string {
  if (before === undefined) return l10n.t('{0}: new, {1}', sentence, stateText(after));
  return l10n.t('{0}: {1} → {2}', sentence, stateText(before), stateText(after));
}

function onceText({ sentence, ...state }: PatternOnce): string {
  return l10n.t('{0}: {1}', sentence, stateText(state));
}

function stateText({ shape, inLoop }: PatternState): string {
  return inLoop ? l10n.t('{0} in a loop', shapeName(shape)) : shapeName(shape);
}

function rekeyedText({ kind, before, after }: Rekeyed): string {
  const keys = ({ partitionKey, rowKey }: Rekeyed['before']): string => `${partitionKey} | ${rowKey}`;
  return l10n.t('Other keys: {0}: {1} → {2}', kind, keys(before), keys(after));
}

/** The lines of a comparison as text. */
export function textOfChanges(changes: readonly DesignChange[], base: string): readonly string[] {
  return [
    summaryOfChanges(changes, base),
    '',
    ...changes.flatMap((change) => [
      change.table,
      ...linesOf(change).flatMap(({ text, sites }) => [
        `  ${text}`,
        ...sites.map((one) => `      ${shownSite(one)}`),
      ]),
      '',
    ]),
  ];
}

/** Lines of one table in a comment. */
const MOST_LINES = 30;

/** Characters that a comment of a pull request may have, with some left for who posts it (GitHub takes 65,536). */
const MOST_CHARACTERS = 60_000;

/**
 * A comparison as a comment of a pull request: a line that says all, what got worse and better, and, folded, the reports of the tables that
 * changed, as many as there is room for.
 */
export function markdownOfChanges(
  changes: readonly DesignChange[],
  reports: readonly TableReport[],
  base: string,
): Markdown {
  const changed = changes.map(({ table }) => table);
  const head = paragraphs(
    md`**${plain(l10n.t('Table design'))}** ${plain(summaryOfChanges(changes, base))}`,
    ...changes.map((change) => tableOf(change)),
  );
  const pages: Markdown[] = [];
  let left = MOST_CHARACTERS - head.length;
  for (const report of reports.filter(({ table }) => changed.includes(table))) {
    const page = folded(report.table, [pageOf(report)]);
    if (page === undefined || page.length > left) continue;
    left -= page.length;
    pages.push(page);
  }
  return paragraphs(head, ...pages);
}

function tableOf(change: DesignChange): Markdown {
  const lines = linesOf(change).map(({ text, sites }) =>
    joined([plain(text), ...(sites.length === 0 ? [] : [joined(sites.map(siteLink), ', ')])], ' · '),
  );
  const more = lines.length - MOST_LINES;
  return paragraphs(
    code(change.table),
    bullets([...lines.slice(0, MOST_LINES), ...(more > 0 ? [plain(l10n.t('{0} more', more))] : [])]),
  );
}
