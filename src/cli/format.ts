import * as l10n from '@vscode/l10n';
import { UsageError } from './command.ts';

/** The format that a command is asked for. Throws a UsageError for one that there is not. */
export function formatOf(word: string): 'text' | 'json' {
  if (word === 'text' || word === 'json') return word;
  throw new UsageError(l10n.t('Unknown format "{0}": use text or json.', word));
}
