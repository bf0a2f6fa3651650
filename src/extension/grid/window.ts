import type { Entity } from '../../core/edm/json.ts';
import { MAX_TOP } from '../../data/page.ts';
import type { ContinuationToken } from '../../data/page.ts';
import { FIRST_PAGE } from '../../protocol/grid.ts';
import type { EntityKeys } from '../../protocol/grid.ts';

/** Rows of the first page, which is to be there soon; of every other page; and those that a panel keeps at most. */
export interface WindowSizes {
  readonly first: number;
  readonly page: number;
  readonly kept: number;
}

/**
 * What a panel keeps: the first page and the 100 behind it that “Load all” reads before it asks whether to go on. At the 0.6 kB that
 * a row with three short properties takes there, these are 60 MB.
 */
export const WINDOW_SIZES: WindowSizes = {
  first: FIRST_PAGE,
  page: MAX_TOP,
  kept: FIRST_PAGE + 100 * MAX_TOP,
};

/**
 * Bytes of answers that a panel keeps at most, and at which a page ends: 100,100 rows of 1.3 kB, and half of the largest answer. Of large
 * entities it has fewer rows.
 */
const MAX_KEPT_BYTES = 128 * 1_048_576;
const MAX_PAGE_BYTES = 8 * 1_048_576;

/** Where in the results of a query to read on; its end has no place. */
export type Place = ContinuationToken | 'start';

/** A page that was read, by one answer or by several short ones. */
interface PageMark {
  /** Where the answer with its first row began. */
  readonly from: Place;
  /** How many answers came before that one. */
  readonly answers: number;
  readonly rows: number;
  readonly bytes: number;
  /** Of its last row that has both: there it ends when it is read again. Undefined where none has. */
  readonly last: EntityKeys | undefined;
  /** Rows behind that one, which came without keys. */
  readonly keyless: number;
}

/** The pages of a query as far as it was read, none of them empty; kept are those from `first` on. */
export interface PageWindow {
  readonly pages: readonly PageMark[];
  readonly first: number;
  /** Where to read on behind the last of them. */
  readonly next: Place | 'end';
  /** How many answers lead there from the beginning of the query: those that were read once more for rows let go are not among them. */
  readonly answers: number;
}

/** What was read, and where to read on behind it. */
export interface Reached<Next = Place | 'end'> {
  readonly entities: readonly Entity[];
  readonly next: Next;
  /** How many answers that took; what failed is none. */
  readonly answers: number;
  /** Their size. */
  readonly bytes: number;
}

export const NOTHING_READ: PageWindow = { pages: [], first: 0, next: 'start', answers: 0 };

/** Rows that fill the last page, or, when that is full, the one behind it. */
export function rowsWanted(window: PageWindow, sizes: WindowSizes): number {
  const { length } = window.pages;
  const open = openPage(window, sizes);
  return open === undefined ? sizeOf(length, sizes) : sizeOf(length - 1, sizes) - open.rows;
}

/** Whether the last page is full. */
export function isFull(window: PageWindow, sizes: WindowSizes): boolean {
  return window.pages.length > 0 && openPage(window, sizes) === undefined;
}

/** The window with what an answer gave behind its last row. Pages at its beginning are let go as long as it has too many rows or bytes. */
export function withRowsBehind(
  window: PageWindow,
  { entities, next, answers: came, bytes }: Reached,
  sizes: WindowSizes,
): PageWindow {
  const { pages, next: from } = window;
  const answers = window.answers + came;
  if (entities.length === 0 || from === 'end') return { ...window, next, answers };
  const open = openPage(window, sizes);
  const page = open
    ? {
        ...open,
        rows: open.rows + entities.length,
        bytes: open.bytes + bytes,
        ...endOf(entities, open),
      }
    : { from, answers: window.answers, rows: entities.length, bytes, ...endOf(entities) };
  const all = [...(open ? pages.slice(0, -1) : pages), page];
  let { first } = window;
  let [kept, size] = [rowsIn(all.slice(first)), bytesIn(all.slice(first))];
  for (; isTooMuch(kept, size, sizes) && first < all.length - 1; first++) {
    kept -= all[first]?.rows ?? 0;
    size -= all[first]?.bytes ?? 0;
  }
  return { pages: all, first, next, answers };
}

/** The page before the kept ones, as if nothing of it was read again so far; undefined where there is none. */
export function pageBefore({ pages, first }: PageWindow): Reached<Place> | undefined {
  const page = pages[first - 1];
  return page && { entities: [], next: page.from, answers: 0, bytes: 0 };
}

