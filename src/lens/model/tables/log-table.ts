import type { KeyVariant } from '../keys/key-schema.ts';
import type { PutProperty, Value } from '../operations/operation.ts';
import { alternativesOf } from '../../link/values/abstract.ts';
import { constantText } from '../../link/values/text.ts';
import type { TableModel } from './tables.ts';

/** Whether a table is a log by its name, or by what is written to it, only grows, and has its entities in the order of time. */
export function isLogTable(model: TableModel): boolean {
  return (isLog(model.name) || hasLogLines(model)) && isAppendOnly(model) && isByTime(model);
}

/** Whether all that is written are lines of a log: each has a message, and a level as logs have, where that is seen or nobody reads it. */
function hasLogLines({ writes, operations }: TableModel): boolean {
  const isRead = operations.some(({ kind }) => kind !== 'write');
  return (
    writes.length > 0 &&
    writes.every(({ values }) => {
      const level = valueOf(values, LEVELS);
      return valueOf(values, LINES) !== undefined && level !== undefined && isLevel(level, isRead);
    })
  );
}

function valueOf(values: readonly PutProperty[], names: ReadonlySet<string>): Value | undefined {
  return values.find(({ name }) => names.has(name.toLowerCase()))?.value;
}

const LEVELS: ReadonlySet<string> = new Set(['level', 'loglevel']);

const LINES: ReadonlySet<string> = new Set(['message', 'msg']);

/** Whether a value is the level of a log; of one that is not seen the level of alarms and of players, too. */
function isLevel(value: Value, isRead: boolean): boolean {
  const texts = alternativesOf(value).map((one) => constantText(one.value));
  return texts.every((text) => (text === undefined ? !isRead : OF_LOGS.has(text.toLowerCase())));
}

const OF_LOGS: ReadonlySet<string> = new Set(
  'trace verbose debug info information warn warning error fatal critical'.split(' '),
);

const LOGS: ReadonlySet<string> = new Set(['log', 'logs', 'logging', 'trace', 'traces', 'telemetry']);

/** Whether a word of the table's name says so: `AuditLog` and `requestlog`, not `Logins` or `Catalog`. */
function isLog(table: string): boolean {
  const words = table.match(/(?:[A-Z](?![a-z]))+|[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => LOGS.has(word.toLowerCase()) || isWrittenAsOne(word));
}

/** Names of tables are often written in small letters, as one word. */
function isWrittenAsOne(word: string): boolean {
  return /^(?:access|activity|api|app|audit|deploy|email|error|event|job|mail|request|server|sync|system|task|webhook)logs?$/i.test(
    word,
  );
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
