import { setTimeout as delay } from 'node:timers/promises';
import type { TreeView } from 'vscode';

/** How often VS Code is asked, and milliseconds between: rows are drawn anew within a quarter of a second. */
const TRIES = 8;
const PAUSE = 250;

/**
 * Selects a row of the tree. VS Code rejects that ("Cannot resolve tree item for element …") where it reads the
 * rows around anew in that very moment (`_resolveTreeNode` of its `ExtHostTreeViews`, seen in 1.139), so it is
 * asked again; rejects where it says so each time.
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
