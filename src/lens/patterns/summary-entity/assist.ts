import * as l10n from '@vscode/l10n';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { type CountedList, countedListAt } from '../../syntax/edits/counted-list.ts';
import { keepsValue } from '../../syntax/edits/joined-read.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { unusedImports } from '../../syntax/edits/unused-imports.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { IndexWrite } from '../code/index-code.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { copyKeys, type CopyKeys, isPrefix } from '../sites/copy-keys.ts';
import { type Listed, listedOf } from '../sites/lookup.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { isSameCall, type TableProgram, tableProgram } from '../sites/table-program.ts';
import { type SiteEdit, withoutCopiesOf } from '../sites/without-copies.ts';
import { type WriteSite, writeSiteOf } from '../sites/write-sites.ts';
import { summaryBackfillCode } from './backfill-code.ts';
import { type SummaryModule, summaryModuleCode } from './module-code.ts';
import { NAMINGS, type SummaryNames, summaryNames } from './names.ts';
import { refusals } from './refusals.ts';

/** Keeps the number of a partition's entities in an entity of its own: the guide's "Guidelines for table design" on summaries. */
export const summaryEntity: Pattern = {
  id: 'summary-entity',
  title: () => l10n.t('Keep this count in an entity of its own'),
  rules: ['unbounded-collect'],
  modules: (operations) =>
    operations.flatMap(({ kind, table }) => {
      if (kind !== 'query' || table === undefined) return [];
      const { module } = summaryNames(table, 0);
      return [module, backfillOf(module)];
    }),
  settings: [
    {
      name: 'shards',
      summary: () =>
        l10n.t(
          'how many entities share the number, from 1 to 64: more if many write to one partition at once',
        ),
      usual: '1',
      allows: (text) => /^(?:[1-9]|[1-5]\d|6[0-4])$/.test(text),
    },
    {
      name: 'prefix',
      summary: () => l10n.t('what the RowKeys of these entities begin with; "auto" takes "count"'),
      usual: 'auto',
      allows: isPrefix,
    },
  ],
  propose(operation, world, given) {
    const text = world.text(operation.file);
    const table = operation.table === undefined ? undefined : world.table(operation.table);
    if (operation.kind !== 'query' || text === undefined || table === undefined) return undefined;
    const read = readAt(world, operation);
    if (read === undefined) return undefined;
    if (typeof read === 'string') return refused(read);
    const program = tableProgram(world, table.name);
    const plan = planOf({ world, read, table, program, given });
    return typeof plan === 'string' ? refused(plan) : proposalOf(plan);
  },
};

function backfillOf(module: string): string {
  return `${module}-backfill`;
}

/** A query that reads the entities of a partition for their number alone. */
interface CountRead {
  readonly query: Query;
  readonly listed: Listed;
  readonly counted: CountedList;
  /** Code for the client, and where it is. */
  readonly receiver: string;
}

/** Undefined where a query is for more than a number; else that, or why it can't be read from another entity. */
function readAt(world: World, query: Query): CountRead | string | undefined {
  const { file, callSpan, method, via } = query;
  const text = world.text(file);
  if (text === undefined || method !== 'listEntities' || via !== undefined) return undefined;
  const counted = countedListAt(file, text, callSpan);
  // a sum is another thing
  if (counted === undefined || ('edits' in counted && counted.property !== undefined)) return undefined;
  const call = tableCallAt(file, text, callSpan);
  if (!('edits' in counted)) return refusals.read(counted.kind, counted.code);
  if (call === undefined || call.args.length > 1) return refusals.call();
  const listed = listedOf(query, text, (code) => keepsValue(file, text, code, callSpan));
  if (listed === undefined || isWhole(query)) return refusals.whole();
  if (typeof listed === 'string') return refusals.lookup(listed);
  return { query, listed, counted, receiver: call.receiver };
}

/** Whether a query goes through several partitions. */
function isWhole({ filter }: Query): boolean {
  if (filter.kind === 'none') return true;
  return filter.kind === 'known' && filter.worst.classification.region.partitionKey.kind !== 'fixed';
}

interface Asked {
  readonly world: World;
  readonly read: CountRead;
  readonly table: TableModel;
  readonly program: TableProgram;
  readonly given: Given;
}

