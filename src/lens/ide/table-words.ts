import * as l10n from '@vscode/l10n';
import type { Operation } from '../model/operation.ts';
import { oneLine } from './expressions.ts';
import { code, plain } from './markdown.ts';

/** What people are shown for an operation's table: its name; else who knows it, or the client as written. */
export function tableWords(operation: Operation): string {
  return operation.table ?? (isGiven(operation) ? byCaller() : oneLine(operation.receiver.text));
}

/** The same as Markdown, names as code. */
export function tableHeading(operation: Operation): string {
  const words = tableWords(operation);
  return operation.table === undefined && isGiven(operation) ? plain(words) : code(words);
}

function isGiven({ isClientGiven, tableGiven }: Operation): boolean {
  return isClientGiven === true || tableGiven !== undefined;
}

function byCaller(): string {
  return l10n.t('a table given by the caller');
}
