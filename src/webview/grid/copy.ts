import { writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import { valuesIn } from '../../core/edm/value-in.ts';
import { csvLine, csvName, csvValue } from './csv.ts';

/** Writes rows as text; `columns` are those that are shown, in their order. */
export type RowWriter = (entities: readonly Entity[], columns: readonly string[]) => string;

/** Rows as OData JSON, each property with its type, nothing lost: one entity as an object, several as a list. */
export function asJson(entities: readonly Entity[]): string {
  const texts = entities.map((entity) => writeEntity(entity).trimEnd());
  return texts.length === 1 ? `${texts.join('')}\n` : `[\n${texts.join(',\n')}\n]\n`;
}

/** Rows as comma-separated values, the columns' names first; texts as {@link csvValue} has them. */
export function asCsv(entities: readonly Entity[], columns: readonly string[]): string {
  return [
    csvLine(columns.map(csvName)),
    ...entities.map((entity) => {
      const values = valuesIn(entity);
      return csvLine(columns.map((name) => csvValue(values.get(name))));
    }),
  ].join('');
}

/** Rows as a table of Markdown. Values keep their characters but can be no markup. */
export function asMarkdown(entities: readonly Entity[], columns: readonly string[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return [
    line(columns.map(markdownCell)),
    line(columns.map(() => '---')),
    ...entities.map((entity) => {
      const values = valuesIn(entity);
      return line(
        columns.map((name) => {
          const value = values.get(name);
          return value === undefined ? '' : markdownCell(valueText(value));
        }),
      );
    }),
  ].join('');
}

function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]/g, '\\$&')
    .replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank));
}

/** The keys of rows, a line each: PartitionKey, a tabulator, RowKey. */
export function asKeys(entities: readonly Entity[]): string {
  return entities.map(({ partitionKey, rowKey }) => `${partitionKey}\t${rowKey}\n`).join('');
}
