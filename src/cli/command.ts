/** One command of `partition-lens`, in a file of its own; {@link run} knows them all. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands, localised. */
  readonly summary: () => string;
  /** The whole help text, localised. */
  readonly help: () => string;
  /**
   * Does the work and writes its result; gives the exit code: 0, or 1 when something was found. Throws a
   * UsageError, or what `parseArgs` throws, when the arguments are wrong.
   */
  readonly run: (args: string[], terminal: Terminal) => number | Promise<number>;
}

/** Where a command runs and what it writes to. */
export interface Terminal {
  /** The working directory: paths are given, and files are named, relative to it. */
  readonly folder: string;
  /** The result. */
  readonly write: (text: string) => void;
  /** What went wrong, and what was left out. */
  readonly complain: (text: string) => void;
  /** Shows one short line instead of the one before; absent where nobody looks on. */
  readonly progress?: (line: string) => void;
}

/** Wrong arguments: the message says what to do. Exit code 2. */
export class UsageError extends Error {}
