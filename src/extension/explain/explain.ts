import * as vscode from 'vscode';
import { classify } from '../../core/shape/classify.ts';
import { costOf, shapeName } from '../../core/shape/describe.ts';
import { mayReadManyPartitions } from '../../core/shape/shape.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { grouped } from '../../core/text/numbers.ts';
import { plainText } from '../../core/text/segments.ts';
import { isLoopback } from '../../data/connection.ts';
import { explainError } from '../../data/error.ts';
import { besideBetter, explainWithBetter } from '../../data/explain-better.ts';
import type { Comparison } from '../../data/explain-better.ts';
import { explainQuery } from '../../data/explain.ts';
import type { ExplainOptions, Explanation } from '../../data/explain.ts';
import { costText } from '../../data/page.ts';
import { keyBounds } from '../../data/within-signature.ts';
import { boundsText } from '../sidebar/signature-label.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import type { ReadyQuery } from './ready-query.ts';
import { reportOf } from './report.ts';
import { askModally, showError } from '../window/messages.ts';
import { plainName } from '../window/plain.ts';
import { withProgress } from '../window/progress.ts';

const REPORT_SCHEME = 'partition-lens-report';

/** Requests that one explanation may send for the query, and again for each better one. */
const BUDGET = 100;

/** Runs queries counting and shows what they touch, as pages in Markdown. */
export class Reports implements vscode.TextDocumentContentProvider {
  // by number, because VS Code writes addresses of documents into its logs, where no value may stand
  readonly #texts: string[] = [];
  readonly #nameOf: (connection: ConnectionInfo) => string;

  /** `nameOf` tells a connection from others of its name. */
  constructor(nameOf: (connection: ConnectionInfo) => string) {
    this.#nameOf = nameOf;
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return (
      this.#texts[Number(query)] ??
      vscode.l10n.t('This report was made in an earlier window. Click “Explain” above the query again.')
    );
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, this);
  }

  /** Asks first where a scan costs something. What was counted before a cancellation is shown. */
  explain = async (query: ReadyQuery): Promise<void> => {
    if (!(await this.agrees(query, vscode.l10n.t('Explain')))) return;
    const { service, table, filter, select } = query;
    const compared = await this.#withProgress(table, (options) =>
      explainWithBetter(service, table, { filter, select }, options),
    );
    const { stopped, matched, requests } = compared.explanation;
    if (stopped !== undefined && requests === 0) {
      const { message, advice } = explainError(stopped);
      void showError(`${message}. ${advice}`);
      return;
    }
    if (stopped?.kind === 'cancelled' && matched.count === 0) return;
    await this.#show(query, compared);
  };

  /** Whether the person wants a query counted: asked where it may read many partitions, and that costs. `action` says so on the button. */
  agrees = async (
    { filter, table, connection }: Omit<ReadyQuery, 'service'>,
    action: string,
  ): Promise<boolean> => {
    const { shape } = classify(parseFilter(plainText(filter)).filter);
    if (!mayReadManyPartitions(shape) || isLoopback(connection.host)) return true;
    const detail = vscode.l10n.t(
      '{0} To count what it reads, the query runs on {1}, up to {2} at a time. The requests cost money and use throughput of {3}.',
      costOf(shape),
      this.#nameOf(connection),
      costText(BUDGET),
      table,
    );
    const question = { severity: 'Warning', message: shapeName(shape), detail: [detail] } as const;
    return (await askModally({ ...question, buttons: [action] })) === action;
  };

  /** Counts what a query touches, without its better one and without asking. Never throws. */
  count = ({ service, table, filter, select }: ReadyQuery, options: ExplainOptions): Promise<Explanation> =>
    explainQuery(
      service,
      table,
      { filter: filter === '' ? undefined : filter, select },
      { ...options, budget: BUDGET },
    );

  /** Shows what was counted of a query, once its better one is counted too. */
  report = async (query: ReadyQuery, explanation: Explanation): Promise<void> => {
    const { service, table, filter, select } = query;
    const compared = await this.#withProgress(table, (options) =>
      besideBetter(service, table, { filter, select }, explanation, options),
    );
    await this.#show(query, compared);
  };

  async #show({ service, connection, table, filter }: ReadyQuery, compared: Comparison): Promise<void> {
    const bounds = keyBounds(service.endpoint.credential);
    const account = this.#nameOf(connection);
    const within = bounds && boundsText(bounds);
    const number = this.#texts.push(reportOf({ account, table, filter, within, ...compared })) - 1;
    const path = `/${vscode.l10n.t('Explain {0}', plainName(table))} ${number + 1}.md`;
    await vscode.commands.executeCommand(
      'markdown.showPreview',
      vscode.Uri.from({ scheme: REPORT_SCHEME, path, query: String(number) }),
    );
  }

  async #withProgress<T>(table: string, act: (options: ExplainOptions) => Promise<T>): Promise<T> {
    const title = vscode.l10n.t('Counting what the query reads in {0}', table);
    return withProgress(title, { cancellable: true }, (report, signal) =>
      act({
        signal,
        budget: BUDGET,
        onProgress: (found, requests) => {
          report(vscode.l10n.t('{0} entities, {1}', grouped(found), costText(requests)));
        },
      }),
    );
  }
}
