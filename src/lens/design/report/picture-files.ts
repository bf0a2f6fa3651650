import { svgFile } from '../../../core/text/svg.ts';
import type { DesignData, TableReport } from './data.ts';
import { marksOf } from './marks.ts';
import { PICTURE_STYLE, pictureOf } from './picture.ts';

/** A picture of a table as a file. */
export interface PictureFile {
  /** Of letters, digits, `-` and `_` alone, with `.svg`; told apart from all others, also where upper and lower case are one. */
  readonly name: string;
  readonly table: string;
  /** Which of the table's designs it shows; what is there today is the one that leaves it so. */
  readonly design: DesignData;
  readonly svg: string;
}

/** Characters of a table's name in that of a file. */
const MAX_NAME = 60;

/** Draws each table as it is, and as each design would have it that stores something else. */
export function pictureFilesOf(reports: readonly TableReport[]): readonly PictureFile[] {
  const taken = new Set<string>();
  return reports.flatMap((report) => {
    const { table, kinds, designs } = report;
    const marks = marksOf(kinds);
    const base = freeName(table, taken);
    return designs.flatMap((design, index): readonly PictureFile[] => {
      const isShown = design.asItIs || design.entities.some(({ isNew }) => isNew);
      const picture = isShown ? pictureOf(table, design.entities, kinds, marks) : undefined;
      if (picture === undefined) return [];
      const name = `${base}-${design.asItIs ? 'today' : `design-${index + 1}`}.svg`;
      return [{ name, table, design, svg: svgFile(picture, PICTURE_STYLE) }];
    });
  });
}

/** A table's name as a file's, which no other has; `taken` gets it. */
function freeName(table: string, taken: Set<string>): string {
  const safe = table
    .split(/[^A-Za-z0-9_]+/)
    .filter((part) => part !== '')
    .join('-')
    .slice(0, MAX_NAME);
  const wanted = safe === '' ? 'table' : safe;
  let name = wanted;
  for (let count = 2; taken.has(name.toLowerCase()); count++) name = `${wanted}-${count}`;
  taken.add(name.toLowerCase());
  return name;
}
