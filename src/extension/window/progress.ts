import * as vscode from 'vscode';
import { LENGTH, plain } from './plain.ts';

/** How far some work is; `percent` of it came to what was done before. */
export type Report = (message: string, percent?: number) => void;

/** Does work that a notification shows; the signal is aborted when the person cancels it there, where they can. */
export function withProgress<T>(
  title: string,
  { cancellable }: { readonly cancellable: boolean },
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Thenable<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: plain(title, LENGTH.title),
    cancellable,
  };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => {
      controller.abort();
    });
    return work((message, percent) => {
      progress.report({
        message: plain(message, LENGTH.message),
        ...(percent !== undefined && { increment: percent }),
      });
    }, controller.signal);
  });
}

/** Does work that a bar over a view shows. */
export function withProgressIn<T>(viewId: string, work: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}