/** All that is decided before code is written. */
interface Plan extends Asked {
  readonly summary: SummaryModule;
  readonly reads: readonly CountRead[];
  readonly writes: readonly Counting[];
  readonly readers: readonly SiteEdit[];
}

/** A write that changes the number of entities. */
interface Counting extends WriteSite {
  readonly method: keyof typeof WRITES;
}

const WRITES = { createEntity: 'create', upsertEntity: 'upsert', deleteEntity: 'delete' } as const;

function changesNumber(site: WriteSite): site is Counting {
  return site.method in WRITES;
}

/** What is to be done, or why it can't be. */
function planOf(asked: Asked): Plan | string {
  const { world, read, table, program, given } = asked;
  const { range } = read.listed;
  const here = (one: Operation): string => siteName(world, read.query.file, one);
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const keys = keysOf(table, range, given('prefix'));
  if (typeof keys === 'string') return refusals.taken(keys);
  const writes: Counting[] = [];
  const reads: CountRead[] = [];
  const readers: SiteEdit[] = [];
  for (const one of program.calls) {
    if (one.kind === 'write') {
      if (one.method === 'updateEntity' || hasUpdatesAlone(one)) continue;
      const site = writeSiteOf(world, one);
      if (typeof site === 'string') return refusals.write(here(one), site);
      if (changesNumber(site)) writes.push(site);
    } else if (one.kind === 'query') {
      const other = isSameCall(one, read.query) ? read : readAt(world, one);
      if (typeof other === 'object' && isSameRange(other.listed.range, range)) reads.push(other);
      else {
        const edits = withoutCopiesOf(world, one, program, keys);
        if (edits === undefined) return refusals.reader(here(one));
        readers.push(...edits);
      }
    }
  }
  const names = namesFor(asked, reads, writes);
  if (names === undefined) return refusals.names();
  const summary: SummaryModule = {
    ...{ names, prefix: keys.copies, shards: Number(given('shards')), isGuarded: keys.isOpen },
    ...(range && { range }),
    writes: new Set(writes.map(({ method }): IndexWrite => WRITES[method])),
  };
  return { ...asked, summary, reads, writes, readers };
}

/** What the RowKeys of summaries begin with; that alone where other entities may have such keys. */
function keysOf(table: TableModel, range: Listed['range'], prefix: string): CopyKeys | string {
  const keys = copyKeys('RowKey', table, 'count', prefix);
  if (typeof keys === 'string' || range === undefined) return keys;
  const isCounted = keys.copies >= range[0] && keys.copies < range[1];
  return isCounted ? keys.copies : keys;
}

/** Whether a transaction leaves as many entities as there were. */
function hasUpdatesAlone({ method, actions }: Write): boolean {
  return (
    method === 'submitTransaction' &&
    actions !== undefined &&
    actions.length > 0 &&
    actions.every(({ kind, isTuple }) => kind === 'update' && isTuple === true)
  );
}

function isSameRange(a: Listed['range'], b: Listed['range']): boolean {
  return a === undefined || b === undefined ? a === b : a[0] === b[0] && a[1] === b[1];
}

interface Use {
  readonly file: string;
  readonly name: string;
}

/** Each name of the module that a file needs. */
function usesOf(
  names: SummaryNames,
  reads: readonly CountRead[],
  writes: readonly Counting[],
): readonly Use[] {
  return [
    ...reads.map(({ query: { file } }) => ({ file, name: names.read })),
    ...writes.map(({ write: { file }, method }) => ({ file, name: names[WRITES[method]] })),
  ];
}

/** Names that no file has given another meaning. */
function namesFor(
  { world, read, table }: Asked,
  reads: readonly CountRead[],
  writes: readonly Counting[],
): SummaryNames | undefined {
  const { file } = read.query;
  return NAMINGS.map((naming) => summaryNames(table.name, naming)).find((names) => {
    const module = moduleBeside(file, names.module);
    const backfill = moduleBeside(file, backfillOf(names.module));
    if (module === undefined || backfill === undefined) return false;
    if (world.beside(module) !== undefined || world.beside(backfill) !== undefined) return false;
    return usesOf(names, reads, writes).every(
      (use) => importOf(world, use.file, module, use.name) !== undefined,
    );
  });
}

