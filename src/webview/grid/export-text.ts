import { writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { valuesIn } from '../../core/edm/value-in.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { isIllFormed } from '../../core/text/surrogates.ts';
import type { ExportFormat } from '../../protocol/grid.ts';
import { isSystem } from './columns.ts';
import { BYTE_ORDER_MARK, csvLine, csvName, csvValue, isGuarded } from './csv.ts';

/** A part of the text of a file. */
export interface TextPart {
  readonly text: string;
  /** The row at which the next part begins; after the last one the number of rows. */
  readonly next: number;
  /** Texts in it that have a quote before them which is not theirs. */
  readonly guarded: number;
  /** Entities that are not whole in it: they have more properties than are read or are columns, or half characters. */
  readonly cut: number;
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
  const { head, row, between, tail } = format === 'json' ? JSON_FILE : csvFile(columns);
  return (from) => {
    const pieces = from === 0 ? [head] : [];
    let next = from;
    let [guarded, cut] = [0, 0];
    for (let length = 0; next < Math.min(entities.length, from + MAX_ROWS) && length < MAX_LENGTH; next++) {
      const entity = entities[next];
      if (entity === undefined) break;
      const { text, ...counts } = row(entity);
      pieces.push(next === 0 ? text : `${between}${text}`);
      length += text.length;
      guarded += counts.guarded;
      if (counts.isCut) cut += 1;
    }
    if (next === entities.length) pieces.push(tail);
    return { text: pieces.join(''), next, guarded, cut };
  };
}

interface FileText {
  readonly head: string;
  readonly row: (entity: Entity) => RowText;
  readonly between: string;
  readonly tail: string;
}

interface RowText {
  readonly text: string;
  /** How many of its texts have a quote before them. */
  readonly guarded: number;
  /** Whether the entity has more than that. */
  readonly isCut: boolean;
}

const JSON_FILE: FileText = {
  head: '[\n',
  row: (entity) => ({
    text: writeEntity(entity).trimEnd(),
    guarded: 0,
    isCut: entity.omitted !== undefined,
  }),
  between: ',\n',
  tail: '\n]\n',
};

function csvFile(columns: readonly string[]): FileText {
  const known = new Set(columns);
  return {
    head:
      BYTE_ORDER_MARK +
      csvLine(
        columns.flatMap((name) =>
          isSystem(name) ? csvName(name) : [csvName(name), csvName(`${name}@type`)],
        ),
      ),
    row: (entity) => csvRow(entity, columns, known),
    between: '',
    tail: '',
  };
}

function csvRow(entity: Entity, columns: readonly string[], known: ReadonlySet<string>): RowText {
  const values = valuesIn(entity);
  const text = csvLine(
    columns.flatMap((name) => {
      const value = values.get(name);
      return isSystem(name) ? csvValue(value) : [csvValue(value), value === undefined ? '' : typeText(value)];
    }),
  );
  const guarded = columns.filter((name) => {
    const value = values.get(name);
    return value !== undefined && isGuarded(value);
  }).length;
  // a file is UTF-8
  const isCut =
    entity.omitted !== undefined || isIllFormed(text) || [...values.keys()].some((name) => !known.has(name));
  return { text, guarded, isCut };
}

/** As the service declared it, also where what came is no value of that type. */
function typeText(value: EdmValue): string {
  const misfit = value.type === 'String' ? value.misfit : undefined;
  return misfit === undefined ? `Edm.${value.type}` : (misfit.declared ?? '');
}
