import * as l10n from '@vscode/l10n';
import type { PlanKind, RehearsalPlan } from '../../core/rehearsal/plan.ts';
import type { Keys, Unkeyed } from '../../core/rehearsal/rekey.ts';
import type { Unread } from '../../core/rehearsal/subject.ts';
import type { Spread } from '../../core/rehearsal/tally.ts';
import { grouped, rounded } from '../../core/text/numbers.ts';
import { explainError } from '../../data/error.ts';
import { costText } from '../../data/page.ts';
import type { Effort, Played } from '../../data/rehearsal/play.ts';
import type { Counted, Rehearsed } from '../../data/rehearsal/run.ts';
import type { RehearsalTable, RehearsalView } from '../../protocol/design-page.ts';

/** The table whose entities were read: its name and its account's. */
export interface Source {
  readonly table: string;
  readonly account: string;
}

/** Says that a design can't be rehearsed. */
export function refusedView(why: string): RehearsalView {
  return { title: l10n.t('Not rehearsed'), sentences: [why], tables: [] };
}

/** Puts what a design makes of data into words. */
export function playedView(played: Played, plan: RehearsalPlan, source: Source): RehearsalView {
  const { entities, isSample, requests, unread, unkeyed, clashes, before, after, patterns, stopped } = played;
  const different = patterns.filter(({ missing, extra }) => missing + extra > 0).length;
  const asked = patterns.filter(({ draws }) => draws > 0).length;
  return {
    title: l10n.t('Rehearsed on {0} of {1}', source.table, source.account),
    sentences: [
      sampleText(entities, isSample, requests),
      ...(stopped === undefined ? [] : [`${explainError(stopped).message}.`]),
      ...(clashes.count === 0
        ? [l10n.t('No two entities have the same new keys.')]
        : [l10n.t('Entities that would have the keys of another one: {0}.', grouped(clashes.count))]),
      ...unkeyed.map(({ kind, reason, count }) => unkeyedText(plan.kinds[kind], reason, count)),
      ...[...unread].map(([why, count]) => unreadText(why, count)),
      ...(asked === 0 ? [] : [resultText(asked, different)]),
      ...(asked === 0
        ? []
        : [l10n.t('Each read runs to its end with values of the data. Figures are averages.')]),
    ],
    tables: [
      {
        label: l10n.t('Access patterns on data'),
        headings: ['', l10n.t('What is read'), l10n.t('Today'), l10n.t('In this design'), l10n.t('Results')],
        rows: patterns.map(({ pattern, draws, before: from, after: to, missing, extra }) => [
          plan.patterns[pattern]?.id ?? '',
          plan.patterns[pattern]?.words ?? '',
          ...(draws === 0
            ? ['', '', l10n.t('No entity has all the values that it needs.')]
            : [effortText(from), effortText(to), differenceText(missing, extra)]),
        ]),
      },
      leftTable(plan),
      {
        label: l10n.t('Partitions'),
        headings: [
          '',
          l10n.t('Partitions'),
          l10n.t('Entities'),
          l10n.t('Median'),
          l10n.t('99th percentile'),
          l10n.t('Largest'),
          l10n.t('Bytes'),
        ],
        rows: [
          spreadRow(l10n.t('Today'), before),
          ...after.map((one, index) => spreadRow(tableName(plan, index), one)),
        ],
      },
      {
        label: l10n.t('Entities with the same new keys'),
        headings: ['PartitionKey', 'RowKey', l10n.t('of'), l10n.t('and')],
        rows: clashes.examples.map(({ keys, of: [one, other] }) => [
          keys.partitionKey,
          keys.rowKey,
          keysText(one),
          keysText(other),
        ]),
      },
    ],
  };
}

