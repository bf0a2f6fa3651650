import * as l10n from '@vscode/l10n';
import { readArguments } from './arguments.ts';
import { UsageError } from './command.ts';

/** The format that a command is asked for. Throws a UsageError for one that there is not. */
export function formatOf(word: string): 'text' | 'json' {
  if (word === 'text' || word === 'json') return word;
  throw new UsageError(l10n.t('Unknown format "{0}": use text or json.', word));
}

/** The arguments of a command that has no option but its format: paths. */
export function listArguments(args: string[]): {
  readonly format: 'text' | 'json';
  readonly paths: readonly string[];
} {
  const { values, positionals } = readArguments(args, { format: { type: 'string', default: 'text' } });
  return { format: formatOf(values.format), paths: positionals };
}
