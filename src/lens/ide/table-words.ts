import * as l10n from '@vscode/l10n';
import { code, plain } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import type { Operation } from '../model/operation.ts';
import { oneLine } from './expressions.ts';

/** What people are shown for an operation's table: its name; else who knows it, or the client as written. */
export function tableWords(operation: Operation): string {
  return operation.table ?? (isGiven(operation) ? byCaller() : oneLine(operation.receiver.text));
}

/** The same as Markdown, names as code. */
export function tableHeading(operation: Operation): Markdown {
  const words = tableWords(operation);
  return operation.table === undefined && isGiven(operation) ? plain(words) : code(words);
}

function isGiven({ clientGiven, tableGiven }: Operation): boolean {
  return clientGiven !== undefined || tableGiven !== undefined;
}

function byCaller(): string {
  return l10n.t('a table given by the caller');
}
