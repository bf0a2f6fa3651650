import type { KeyVariant } from '../keys/key-schema.ts';
import type { TableModel } from './tables.ts';

/** Whether a table is a log by its name, only grows, and has its entities in the order of time. */
export function isLogTable(model: TableModel): boolean {
  return isLog(model.name) && isAppendOnly(model) && isByTime(model);
}

const LOGS: ReadonlySet<string> = new Set(['log', 'logs', 'logging', 'trace', 'traces', 'telemetry']);

/** Whether a word of the table's name says so: `AuditLog`, not `Logins` or `Catalog`. */
function isLog(table: string): boolean {
  const words = table.match(/(?:[A-Z](?![a-z]))+|[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => LOGS.has(word.toLowerCase()));
}

/** Only added to, one by one, and read in lists if at all: what an upsert writes under a time is a new entity as well. */
function isAppendOnly({ operations }: TableModel): boolean {
  return operations.every(({ kind, method }) => kind === 'query' || ADDING.has(method));
}

const ADDING: ReadonlySet<string> = new Set(['createEntity', 'upsertEntity']);

function isByTime({ keys }: TableModel): boolean {
  const written = keys().rowKey.filter(({ uses }) => uses.some(({ how }) => how === 'written'));
  return written.length > 0 && written.every(beginsWithTime);
}

function beginsWithTime({ pattern: { parts } }: KeyVariant): boolean {
  const first = parts.find((part) => part.kind === 'value');
  return first !== undefined && ['time', 'time-text', 'timed-id'].includes(first.form.kind);
}