/** Puts what a rehearsal in Azurite counted into words. */
export function rehearsedView(run: Rehearsed, plan: RehearsalPlan, source: Source): RehearsalView {
  const { entities, isSample, written, clashes, unkeyed, patterns, leftTables } = run;
  const different = patterns.filter(({ missing, extra }) => missing + extra > 0).length;
  const asked = patterns.filter(({ draws }) => draws > 0).length;
  return {
    title: l10n.t('Rehearsed in Azurite, with entities of {0} of {1}', source.table, source.account),
    sentences: [
      isSample
        ? l10n.t('Entities copied: {0}, a sample of the table.', grouped(entities))
        : l10n.t('Entities copied: {0}, all of the table.', grouped(entities)),
      l10n.t('Entities written in the tables of this design: {0}.', grouped(written)),
      ...(clashes === 0
        ? []
        : [l10n.t('Not written, because another one has the same keys: {0}.', grouped(clashes))]),
      ...(unkeyed === 0
        ? []
        : [l10n.t("Not written, because they can't have the new keys: {0}.", grouped(unkeyed))]),
      ...(asked === 0 ? [] : [resultText(asked, different)]),
      leftTables.length === 0
        ? l10n.t('The scratch tables are deleted.')
        : l10n.t("Scratch tables that couldn't be deleted: {0}.", leftTables.join(', ')),
    ],
    tables: [
      {
        label: l10n.t('Access patterns in Azurite'),
        headings: [
          '',
          l10n.t('What is read'),
          l10n.t('Times'),
          l10n.t('Today'),
          l10n.t('In this design'),
          l10n.t('Results'),
        ],
        rows: patterns.map(({ pattern, draws, before, after, missing, extra, examples }) => [
          plan.patterns[pattern]?.id ?? '',
          plan.patterns[pattern]?.words ?? '',
          grouped(draws),
          ...(draws === 0
            ? ['', '', l10n.t('No entity has all the values that it needs.')]
            : [
                countedText(before),
                countedText(after),
                [differenceText(missing, extra), ...examples.map(keysText)].join(' · '),
              ]),
        ]),
      },
      leftTable(plan),
    ],
  };
}

function sampleText(entities: number, isSample: boolean, requests: number): string {
  return isSample
    ? l10n.t('Entities: {0}, a sample of the table ({1}).', grouped(entities), costText(requests))
    : l10n.t('Entities: {0}, all of the table ({1}).', grouped(entities), costText(requests));
}

function resultText(asked: number, different: number): string {
  return l10n.t(
    'Reads that give the same entities as today: {0} of {1}.',
    grouped(asked - different),
    grouped(asked),
  );
}

function effortText({ requests, sent, read }: Effort): string {
  return l10n.t('requests: {0}, entities: {1}, read for it: {2}', ...[requests, sent, read].map(number));
}

function countedText({ requests, entities }: Counted): string {
  return l10n.t('requests: {0}, entities: {1}', grouped(requests), grouped(entities));
}

function differenceText(missing: number, extra: number): string {
  return missing + extra === 0
    ? l10n.t('the same')
    : l10n.t('missing: {0}, additional: {1}', grouped(missing), grouped(extra));
}

function number(value: number): string {
  return Number.isInteger(value) ? grouped(value) : rounded(value);
}

function leftTable({ left }: RehearsalPlan): RehearsalTable {
  return {
    label: l10n.t('Reads that are not rehearsed'),
    headings: ['', l10n.t('What is read'), l10n.t('Why')],
    rows: left.map(({ id, words, why }) => [id, words, why]),
  };
}

function spreadRow(
  name: string,
  { partitions, entities, median, most99, largest, bytes }: Spread,
): readonly string[] {
  return [name, ...[partitions, entities, median, most99, largest, bytes].map(grouped)];
}

/** What the tables of a design are called: the first is that of the entities. */
function tableName({ kinds }: RehearsalPlan, index: number): string {
  if (index === 0) return l10n.t('In this design');
  const apart = kinds.flatMap(({ name, structures }) =>
    structures.filter(({ isApart }) => isApart).map(({ role }) => ({ name, role })),
  );
  const one = apart[index - 1];
  return one?.role === 'index' ? l10n.t('Index of {0}', one.name) : l10n.t('Copies of {0}', one?.name ?? '');
}

function unkeyedText(kind: PlanKind | undefined, reason: Unkeyed, count: number): string {
  const name = kind?.name ?? '';
  switch (reason.why) {
    case 'no-text':
      return l10n.t(
        '{0}: {1} entities have no {2} that fits into a key.',
        name,
        grouped(count),
        reason.attribute,
      );
    case 'key-too-long':
      return l10n.t('{0}: {1} entities would have a key of more than 1 KiB.', name, grouped(count));
    case 'forbidden-character':
      return l10n.t(
        "{0}: {1} entities would have a character that isn't allowed in keys.",
        name,
        grouped(count),
      );
  }
}

function unreadText(why: Unread, count: number): string {
  switch (why) {
    case 'no-kind':
      return l10n.t('{0} entities have keys of no known kind. They stay as they are.', grouped(count));
    case 'several-kinds':
      return l10n.t('{0} entities might be of several kinds. They stay as they are.', grouped(count));
    case 'several-ways':
      return l10n.t(
        '{0} entities have keys that can be read in several ways. They stay as they are.',
        grouped(count),
      );
    case 'flawed':
      return l10n.t("{0} entities couldn't be read in full. They are left out.", grouped(count));
  }
}

function keysText({ partitionKey, rowKey }: Keys): string {
  return `${partitionKey} / ${rowKey}`;
}
