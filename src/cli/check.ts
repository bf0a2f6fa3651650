import { relative } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import { CONFIG_FILE } from '../core/config/table-config.ts';
import type { Finding } from '../lens/engine/finding.ts';
import { rules } from '../lens/rules/registry.ts';
import type { Severity } from '../lens/rules/rule.ts';
import { readBaseline } from './baseline.ts';
import { type CheckOptions, readCheckOptions } from './check-options.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { declaredIn } from './declared-tables.ts';
import { exitCodesOfLists } from './exit-codes.ts';
import { writeEnd } from './finish.ts';
import { fixAll } from './fix-all.ts';
import { kept } from './kept/kept.ts';
import { watched } from './watched.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import { listingOf } from './listing.ts';
import { repositoryOf } from './repository.ts';
import { type FailOn, isFailure } from './severity.ts';
import { findingsSince } from './since.ts';
import { readInputAs } from './stdin.ts';
import { survey, type SurveyedFile } from './survey.ts';

/** `partition-lens check [paths]`: the findings of all rules. */
export const checkCommand: Command = {
  name: 'check',
  summary: () => l10n.t('Finds mistakes and costly queries in code that uses Azure tables'),
  help: () => [
    l10n.t('Usage: partition-lens check [options] [paths]'),
    '',
    l10n.t('Checks the TypeScript and JavaScript in files and folders (default: the working directory)'),
    l10n.t('and prints the findings with the code. It also reads what these files import and the rest of'),
    l10n.t('their package (of a monorepo, all of it) to find clients and keys. It skips node_modules, build'),
    l10n.t('output, what git ignores, and what "exclude" in .partitionlens.json names.'),
    '',
    l10n.t('  --fail-on SEVERITY   error, warning (default), information, hint or never'),
    l10n.t(
      '  --format json        prints an array of { rule, messageId, data, severity, file, line, column,',
    ),
    l10n.t('                       endLine, endColumn, message, help?, table?, fingerprint, related,'),
    l10n.t(
      '                       fixable, patterns }; fixable: the rule proposes a fix; patterns: for assist',
    ),
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
      '  --since REVISION     lists only what changed, or what a change caused in any file, since the branch',
    ),
    l10n.t('                       left this branch, tag, or commit, which git reads'),
    l10n.t(
      "  --baseline FILE      doesn't list the findings in this file (default: .partitionlens-baseline,",
    ),
    l10n.t('                       if the working directory has it)'),
    l10n.t('  --update-baseline    writes what is found now into that file; commit it'),
    l10n.t(
      '  --fix                applies the fixes that change neither what is stored nor what your code gets,',
    ),
    l10n.t('                       and lists the other findings'),
    l10n.t('  --fix-dry-run        prints what --fix would change as a diff, in place of the list'),
    l10n.t('  --cache              prints the last result again if nothing that it read has changed'),
    l10n.t('  --watch              checks again whenever something changes, until you press Ctrl+C'),
    l10n.t(
      "  --stdin-filename F   checks standard input as the text of the file F, which doesn't need to exist",
    ),
    '',
    l10n.t('To read about a rule: partition-lens explain <rule>'),
    '',
    l10n.t(
      'Exit codes: 0 found nothing of that severity or above, and no more warnings than --max-warnings;',
    ),
    ...exitCodesOfLists(l10n.t('1 found something;')),
  ],
  run: (args, output) => {
    const options = readCheckOptions(args);
    if (options.isWatching) return watched((each) => check(options, each), output);
    return options.isKept ? kept(args, output, (each) => check(options, each)) : check(options, output);
  },
};

/** Does one check; gives its exit code. */
async function check(options: CheckOptions, output: Output): Promise<number> {
  const { choice, failOn, maxWarnings, paths, stdin, updatesBaseline } = options;
  const baseline = await readBaseline(options.baseline, updatesBaseline, output);
  const given = stdin === undefined ? undefined : await readInputAs(stdin, output);
  const found = await survey(paths, rules, output, { ...(given && { given }) });
  const { excludes, levelsOf, isBroken } = await declaredIn(paths, found, output);
  if (isBroken && (options.fix === 'write' || updatesBaseline))
    throw new UsageError(l10n.t('Fix {0} first: nothing was written.', CONFIG_FILE));
  const isOld = options.since === undefined ? () => false : await findingsSince(options.since, paths, output);
  const listing = listingOf(choice, baseline, isOld, levelsOf);
  const isChecked = ({ analysis }: SurveyedFile): boolean => !excludes(analysis.file);
  const fixed = options.fix && (await fixAll(found, { isChecked, listing, paths, output }, options.fix));
  const nameOf = options.namesFromTop ? await namesFromTop(output.folder) : found.nameOf;
  const writer =
    options.fix === 'show'
      ? undefined
      : (await options.makeWriter())({ output, found: { ...found, nameOf }, failOn });
  const severities: Severity[] = [];
  const isListed = ({ severity }: Finding): boolean => !options.isQuiet || isFailure(severity, failOn);
  for await (const file of found.files()) {
    if (!isChecked(file)) continue;
    const { all, shown } = listing.list(file);
    severities.push(...shown.map(({ severity }) => severity));
    const name = nameOf(file.analysis.file);
    await writer?.add({ ...file, name, all: all.filter(isListed), shown: shown.filter(isListed) });
  }
  await baseline.end({ isChecked: found.isSeen, isWanted: choice.isWanted });
  const leftOut = { ...found.leftOut(), known: baseline.knownCount() };
  if (writer === undefined) writeEnd(output, 'json', undefined, leftOut);
  else await writer.end(leftOut);
  if (leftOut.named > 0 || fixed === 'partly' || isBroken) return 2;
  const warnings = severities.filter((severity) => severity === 'warning').length;
  if (maxWarnings !== undefined && warnings > maxWarnings) {
    output.complain(l10n.t('Warnings: {0}, more than the {1} of --max-warnings.', warnings, maxWarnings));
    return 1;
  }
  return severities.some((severity) => isFailing(severity, failOn, maxWarnings)) ? 1 : 0;
}

/** How files are called from the top of a repository, or from the folder itself where it is in none. */
async function namesFromTop(folder: string): Promise<(file: string) => string> {
  const here = fromDisk(folder);
  const top = (await repositoryOf(here)) ?? here;
  return (file) => relative(top, file);
}

/** Where warnings are counted, none of them fails by itself. */
function isFailing(severity: Severity, failOn: FailOn, maxWarnings: number | undefined): boolean {
  return isFailure(severity, failOn) && (severity !== 'warning' || maxWarnings === undefined);
}
