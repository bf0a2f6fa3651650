import * as vscode from 'vscode';
import { grouped } from '../../core/text/numbers.ts';
import { costText } from '../../data/page.ts';
import type { ModelHost } from './model.ts';
import type { ListNode } from './nodes.ts';
import { withProgressIn } from '../window/progress.ts';
import { noop } from './noop.ts';

/** While something is read: the menu shows “Cancel” by it. */
const BUSY = 'partitionLens.busy';

/** What is being read, its progress in the view, and the way to stop it. */
export class Activities {
  readonly #viewId: string;
  readonly #running = new Set<AbortController>();
  /** Shows a text above the tree; undefined takes it away. */
  #say: (message: string | undefined) => void = () => undefined;

  constructor(viewId: string) {
    this.#viewId = viewId;
  }

  /** Sets where progress is written. */
  showIn({ say }: { readonly say: (message: string | undefined) => void }): void {
    this.#say = say;
  }

  /** Runs a reading with progress in the view. */
  run: ModelHost['run'] = (node, read) => {
    const controller = new AbortController();
    this.#running.add(controller);
    this.#tell();
    const onProgress = (found: number, requests: number): void => {
      this.#say(progressText(node, found, requests));
    };
    const reading = read({ signal: controller.signal, onProgress }).finally(() => {
      this.#running.delete(controller);
      this.#tell();
    });
    // the outcome is told where the reading was asked for
    void withProgressIn(this.#viewId, () => reading.then(noop, noop));
    return reading;
  };

  /** Stops everything that is being read; what was found is kept. */
  cancel(): void {
    for (const controller of this.#running) controller.abort();
  }

  #tell(): void {
    const isBusy = this.#running.size > 0;
    if (!isBusy) this.#say(undefined);
    void vscode.commands.executeCommand('setContext', BUSY, isBusy);
  }
}

function progressText(node: ListNode, found: number, requests: number): string {
  const cost = costText(requests);
  switch (node.kind) {
    case 'connection':
      return vscode.l10n.t('Listing tables: {0} so far, {1}', grouped(found), cost);
    case 'table':
    case 'search':
      return vscode.l10n.t('Looking for partitions: {0} so far, {1}', grouped(found), cost);
    case 'partition':
    case 'rows':
    case 'entity':
      return vscode.l10n.t('Reading entities: {0} so far, {1}', grouped(found), cost);
  }
}
