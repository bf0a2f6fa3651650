import * as l10n from '@vscode/l10n';
import { rules } from '../lens/rules/registry.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './command.ts';
import { rulePage } from './formats/rule-page.ts';
import { unknownRule } from './rule-choice.ts';

/** `partition-lens explain [rule]`: the page of a rule, or what rules there are. */
export const explainCommand: Command = {
  name: 'explain',
  summary: () => l10n.t('Shows what a rule finds, why it matters, and how to fix it'),
  help: () => [
    l10n.t('Usage: partition-lens explain [rule]'),
    '',
    l10n.t('Prints the page of a rule in Markdown: what it finds, why that matters, a bad and a good'),
    l10n.t('example, and when to silence it. Without a rule, it lists all rules.'),
    '',
    l10n.t("Exit codes: 0 done; 2 wrong arguments, or the result couldn't be written."),
  ],
  run: async (args, { lines }) => {
    const [id, ...others] = readArguments(args, {}).positionals;
    if (others.length > 0) throw new UsageError(l10n.t('Name one rule.'));
    if (id === undefined) {
      const width = Math.max(...rules.map((rule) => rule.id.length));
      lines(rules.map((rule) => `${rule.id.padEnd(width)}  ${rule.title()}`));
      return 0;
    }
    const known = rules.map((rule) => rule.id);
    if (!known.includes(id)) throw new UsageError(unknownRule(id, known));
    const page = await rulePage(id);
    if (page === undefined) throw new UsageError(l10n.t('The pages of the rules are not installed.'));
    lines(page.trimEnd().split('\n'));
    return 0;
  },
};
