import * as l10n from '@vscode/l10n';
import { UsageError } from './command.ts';

/** Reads the number that an option has. Throws a UsageError for anything else. */
export function readCount(option: string, word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new UsageError(l10n.t('{0} needs a number, not "{1}".', option, word));
}
