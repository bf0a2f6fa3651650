// A table, what is read and written of it, and its designs, put into words: what a page shows.

import * as v from 'valibot';
import { SVG_ATTRIBUTES, SVG_TAGS, type SvgNode } from '../core/text/svg.ts';
import { count, listOf, object, text } from './schema.ts';

const drawing: v.GenericSchema<SvgNode> = object({
  tag: v.picklist(SVG_TAGS),
  attributes: v.pipe(v.record(v.picklist(SVG_ATTRIBUTES), v.union([text, v.number()])), v.readonly()),
  children: listOf(v.union([text, v.lazy(() => drawing)])),
});
const picture = v.nullable(drawing);

/** How a kind is marked in pictures and beside them. */
const kindMark = { letter: text, color: count };
export type KindMark = v.InferOutput<v.ObjectSchema<typeof kindMark, undefined>>;

const kind = object({
  ...kindMark,
  name: text,
  partitionKey: text,
  rowKey: text,
  properties: text,
  notes: listOf(text),
});
export type DesignedKind = v.InferOutput<typeof kind>;

const shape = object({
  name: text,
  /** How good it is: a seek or a range of one partition, a partition, more, not known. */
  rank: v.picklist(['good', 'fair', 'bad', 'unknown']),
});
export type DesignedShape = v.InferOutput<typeof shape>;

const site = object({
  label: text,
  /** What is said of it; may be empty. */
  words: text,
  index: count,
});
/** A place in the source; `index` is that of its location. */
export type DesignedSite = v.InferOutput<typeof site>;

const use = object({ id: text, words: text, notes: listOf(text), sites: listOf(site) });
export type DesignedUse = v.InferOutput<typeof use>;

const designedRead = object({ ...use.entries, shape });
export type DesignedRead = v.InferOutput<typeof designedRead>;

const assist = object({ pattern: text, site });
/** A pattern at a read or write: its site's words say what is written. */
export type DesignedAssist = v.InferOutput<typeof assist>;

const changedUse = object({ id: text, words: text, before: text, after: text });
/** A read or write, and what it costs before and after. */
export type ChangedUse = v.InferOutput<typeof changedUse>;

const changedRead = object({
  ...changedUse.entries,
  shapeBefore: shape,
  shapeAfter: shape,
  /** The filter that it is asked by then; empty where it stays. */
  filter: text,
  notes: listOf(text),
  verdict: v.picklist(['better', 'same', 'worse']),
});
export type ChangedRead = v.InferOutput<typeof changedRead>;

export const designChoice = object({
  /** Stable as long as the design is proposed. */
  title: text,
  why: text,
  whyNot: text,
  /** Where entities move to, and copies that are added: sentences. */
  moves: listOf(text),
  picture,
  /** Reads that are asked in another way, or cost something else. */
  reads: listOf(changedRead),
  /** Reads that stay as they are. */
  same: count,
  writes: listOf(changedUse),
  /** Kinds whose copies follow later; empty where all is atomic. */
  eventuallyConsistent: text,
  /** Kinds whose new entities go to one partition at a time; empty where none do. */
  hot: text,
  /** Places in the code that change. */
  sites: listOf(site),
  /** Patterns that make what it adds, each at a query. */
  assists: listOf(assist),
  /** What no pattern writes. */
  left: listOf(text),
});
export type DesignChoice = v.InferOutput<typeof designChoice>;

export const designedTable = object({
  table: text,
  /** What is stored where today; null where nothing is known of it. */
  picture,
  kinds: listOf(kind),
  reads: listOf(designedRead),
  /** Reads of which it is not known what they ask for. */
  unknown: listOf(use),
  writes: listOf(use),
  unseenWrites: listOf(site),
  /** Sentences. */
  relationships: listOf(text),
  joins: listOf(text),
  designs: listOf(designChoice),
  /** What the figures rest on. */
  assumption: text,
});
export type DesignedTable = v.InferOutput<typeof designedTable>;

export const designSummary = object({ table: text, words: text });
export type DesignSummary = v.InferOutput<typeof designSummary>;
