import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { fingerprinted } from '../lens/engine/fingerprint.ts';
import type { Finding } from '../lens/engine/finding.ts';
import { withLevels } from '../lens/engine/levels.ts';
import { toldOnce } from '../lens/engine/told-once.ts';
import { rules } from '../lens/rules/registry.ts';
import type { Severity } from '../lens/rules/rule.ts';
import { readBaseline } from './baseline.ts';
import { type Command, UsageError } from './command.ts';
import { declaredIn } from './declared-tables.ts';
import { exitCodesOfLists } from './exit-codes.ts';
import type { Writer, WriterContext } from './formats/writer.ts';
import { readRuleChoice } from './rule-choice.ts';
import { type FailOn, failOnOf, isFailure } from './severity.ts';
import { readInputAs } from './stdin.ts';
import { survey } from './survey.ts';

/** `partition-lens check [paths]`: the findings of all rules. */
export const checkCommand: Command = {
  name: 'check',
  summary: () => l10n.t('Finds mistakes and costly queries in code that uses Azure tables'),
  help: () => [
    l10n.t('Usage: partition-lens check [options] [paths]'),
    '',
    l10n.t('Checks the TypeScript and JavaScript in files and folders (default: the working directory)'),
    l10n.t(
      'and prints the findings with the code. It also reads what these files import and, in a project, the',
    ),
    l10n.t(
      'rest of the working directory, to find clients and keys. It skips node_modules, build output, what',
    ),
    l10n.t('git ignores, and what "exclude" in .partitionlens.json names.'),
    '',
    l10n.t('  --fail-on SEVERITY   error, warning (default), information, hint or never'),
    l10n.t(
      '  --format json        prints an array of { rule, messageId, data, severity, file, line, column,',
    ),
    l10n.t('                       endLine, endColumn, message, help?, table?, fingerprint, related,'),
    l10n.t('                       fixable }; fixable: an editor offers a fix'),
    l10n.t('                       Mistakes that affect a call are listed at the call. If several rules'),
    l10n.t('                       find the same mistake, each rule has an entry.'),
    l10n.t('  --format sarif       prints SARIF 2.1.0, with the pages of the rules, fixes and fingerprints'),
    l10n.t('  --format github      prints annotations for GitHub Actions'),
    l10n.t('  --format junit       prints an XML report of tests; what makes the check fail is a failure'),
    l10n.t('  --quiet              lists only findings of the severity of --fail-on or above'),
    l10n.t('  --max-warnings N     up to N warnings are fine; more of them make the check fail'),
    l10n.t('  --rule ID            lists only findings of this rule; you can repeat it'),
    l10n.t('  --rule ID:SEVERITY   gives the rule this severity; off leaves its findings out'),
    l10n.t(
      "  --baseline FILE      doesn't list the findings in this file (default: .partitionlens-baseline,",
    ),
    l10n.t('                       if the working directory has it)'),
    l10n.t('  --update-baseline    writes what is found now into that file; commit it'),
    l10n.t('  --stdin-filename F   checks standard input as the text of the file F, which need not exist'),
    '',
    l10n.t(
      'Exit codes: 0 found nothing of that severity or above, and no more warnings than --max-warnings;',
    ),
    ...exitCodesOfLists(l10n.t('1 found something;')),
  ],
  run: async (args, output) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        'fail-on': { type: 'string' },
        'max-warnings': { type: 'string' },
        quiet: { type: 'boolean', default: false },
        rule: { type: 'string', multiple: true, default: [] },
        'stdin-filename': { type: 'string' },
        baseline: { type: 'string' },
        'update-baseline': { type: 'boolean', default: false },
      },
    });
    const makeWriter = formatOf(values.format);
    const failOn = readFailOn(values['fail-on'] ?? 'warning');
    const maxWarnings = readCount(values['max-warnings']);
    const baseline = await readBaseline(values.baseline, values['update-baseline'], output);
    const choice = readRuleChoice(values.rule, new Set(rules.map(({ id }) => id)));
    const stdin = values['stdin-filename'];
    const given = stdin === undefined ? undefined : await readInputAs(stdin, positionals, output);
    const paths = stdin === undefined ? positionals : [stdin];
    const found = await survey(paths, rules, output, { ...(given && { given }) });
    const { excludes } = await declaredIn(paths, found, output);
    const writer = (await makeWriter())({ output, found, failOn });
    const severities: Severity[] = [];
    const told = new Set<string>();
    const untold = new Set<string>();
    const isListed = ({ severity }: Finding): boolean => !values.quiet || isFailure(severity, failOn);
    for await (const file of found.files()) {
      if (excludes(file.analysis.file)) continue;
      const { findings, operations } = file.analysis;
      const wanted = fingerprinted(findings, operations, file.lines.text).filter(choice.isWanted);
      told.add(file.analysis.file);
      const news = wanted.filter((finding) => {
        const isKnown = baseline.isKnown(file.analysis.file, finding);
        if (isKnown) untold.add(`${finding.rule} ${finding.file}`);
        return !isKnown;
      });
      const all = withLevels(news, choice.levels);
      const isTold = ({ rule, toldAt }: Finding): boolean =>
        toldAt !== undefined && told.has(toldAt.file) && !untold.has(`${rule} ${toldAt.file}`);
      const shown = toldOnce(all).filter((finding) => !isTold(finding));
      severities.push(...shown.map(({ severity }) => severity));
      await writer.add({ ...file, all: all.filter(isListed), shown: shown.filter(isListed) });
    }
    await baseline.end({ isChecked: found.isSeen, isWanted: choice.isWanted });
    const leftOut = { ...found.leftOut(), known: baseline.knownCount() };
    await writer.end(leftOut);
    if (leftOut.named > 0) return 2;
    const warnings = severities.filter((severity) => severity === 'warning').length;
    const fails = severities.some((severity) => isFailing(severity, failOn, maxWarnings));
    if (maxWarnings !== undefined && warnings > maxWarnings) {
      output.complain(l10n.t('Warnings: {0}, more than the {1} of --max-warnings.', warnings, maxWarnings));
      return 1;
    }
    return fails ? 1 : 0;
  },
};

/** Where warnings are counted, none of them fails by itself. */
function isFailing(severity: Severity, failOn: FailOn, maxWarnings: number | undefined): boolean {
  return isFailure(severity, failOn) && (severity !== 'warning' || maxWarnings === undefined);
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

function readCount(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new UsageError(l10n.t('--max-warnings needs a number, not "{0}".', word));
}
