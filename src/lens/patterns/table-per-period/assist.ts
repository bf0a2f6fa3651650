import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Span } from '../../../core/text/span.ts';
import { nounOf, withArticle } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import { deleteLoopAt } from '../../syntax/edits/delete-loop.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { accountOf, isVariable } from '../sites/account.ts';
import { pascalOf, wordsIn } from '../sites/code-names.ts';
import { cutoffOf } from '../sites/lookup.ts';
import { doubtfulSites } from '../sites/call-sites.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { DIGITS, type PeriodModule, periodModuleCode, type PeriodNames } from './module-code.ts';
import { refusals } from './refusals.ts';
import { periodName, type PeriodSite, periodSites } from './sites.ts';

/** A table for each month, which one request deletes: the guide's "High volume delete pattern". */
export const tablePerPeriod: Pattern = {
  id: 'table-per-period',
  title: () => l10n.t('Keep a table for each month, and delete whole tables'),
  rules: ['list-then-delete-each'],
  modules: (operations) =>
    operations.flatMap(({ table }) => (table === undefined ? [] : [namesOf(table, 0).module])),
  settings: [
    {
      name: 'period',
      summary: () => l10n.t('the period of one table: month or day'),
      usual: 'month',
      allows: (text) => text === 'month' || text === 'day',
    },
    {
      name: 'connection',
      summary: () =>
        l10n.t(
          'the environment variable with the connection string of the account; "auto" takes that of your table clients',
        ),
      usual: 'auto',
      allows: isVariable,
    },
  ],
  propose(operation, world, given) {
    const found = purgeAt(world, operation);
    if (found === undefined) return undefined;
    const { query, remove, property, cutoff } = found;
    const { file, table } = query;
    if (remove.via !== undefined) return refused(refusals.through(remove.via.name));
    const text = world.text(file) ?? '';
    const loop = deleteLoopAt(file, text, query.callSpan, remove.callSpan);
    if (loop === undefined) return refused(refusals.loop());
    if (cutoff === undefined) return refused(refusals.cutoff());
    if (table === undefined) return refused(refusals.table());
    return proposed(world, { query, remove, property, cutoff, loop, text, table }, given);
  },
};

/** Most characters of a table's name ("Understanding the Table service data model"). */
const MOST_NAME = 63;

interface Purge {
  readonly query: Query;
  readonly remove: Write;
  readonly property: string;
  /** Code for the time; absent where the call doesn't show it. */
  readonly cutoff?: string;
}

/** The list of what is older than some time, and the delete of each entity of it: one of them is the operation. */
function purgeAt(world: World, operation: Operation): Purge | undefined {
  const { file } = operation;
  const all = world.operations(file);
  const remove = all.find(
    (one): one is Write =>
      one.kind === 'write' &&
      one.method === 'deleteEntity' &&
      one.listed?.file === file &&
      (one.nameSpan.start === operation.nameSpan.start || one.listed.span.start === operation.callSpan.start),
  );
  const query = all.find(
    (one): one is Query =>
      one.kind === 'query' &&
      one.via === undefined &&
      one.method === 'listEntities' &&
      one.callSpan.start === remove?.listed?.span.start,
  );
  if (query === undefined || remove === undefined) return undefined;
  const age = cutoffOf(query, world.text(file) ?? '');
  return age && { query, remove, ...age };
}

const NAMINGS = [0, 1] as const;

function namesOf(table: string, naming: (typeof NAMINGS)[number]): PeriodNames {
  const { one, many } = nounOf(table);
  const end = naming === 0 ? '' : 'OfPeriod';
  return {
    module: `${wordsIn(many).join('-').toLowerCase()}-by-period`,
    create: `create${pascalOf(one)}${end}`,
    upsert: `upsert${pascalOf(one)}${end}`,
    list: `list${pascalOf(many)}${naming === 0 ? '' : 'OfPeriods'}`,
    drop: `drop${pascalOf(many)}Before`,
    tables: `tablesOf${pascalOf(many)}Before`,
    one: withArticle(one),
    many,
  };
}

interface Plan extends Purge {
  readonly cutoff: string;
  readonly loop: { readonly start: number; readonly indent: string };
  readonly text: string;
  readonly table: string;
}

