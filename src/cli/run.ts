import * as l10n from '@vscode/l10n';
import manifest from '../../package.json' with { type: 'json' };
import { classifyCommand } from './classify.ts';
import { type Command, UsageError } from './command.ts';

const COMMANDS: readonly Command[] = [classifyCommand];

type Write = (text: string) => void;

/**
 * Runs `partition-lens` with its arguments. Exit codes: 0 nothing to complain about, 1 something was
 * found, 2 the arguments are wrong.
 */
export function run(args: readonly string[], write: Write, complain: Write): number {
  const [first, ...rest] = args;
  if (first === '--version') {
    write(`${manifest.version}\n`);
    return 0;
  }
  if (first === '--help' || first === '-h') {
    write(overview());
    return 0;
  }
  if (first === undefined) {
    complain(overview());
    return 2;
  }
  const command = COMMANDS.find(({ name }) => name === first);
  if (!command) {
    complain(`${unknown(first)}\n${l10n.t('See: partition-lens --help')}\n`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    write(command.help());
    return 0;
  }
  try {
    return command.run(rest, write);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    complain(`${error.message}\n${l10n.t('See: partition-lens {0} --help', command.name)}\n`);
    return 2;
  }
}

function unknown(argument: string): string {
  return argument.startsWith('-')
    ? l10n.t('Unknown option "{0}".', argument)
    : l10n.t('Unknown command "{0}".', argument);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    l10n.t('Usage: partition-lens <command> [options]'),
    '',
    l10n.t('Says what queries of Azure Table storage cost, and why.'),
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary()}`),
    '',
    l10n.t('partition-lens <command> --help tells more of a command; --version prints the version.'),
    '',
  ].join('\n');
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS')
  );
}
