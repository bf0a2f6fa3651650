import { writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';

/** Writes rows as text; `columns` are those that are shown, in their order. */
export type RowWriter = (entities: readonly Entity[], columns: readonly string[]) => string;

/** Rows as OData JSON, each property with its type, nothing lost: one entity as an object, several as a list. */
export function asJson(entities: readonly Entity[]): string {
  const texts = entities.map((entity) => writeEntity(entity).trimEnd());
  return texts.length === 1 ? `${texts.join('')}\n` : `[\n${texts.join(',\n')}\n]\n`;
}

/**
 * Rows as comma-separated values (RFC 4180, line ends CR LF), the columns' names first. A text that a spreadsheet
 * would run as a formula gets a quote before it (OWASP, "CSV Injection"); numbers are left as they are. An empty text is
 * a pair of quotes, a value that the entity does not have is nothing.
 */
export function asCsv(entities: readonly Entity[], columns: readonly string[]): string {
  const rows = [
    columns.map((name) => csvField(name, true)),
    ...entities.map((entity) =>
      columns.map((name) => {
        const value = valueIn(entity, name);
        return value === undefined ? '' : csvField(valueText(value), isFreeText(value)) || '""';
      }),
    ),
  ];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}

/** Numbers may begin with a minus sign and are no formulas. */
function isFreeText({ type }: EdmValue): boolean {
  return type !== 'Int32' && type !== 'Int64' && type !== 'Double';
}

function csvField(text: string, isFree: boolean): string {
  const safe = isFree && /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as a table of Markdown. Values keep their characters but can be no markup. */
export function asMarkdown(entities: readonly Entity[], columns: readonly string[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(markdownCell)),
    line(columns.map(() => '---')),
    ...entities.map((entity) =>
      line(
        columns.map((name) => {
          const value = valueIn(entity, name);
          return value === undefined ? '' : markdownCell(valueText(value));
        }),
      ),
    ),
  ].join('');
}

function markdownCell(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&]/g, '\\$&').replace(/\s*\r?\n\s*/g, ' ');
}

/** The keys of rows, a line each: PartitionKey, a tabulator, RowKey. */
export function asKeys(entities: readonly Entity[]): string {
  return entities.map(({ partitionKey, rowKey }) => `${partitionKey}\t${rowKey}\n`).join('');
}
