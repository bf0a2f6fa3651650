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
  /** The bundle of translated texts, `vscode.l10n.bundle`; absent for English. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Reads options that came over the wire; what is missing or of another type gets its default. */
export function readOptions(value: unknown): LensOptions {
  const given = typeof value === 'object' && value !== null ? value : {};
  const uriScheme = 'uriScheme' in given && typeof given.uriScheme === 'string' ? given.uriScheme : 'vscode';
  const rule = 'ruleCommand' in given && typeof given.ruleCommand === 'string' ? given.ruleCommand : '';
  const table = 'tableCommand' in given && typeof given.tableCommand === 'string' ? given.tableCommand : '';
  const run = 'runCommand' in given && typeof given.runCommand === 'string' ? given.runCommand : '';
  const texts = 'texts' in given ? readTexts(given.texts) : undefined;
  return {
    uriScheme,
    ...(rule !== '' && { ruleCommand: rule }),
    ...(table !== '' && { tableCommand: table }),
    ...(run !== '' && { runCommand: run }),
    ...(texts && { texts }),
  };
}

function readTexts(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
