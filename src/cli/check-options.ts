import * as l10n from '@vscode/l10n';
import { rules } from '../lens/rules/registry.ts';
import { readArguments } from './arguments.ts';
import { UsageError } from './command.ts';
import type { Writer, WriterContext } from './formats/writer.ts';
import { readCount } from './read-count.ts';
import { type RuleChoice, readRuleChoice } from './rule-choice.ts';
import { type FailOn, failOnOf } from './severity.ts';

/** What `check` is asked to do. */
export interface CheckOptions {
  /** Files and folders; the file of standard input. */
  readonly paths: readonly string[];
  /** The file whose text standard input has. */
  readonly stdin?: string;
  readonly makeWriter: () => Promise<(context: WriterContext) => Writer>;
  /** Whether files are named from the top of the repository, as who takes the result over knows nothing of a working directory. */
  readonly namesFromTop: boolean;
  readonly failOn: FailOn;
  readonly maxWarnings?: number;
  readonly isQuiet: boolean;
  readonly choice: RuleChoice;
  /** The revision whose findings are not listed. */
  readonly since?: string;
  /** The file of the baseline, if one is named. */
  readonly baseline?: string;
  readonly updatesBaseline: boolean;
  /** What becomes of fixes: files are written, or a diff is shown instead of the list. */
  readonly fix?: 'write' | 'show';
  /** Whether the result is kept for the next run: not one that rests on more than files, or that writes some. */
  readonly isKept: boolean;
  /** Whether it is done again whenever something changes. */
  readonly isWatching: boolean;
}

/** Reads the arguments of `check`. Throws a UsageError where they are wrong. */
export function readCheckOptions(args: string[]): CheckOptions {
  const { values, positionals } = readArguments(args, {
    format: { type: 'string' },
    'fail-on': { type: 'string' },
    'max-warnings': { type: 'string' },
    quiet: { type: 'boolean', default: false },
    rule: { type: 'string', multiple: true, default: [] },
    'stdin-filename': { type: 'string' },
    since: { type: 'string' },
    baseline: { type: 'string' },
    'update-baseline': { type: 'boolean', default: false },
    fix: { type: 'boolean', default: false },
    'fix-dry-run': { type: 'boolean', default: false },
    cache: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  });
  const { format, baseline, since, 'stdin-filename': stdin } = values;
  const maxWarnings =
    values['max-warnings'] === undefined ? undefined : readCount('--max-warnings', values['max-warnings']);
  const fix = readFix(values.fix, values['fix-dry-run']);
  if (fix === 'show' && format !== undefined)
    throw new UsageError(l10n.t('--fix-dry-run prints a diff: leave --format out.'));
  if (fix === 'write' && stdin !== undefined)
    throw new UsageError(l10n.t("--fix can't write standard input: use --fix-dry-run, which prints a diff."));
  const writesOrAsksMore = values['update-baseline'] || since !== undefined || stdin !== undefined;
  if (values.watch && (fix !== undefined || writesOrAsksMore))
    throw new UsageError(
      l10n.t('--watch only lists: leave --fix, --update-baseline, --since and --stdin-filename out.'),
    );
  return {
    paths: pathsOf(positionals, stdin),
    ...(stdin !== undefined && { stdin }),
    makeWriter: formatOf(format ?? 'text'),
    namesFromTop: format === 'sarif' || format === 'github',
    failOn: readFailOn(values['fail-on'] ?? 'warning'),
    ...(maxWarnings !== undefined && { maxWarnings }),
    isQuiet: values.quiet,
    choice: readRuleChoice(values.rule, new Set(rules.map(({ id }) => id))),
    ...(since !== undefined && { since }),
    ...(baseline !== undefined && { baseline }),
    updatesBaseline: values['update-baseline'],
    ...(fix && { fix }),
    isKept: values.cache && fix !== 'write' && !writesOrAsksMore && !values.watch,
    isWatching: values.watch,
  };
}

function pathsOf(positionals: readonly string[], stdin: string | undefined): readonly string[] {
  if (stdin === undefined) return positionals;
  if (stdin === '') throw new UsageError(l10n.t('--stdin-filename needs the name of a file.'));
  if (positionals.length > 0)
    throw new UsageError(l10n.t('--stdin-filename reads standard input alone: name no files or folders.'));
  return [stdin];
}

function readFix(writes: boolean, shows: boolean): CheckOptions['fix'] {
  if (writes && shows) throw new UsageError(l10n.t('Use either --fix or --fix-dry-run.'));
  return writes ? 'write' : shows ? 'show' : undefined;
}

/** The writer of a format, loaded when it is wanted. Throws a UsageError for a format that there is not. */
function formatOf(word: string): () => Promise<(context: WriterContext) => Writer> {
  switch (word) {
    case 'text':
      return async () => (await import('./formats/text.ts')).textWriter;
    case 'json':
      return async () => (await import('./formats/json.ts')).jsonWriter;
    case 'sarif':
      return async () => (await import('./formats/sarif.ts')).sarifWriter;
    case 'github':
      return async () => (await import('./formats/github.ts')).githubWriter;
    case 'junit':
      return async () => (await import('./formats/junit.ts')).junitWriter;
    default:
      throw new UsageError(l10n.t('Unknown format "{0}": use text, json, sarif, github or junit.', word));
  }
}

function readFailOn(word: string): FailOn {
  const failOn = failOnOf(word);
  if (failOn !== undefined) return failOn;
  throw new UsageError(
    l10n.t('Unknown severity "{0}": use error, warning, information, hint or never.', word),
  );
}
