/** One command of `partition-lens`, in a file of its own; {@link run} knows them all. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands, localised. */
  readonly summary: () => string;
  /** The lines of the whole help text, localised. */
  readonly help: () => readonly string[];
  /**
   * Does the work and writes its result; gives the exit code: 0, 1 when something was found, or 2 when something that was named
   * could not be read. Throws a UsageError when the arguments are wrong.
   */
  readonly run: (args: string[], output: Output) => number | Promise<number>;
}

/** Where `partition-lens` runs and what it writes to. Texts are written as they are. */
export interface Terminal {
  /** The working directory: paths are given, and files are named, relative to it. */
  readonly folder: string;
  /** Standard input; absent where there is none. */
  readonly input?: AsyncIterable<Uint8Array>;
  /** The result. */
  readonly write: (text: string) => void;
  /** What went wrong, and what was left out. */
  readonly complain: (text: string) => void;
  /** Shows one short line instead of the one before; absent where nobody looks on. */
  readonly progress?: (line: string) => void;
  /** Gives memory back that is no longer needed; called between two files. Absent where the process sees to that itself. */
  readonly collect?: () => void;
  /** Where what a check found may be kept; absent, or undefined, where nothing is. */
  readonly kept?: () => Promise<KeptPlace | undefined>;
  /** Ends what runs until somebody ends it. */
  readonly signal?: AbortSignal;
  /** The variables of the process; absent where there are none. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Where results are kept between runs, and by what. */
export interface KeptPlace {
  /** The folder of our caches, for the user's eyes alone. */
  readonly folder: string;
  /** What tells one build of the tool from another. */
  readonly tool: string;
}

/** The same for a command: file names and sources may stand in any line, and what a terminal would act upon is made plain. */
export interface Output {
  readonly folder: string;
  readonly input: AsyncIterable<Uint8Array>;
  /** Lines of the result. */
  readonly lines: (lines: readonly string[]) => void;
  /** Lines of a unified diff, which keep their tabs. */
  readonly patch: (lines: readonly string[]) => void;
  /** The whole result as one JSON document. */
  readonly data: (value: unknown) => void;
  /** A command of GitHub Actions, which shows it beside the source. */
  readonly annotation: (annotation: Annotation) => void;
  /** A message of a protocol, as a line of JSON: a program reads it, no person, and no terminal. */
  readonly message: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly progress: (line: string) => void;
  readonly collect?: () => void;
  readonly kept: () => Promise<KeptPlace | undefined>;
  readonly signal?: AbortSignal;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What GitHub Actions shows at a place of a source; none of its texts can end it, or begin another. */
export interface Annotation {
  readonly kind: 'error' | 'warning' | 'notice';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly lines: readonly string[];
}

/** Wrong arguments: the message says what to do. Exit code 2. */
export class UsageError extends Error {}
