import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { nounOf } from '../../design/words.ts';
import type { KeyPattern, PartForm } from '../../model/keys/key-pattern.ts';
import type { Operation, Query } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { isLogTable } from '../../model/tables/log-table.ts';
import { moduleBeside } from '../new-module.ts';
import { type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { accountOf, containerName, accountSettings } from '../sites/account.ts';
import { doubtfulSites, rangeSite, readsVersion } from '../sites/call-sites.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { needed } from '../sites/dependency.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { directCalls } from '../sites/direct-calls.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { unusedIn } from '../sites/unused-names.ts';
import { writeSiteOf } from '../sites/write-sites.ts';
import { type LogModule, logModuleCode } from './module-code.ts';
import { refusals } from './refusals.ts';

/** Keeps a log in append blobs: the guide's "Log data anti-pattern". */
export const logToBlob: Pattern = {
  id: 'log-to-blob',
  title: () => l10n.t('Keep this log in append blobs'),
  rules: ['log-data-in-table'],
  modules: (operations) =>
    operations.flatMap(({ table }) => (table === undefined ? [] : [namesOf(table).module])),
  settings: accountSettings('BLOB'),
  propose(operation, world, given) {
    const { table } = operation;
    const model = table === undefined ? undefined : world.table(table);
    // a table for each day is a log that is thrown away with it
    if (model === undefined || model.name.includes('{') || !isLogTable(model)) return undefined;
    return proposed(operation, world, model, given);
  },
};

function namesOf(table: string): Pick<LogModule, 'module' | 'append' | 'entries'> {
  const { name } = nounOf(table);
  return {
    module: `${wordsIn(name).join('-').toLowerCase()}-blobs`,
    append: `append${pascalOf(name)}`,
    entries: `${camelOf(name)}Entries`,
  };
}

/** A call that becomes one of the module's functions. */
interface Site {
  readonly file: string;
  readonly name: string;
  readonly edit: TextEdit;
  /** What of the call's own code the new one has, too. */
  readonly kept: readonly Span[];
}

function proposed({ file }: Operation, world: World, model: TableModel, given: Given): Proposal {
  const names = namesOf(model.name);
  const program = tableProgram(world, model.name);
  const here = (one: Operation): string => siteName(world, file, one);
  const grouping = groupingOf(model, here);
  if (typeof grouping === 'string') return refused(grouping);
  const sites = sitesOf(world, program, names, here);
  if (typeof sites === 'string') return refused(sites);
  const home = sites[0]?.file ?? file;
  const module = moduleBeside(home, names.module);
  if (module === undefined || world.beside(module) !== undefined) return refused(refusals.names());
  if (sites.some((one) => importOf(world, one.file, module, one.name) === undefined))
    return refused(refusals.names());
  const isRead = sites.some(({ name }) => name === names.entries);
  const account = accountOf(world, [...new Set([home, ...world.files()])], given('connection'), 'BLOB');
  const log: LogModule = { ...names, isRead, account, ...grouping, bucket: containerName(names.module) };
  const edits = changesOf(world, file, [
    ...sites,
    ...importEdits(world, module, sites),
    ...unusedIn(
      world,
      sites.map(({ file, kept, edit }) => ({ file, kept, replaced: edit.span })),
    ),
  ]);
  if (edits === undefined) return refused(refusals.names());
  const found = needed(world, home, '@azure/storage-blob', given('package') === 'yes');
  const created = newFile(world, home, module, logModuleCode(log, languageOf(world, home, module).language));
  const ofFile = (at: string): number => sites.filter((one) => one.file === at).length;
  return {
    kind: 'change',
    changes: [...edits, created, ...found.changes],
    isReached: (before, after) => directCalls(after) === directCalls(before) - ofFile(before.file),
    notes: [...notesOf(log), ...found.notes, ...doubtsOf(program, here)],
  };
}

type Grouping = Pick<LogModule, 'length' | 'span'>;

/** By what the RowKeys of one blob begin; or why the log has no such blobs. */
function groupingOf(model: TableModel, here: (one: Operation) => string): Grouping | string {
  const all: Grouping[] = [];
  for (const { pattern, uses } of model.keys().rowKey) {
    const [written] = uses.filter(({ how }) => how === 'written');
    if (written === undefined) continue;
    const found = groupingIn(pattern);
    if (found === undefined) return refusals.key(here(written.operation));
    all.push(found);
  }
  const [first] = all;
  const isOne =
    first !== undefined && all.every((one) => one.length === first.length && one.span === first.span);
  return isOne ? first : refusals.keys();
}

function groupingIn({ parts }: KeyPattern): Grouping | undefined {
  const [first, second] = parts;
  const lead = first?.kind === 'literal' ? first.text.length : 0;
  const value = first?.kind === 'literal' ? second : first;
  const found = value?.kind === 'value' ? groupingBy(value.form) : undefined;
  return found && { ...found, length: lead + found.length };
}

/** Characters of `2025-01-31T23` */
const ISO_HOUR = 13;

/** Digits of milliseconds since 1970 until 2286, of which the last seven are less than 10,000 seconds. */
const [MILLISECOND_DIGITS, LAST_DIGITS] = [13, 7];

function groupingBy(form: PartForm): Grouping | undefined {
  if (form.kind === 'time-text') {
    const isWhole = form.format === 'iso' && form.isCut !== true && form.isChanged !== true;
    return isWhole ? { length: ISO_HOUR, span: 'hour' } : undefined;
  }
  if (form.kind !== 'time') return undefined;
  const { origin, inverted, base } = form.count;
  if (origin.kind !== 'time' || origin.unit !== 'milliseconds' || origin.part !== undefined) return undefined;
  const isPlain = !inverted && base === undefined && form.width === undefined;
  if (!isPlain && form.width !== MILLISECOND_DIGITS) return undefined;
  return { length: MILLISECOND_DIGITS - LAST_DIGITS, span: '10,000 seconds' };
}

function sitesOf(
  world: World,
  program: TableProgram,
  names: Pick<LogModule, 'append' | 'entries'>,
  here: (one: Operation) => string,
): readonly Site[] | string {
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const sites: Site[] = [];
  for (const one of program.calls) {
    if (one.kind === 'write') {
      const site = writeSiteOf(world, one);
      if (typeof site === 'string') return refusals.write(here(one), site);
      sites.push({ file: one.file, name: names.append, edit: site.edit(names.append), kept: [one.callSpan] });
    } else {
      const found = one.kind === 'query' ? readerOf(world, one, names.entries) : 'list';
      if (typeof found === 'string') return refusals[found](here(one));
      sites.push(found);
    }
  }
  return sites;
}

/** The call of the function that reads blobs, too, in place of a query; or why that would not be the same. */
function readerOf(world: World, query: Query, name: string): Site | 'conditions' | 'version' | 'list' {
  const found = rangeSite(world, query);
  if (typeof found === 'string') return found;
  if (readsVersion(query.consumption.reads)) return 'version';
  const [edit] = found.edits(name);
  return edit === undefined ? 'list' : { file: found.file, name, edit, kept: found.kept };
}

/** Operations that may be about the table, too. */
function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtfulSites(doubtful, here);
  return sites === undefined
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it doesn't see new entries, or adds them to the table.",
          sites,
        ),
      ];
}

function notesOf({ module, bucket, account, span, isRead }: LogModule): readonly string[] {
  return [
    l10n.t('Writes: 1 request for each entry, as before; the first one of a blob takes 4.'),
    ...(isRead
      ? [
          l10n.t(
            'Reads: 1 request of the table as before, 1 for the names of blobs, and 1 or more for each blob of a PartitionKey and {0} in the range.',
            span,
          ),
        ]
      : []),
    l10n.t(
      'Storage: lines of JSON in append blobs of the container {0}, which costs less than entities.',
      bucket,
    ),
    account.by === 'connection'
      ? l10n.t('{0} has to be a connection string with access to blobs.', account.variable)
      : l10n.t(
          '{0} has to be the address of the blobs of the account, and who signs in needs the role Storage Blob Data Contributor.',
          account.variable,
        ),
    l10n.t('Two entries with the same keys are both kept. Before, the second one was rejected.'),
    ...(isRead
      ? [
          l10n.t(
            'Old entries stay in the table and are read from there; delete it when you no longer need them. Deploy what reads before what writes. Programs that read the table without {0} see old entries alone.',
            module,
          ),
        ]
      : [l10n.t('Old entries stay in the table; delete it when you no longer need them.')]),
  ];
}
