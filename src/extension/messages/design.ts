import { SVG_ATTRIBUTES, SVG_TAGS, type SvgNode } from '../../core/text/svg.ts';
import type {
  ChangedRead,
  ChangedUse,
  DesignAnswer,
  DesignChoice,
  DesignedAssist,
  DesignedKind,
  DesignedRead,
  DesignedShape,
  DesignedSite,
  DesignedTable,
  DesignedUse,
  DesignSummary,
} from '../../server/protocol/design.ts';
import {
  either,
  type Guard,
  isCount,
  isText,
  isTexts,
  listOf,
  type MessageGuards,
  object,
  oneOf,
  optional,
  readMessage,
} from './guards.ts';

/** What a design panel is opened with again after its window was. */
export interface DesignState {
  readonly table?: string | undefined;
  /** The title of the design that was chosen. */
  readonly design?: string | undefined;
}

/** What the extension tells a design panel. */
export type ToDesignPage =
  | {
      readonly kind: 'start';
      /** Translations of the panel's texts; none in English. */
      readonly texts: Readonly<Record<string, string>> | undefined;
    }
  | DesignShown
  | DesignRehearsed;

/** How the tables are designed now. */
export interface DesignShown extends Pick<DesignAnswer, 'tables' | 'shown'> {
  readonly kind: 'design';
  /** Counts up with each answer. */
  readonly number: number;
  /** The table that was asked for, also where no code uses it. */
  readonly wanted: string | undefined;
  /** The read or write to go to. */
  readonly at: string | undefined;
}

/** What came of a rehearsal of a design, in words: it stands below that design as long as it stays the same. */
export interface DesignRehearsed {
  readonly kind: 'rehearsed';
  readonly table: string;
  /** The design as it was shown. */
  readonly design: DesignChoice;
  readonly view: RehearsalView;
}

export interface RehearsalView {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly tables: readonly RehearsalTable[];
}

export interface RehearsalTable {
  readonly label: string;
  readonly headings: readonly string[];
  /** As many texts as headings. */
  readonly rows: readonly (readonly string[])[];
}

/** Where a design is rehearsed: on the data of a table that is only read, or on copies in Azurite. */
export type RehearsalPlace = 'data' | 'azurite';

/** What a design panel asks of the extension. */
export type FromDesignPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'table'; readonly table: string }
  /** Goes to a site of the answer of this number. */
  | { readonly kind: 'open'; readonly number: number; readonly site: number }
  /** Saves a picture of that answer: of a design by its index, or of the table as it is. */
  | { readonly kind: 'save'; readonly number: number; readonly design?: number | undefined }
  /** Writes a pattern of a design of that answer, by their indexes. */
  | { readonly kind: 'apply'; readonly number: number; readonly design: number; readonly assist: number }
  /** Rehearses a design of that answer. */
  | {
      readonly kind: 'rehearse';
      readonly number: number;
      readonly design: number;
      readonly place: RehearsalPlace;
    };

const isNull: Guard<null> = (value) => value === null;

const isValue = either(isText, (value): value is number => typeof value === 'number');
const isTag = oneOf(...SVG_TAGS);
const attributes: ReadonlySet<string> = new Set(SVG_ATTRIBUTES);

const isDrawing: Guard<SvgNode> = (value): value is SvgNode =>
  object<SvgNode>({
    tag: isTag,
    attributes: (given): given is SvgNode['attributes'] =>
      typeof given === 'object' &&
      given !== null &&
      Object.entries(given).every(([name, one]) => attributes.has(name) && isValue(one)),
    children: listOf(either(isText, isDrawing)),
  })(value);
const isPicture = either(isNull, isDrawing);

const isSite = object<DesignedSite>({ label: isText, words: isText, index: isCount });
const isShape = object<DesignedShape>({
  name: isText,
  rank: oneOf('good', 'fair', 'bad', 'unknown'),
});
const use = { id: isText, words: isText, notes: listOf(isText), sites: listOf(isSite) };
const changed = { id: isText, words: isText, before: isText, after: isText };

const isChoice = object<DesignChoice>({
  title: isText,
  why: isText,
  whyNot: isText,
  moves: listOf(isText),
  picture: isPicture,
  reads: listOf(
    object<ChangedRead>({
      ...changed,
      shapeBefore: isShape,
      shapeAfter: isShape,
      filter: isText,
      notes: listOf(isText),
      verdict: oneOf('better', 'same', 'worse'),
    }),
  ),
  same: isCount,
  writes: listOf(object<ChangedUse>(changed)),
  eventuallyConsistent: isText,
  hot: isText,
  sites: listOf(isSite),
  assists: listOf(object<DesignedAssist>({ pattern: isText, site: isSite })),
});

const isTable = object<DesignedTable>({
  table: isText,
  picture: isPicture,
  kinds: listOf(
    object<DesignedKind>({
      letter: isText,
      color: isCount,
      name: isText,
      partitionKey: isText,
      rowKey: isText,
      properties: isText,
      notes: listOf(isText),
    }),
  ),
  reads: listOf(object<DesignedRead>({ ...use, shape: isShape })),
  unknown: listOf(object<DesignedUse>(use)),
  writes: listOf(object<DesignedUse>(use)),
  unseenWrites: listOf(isSite),
  relationships: listOf(isText),
  joins: listOf(isText),
  designs: listOf(isChoice),
  assumption: isText,
});

const TO_PAGE: MessageGuards<ToDesignPage> = {
  start: object({ kind: oneOf('start'), texts: optional(isTexts) }),
  design: object<DesignShown>({
    kind: oneOf('design'),
    number: isCount,
    tables: listOf(object<DesignSummary>({ table: isText, words: isText })),
    shown: either(isNull, isTable),
    wanted: optional(isText),
    at: optional(isText),
  }),
  rehearsed: object<DesignRehearsed>({
    kind: oneOf('rehearsed'),
    table: isText,
    design: isChoice,
    view: object<RehearsalView>({
      title: isText,
      sentences: listOf(isText),
      tables: listOf(
        object<RehearsalTable>({ label: isText, headings: listOf(isText), rows: listOf(listOf(isText)) }),
      ),
    }),
  }),
};

const FROM_PAGE: MessageGuards<FromDesignPage> = {
  ready: object({ kind: oneOf('ready') }),
  table: object({ kind: oneOf('table'), table: isText }),
  open: object({ kind: oneOf('open'), number: isCount, site: isCount }),
  save: object({ kind: oneOf('save'), number: isCount, design: optional(isCount) }),
  apply: object({ kind: oneOf('apply'), number: isCount, design: isCount, assist: isCount }),
  rehearse: object({
    kind: oneOf('rehearse'),
    number: isCount,
    design: isCount,
    place: oneOf('data', 'azurite'),
  }),
};

const isState = object<DesignState>({ table: optional(isText), design: optional(isText) });

/** Reads what a panel remembered; nothing for anything else. */
export function readDesignState(value: unknown): DesignState {
  return isState(value) ? value : {};
}

/** Reads what the page was sent; undefined for anything else. */
export function readToDesignPage(value: unknown): ToDesignPage | undefined {
  return readMessage(TO_PAGE, value);
}

/** Reads what the extension was sent by the page; undefined for anything else. */
export function readFromDesignPage(value: unknown): FromDesignPage | undefined {
  return readMessage(FROM_PAGE, value);
}
