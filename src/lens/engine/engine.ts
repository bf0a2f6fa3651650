import type { NamedClient } from '../model/tables/named-clients.ts';
import type { CalledOperation } from '../model/operations/called-operations.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { TypeAnswer } from '../model/operations/oracle.ts';
import type { TableModel } from '../model/tables/tables.ts';
import type { SyntaxFault } from '../syntax/facts/facts.ts';
import type { Finding } from './finding.ts';
import type { FolderClients } from './store.ts';

/** Everything that the lens says about one file. */
export interface FileAnalysis {
  readonly file: string;
  readonly operations: readonly Operation[];
  readonly findings: readonly Finding[];
}

/** An analysis of a file as if some files had other texts. */
export interface EditedAnalysis extends FileAnalysis {
  readonly syntaxErrors: number;
}

/**
 * The lens over a set of files: texts go in, analyses come out. It does no I/O; whoever owns it reads the
 * files. Files are named by absolute path with `/` separators (the server uses the URI's path).
 */
export interface Engine {
  /** Sets or replaces a file's text. Cheap when the text has nothing to do with tables. */
  readonly setFile: (file: string, text: string) => void;
  readonly removeFile: (file: string) => void;
  /** Sets the tables that folders declare of clients whose table code doesn't show, in place of those that were set. */
  readonly declareClients: (declared: readonly FolderClients[]) => void;
  /** The text that a file was given; undefined for one that was not, or is known by name alone. */
  readonly text: (file: string) => string | undefined;
  /**
   * Files that known files import and that were neither set nor reported missing: candidates in order of
   * preference, one list for each import. The owner reads the first that exists and calls `setFile`, or
   * `markMissing` on all of them.
   */
  readonly wantedFiles: () => readonly (readonly string[])[];
  readonly markMissing: (file: string) => void;
  /**
   * The work that `wantedFiles` and `analyze` rest on, one file a step, for who must stay responsive
   * meanwhile; files may change between steps. Has no steps while imports are wanted.
   */
  readonly steps: () => Iterable<void>;
  /**
   * The same whether or not imports are wanted, and what `analyze` of a file does beyond that: for an answer that waits for no
   * file, but lets others have their turn. Each step is short.
   */
  readonly urgentSteps: (file?: string) => Iterable<void>;
  /** Analyses one file against the current state of all; what it gives is kept until that is another one. */
  readonly analyze: (file: string) => FileAnalysis;
  /**
   * Gives what `work` finds while files have these texts, all at once: when it returns, they have those of before. What it gives must
   * not ask for anything afterwards.
   */
  readonly asIf: <T>(texts: ReadonlyMap<string, string>, work: () => T) => T;
  /**
   * Analyses files as if these were their texts; a file that isn't known is one that would be new. For edits of several files: one
   * step, after which everything is as before and is worked out again when somebody asks.
   */
  readonly analyzeAsIf: (texts: ReadonlyMap<string, string>) => readonly EditedAnalysis[];
  /** The operations of one file, without running a rule. */
  readonly operations: (file: string) => readonly Operation[];
  /**
   * The operations of functions whose callers decide a part of what they ask for, as these calls see them, of all files: what is known
   * once it was worked out is kept until a text changes. In steps; files must not change between them.
   */
  readonly calledOperations: () => Iterator<void, readonly CalledOperation[], void>;
  /** The clients that a file of this text has names for at an offset of it. */
  readonly clients: (file: string, text: string, offset: number) => readonly NamedClient[];
  /** What all files say of a table; undefined for one that nobody names. */
  readonly table: (name: string) => TableModel | undefined;
  /** Where an oracle of types would help: offsets of names in the file. */
  readonly undecided: (file: string) => readonly number[];
  /**
   * Takes what the oracle said about names of `text`, undefined where it said nothing. False when nothing is
   * new, or the file has another text by now.
   */
  readonly setAnswers: (
    file: string,
    text: string,
    answers: ReadonlyMap<number, TypeAnswer | undefined>,
  ) => boolean;
  /** What the parser could not read of a file; undefined also for files that nothing led to. */
  readonly syntaxError: (file: string) => SyntaxFault | undefined;
  /** Every file that has an operation. */
  readonly filesWithOperations: () => readonly string[];
  /** Those, and files that only make clients: all that rules may find anything in. */
  readonly filesToCheck: () => readonly string[];
  /**
   * Drops what is only needed to read a file's operations again, of files that no other file rests on: most of the
   * memory, for who looks at few files. It is made again when such a file is looked at.
   */
  readonly forgetFacts: () => void;
  /** How many files were parsed since the engine was made (for the benchmark's counts). */
  readonly parseCount: () => number;
  /** How many times the operations of a file were read from its facts; a file's own calls and those of wrappers apart. */
  readonly linkCount: () => number;
}