function proposalOf(plan: Plan): Proposal {
  const { world, read, summary, reads, writes, readers } = plan;
  const { names } = summary;
  const { file } = read.query;
  const module = moduleBeside(file, names.module);
  if (module === undefined) return refused(refusals.names());
  const edits: SiteEdit[] = [
    ...readers,
    ...writes.map(({ write, method, edit }) => ({ file: write.file, edit: edit(names[WRITES[method]]) })),
    ...reads.flatMap(({ query, listed, counted, receiver }) =>
      counted
        .edits(`${names.read}(${receiver}, ${listed.partitionKey})`)
        .map((edit) => ({ file: query.file, edit })),
    ),
    ...[...new Set(reads.map(({ query }) => query.file))].flatMap((one) => importsWithout(plan, one)),
    ...importEdits(world, module, usesOf(names, reads, writes)),
  ];
  const changed = changesOf(world, file, edits);
  if (changed === undefined) return refused(refusals.names());
  const own = reads.filter(({ query }) => query.file === file).length;
  return {
    kind: 'change',
    changes: [...changed, ...createdFiles(plan, module)],
    isReached: (before, after) => listsIn(after) === listsIn(before) - own,
    notes: notesOf(plan),
  };
}

/** Queries of the file itself. */
function listsIn({ operations }: FileAnalysis): number {
  return operations.filter(({ kind, via }) => kind === 'query' && via === undefined).length;
}

/** Imports that only the code had which is no longer there. */
function importsWithout({ world, reads }: Plan, file: string): readonly SiteEdit[] {
  const own = reads.filter(({ query }) => query.file === file);
  const kept = own.flatMap(({ query: { receiver }, listed: { place } }) => [
    receiver.span,
    ...(place ? [place] : []),
  ]);
  const removed = own.flatMap(({ counted }) => counted.removed);
  return unusedImports(file, world.text(file) ?? '', removed, kept).map((edit) => ({ file, edit }));
}

/** The module of the summary, and the script that counts what is there. */
function createdFiles({ world, read, table, summary }: Plan, module: string): readonly Change[] {
  const { file } = read.query;
  const { language, ending } = languageOf(world, file, module);
  const script = backfillOf(summary.names.module);
  const backfill = summaryBackfillCode(
    { ...{ summary, file: script, table: table.name }, module: `./${summary.names.module}${ending}` },
    language,
  );
  return [
    newFile(world, file, module, summaryModuleCode(summary, language)),
    newFile(world, file, moduleBeside(file, script) ?? '', backfill),
  ];
}

function notesOf({ world, read, program, summary }: Plan): readonly string[] {
  const { shards, prefix, isGuarded, names, writes } = summary;
  const doubtful = program.doubtful.slice(0, 3).map((one) => siteName(world, read.query.file, one));
  return [
    shards === 1
      ? l10n.t(
          'Reads of the number: 1 request for 1 entity. Before: all n entities of the partition, in n/1,000 requests.',
        )
      : l10n.t(
          'Reads of the number: 1 request for {0} entities. Before: all n entities of the partition, in n/1,000 requests.',
          shards,
        ),
    writes.has('upsert')
      ? l10n.t('Writes: each create or delete takes 2 requests for 1, each upsert 2 or 3.')
      : l10n.t('Writes: each create or delete takes 2 requests for 1.'),
    shards === 1
      ? l10n.t(
          'Writers of one partition wait for each other to create or delete. If there are many, take more shards.',
        )
      : l10n.t('Writers of one partition seldom wait for each other: {0} entities share the number.', shards),
    shards === 1
      ? l10n.t('Storage: a small entity for each partition.')
      : l10n.t('Storage: {0} small entities for each partition.', shards),
    l10n.t('Consistency: an entity and the number are written both or not at all.'),
    l10n.t(
      'Old entities are not counted: deploy the writes, run {0} until it exits with 0, then deploy the read.',
      backfillOf(names.module),
    ),
    ...(isGuarded ? [l10n.t('{0}s that begin with {1} are rejected from now on.', 'RowKey', prefix)] : []),
    ...(doubtful.length > 0
      ? [
          l10n.t(
            "It isn't known which table {0} uses. If it is this one, it leaves the number wrong, or reads it.",
            doubtful.join(', '),
          ),
        ]
      : []),
  ];
}
