import { writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import type { ExportFormat } from '../../extension/messages/grid.ts';
import { isSystem } from './columns.ts';
import { BYTE_ORDER_MARK, csvLine, csvName, csvValue, isGuarded } from './csv.ts';

/** A part of the text of a file. */
export interface TextPart {
  readonly text: string;
  /** The row at which the next part begins; after the last one the number of rows. */
  readonly next: number;
  /** Texts in it that have a quote before them which is not theirs. */
  readonly guarded: number;
}

/** Rows, and characters, at which a part ends. */
const MAX_ROWS = 1_000;
const MAX_LENGTH = 4_000_000;

/**
 * Gives the text of a file with these rows part by part, each from the row where the one before ended, nothing lost: as JSON a list
 * of entities as the service writes them, each value with its type; as CSV a column for each property of `columns` that is not
 * the service's own, and one beside it, `Age@type`, with the type (`Edm.Int32`) where the entity has the property; a byte order mark first.
 */
export function exportText(
  format: ExportFormat,
  entities: readonly Entity[],
  columns: readonly string[],
): (from: number) => TextPart {
  const { head, row, guardedIn, between, tail } = format === 'json' ? JSON_FILE : csvFile(columns);
  return (from) => {
    const pieces = from === 0 ? [head] : [];
    let next = from;
    let guarded = 0;
    for (let length = 0; next < Math.min(entities.length, from + MAX_ROWS) && length < MAX_LENGTH; next++) {
      const entity = entities[next];
      if (entity === undefined) break;
      const text = row(entity);
      pieces.push(next === 0 ? text : `${between}${text}`);
      length += text.length;
      guarded += guardedIn(entity);
    }
    if (next === entities.length) pieces.push(tail);
    return { text: pieces.join(''), next, guarded };
  };
}

interface FileText {
  readonly head: string;
  readonly row: (entity: Entity) => string;
  /** How many of its texts have a quote before them. */
  readonly guardedIn: (entity: Entity) => number;
  readonly between: string;
  readonly tail: string;
}

const JSON_FILE: FileText = {
  head: '[\n',
  row: (entity) => writeEntity(entity).trimEnd(),
  guardedIn: () => 0,
  between: ',\n',
  tail: '\n]\n',
};

function csvFile(columns: readonly string[]): FileText {
  return {
    head:
      BYTE_ORDER_MARK +
      csvLine(
        columns.flatMap((name) =>
          isSystem(name) ? csvName(name) : [csvName(name), csvName(`${name}@type`)],
        ),
      ),
    row: (entity) =>
      csvLine(
        columns.flatMap((name) => {
          const value = valueIn(entity, name);
          if (isSystem(name)) return csvValue(value);
          return [csvValue(value), value === undefined ? '' : `Edm.${value.type}`];
        }),
      ),
    guardedIn: (entity) =>
      columns.filter((name) => {
        const value = valueIn(entity, name);
        return value !== undefined && isGuarded(value);
      }).length,
    between: '',
    tail: '',
  };
}
