import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { type Command, UsageError } from './command.ts';

/** `partition-lens mcp [folder]`: a server for assistants. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: () => l10n.t('Runs a Model Context Protocol server for assistants'),
  help: () => [
    l10n.t('Usage: partition-lens mcp [folder]'),
    '',
    l10n.t('Runs a Model Context Protocol server on standard input and output, which an assistant starts.'),
    l10n.t('It reads only files in the folder (default: the working directory), and writes none.'),
    '',
    l10n.t('  classify_filter   what one $filter makes the service read'),
    l10n.t('  list_operations   reads and writes of tables'),
    l10n.t('  check_files       mistakes and costly queries, with fixes as edits'),
    l10n.t('  table_design      how a table is used, and designs for it'),
    l10n.t('  explain_rule      the page of a rule; all pages are resources, too'),
    l10n.t('  list_patterns     patterns that can be written into the program'),
    l10n.t('  apply_pattern     what a pattern changes, as diffs'),
    '',
    l10n.t("Exit codes: 0 the client closed the connection; 2 wrong arguments, or the server couldn't run."),
  ],
  run: async (args, output) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [folder = '.', ...others] = positionals;
    if (others.length > 0) throw new UsageError(l10n.t('More than one folder: name one.'));
    const [{ rootAt }, { serve }] = await Promise.all([import('./mcp/root.ts'), import('./mcp/server.ts')]);
    await serve(await rootAt(resolve(output.folder, folder)), output);
    return 0;
  },
};
