import { setTimeout as delay } from 'node:timers/promises';
import type { TreeView } from 'vscode';

/** How often VS Code is asked, and milliseconds between: rows are drawn anew within a quarter of a second. */
const TRIES = 8;
const PAUSE = 250;

/**
 * Selects a row of the tree. VS Code looks for it among the rows that it has read, which may be those of before while it is about to
 * read them anew, and then rejects ("Cannot resolve tree item for element …", `_resolveTreeNode` of its `ExtHostTreeViews` in 1.139): so
 * it is asked again; rejects where it says so each time.
 */
export async function reveal<T>(
  view: Pick<TreeView<T>, 'reveal'>,
  node: T,
  options: Parameters<TreeView<T>['reveal']>[1],
  pause: number = PAUSE,
): Promise<void> {
  for (let triesLeft = TRIES - 1; ; triesLeft -= 1) {
    try {
      await view.reveal(node, options);
      return;
    } catch (error) {
      if (triesLeft === 0) throw error;
      await delay(pause);
    }
  }
}
