import * as l10n from '@vscode/l10n';
import { code, plain } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import type { Operation } from '../model/operations/operation.ts';
import { withoutThis } from '../model/tables/tables.ts';
import { oneLine } from './expressions.ts';

/** What people are shown for an operation's table: its name; else whose it is, who knows it, or the client as written. */
export function tableWords(operation: Operation): string {
  return operation.table ?? ofOthers(operation) ?? oneLine(unbroken(operation.receiver.text));
}

/** A client as written, its chain of calls on one line. */
export function unbroken(receiver: string): string {
  const lines = receiver.split('\n').map((line) => line.trim());
  return lines.reduce((all, line) => (/^\??\./.test(line) ? all + line : `${all}\n${line}`));
}

/** The same as Markdown, names as code. */
export function tableHeading(operation: Operation): Markdown {
  const words = operation.table === undefined ? ofOthers(operation) : undefined;
  return words === undefined ? code(tableWords(operation)) : plain(words);
}

/** Of a table that others decide on: the client that they give by its name, where that is written in the call. */
function ofOthers({ clientGiven, tableGiven, receiver, via }: Operation): string | undefined {
  if (clientGiven !== undefined && via === undefined)
    return l10n.t('the table of {0}', oneLine(withoutThis(receiver.text)));
  const isGiven = clientGiven !== undefined || tableGiven !== undefined;
  return isGiven ? l10n.t('a table given by the caller') : undefined;
}