/** Rows to ask for when so much of the page before the kept ones was read again: as many as it had, then a page. */
export function rowsWantedBefore(window: PageWindow, again: Reached, sizes: WindowSizes): number {
  const lacks = (window.pages[window.first - 1]?.rows ?? 0) - again.entities.length;
  return lacks > 0 ? lacks : sizes.page;
}

/** What became of a page that is read again: there is more of it to read; or the window begins with it, and these are its rows. */
type ReadAgain =
  | { readonly kind: 'part'; readonly again: Reached<Place> }
  | {
      readonly kind: 'whole';
      readonly entities: readonly Entity[];
      readonly window: PageWindow;
      /** Whether nothing else is kept any more. */
      readonly isAlone: boolean;
    };

/**
 * What it means that so much of the page before the kept ones was read again. With all of its rows the window begins with it, and pages
 * at the end are let go as long as there are too many rows, to be read from where they began. Where its last row is gone, nobody knows
 * what lies between it and the rows behind: it is kept alone, and one reads on where this reading ended.
 */
export function withRowsBefore(window: PageWindow, again: Reached, sizes: WindowSizes): ReadAgain {
  const first = window.first - 1;
  const page = window.pages[first];
  if (page === undefined) return { kind: 'whole', entities: [], window, isAlone: false };
  const before = window.pages.slice(0, first);
  const end = placeOfEnd(page, again.entities);
  if (end < 0 || end >= again.entities.length) {
    const { entities, next } = again;
    // rows that were inserted have moved its end: it is looked for a page further
    if (next !== 'end' && entities.length < page.rows + sizes.page) {
      return { kind: 'part', again: { ...again, next } };
    }
    const begun = { pages: before, first, next: page.from, answers: page.answers };
    const alone = withRowsBehind(begun, again, sizes);
    return { kind: 'whole', entities, window: alone, isAlone: true };
  }
  const entities = again.entities.slice(0, end + 1);
  const { bytes } = again;
  const pages = [...before, { ...page, rows: entities.length, bytes }, ...window.pages.slice(window.first)];
  let { next, answers } = window;
  let [kept, size] = [rowsIn(pages.slice(first)), bytesIn(pages.slice(first))];
  while (isTooMuch(kept, size, sizes) && pages.length - 1 > first) {
    const last = pages.pop();
    if (last === undefined) break;
    kept -= last.rows;
    size -= last.bytes;
    ({ from: next, answers } = last);
  }
  return { kind: 'whole', entities, window: { pages, first, next, answers }, isAlone: false };
}

/** Rows that were let go before those that are kept. */
export function rowsBefore({ pages, first }: PageWindow): number {
  return rowsIn(pages.slice(0, first));
}

/** How many rows each of the kept pages has. */
export function keptPages({ pages, first }: PageWindow): number[] {
  return pages.slice(first).map(({ rows }) => rows);
}

/** The last page, if it is kept and not full. */
function openPage({ pages, first }: PageWindow, sizes: WindowSizes): PageMark | undefined {
  const page = pages.slice(first).at(-1);
  const isOpen =
    page !== undefined && page.rows < sizeOf(pages.length - 1, sizes) && page.bytes < MAX_PAGE_BYTES;
  return isOpen ? page : undefined;
}

function isTooMuch(rows: number, bytes: number, sizes: WindowSizes): boolean {
  return rows > sizes.kept || bytes > MAX_KEPT_BYTES;
}

function sizeOf(page: number, sizes: WindowSizes): number {
  return page === 0 ? sizes.first : sizes.page;
}

function rowsIn(pages: readonly PageMark[]): number {
  return pages.reduce((sum, { rows }) => sum + rows, 0);
}

function bytesIn(pages: readonly PageMark[]): number {
  return pages.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** How rows end, behind those of a page that is open. */
function endOf(
  entities: readonly Entity[],
  open?: Pick<PageMark, 'last' | 'keyless'>,
): Pick<PageMark, 'last' | 'keyless'> {
  const end = entities.findLastIndex(({ lacks }) => lacks === undefined);
  const last = entities[end];
  if (last === undefined) return { last: open?.last, keyless: (open?.keyless ?? 0) + entities.length };
  const { partitionKey, rowKey } = last;
  return { last: { partitionKey, rowKey }, keyless: entities.length - 1 - end };
}

/** Where the last row of a page stands, or would, among these; negative where its keys are not there. */
function placeOfEnd({ last, keyless }: PageMark, entities: readonly Entity[]): number {
  if (last === undefined) return keyless - 1;
  const { partitionKey, rowKey } = last;
  const end = entities.findIndex(
    (entity) =>
      entity.lacks === undefined && entity.rowKey === rowKey && entity.partitionKey === partitionKey,
  );
  return end < 0 ? end : end + keyless;
}
