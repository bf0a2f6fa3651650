/** A place in a source that carets mark. */
export interface Mark {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The line as the source has it. */
  readonly text: string;
  /** Columns from 0, `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** What stands behind the carets. */
  readonly rule: string;
}

/**
 * Reads marks that stand apart from the source, so that whoever opens the source sees none. Each is a
 * paragraph: `file:line`, the line, and below it carets under the marked characters with the rule's id.
 * Throws where a paragraph has another form.
 */
export function readMarks(marks: string): Mark[] {
  return marks
    .trimEnd()
    .split('\n\n')
    .map((paragraph) => {
      const match =
        /^(?<file>.+):(?<line>\d+)\n(?<text>.+)\n(?<indent> *)(?<carets>\^+) (?<rule>[a-z\d-]+)$/.exec(
          paragraph,
        )?.groups;
      if (match === undefined) throw new Error(`no mark: ${paragraph}`);
      const { file = '', line = '', text = '', indent = '', carets = '', rule = '' } = match;
      const start = indent.length;
      return { file, line: Number(line), text, start, end: start + carets.length, rule };
    });
}
