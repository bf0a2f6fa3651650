import type * as vscode from 'vscode';
import type { ModelHost } from './model.ts';

/** What of the log is needed. */
export type Log = Pick<vscode.LogOutputChannel, 'debug' | 'warn'>;

/** Logs what each reading was of, what it cost and how it ended: kinds and counts, never keys or values. */
export function logged(output: Log, run: ModelHost['run']): ModelHost['run'] {
  return async (node, read) => {
    const start = performance.now();
    const listing = await run(node, read);
    const { requests, children, stopped } = listing;
    const cost = `${requests} requests, ${Math.round(performance.now() - start)} ms`;
    if (stopped === undefined) output.debug(`${node.kind}: ${children.length} read, ${cost}`);
    else output.warn(`${node.kind}: ${children.length} read, then ${JSON.stringify(stopped)}, ${cost}`);
    return listing;
  };
}
