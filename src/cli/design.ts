import { CONFIG_FILE } from '../core/config/table-config.ts';
import * as l10n from '@vscode/l10n';
import { DEFAULTS } from '../lens/design/explorer/assumptions.ts';
import { markdownOf } from '../lens/design/report/markdown.ts';
import { reportsOf, type TableReport } from '../lens/design/report/data.ts';
import { textOf } from '../lens/design/report/text.ts';
import { joinsOf } from '../lens/design/joins.ts';
import { withWork } from '../lens/patterns/written-by.ts';
import { contradictionsIn } from '../lens/design/contradictions.ts';
import { type Stranger, strangersIn } from '../lens/design/planned.ts';
import { tableUses } from '../lens/ide/table-uses.ts';
import { changesBetween, makesWorse } from '../lens/design/report/compare.ts';
import { markdownOfChanges, textOfChanges } from '../lens/design/report/compare-text.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { writePictures } from './design-pictures.ts';
import { declaredIn } from './declared-tables.ts';
import { finish, type LeftOut } from './finish.ts';
import { readArguments } from './arguments.ts';
import { pathsThere, withRevision } from './revision.ts';
import { nothingToRead, type Survey, survey, type SurveyOptions } from './survey.ts';
import { exitCodesOfLists } from './exit-codes.ts';
import { operationsIn } from './surveyed-operations.ts';

/** `partition-lens design [paths]`: what the program asks of each table, and the designs that would serve it. */
export const designCommand: Command = {
  name: 'design',
  summary: () => l10n.t('Shows how the program uses each table, and compares designs for it'),
  help: () => [
    l10n.t('Usage: partition-lens design [options] [paths]'),
    '',
    l10n.t(
      'Finds in files and folders (default: the working directory) how the code uses each table: the kinds',
    ),
    l10n.t(
      'of entities with their keys, each access pattern as a sentence, the writes, and the relationships.',
    ),
    l10n.t(
      'Then shows at most five designs, including "Leave it as it is", and for each: the cost of the reads',
    ),
    l10n.t('and writes, what becomes eventually consistent, and which code changes.'),
    '',
    l10n.t('  --format markdown   prints a page for a pull request or a wiki, with diagrams in Mermaid'),
    l10n.t('  --format json       prints an array of reports, one for each table'),
    l10n.t('                      (see schemas/design-report.schema.json)'),
    l10n.t(
      '  --pictures <folder> with --format markdown: writes a picture of each table, and of each design',
    ),
    l10n.t(
      '                      that stores something else, to the folder as SVG, and shows them in the page',
    ),
    l10n.t(
      '  --base <revision>   compares with a branch, tag, or commit, which git reads: what the change adds,',
    ),
    l10n.t(
      '                      removes, or makes better or worse; with --format json { base, changes, reports }',
    ),
    l10n.t(
      '  --fail-on worse     exits with 1 if something is worse than in that revision: a read that costs',
    ),
    l10n.t('                      more or now runs in a loop, or a new one that reads a whole table'),
    '',
    l10n.t("If something about a read or a write is unknown, the report gives the reason and doesn't guess."),
    '',
    ...exitCodesOfLists(l10n.t('Exit codes: 0 done; 1 --fail-on found something worse;')),
  ],
  run: async (args, output) => {
    const { values, positionals } = readArguments(args, {
      format: { type: 'string', default: 'text' },
      base: { type: 'string' },
      'fail-on': { type: 'string' },
      pictures: { type: 'string' },
    });
    const { base, pictures } = values;
    const isMarkdown = values.format === 'markdown';
    if (pictures !== undefined && (!isMarkdown || base !== undefined))
      throw new UsageError(l10n.t('--pictures needs --format markdown, without --base.'));
    const format = isMarkdown ? 'text' : formatOf(values.format);
    const failsOnWorse = failsOn(values['fail-on'], base);
    const { reports, leftOut } = await readDesigns(positionals, output);
    if (base === undefined) {
      const pictureOf =
        pictures === undefined ? undefined : await writePictures(reports, output.folder, pictures);
      const written = isMarkdown ? markdownOf(reports, pictureOf).split('\n') : asText(reports);
      return finish(output, format, { data: reports, lines: written }, leftOut);
    }
    const changes = changesBetween(await reportsAt(base, positionals, output), reports);
    const written = isMarkdown
      ? markdownOfChanges(changes, reports, base).split('\n')
      : textOfChanges(changes, base);
    const code = failsOnWorse && makesWorse(changes) ? 1 : 0;
    return finish(output, format, { data: { base, changes, reports }, lines: written }, leftOut, code);
  },
};

