import * as l10n from '@vscode/l10n';
import type { KeyVariant } from '../../model/keys/key-schema.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { Rule } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
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
      if (!isLog(table) || model === undefined || !isAppendOnly(model) || !isByTime(model)) continue;
      yield {
        ...reportAt(operation, place),
        ...say('append-only', table),
      };
    }
  },
};

const LOGS: ReadonlySet<string> = new Set(['log', 'logs', 'logging', 'trace', 'traces', 'telemetry']);

/** Whether a word of the table's name says so: `AuditLog`, not `Logins` or `Catalog`. */
function isLog(table: string): boolean {
  const words = table.match(/(?:[A-Z](?![a-z]))+|[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => LOGS.has(word.toLowerCase()));
}

/** Only added to, one by one, and read in lists if at all. */
function isAppendOnly({ operations }: TableModel): boolean {
  return operations.every(({ kind, method }) => kind === 'query' || method === 'createEntity');
}

function isByTime({ keys }: TableModel): boolean {
  const written = keys().rowKey.filter(({ uses }) => uses.some(({ how }) => how === 'written'));
  return written.length > 0 && written.every(beginsWithTime);
}

function beginsWithTime({ pattern: { parts } }: KeyVariant): boolean {
  const first = parts.find((part) => part.kind === 'value');
  return first !== undefined && ['time', 'time-text', 'timed-id'].includes(first.form.kind);
}
