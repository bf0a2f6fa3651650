import * as l10n from '@vscode/l10n';
import { parseFilter } from '../../core/odata/parse.ts';
import type { BetterQueries } from '../../core/shape/better.ts';
import { classify } from '../../core/shape/classify.ts';
import { costOf, describeAdvice, describeCause, shapeName } from '../../core/shape/describe.ts';
import type { Shape } from '../../core/shape/shape.ts';
import { codeBlock, joined, md, paragraphs, plain, table as tableOf } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import { grouped } from '../../core/text/numbers.ts';
import { plainText } from '../../core/text/segments.ts';
import { explainError } from '../../data/error.ts';
import type { Comparison } from '../../data/explain-better.ts';
import type { Counted, Explanation } from '../../data/explain.ts';
import { costText } from '../../data/page.ts';

/** What a query touched on the data of a table. */
export interface Explained extends Comparison {
  readonly account: string;
  readonly table: string;
  /** Empty where it asks for every entity. */
  readonly filter: string;
  /** The keys, in words, that the shared access signature shows alone. */
  readonly within?: string | undefined;
}

/** A page in Markdown: the verdict on the filter, what it touched, and the same of a better query. */
export function reportOf({ account, table, filter, within, explanation, better }: Explained): Markdown {
  const columns = [
    { title: l10n.t('This query'), of: explanation },
    ...(better ? [{ title: l10n.t('Better'), of: sum(better.explanations) }] : []),
  ];
  return paragraphs(
    md`# ${plain(l10n.t('What the query reads in {0}', table))}`,
    plain(l10n.t('Ran on {0} to count.', account)),
    within === undefined ? undefined : withinText(within),
    codeBlock('odata', [filter === '' ? l10n.t('(no filter: every entity)') : filter]),
    ...verdictOn(filter, explanation.shape),
    numbersOf(
      columns.map(({ title }) => title),
      columns.map(({ of }) => of),
    ),
    notes(explanation),
    ...(better ? betterText(better.queries) : []),
    plain(
      explanation.onAzuriteAlone === undefined
        ? l10n.t('The numbers of entities and partitions are the same in any account with the same data.')
        : l10n.t(
            'The other numbers of entities and partitions are the same in any account with the same data.',
          ),
    ),
    plain(
      l10n.t(
        "The number of requests is a minimum: Azure can end a page early, at the border of a partition server or after 5 seconds. Times aren't shown: Azurite's times don't predict Azure's.",
      ),
    ),
  );
}

function withinText(within: string): Markdown {
  const keys = plain(l10n.t('Keys {0} only:', within));
  const why = plain(
    l10n.t(
      'the shared access signature allows no others. All numbers are for those keys. With access to the whole table, the query might find, read, and cost more.',
    ),
  );
  return md`**${keys}** ${why}`;
}

function verdictOn(filter: string, shape: Shape): (Markdown | undefined)[] {
  const { cause, advice } = classify(parseFilter(plainText(filter)).filter);
  const reasons = [...(cause ? [describeCause(cause)] : []), ...(advice ? [describeAdvice(advice)] : [])];
  return [md`**${plain(`${shapeName(shape)}.`)}** ${plain(costOf(shape))}`, joined(reasons.map(plain), ' ')];
}

type Numbers = Omit<Explanation, 'shape' | 'partitionKeys'>;

/** Of several queries that stand for one. */
function sum(explanations: readonly Explanation[]): Numbers {
  const total = (of: (one: Explanation) => Counted): Counted => ({
    count: explanations.reduce((count, one) => count + of(one).count, 0),
    exact: explanations.every((one) => of(one).exact),
  });
  return {
    matched: total(({ matched }) => matched),
    read: total(({ read }) => read),
    partitions: {
      count: new Set(explanations.flatMap(({ partitionKeys }) => [...partitionKeys])).size,
      exact: explanations.every(({ partitions }) => partitions.exact),
    },
    requests: explanations.reduce((count, { requests }) => count + requests, 0),
    bytes: explanations.reduce((count, { bytes }) => count + bytes, 0),
    spent: explanations.reduce((count, { spent }) => count + spent, 0),
  };
}

function numbersOf(titles: readonly string[], columns: readonly Numbers[]): Markdown {
  const row = (title: string, of: (one: Numbers) => string): Markdown[] =>
    [title, ...columns.map(of)].map(plain);
  return tableOf(['', ...titles].map(plain), [
    row(l10n.t('Entities that match'), ({ matched }) => counted(matched)),
    row(l10n.t('Entities that the service reads'), ({ read }) => counted(read)),
    row(l10n.t('Partitions read'), ({ partitions }) => counted(partitions)),
    row(l10n.t('Requests'), ({ requests }) => grouped(requests)),
    row(l10n.t('Bytes received'), ({ bytes }) => grouped(bytes)),
  ]);
}

function counted({ count, exact }: Counted): string {
  return exact ? grouped(count) : l10n.t('at least {0}', grouped(count));
}

function notes({ stopped, spent, requests, onAzuriteAlone }: Explanation): Markdown {
  const ended = stopped && explainError(stopped);
  const lines = [
    ...(ended ? [l10n.t('The count is incomplete: {0}. The numbers are lower bounds.', ended.message)] : []),
    ...(onAzuriteAlone === undefined
      ? []
      : [
          l10n.t(
            "Only Azurite finds {0} of the matches: they have a property of another type than the value in the filter. Azure doesn't match values of different types.",
            grouped(onAzuriteAlone),
          ),
        ]),
    ...(spent > requests
      ? [
          l10n.t(
            "To count what is read but doesn't match, only the keys were read in addition: {0}.",
            costText(spent - requests),
          ),
        ]
      : []),
  ];
  return joined(lines.map(plain), ' ');
}

function betterText({ by, filters }: BetterQueries): Markdown[] {
  return [
    md`## ${plain(l10n.t('A better query'))}`,
    plain(why(by, filters.length)),
    codeBlock('odata', filters),
  ];
}

function why(by: BetterQueries['by'], count: number): string {
  switch (by) {
    case 'split':
      return l10n.t(
        'The service doesn\'t look up the sides of an "or". These {0} queries, sent in parallel, always find the same:',
        count,
      );
    case 'partitions':
      return count === 1
        ? l10n.t(
            'All matches are in one partition. If the program knows which, this query finds the same today:',
          )
        : l10n.t(
            'All matches are in {0} partitions. If the program knows which, these queries find the same today:',
            count,
          );
    case 'row-prefix':
      return l10n.t(
        'The RowKeys of all matches begin with the same text. If that is what they have in common, this query finds the same today:',
      );
  }
}