/** The format of what isn't Markdown. Throws a UsageError for one that there isn't. */
function formatOf(word: string): 'text' | 'json' {
  if (word === 'text' || word === 'json') return word;
  throw new UsageError(l10n.t('Unknown format "{0}": use text, json or markdown.', word));
}

/** Whether something that is worse fails. Throws a UsageError for what else it should fail on, and where there is nothing to compare with. */
function failsOn(word: string | undefined, base: string | undefined): boolean {
  if (word === undefined) return false;
  if (word !== 'worse') throw new UsageError(l10n.t('Unknown reason to fail "{0}": use worse.', word));
  if (base === undefined)
    throw new UsageError(l10n.t('--fail-on worse needs --base, the revision that it compares with.'));
  return true;
}

/** What a command finds out of the designs in some paths. */
interface Designs {
  readonly reports: readonly TableReport[];
  readonly leftOut: LeftOut;
}

interface ReadOptions extends Pick<SurveyOptions, 'mayRead'> {
  /** The name that a file of another revision has today. */
  readonly nameToday?: (name: string) => string;
}

/** Reads files and folders, and gives a report for each table that they use. */
export async function readDesigns(
  paths: readonly string[],
  output: Pick<Output, 'folder' | 'complain' | 'progress'>,
  { nameToday = (name) => name, ...options }: ReadOptions = {},
): Promise<Designs> {
  const read = await survey(paths, [], output, { ...options, mayBeEmpty: true });
  const found: Survey = { ...read, nameOf: (file) => nameToday(read.nameOf(file)) };
  const { operations, called, positionOf } = await operationsIn(found, { asks: true });
  const { tables: declared, isBroken } = await declaredIn(paths, found, output);
  const uses = [...tableUses(operations, declared, found.nameOf, called)];
  if (found.isEmpty && uses.length === 0) output.complain(nothingToRead());
  for (const use of uses) {
    const { table } = use;
    for (const what of contradictionsIn(use)) output.complain(`${CONFIG_FILE}: ${table}: ${what}`);
    for (const stranger of strangersIn(use)) output.complain(strangerText(stranger, table));
  }
  const program = { uses, joins: joinsOf(uses) };
  const reports = withWork(reportsOf(uses, DEFAULTS, positionOf), program, positionOf);
  return { reports, leftOut: { ...found.leftOut(), isBroken } };
}

/** What the plan of a table ignores, and why. */
function strangerText({ kind, name, refersToNone }: Stranger, table: string): string {
  if (kind === undefined)
    return l10n.t(
      '{0}: {1} has no kind or access pattern "{2}", so the plan ignores it.',
      CONFIG_FILE,
      table,
      name,
    );
  return refersToNone === true
    ? l10n.t(
        '{0}: {1}: refersTo doesn\'t say what "{2}" of {3} refers to, so the plan reads nothing by it.',
        ...[CONFIG_FILE, table, name, kind],
      )
    : l10n.t(
        '{0}: {1}: {2} has no property "{3}", so the plan ignores what names it.',
        ...[CONFIG_FILE, table, kind, name],
      );
}

/** The reports for the same paths in another revision, whose files have the names that they have today. */
async function reportsAt(
  ref: string,
  paths: readonly string[],
  { folder, progress }: Output,
): Promise<readonly TableReport[]> {
  return withRevision(folder, ref, async (revision) => {
    const known = await pathsThere(folder, paths, revision);
    if (known.length === 0) return [];
    // what is wrong in the other revision nobody can mend
    const quiet = { folder: revision.folder, complain: () => undefined, progress };
    return (await readDesigns(known, quiet, revision)).reports;
  });
}

function asText(reports: readonly TableReport[]): readonly string[] {
  return reports.length === 0 ? [l10n.t('No operation on a table was found.')] : textOf(reports);
}
