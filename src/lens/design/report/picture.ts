import * as l10n from '@vscode/l10n';
import { visible } from '../../../core/text/one-line.ts';
import { groupsOf } from '../../../core/text/groups.ts';
import { shortened } from '../../../core/text/shortened.ts';
import type { SvgNode } from '../../../core/text/svg.ts';
import { letterOf, type Marks } from './marks.ts';
import type { KindData, StructureData } from './data.ts';

/** Sizes in pixels. */
const CHARACTER = 7.3;
const ROW = 24;
const GAP = 12;
const BADGE = 30;
const MORE = 14;

/** Characters of a key, of a heading, and of what is said of a row: what it is, and with its properties. */
const MAX_KEY = 46;
const MAX_WORDS = 56;
const MAX_NAME = 36;
const MAX_ROW_WORDS = 44;

/** The most rows that are drawn; the kinds beside the picture have them all. */
const MOST_ROWS = 60;

/**
 * Draws a table as the guide does: partitions as boxes, rows in the order of their keys, kinds by color and letter, copies tied to what
 * they copy. `structures` say what is stored where; `kinds` what entities have. Undefined where there is nothing to draw.
 */
export function pictureOf(
  table: string,
  structures: readonly StructureData[],
  kinds: readonly KindData[],
  marks: Marks,
): SvgNode | undefined {
  const drawn = structures
    .slice(0, MOST_ROWS)
    .map((one, index) => rowOf(one, index, structures, kinds, marks));
  if (drawn.length === 0) return undefined;
  const keyWidth = widest(drawn.map(({ key }) => key));
  const wordsWidth = widest(drawn.map(({ words }) => words));
  const places = placesOf(table, drawn);
  const boxWidth = Math.max(
    BADGE + keyWidth + wordsWidth + 4 * GAP + 8,
    ...places.flatMap(({ title, boxes }) => [
      widest([title]) + GAP,
      ...boxes.map((box) => widest([box.title, box.note]) + 4 * GAP),
    ]),
  );
  const inner = boxWidth + 2 * GAP;
  const rows = new Map<Row, number>();
  const parts: SvgNode[] = [];
  let y = GAP;
  for (const { title, boxes } of places) {
    const top = y;
    const content: SvgNode[] = [text('frame-title', 2 * GAP, top + 17, title)];
    y += ROW + 4;
    for (const box of boxes) {
      const height = ROW * 2 + sum(box.rows.map(heightOf)) + 6;
      if (box.isMany)
        content.push(
          rect('behind', 2 * GAP + 8, y + 8, boxWidth, height),
          rect('behind', 2 * GAP + 4, y + 4, boxWidth, height),
        );
      content.push(
        rect('box', 2 * GAP, y, boxWidth, height),
        text('key', 3 * GAP, y + 18, box.title),
        text('dim', 3 * GAP, y + 36, box.note),
      );
      let at = y + ROW * 2 - 4;
      for (const row of box.rows) {
        rows.set(row, at + ROW / 2);
        content.push(...drawRow(row, at, keyWidth, boxWidth));
        at += heightOf(row);
      }
      y += height + (box.isMany ? 8 : 0) + GAP;
    }
    parts.push(rect('frame', GAP, top, inner + 8, y - top), ...content);
    y += GAP;
  }
  const ties = tiesOf(drawn, rows, 2 * GAP + boxWidth);
  const width = Math.ceil(inner + 2 * GAP + 16 + (ties.length > 0 ? 14 * (ties.length + 1) : 0));
  return {
    tag: 'svg',
    attributes: { class: 'picture', role: 'img', viewBox: `0 0 ${width} ${y}`, width, height: y },
    children: [
      { tag: 'title', attributes: {}, children: [l10n.t('How {0} is stored', shown(table, MAX_WORDS))] },
      ...parts,
      ...ties,
    ],
  };
}

/** What lies in one row of the picture. */
interface Row {
  readonly structure: StructureData;
  /** As it is drawn. */
  readonly key: string;
  readonly words: string;
  readonly letter: string;
  readonly color: number;
  /** Many rows have keys like this. */
  readonly isMany: boolean;
}

interface Box {
  readonly title: string;
  readonly note: string;
  readonly isMany: boolean;
  readonly rows: readonly Row[];
}

interface PlaceOfRows {
  readonly title: string;
  readonly boxes: readonly Box[];
}

function rowOf(
  structure: StructureData,
  index: number,
  structures: readonly StructureData[],
  kinds: readonly KindData[],
  marks: Marks,
): Row {
  const { kind, role, rowKey, isNew } = structure;
  const before = structures.slice(0, index).filter((other) => other.kind === kind).length;
  const { letter, color } = letterOf(marks, kind, before);
  const properties = kinds.find(({ name }) => name === kind)?.properties ?? [];
  const what =
    role === 'base' ? kind : role === 'copy' ? l10n.t('copy of {0}', kind) : l10n.t('keys of {0}', kind);
  const said = shown(isNew ? `${what} (${l10n.t('new')})` : what, MAX_NAME);
  return {
    structure,
    key: shown(rowKey === '' ? l10n.t('(empty)') : rowKey, MAX_KEY),
    words: role === 'index' ? said : withProperties(said, properties),
    letter,
    color,
    isMany: valuesIn(rowKey).length > 0,
  };
}

/** What lies in a row with its first properties, as many as there is room for. */
function withProperties(what: string, properties: readonly string[]): string {
  let text = what;
  for (const [index, property] of properties.entries()) {
    const longer = `${text}${index === 0 ? ': ' : ', '}${visible(property)}`;
    if (longer.length > MAX_ROW_WORDS) return index === 0 ? text : `${text}, …`;
    text = longer;
  }
  return text;
}

