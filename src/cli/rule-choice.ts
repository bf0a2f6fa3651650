import * as l10n from '@vscode/l10n';
import { type Level, LEVELS } from '../core/config/settings.ts';
import { nearest } from '../core/text/near.ts';
import { UsageError } from './command.ts';

/** Which rules a check lists, and how loud they are. */
export interface RuleChoice {
  readonly isWanted: (finding: { readonly rule: string }) => boolean;
  readonly levels: ReadonlyMap<string, Level>;
}

/** What to say of a rule that there isn't; `known` are the ids of those that there are. */
export function unknownRule(id: string, known: Iterable<string>): string {
  const near = nearest(id, known, true);
  return near === undefined
    ? l10n.t('There is no rule "{0}". "partition-lens explain" lists all rules.', id)
    : l10n.t('There is no rule "{0}". Did you mean {1}?', id, near);
}

/**
 * Reads what was given with `--rule`: ids alone are the only ones that are listed, ids with a severity have it. `known` are the ids
 * that there are. Throws a UsageError for others.
 */
export function readRuleChoice(words: readonly string[], known: ReadonlySet<string>): RuleChoice {
  const only = new Set<string>();
  const levels = new Map<string, Level>();
  for (const word of words) {
    const [id = '', severity, ...rest] = word.split(':');
    if (!known.has(id)) throw new UsageError(unknownRule(id, known));
    const level = LEVELS.find((one) => one === severity);
    if (severity === undefined) only.add(id);
    else if (level !== undefined && rest.length === 0) levels.set(id, level);
    else
      throw new UsageError(
        l10n.t(
          'Unknown severity "{0}" for {1}. Use one of: {2}.',
          word.slice(id.length + 1),
          id,
          LEVELS.join(', '),
        ),
      );
  }
  return {
    isWanted: ({ rule }) => (only.size === 0 || only.has(rule)) && levels.get(rule) !== 'off',
    levels,
  };
}
