import * as vscode from 'vscode';
import { classify } from '../../core/shape/classify.ts';
import { costOf, shapeName } from '../../core/shape/describe.ts';
import { mayReadManyPartitions } from '../../core/shape/shape.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { grouped } from '../../core/text/numbers.ts';
import { plainText } from '../../core/text/segments.ts';
import { isLoopback } from '../../data/connection.ts';
import { explainError } from '../../data/error.ts';
import { explainWithBetter } from '../../data/explain-better.ts';
import { costText } from '../../data/page.ts';
import { keyBounds } from '../../data/within-signature.ts';
import { boundsText } from '../browser/signature-label.ts';
import type { ConnectionInfo } from '../browser/nodes.ts';
import type { ReadyQuery } from './index.ts';
import { type Explained, reportOf } from './report.ts';

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
      vscode.l10n.t('This report was made in an earlier window. Run “Explain on data” again.')
    );
  }

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, this);
  }

  /** Asks first where a scan costs something. What was counted before a cancellation is shown. */
  explain = async (query: ReadyQuery): Promise<void> => {
    const name = this.#nameOf(query.connection);
    if (!(await agrees(query, name))) return;
    const explained = await count(query, name);
    const { stopped, matched, requests } = explained.explanation;
    if (stopped !== undefined && requests === 0) {
      const { message, advice } = explainError(stopped);
      void vscode.window.showErrorMessage(`${message}. ${advice}`);
      return;
    }
    if (stopped?.kind === 'cancelled' && matched.count === 0) return;
    const number = this.#texts.push(reportOf(explained)) - 1;
    const path = `/${vscode.l10n.t('Explain {0}', query.table)} ${number + 1}.md`;
    await vscode.commands.executeCommand(
      'markdown.showPreview',
      vscode.Uri.from({ scheme: REPORT_SCHEME, path, query: String(number) }),
    );
  };
}

async function agrees({ filter, table, connection }: ReadyQuery, name: string): Promise<boolean> {
  const { shape } = classify(parseFilter(plainText(filter)).filter);
  if (!mayReadManyPartitions(shape) || isLoopback(connection.host)) return true;
  const explain = vscode.l10n.t('Explain');
  const detail = vscode.l10n.t(
    '{0} To count what it touches it is run on {1}, with up to {2} at a time. They are paid for, and count towards the throughput of {3}.',
    costOf(shape),
    name,
    costText(BUDGET),
    table,
  );
  const options = { modal: true, detail };
  return (await vscode.window.showWarningMessage(shapeName(shape), options, explain)) === explain;
}

async function count({ service, table, filter, select }: ReadyQuery, name: string): Promise<Explained> {
  const title = vscode.l10n.t('Counting what the query touches in {0}', table);
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => {
      controller.abort();
    });
    const compared = await explainWithBetter(
      service,
      table,
      { filter, select },
      {
        signal: controller.signal,
        budget: BUDGET,
        onProgress: (found, requests) => {
          progress.report({
            message: vscode.l10n.t('{0} entities, {1}', grouped(found), costText(requests)),
          });
        },
      },
    );
    const bounds = keyBounds(service.endpoint.credential);
    return { account: name, table, filter, within: bounds && boundsText(bounds), ...compared };
  });
}
