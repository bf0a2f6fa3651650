import * as vscode from 'vscode';
import { grouped } from '../../../core/text/numbers.ts';
import { COUNT_BUDGET, countEntities } from '../../../data/count.ts';
import type { Count } from '../../../data/count.ts';
import { partitionKeyFilter } from '../../../data/entities.ts';
import { explainError } from '../../../data/error.ts';
import { partitionFilter, rowFilter } from '../../../data/key-range.ts';
import { costText } from '../../../data/page.ts';
import { placeOf } from '../../connections/address.ts';
import type { BrowserModel } from '../model.ts';
import { connectionOf, tableOf } from '../nodes.ts';
import { foundText } from '../row-texts.ts';
import type { PartitionNode, RowsNode, SearchNode, TableNode } from '../nodes.ts';
import { askModally, showError, showInformation } from '../../window/messages.ts';
import { withProgress } from '../../window/progress.ts';

type Countable = TableNode | SearchNode | PartitionNode | RowsNode;

/**
 * Counts the entities below a row with progress, shows the number on it, and asks when the budget is spent: the service has no
 * count, so that all keys are read, 1,000 a request. Where many partitions are read, and that costs, it asks first. What is being
 * counted, its id in `counting`, is not counted a second time beside: its progress is shown already.
 */
export async function countNode(model: BrowserModel, node: Countable, counting: Set<string>): Promise<void> {
  if (counting.has(node.id) || !(await agrees(node))) return;
  const opened = await model.open(connectionOf(node));
  if (opened.kind === 'error') {
    const { message, advice } = explainError(opened.error);
    void showError(`${message}. ${advice}`);
    return;
  }
  const { table } = tableOf(node);
  let requests = 0;
  let count: Count | undefined;
  do {
    // the offer to go on may stand for long, and the count be begun anew meanwhile
    if (counting.has(node.id)) return;
    counting.add(node.id);
    const cursor = count?.next;
    const before = requests;
    try {
      count = await counted(table, (signal, report) =>
        countEntities(opened.service, table, {
          filter: filterOf(node),
          cursor,
          signal,
          onProgress: (entities, sent) => {
            report(entities, before + sent);
          },
        }),
      );
    } finally {
      counting.delete(node.id);
    }
    requests += count.requests;
    if (tellsMore(count, model.count(node.id)?.count)) model.setCount(node, { count, requests });
  } while (await isToGoOn(node, count, requests));
}

async function agrees(node: Countable): Promise<boolean> {
  const { name, host } = connectionOf(node).connection;
  const isScan = node.kind === 'table' || (node.kind === 'search' && node.range.kind !== 'exact');
  if (!isScan || placeOf(host) === 'loopback') return true;
  const { table } = tableOf(node);
  const action = vscode.l10n.t('Count');
  const message = vscode.l10n.t('Count the entities of {0} of {1} ({2})?', table, name, host);
  const detail = vscode.l10n.t(
    "The service can't count, so this reads all keys: one request for each 1,000 of them, up to {0} at a time. The requests cost money and use throughput of {1}.",
    costText(COUNT_BUDGET),
    table,
  );
  const question = { severity: 'Warning', message, detail: [detail], buttons: [action] } as const;
  return (await askModally(question)) === action;
}

/** Whether a count is to stand in the place of another: one that was stopped earlier is not. */
function tellsMore(count: Count, former: Count | undefined): boolean {
  if (count.next === undefined || former === undefined) return true;
  return former.next !== undefined && former.entities <= count.entities;
}

function filterOf(node: Countable): string | undefined {
  switch (node.kind) {
    case 'table':
      return undefined;
    case 'search':
      return partitionFilter(node.range, undefined);
    case 'partition':
      return partitionKeyFilter(node.partition.partitionKey);
    case 'rows':
      return rowFilter(partitionKeyFilter(node.partitionKey), node.rows);
  }
}

function counted(
  table: string,
  work: (signal: AbortSignal, report: (entities: number, requests: number) => void) => Promise<Count>,
): Thenable<Count> {
  const title = vscode.l10n.t('Counting entities of {0}', table);
  return withProgress(title, { cancellable: true }, (report, signal) =>
    work(signal, (entities, requests) => {
      report(vscode.l10n.t('{0} so far, {1}', grouped(entities), costText(requests)));
    }),
  );
}

/** Says how many there are, or why it is not known; true when the person wants to go on. */
async function isToGoOn(node: Countable, count: Count, requests: number): Promise<boolean> {
  const { table } = tableOf(node);
  const said = vscode.l10n.t('{0}: {1}, {2}', table, foundText(node.kind, count), costText(requests));
  if (count.stopped === undefined) {
    void showInformation(said);
    return false;
  }
  const goOn = vscode.l10n.t('Continue');
  const { message, advice } = explainError(count.stopped);
  const isPause = count.stopped.kind === 'budget' || count.stopped.kind === 'cancelled';
  const text = isPause ? `${said}. ${message}.` : `${said}. ${message}. ${advice}`;
  return (await showInformation(text, goOn)) === goOn;
}
