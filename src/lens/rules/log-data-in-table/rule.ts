import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { isLogTable } from '../../model/tables/log-table.ts';
import { say } from './messages.ts';

/** The guide, "Log data anti-pattern". Said once for a table in every file that writes it. */
export const rule: Rule = {
  id: 'log-data-in-table',
  severity: 'information',
  title: () => l10n.t('A log kept in a table'),
  check: function* (context) {
    const seen = new Set<string>();
    for (const { key, how, operation, place } of keysOf(context)) {
      const { table } = operation;
      if (key !== 'RowKey' || how !== 'written' || table === undefined || seen.has(table)) continue;
      seen.add(table);
      const model = context.table(table);
      if (model === undefined || !isLogTable(model)) continue;
      yield {
        ...reportAt(operation, place),
        ...say('append-only', table),
      };
    }
  },
};
