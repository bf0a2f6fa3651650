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
  readonly run: (args: string[], write: (text: string) => void) => number;
}

/** Wrong arguments: the message says what to do. Exit code 2. */
export class UsageError extends Error {}
