/** What the client hands to the server when it starts it (`initializationOptions`). */
export interface LensOptions {
  /** The scheme of links into this editor: `vscode.env.uriScheme`. */
  readonly uriScheme: string;
  /**
   * A command that opens the page of the rule given as its argument. VS Code shows no link into itself in a
   * hover, but the link of a command that the client trusts.
   */
  readonly ruleCommand?: string;
  /**
   * A command that shows all operations of a table: its arguments are a document's URI, a position in it, the
   * table. Without it no lens offers that.
   */
  readonly tableCommand?: string;
  /** A command that runs the query at a position on data: its arguments are a document's URI and the position. */
  readonly runCommand?: string;
  /** The same for a command that counts what that query touches. */
  readonly explainCommand?: string;
  /** A command that shows the designs of the table of an operation: its arguments are a document's URI and a position in it. */
  readonly designCommand?: string;
  /** A command that writes a pattern: its arguments are a document's URI, a position in it, the pattern's id. Without it edits are sent. */
  readonly applyCommand?: string;
  /** A command that copies a finding as a report: its arguments are a document's URI, where the finding begins, and its rule. */
  readonly reportCommand?: string;
  /**
   * A command that asks why a finding is silenced, and then does it: its arguments are a document's URI, where the finding begins, its rule,
   * and `next-line` or `file`. Without it edits are sent, which have no reason.
   */
  readonly silenceCommand?: string;
  /** A command that asks how loud a rule is to be, and writes it down: its arguments are a document's URI and the rule. */
  readonly severityCommand?: string;
  /** A command that fixes all findings of a rule in all files: its argument is the rule. */
  readonly fixAllCommand?: string;
  /** A command that offers completions again, after one was taken that goes on. */
  readonly suggestCommand?: string;
  /** The bundle of translated texts, `vscode.l10n.bundle`; absent for English. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Reads options that came over the wire; what is missing or of another type gets its default. */
export function readOptions(value: unknown): LensOptions {
  const given = typeof value === 'object' && value !== null ? value : {};
  const uriScheme = 'uriScheme' in given && typeof given.uriScheme === 'string' ? given.uriScheme : 'vscode';
  const {
    ruleCommand,
    tableCommand,
    runCommand,
    explainCommand,
    designCommand,
    applyCommand,
    reportCommand,
    silenceCommand,
    severityCommand,
    fixAllCommand,
    suggestCommand,
  } = given as Record<string, unknown>;
  const texts = 'texts' in given ? readTexts(given.texts) : undefined;
  return {
    uriScheme,
    ...(isName(ruleCommand) && { ruleCommand }),
    ...(isName(tableCommand) && { tableCommand }),
    ...(isName(runCommand) && { runCommand }),
    ...(isName(explainCommand) && { explainCommand }),
    ...(isName(designCommand) && { designCommand }),
    ...(isName(applyCommand) && { applyCommand }),
    ...(isName(reportCommand) && { reportCommand }),
    ...(isName(silenceCommand) && { silenceCommand }),
    ...(isName(severityCommand) && { severityCommand }),
    ...(isName(fixAllCommand) && { fixAllCommand }),
    ...(isName(suggestCommand) && { suggestCommand }),
    ...(texts && { texts }),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function readTexts(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
