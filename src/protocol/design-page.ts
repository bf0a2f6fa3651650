import * as v from 'valibot';
import { designChoice, designedTable, designSummary } from './designed.ts';
import { count, listOf, object, read, text, texts } from './schema.ts';

const designState = object({
  table: v.optional(text),
  /** The title of the design that was chosen. */
  design: v.optional(text),
});

/** What a design panel is opened with again after its window was. */
export type DesignState = v.InferOutput<typeof designState>;

const designShown = object({
  kind: v.literal('design'),
  tables: listOf(designSummary),
  /** Null where there is no table, or none of the name that was asked for. */
  shown: v.nullable(designedTable),
  /** Counts up with each answer. */
  number: count,
  /** The table that was asked for, also where no code uses it. */
  wanted: v.optional(text),
  /** The read or write to go to. */
  at: v.optional(text),
});

/** How the tables are designed now. */
export type DesignShown = v.InferOutput<typeof designShown>;

const rehearsalTable = object({
  label: text,
  headings: listOf(text),
  /** As many texts as headings. */
  rows: listOf(listOf(text)),
});
export type RehearsalTable = v.InferOutput<typeof rehearsalTable>;

const rehearsalView = object({ title: text, sentences: listOf(text), tables: listOf(rehearsalTable) });
export type RehearsalView = v.InferOutput<typeof rehearsalView>;

const designRehearsed = object({
  kind: v.literal('rehearsed'),
  table: text,
  /** The design as it was shown. */
  design: designChoice,
  view: rehearsalView,
});

/** What came of a rehearsal of a design, in words: it stands below that design as long as it stays the same. */
export type DesignRehearsed = v.InferOutput<typeof designRehearsed>;

const rehearsalPlace = v.picklist(['data', 'azurite']);

/** Where a design is rehearsed: on the data of a table that is only read, or on copies in Azurite. */
export type RehearsalPlace = v.InferOutput<typeof rehearsalPlace>;

const toPage = v.variant('kind', [
  /** `texts`: translations of the panel's texts; none in English. */
  object({ kind: v.literal('start'), texts: v.optional(texts) }),
  designShown,
  designRehearsed,
]);

/** What the extension tells a design panel. */
export type ToDesignPage = v.InferOutput<typeof toPage>;

const fromPage = v.variant('kind', [
  object({ kind: v.literal('ready') }),
  /** Asks for a table that no code uses yet. */
  object({ kind: v.literal('new') }),
  object({ kind: v.literal('table'), table: text }),
  /** Goes to a site of the answer of this number. */
  object({ kind: v.literal('open'), number: count, site: count }),
  /** Saves a picture of that answer: of a design by its index, or of the table as it is. */
  object({ kind: v.literal('save'), number: count, design: v.optional(count) }),
  /** Writes a pattern of a design of that answer, by their indexes. */
  object({ kind: v.literal('apply'), number: count, design: count, assist: count }),
  /** Rehearses a design of that answer. */
  object({ kind: v.literal('rehearse'), number: count, design: count, place: rehearsalPlace }),
]);

/** What a design panel asks of the extension. */
export type FromDesignPage = v.InferOutput<typeof fromPage>;

/** Reads what a panel remembered; nothing for anything else. */
export function readDesignState(value: unknown): DesignState {
  return read(designState, value) ?? {};
}

/** Reads what the page was sent; undefined for anything else. */
export function readToDesignPage(value: unknown): ToDesignPage | undefined {
  return read(toPage, value);
}

/** Reads what the extension was sent by the page; undefined for anything else. */
export function readFromDesignPage(value: unknown): FromDesignPage | undefined {
  return read(fromPage, value);
}