/** The table, then each table of a copy that is written later. */
function placesOf(table: string, rows: readonly Row[]): readonly PlaceOfRows[] {
  const here = rows.filter(({ structure }) => structure.atomic);
  const elsewhere = rows.filter(({ structure }) => !structure.atomic);
  return [
    ...(here.length === 0 ? [] : [{ title: shown(table, MAX_WORDS), boxes: boxesOf(here) }]),
    ...elsewhere.map((row) => ({
      title: shown(l10n.t('A table of its own, written later'), MAX_WORDS),
      boxes: boxesOf([row]),
    })),
  ];
}

function boxesOf(rows: readonly Row[]): readonly Box[] {
  return groupsOf(rows, ({ structure }) => structure.partitionKey)
    .map(([key, all]): Box => {
      const values = valuesIn(key);
      return {
        title: shown(`PartitionKey ${key === '' ? l10n.t('(empty)') : key}`, MAX_WORDS),
        note: shown(
          values.length === 0
            ? l10n.t('one partition for all')
            : l10n.t('one partition for each {0}', values.join(', ')),
          MAX_WORDS,
        ),
        isMany: values.length > 0,
        rows: all.toSorted((a, b) => (sortKey(a.structure.rowKey) < sortKey(b.structure.rowKey) ? -1 : 1)),
      };
    })
    .toSorted((a, b) => (sortKey(a.title) < sortKey(b.title) ? -1 : 1));
}

/** Names of the values in a key as people read it: of `empid_{id:6}` it is `id`. */
function valuesIn(key: string): readonly string[] {
  return [...key.matchAll(/\{([^{}:]+)(?::[^{}]*)?\}/g)].flatMap(([, name]) => name ?? []);
}

/** Sorts as the key does, as far as its text tells: values of digits come before letters, others after them. */
function sortKey(key: string): string {
  return key.replaceAll(/\{[^{}:]+(?::([^{}]*))?\}/g, (_all, format: string | undefined) =>
    format === undefined ? '\uFFFF' : '0',
  );
}

function drawRow(
  { key, words, letter, color, isMany, structure }: Row,
  y: number,
  keyWidth: number,
  boxWidth: number,
): readonly SvgNode[] {
  const x = 3 * GAP;
  const [textX, base] = [x + BADGE + 8, y + 16];
  return [
    rect(`row kind-${color}${structure.isNew ? ' new' : ''}`, x - 4, y + 1, boxWidth - 2 * GAP + 8, ROW - 2),
    rect(`badge kind-${color}`, x, y + 4, BADGE, ROW - 8),
    text('letter', x + BADGE / 2, base, letter, 'middle'),
    text('key', textX, base, key),
    text('words', textX + keyWidth + GAP, base, words),
    ...(isMany ? [text('dim', textX, y + ROW + 8, '⋮')] : []),
  ];
}

function heightOf({ isMany }: Row): number {
  return isMany ? ROW + MORE : ROW;
}

/** Lines from each copy to the entity that it copies, beside the boxes. */
function tiesOf(rows: readonly Row[], places: ReadonlyMap<Row, number>, right: number): readonly SvgNode[] {
  const copies = rows.filter(({ structure }) => structure.role !== 'base');
  return copies.flatMap((copy, index): readonly SvgNode[] => {
    const base = rows.find(
      ({ structure }) => structure.role === 'base' && structure.kind === copy.structure.kind,
    );
    const [from, to] = [places.get(copy), base && places.get(base)];
    if (from === undefined || to === undefined) return [];
    const out = right + 30 + index * 14;
    const d = `M ${right - 8} ${from} H ${out} V ${to} H ${right - 8}`;
    return [{ tag: 'path', attributes: { class: `tie kind-${copy.color}`, d }, children: [] }];
  });
}

function rect(name: string, x: number, y: number, width: number, height: number): SvgNode {
  return {
    tag: 'rect',
    attributes: { class: name, x, y, width: Math.ceil(width), height, rx: 3 },
    children: [],
  };
}

function text(name: string, x: number, y: number, words: string, anchor?: 'middle'): SvgNode {
  const attributes = { class: name, x, y, ...(anchor && { 'text-anchor': anchor }) };
  return { tag: 'text', attributes, children: [words] };
}

/** A name or key of a program as it is drawn: on one line, and short. */
function shown(text: string, most: number): string {
  return shortened(visible(text), most);
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(widthOf));
}

/** Characters of East Asian scripts and emoji are twice as wide in a font of even width. */
function widthOf(text: string): number {
  return (
    sum(Array.from(text, (character) => ((character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1))) * CHARACTER
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The style of a picture in a file of its own, on light and dark pages. */
export const PICTURE_STYLE = [
  'text{font:12px monospace;fill:#1f2328}.dim{fill:#656d76}.letter{font-weight:bold;fill:#fff}.frame-title{font-weight:bold}',
  '.frame,.box,.behind{fill:#fff;stroke:#8c959f}.frame{fill:#f6f8fa}.row{fill:none;stroke:none}.row.new{stroke-dasharray:none}',
  '.tie{fill:none;stroke-width:1.5;stroke-dasharray:4 3}',
  ...['#0550ae', '#116329', '#953800', '#8250df', '#cf222e', '#6f5a00'].map(
    (color, index) =>
      `.badge.kind-${index}{fill:${color}}.tie.kind-${index},.row.new.kind-${index}{stroke:${color}}`,
  ),
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.dim{fill:#9198a1}.letter{fill:#fff}.frame,.box,.behind{fill:#0d1117;stroke:#656c76}.frame{fill:#151b23}}',
].join('');