function proposed(world: World, plan: Plan, given: Given): Proposal {
  const { query, remove, property, table, text } = plan;
  const { file } = query;
  const program = tableProgram(world, table);
  const here = (one: Operation): string => siteName(world, file, one);
  const sites = periodSites(world, program, [query, remove], property, here);
  if (typeof sites === 'string') return refused(sites);
  const period = given('period') === 'day' ? 'day' : 'month';
  if (table.length + DIGITS[period] > MOST_NAME) return refused(refusals.name());
  const names = NAMINGS.map((naming) => namesOf(table, naming)).find((one) =>
    isFree(world, file, one, sites),
  );
  const module = names && moduleBeside(file, names.module);
  const own = names && purgeEdits(plan, names);
  if (names === undefined || module === undefined || own === undefined) return refused(refusals.names());
  const account = accountOf(world, [...new Set([file, ...world.files()])], given('connection'), 'TABLE');
  const parted: PeriodModule = {
    ...{ names, table, property, period, account },
    calls: new Set(sites.map(({ call }) => call)),
  };
  const uses = [
    ...sites.map((one) => ({ file: one.file, name: names[one.call] })),
    { file, name: names.drop },
    { file, name: names.tables },
  ];
  const edits = changesOf(world, file, [
    ...own.map((edit): SiteEdit => ({ file, edit })),
    ...sites.flatMap((one) => one.edits(names[one.call]).map((edit): SiteEdit => ({ file: one.file, edit }))),
    ...importEdits(world, module, uses),
  ]);
  if (edits === undefined || text === '') return refused(refusals.names());
  const { language } = languageOf(world, file, module);
  return {
    kind: 'change',
    changes: [...edits, newFile(world, file, module, periodModuleCode(parted, language))],
    isReached: (before, after) => {
      const made = sites.filter((one) => one.file === after.file && one.call !== 'list').length;
      return directCreates(after) === directCreates(before) - made;
    },
    notes: [...notesOf(parted), ...doubtsOf(program, here)],
  };
}

/** Creates and upserts that a file sends itself. */
function directCreates({ operations }: FileAnalysis): number {
  return operations.filter(
    (one) =>
      one.kind === 'write' &&
      one.via === undefined &&
      (one.method === 'createEntity' || one.method === 'upsertEntity'),
  ).length;
}

function isFree(world: World, home: string, names: PeriodNames, sites: readonly PeriodSite[]): boolean {
  const module = moduleBeside(home, names.module);
  if (module === undefined || world.beside(module) !== undefined) return false;
  const wanted = [
    ...sites.map(({ file, call }) => ({ file, name: names[call] })),
    { file: home, name: names.drop },
    { file: home, name: names.tables },
  ];
  return wanted.every(({ file, name }) => importOf(world, file, module, name) !== undefined);
}

/** The tables that have ended are dropped, and the loop goes on over those that are left. */
function purgeEdits(
  { query, remove, cutoff, loop, text }: Plan,
  { drop, tables }: PeriodNames,
): readonly TextEdit[] | undefined {
  const { file, callSpan } = query;
  const [list, each] = [tableCallAt(file, text, callSpan), tableCallAt(file, text, remove.callSpan)];
  const name = periodName(file, text, callSpan.start);
  if (list === undefined || each === undefined || name === undefined) return undefined;
  if (list.receiver !== each.receiver) return undefined;
  const { step } = styleOf(text);
  const { start, indent } = loop;
  const lines = [
    `await ${drop}(${list.receiver}, ${cutoff});`,
    `for (const ${name} of await ${tables}(${list.receiver}, ${cutoff}))`,
  ];
  return [
    { span: { start, end: start }, text: `${lines.join(`\n${indent}`)}\n${indent}${step}` },
    { span: receiverOf(callSpan, query), text: name },
    { span: receiverOf(remove.callSpan, remove), text: name },
  ];
}

/** From the start of a call to the dot before its method. */
function receiverOf({ start }: Span, { receiver }: Operation): Span {
  return { start, end: receiver.span.end };
}

function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtfulSites(doubtful, here);
  return sites === undefined
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it has to know the tables of periods, too.",
          sites,
        ),
      ];
}

function notesOf({ table, period, property, calls, account }: PeriodModule): readonly string[] {
  return [
    period === 'month'
      ? l10n.t(
          'Deletes: 1 request for each month that has ended. What is left of the last one is deleted one by one, as before.',
        )
      : l10n.t(
          'Deletes: 1 request for each day that has ended. What is left of the last one is deleted one by one, as before.',
        ),
    l10n.t('Writes: 1 request, as before, and 2 more for the first entity of a period.'),
    ...(calls.has('list')
      ? [
          l10n.t(
            'Lists: 1 request for the names of the tables, and then those of each table at once, in the order of the keys.',
          ),
        ]
      : []),
    l10n.t(
      'Storage: as before. {0} keeps what it has until that is deleted; new entities go to the table of their {1}.',
      table,
      property,
    ),
    l10n.t(
      'Consistency: as before. For some 40 seconds, nothing can be written to a table that was deleted.',
    ),
    account.by === 'connection'
      ? l10n.t('{0} has to be a connection string that can create, list and delete tables.', account.variable)
      : l10n.t('Who signs in has to be allowed to create, list and delete tables.'),
  ];
}
