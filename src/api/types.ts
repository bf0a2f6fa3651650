// What the package `partition-lens` gives and takes, as plain data. Programs of others rely on these types: docs/api.md says how they
// may change. They import nothing, so that the package ships this file alone.

/** How bad a finding is. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** How loud a rule is to be; `default` leaves that to the rule. */
export type Level = Severity | 'default' | 'off';

/**
 * What a read makes the service read, from best to worst; `empty` can match no entity, and `unknown` depends on what only the running
 * program knows.
 */
export type Shape =
  'point' | 'row-range' | 'partition-scan' | 'partition-range' | 'table-scan' | 'empty' | 'unknown';

/**
 * How sure it is that a call is one of Azure Tables. Findings are only about what is `proved` or `inferred`; of a `shape-only` call
 * the method's name alone suggests it.
 */
export type Evidence = 'proved' | 'inferred' | 'shape-only' | 'rejected';

/** Lines and columns from 1, columns in UTF-16 units; the end is exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The source of one file. */
export interface Source {
  /** A path, relative to the project's folder or absolute. Imports are followed by these names. */
  readonly file: string;
  readonly text: string;
}

/** What `analyze` works on. */
export interface AnalyzeInput {
  /**
   * Sources, and files that say how they are linked: `package.json`, `tsconfig.json`, `jsconfig.json`, `function.json`. The more of a
   * project there is, the more is known; nothing is read from a disk.
   */
  readonly files: readonly Source[];
  /** Names of the files that are reported on; the others only say what they know. Default: all. */
  readonly only?: readonly string[];
  /** Levels by the ids of rules. */
  readonly rules?: Readonly<Record<string, Level>>;
  /** Whether fixes are made. Each is checked by analyzing the edited file again, so this is most of the work. Default: true. */
  readonly fixes?: boolean;
}

/** What is known of some files. */
export interface Analysis {
  /** In the order of files and lines. Of several rules that find the same mistake each has an entry. */
  readonly findings: readonly Finding[];
  /** In the order of files and lines. */
  readonly operations: readonly Operation[];
  /** Files that were to be reported on, and of which nothing is said, or not all. */
  readonly skipped: readonly Skipped[];
}

/** A mistake, or a costly query. It is at the call that it affects. */
export interface Finding extends Region {
  readonly file: string;
  /** The id of the rule, such as `table-scan`. */
  readonly rule: string;
  /** Which of the rule's messages it is, such as `no-filter`. */
  readonly messageId: string;
  /** The names and numbers in the message. */
  readonly data: readonly string[];
  readonly severity: Severity;
  /** What is wrong: one sentence. */
  readonly message: string;
  /** Why, and what to do. */
  readonly help?: string;
  /** Absent where it isn't known, or there are several. */
  readonly table?: string;
  /** What the finding is known by in its file: it stays the same when lines move. */
  readonly fingerprint: string;
  readonly related: readonly Related[];
  /** Whether the rule proposes a fix; where fixes were asked for, whether there is one that was checked. */
  readonly fixable: boolean;
  /** The patterns that may answer it; `partition-lens assist` says whether one can be written there. */
  readonly patterns: readonly string[];
  /** Absent where none were asked for. */
  readonly fixes?: readonly Fix[];
}

/** A place that has to do with a finding. */
export interface Related extends Region {
  readonly file: string;
  readonly message: string;
}

/** A change of the finding's file. The edited file no longer has the finding, and no new one that is as bad. */
export interface Fix {
  readonly title: string;
  /** They don't overlap, and all refer to the text before any of them. */
  readonly edits: readonly Edit[];
  /** A text in the edits that a person must replace. */
  readonly placeholder?: string;
  /** Right only where something holds that the source doesn't show, and that the title names. */
  readonly conditional?: true;
}

/** The region becomes the text. */
export interface Edit extends Region {
  readonly text: string;
}

/** A read or write of a table. */
export interface Operation {
  readonly file: string;
  /** Of the method's name. */
  readonly line: number;
  readonly column: number;
  readonly method: string;
  /** Absent where only the running program knows it. */
  readonly table?: string;
  /** What a read makes the service read, in the worst case; writes have none. */
  readonly shape?: Shape;
  /** The filter of the worst case, with `${expression}` for what only the running program knows. */
  readonly filter?: string;
  /** Sentences: why the shape is what it is. */
  readonly proof?: readonly string[];
  readonly evidence: Evidence;
  /** A sentence: why the shape is unknown, or why it isn't sure that this is Azure Tables. */
  readonly unknownBecause?: string;
}

/** A file of which nothing is said, or not all. */
export interface Skipped {
  readonly file: string;
  /** A sentence. */
  readonly why: string;
}
