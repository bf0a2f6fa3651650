import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { DEVELOPMENT_STORAGE, type Endpoint, parseConnectionString } from '../data/connection.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './command.ts';
import { readCount } from './read-count.ts';

/** `partition-lens mcp [folder]`: a server for assistants. */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: () => l10n.t('Runs a Model Context Protocol server for assistants'),
  help: () => [
    l10n.t('Usage: partition-lens mcp [options] [folder]'),
    '',
    l10n.t('Runs a Model Context Protocol server on standard input and output, which an assistant starts.'),
    l10n.t('It reads only files in the folder (default: the working directory), and writes none.'),
    '',
    l10n.t(
      '  --connection NAME   lets assistants count queries on the account whose connection string is in the',
    ),
    l10n.t('                      environment variable NAME, which they see as well; you can repeat it'),
    l10n.t('  --azurite           the same for Azurite on this computer'),
    l10n.t('  --max-requests N    requests for all counts together (default: 100); each costs money'),
    '',
    l10n.t('  classify_filter   what one $filter makes the service read'),
    l10n.t('  list_operations   reads and writes of tables'),
    l10n.t('  check_files       mistakes and costly queries, with fixes as edits'),
    l10n.t('  table_design      how a table is used, and designs for it'),
    l10n.t('  explain_rule      the page of a rule; all pages are resources, too'),
    l10n.t('  list_patterns     patterns that can be written into the program'),
    l10n.t('  apply_pattern     what a pattern changes, as diffs'),
    l10n.t('  count_query       how many entities a filter matches, only with --connection or --azurite'),
    '',
    l10n.t("Exit codes: 0 the client closed the connection; 2 wrong arguments, or the server couldn't run."),
  ],
  run: async (args, output) => {
    const { positionals, values } = readArguments(args, {
      connection: { type: 'string', multiple: true, default: [] },
      azurite: { type: 'boolean', default: false },
      'max-requests': { type: 'string', default: '100' },
    });
    const [folder = '.', ...others] = positionals;
    if (others.length > 0) throw new UsageError(l10n.t('More than one folder: name one.'));
    const connections = connectionsIn(values.connection, values.azurite, output.environment);
    const requests = readCount('--max-requests', values['max-requests']);
    const [{ rootAt }, { serve }] = await Promise.all([import('./mcp/root.ts'), import('./mcp/server.ts')]);
    await serve(await rootAt(resolve(output.folder, folder)), output, { connections, requests });
    return 0;
  },
};

/** The name by which assistants know the emulator. */
const AZURITE = 'azurite';

/** The accounts that are allowed, by names that tell no secret: connection strings stay out of command lines, which others can read. */
function connectionsIn(
  names: readonly string[],
  isAzurite: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, Endpoint> {
  const found = new Map<string, Endpoint>();
  const texts: readonly (readonly [string, string | undefined])[] = [
    ...(isAzurite ? [[AZURITE, DEVELOPMENT_STORAGE] as const] : []),
    ...names.map((name) => [name, isVariable(name) ? environment[name] : undefined] as const),
  ];
  for (const [name, text] of texts) {
    // what looks like a connection string is not shown again
    const called = isVariable(name) ? name : '…';
    if (text === undefined || text === '')
      throw new UsageError(
        l10n.t(
          'There is no environment variable "{0}". --connection takes the name of one that has the connection string.',
          called,
        ),
      );
    const parsed = parseConnectionString(text);
    if (parsed.kind === 'invalid') throw new UsageError(`${called}: ${parsed.message}`);
    found.set(name, parsed.endpoint);
  }
  return found;
}

function isVariable(name: string): boolean {
  return /^[A-Za-z_]\w{0,100}$/.test(name);
}
