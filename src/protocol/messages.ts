// What the two ends say to each other beyond the Language Server Protocol. Names of messages, and their contents.
// Lines and characters count from 0, characters in UTF-16 code units, as in that protocol.

import type { RunnableQuery } from '../core/shape/runnable.ts';
import type { Insertion } from '../core/text/code-place.ts';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

/** Notification of the client: what the person sees. Only a client that sends it is told {@link CHANGED}. */
export const VIEW = 'partitionLens/view';

export interface View {
  /** Documents that an editor shows. */
  readonly visible: readonly string[];
  /** Whether the client can be asked for {@link TYPE_DEFINITIONS}: not in Restricted Mode. */
  readonly types: 'available' | 'restricted';
}

/** Notification of the client: the {@link Site} at which the cursor was put. A client that does not tell it saves, or edits elsewhere. */
export const CURSOR = 'partitionLens/cursor';

/** Request of the server: where the types of values are declared whose names stand at some positions. */
export const TYPE_DEFINITIONS = 'partitionLens/typeDefinitions';

export interface TypeDefinitionsParams {
  readonly uri: string;
  readonly version: number;
  readonly positions: readonly Position[];
}

/** For each position what the editor's TypeScript says; null where it said nothing in time. */
export type TypeDefinitions = readonly (readonly Location[] | null)[];

/** Notification of the server, without contents: answers to the requests below may be others by now. */
export const CHANGED = 'partitionLens/changed';

/** Request of the client: how many operations there are. */
export const SUMMARY = 'partitionLens/summary';

/** A document, or, where none is given, the whole workspace. */
export interface Extent {
  readonly uri?: string;
}

export interface Summary {
  readonly operations: number;
  /** Those that are surely of Azure Tables and whose shape is known. */
  readonly classified: number;
  readonly unknown: number;
}

/** Request of the client: the findings of the workspace, the gravest first; null until every file was checked once. */
export const FINDINGS = 'partitionLens/findings';

export type Findings = {
  readonly tally: Tally;
  /** At most {@link MOST_FINDINGS} of them. */
  readonly listed: readonly ListedFinding[];
} | null;

/** How many findings there are, by what they mean for the person. */
export interface Tally {
  /** Queries that read more than they ask for. */
  readonly scans: number;
  /** Other findings of warning or error severity: wrong results, lost or rejected writes, hot partitions. */
  readonly risks: number;
  /** Information and hints. */
  readonly notes: number;
}

/** As many as a person scrolls through. */
export const MOST_FINDINGS = 500;

export interface ListedFinding {
  readonly location: Location;
  readonly kind: keyof Tally;
  readonly rule: string;
  readonly message: string;
}

/** Request of the client, of an {@link Extent}: the operations that are not classified. */
export const UNKNOWN_OPERATIONS = 'partitionLens/unknownOperations';

export interface UnknownOperation {
  readonly location: Location;
  /** Receiver and method, as written. */
  readonly code: string;
  readonly table?: string;
  /** `not-sure`: it may not be one of Azure Tables at all. */
  readonly kind: 'unknown' | 'not-sure';
  readonly why: string;
}

/** Request of the client: the tables that the workspace names, in alphabetical order. */
export const TABLES = 'partitionLens/tables';

export interface NamedTable {
  readonly name: string;
  readonly operations: number;
}

/** Request of the client: all operations of a table; null where no table is known. */
export const TABLE_OPERATIONS = 'partitionLens/tableOperations';

/** A table by its name, or the one of the operation at a position. */
export type TableQuestion = { readonly table: string } | Site;

export interface TableOperations {
  readonly table: string;
  readonly operations: readonly Location[];
}

/** Request of the client: the read at a {@link Site}, as it can be run on data; null where there is none. */
export const RUNNABLE = 'partitionLens/runnable';

export interface Site {
  readonly uri: string;
  readonly position: Position;
}

export type Runnable = RunnableQuery | null;

/** Request of the client: the properties beside the keys that the source names of a table (`NamedProperty`), in alphabetical order. */
export const NAMED_PROPERTIES = 'partitionLens/namedProperties';

export interface NamedPropertiesParams {
  readonly table: string;
}

/** Request of the client: where a call on a table goes that a person wants at a {@link Site}; null where the server knows no code. */
export const INSERTION = 'partitionLens/insertion';

export interface InsertionParams extends Site {
  readonly table: string;
}

/** Offsets count from the start of the document. */
export type InsertionAnswer = Insertion | null;

/** Request of the client: a small program that has the finding of a rule which begins at a position. */
export const BUG_REPORT = 'partitionLens/bugReport';

export interface BugReportParams extends Site {
  readonly rule: string;
  /** The client's version, which the report names. */
  readonly version: string;
}

/**
 * The report as Markdown; or that there is none: the finding is `gone`, rests on something `elsewhere` than in sources, or on `texts`,
 * which no report has.
 */
export type BugReportAnswer =
  | {
      readonly kind: 'made';
      readonly text: string;
      readonly lines: number;
      readonly isSmall: boolean;
      /** Names of the source that are in it. */
      readonly kept: readonly string[];
    }
  | { readonly kind: 'gone' | 'elsewhere' | 'texts' };

/** Request of the client: what silences the finding of a rule which begins at a position. */
export const SILENCE = 'partitionLens/silence';

export interface SilenceParams extends Site {
  readonly rule: string;
  readonly scope: 'next-line' | 'file';
  readonly reason: string;
}

/** Request of the client: what fixes all findings of a rule, in all files, that may be fixed unseen. */
export const FIX_ALL_OF_RULE = 'partitionLens/fixAllOfRule';

export interface FixAllOfRuleParams {
  readonly rule: string;
}

/** Edits of documents that are as they were when they were read; null where there are none. */
export type EditsAnswer = readonly DocumentEdits[] | null;

export interface DocumentEdits {
  readonly uri: string;
  /** Of an open document. */
  readonly version?: number;
  readonly edits: readonly { readonly range: Location['range']; readonly newText: string }[];
}
