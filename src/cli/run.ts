import * as l10n from '@vscode/l10n';
import manifest from '../../package.json' with { type: 'json' };
import { assistCommand } from './assist.ts';
import { nearest } from '../core/text/near.ts';
import { likeOption } from './arguments.ts';
import { checkCommand } from './check.ts';
import { classifyCommand } from './classify.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { designCommand } from './design.ts';
import { explainCommand } from './explain.ts';
import { mcpCommand } from './mcp.ts';
import { operationsCommand } from './operations.ts';
import { outputOf } from './output.ts';
import { tablesCommand } from './tables.ts';

const COMMANDS: readonly Command[] = [
  checkCommand,
  operationsCommand,
  tablesCommand,
  designCommand,
  assistCommand,
  classifyCommand,
  explainCommand,
  mcpCommand,
];

/**
 * Runs `partition-lens` with its arguments. Exit codes: 0 nothing to complain about, 1 something was
 * found, 2 the arguments are wrong, or the work could not be done on all that was named. Never throws.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const output = outputOf(terminal);
  const [first, ...rest] = args;
  if (first === '--version') {
    output.lines([manifest.version]);
    return 0;
  }
  if (first === undefined) {
    overview().forEach(output.complain);
    return 2;
  }
  const { isHelp, name } = askedFor(first, rest);
  const command = commandOf(name);
  if (isHelp && (command || name === undefined)) {
    output.lines(command?.help() ?? overview());
    return 0;
  }
  if (!command) {
    output.complain(unknown(name ?? first));
    output.complain(l10n.t('See: partition-lens --help'));
    return 2;
  }
  try {
    return await command.run(rest, output);
  } catch (error) {
    const lines =
      error instanceof UsageError
        ? [error.message.replaceAll('\n', ' '), l10n.t('See: partition-lens {0} --help', command.name)]
        : l10n.t('partition-lens failed: {0}', stackOf(error)).split('\n');
    lines.forEach(output.complain);
    return 2;
  }
}

/** The command that is named, and whether its help is wanted, or that of all: `--help`, `check --help`, `--help check`, `help check`. */
function askedFor(
  first: string,
  rest: readonly string[],
): { readonly isHelp: boolean; readonly name?: string } {
  if (first !== 'help' && !HELP.has(first)) return { isHelp: wantsHelp(rest), name: first };
  const [name] = rest;
  return name === undefined || name === 'help' || name.startsWith('-')
    ? { isHelp: true }
    : { isHelp: true, name };
}

/** Whether help is among the options; after `--` there are none. */
function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => HELP.has(word));
}

const HELP: ReadonlySet<string> = new Set(['--help', '-h']);

function commandOf(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

function unknown(argument: string): string {
  if (argument.startsWith('-'))
    return likeOption(argument, ['version']) ?? l10n.t('Unknown option "{0}".', argument);
  const names = COMMANDS.map(({ name }) => name);
  const near = nearest(argument, names, true);
  return near === undefined
    ? l10n.t('Unknown command "{0}".', argument)
    : l10n.t('Unknown command "{0}". Did you mean {1}?', argument, near);
}

function overview(): string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    l10n.t('Usage: partition-lens <command> [options]'),
    '',
    l10n.t('Shows what queries of Azure Table storage cost, and why.'),
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary()}`),
    '',
    l10n.t("Run partition-lens <command> --help for a command's options; --version prints the version."),
  ];
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
