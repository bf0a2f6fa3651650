import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { constantPattern, patternsOf } from '../../model/keys/key-pattern.ts';
import type { KeyExpression, Operation, PointRead, Query, Write } from '../../model/operations/operation.ts';
import { isSure, tableKey } from '../../model/tables/tables.ts';
import {
  type JoinedKey,
  type JoinedRead,
  joinedReadAt,
  mayAwaitAt,
  meansTheSame,
} from '../../syntax/edits/joined-read.ts';
import { literalListAt } from '../../syntax/edits/literal-list.ts';
import { listOptionsAt, type TableCall, tableCallAt } from '../../syntax/edits/table-call.ts';
import { styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { tableProgram } from '../sites/table-program.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { mayPut } from '../sites/write-sites.ts';
import { copyBackfillCode } from './backfill-code.ts';
import { type CopiedKey, type CopyModule, copyModuleCode, listed } from './module-code.ts';
import { type CopyNames, copyNames, NAMINGS } from './names.ts';
import { refusals } from './refusals.ts';

/** Properties that are copied at most: more are another entity. */
const MOST_PROPERTIES = 3;

/** Keeps copies of another table's properties in the entities that name it: the guide's "Denormalization pattern". */
export const denormalization: Pattern = {
  id: 'denormalization',
  title: () => l10n.t('Copy what is read here into the listed entities'),
  rules: ['n-plus-one'],
  modules: (operations) => {
    const tables = tablesOf(operations);
    const read = operations.flatMap((one) =>
      one.kind === 'point-read' && one.repeated?.over === 'entities' ? (one.table ?? []) : [],
    );
    return [...new Set(read)].flatMap((from) =>
      tables.flatMap((table) => {
        const { module } = copyNames(table, from, [], new Set(), 0);
        return [module, backfillOf(module)];
      }),
    );
  },
  settings: [],
  propose(operation, world) {
    if (operation.kind !== 'point-read' || operation.repeated?.over !== 'entities') return undefined;
    const join = joinAt(world, operation);
    if (typeof join === 'string') return refused(join);
    const plan = planOf(world, join);
    return typeof plan === 'string' ? refused(plan) : proposalOf(world, plan);
  },
};

/** Tables that a file uses: of each two there may be a module. */
const MOST_TABLES = 40;

/** None where there are too many. */
function tablesOf(operations: readonly Operation[]): readonly string[] {
  const tables = [...new Set(operations.flatMap(({ table }) => table ?? []))];
  return tables.length > MOST_TABLES ? [] : tables;
}

function backfillOf(module: string): string {
  return `${module}-backfill`;
}

/** A read of another table for each listed entity. */
interface Join {
  readonly read: PointRead;
  readonly call: TableCall;
  readonly joined: JoinedRead;
  readonly keys: CopyModule['keys'];
  readonly properties: readonly string[];
  readonly table: string;
  readonly from: string;
  readonly lists: readonly Query[];
}

function joinAt(world: World, read: PointRead): Join | string {
  const { file, callSpan, table: from, repeated, reads, via } = read;
  const text = world.text(file);
  if (via !== undefined) return refusals.through();
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  const lists = listsOf(world, repeated?.lists ?? []);
  const joined =
    text === undefined || repeated === undefined || repeated.calledAt !== undefined
      ? undefined
      : joinedReadAt(file, text, callSpan, {
          span: repeated.span,
          lists: lists.flatMap((one) => (one.file === file ? [one.callSpan] : [])),
          isGivenWhole: lists.every(({ consumption }) => consumption.returnsEntities === true),
        });
  if (call === undefined || joined === undefined) return refusals.call();
  if ('kind' in joined) return refusals.read(joined.kind, joined.code);
  const tables = new Set(lists.map(({ table }) => (table === undefined ? '' : tableKey(table))));
  const [list] = lists;
  if (from === undefined || list?.table === undefined || tables.size > 1) return refusals.list();
  if (!tablesOf(world.operations(file)).includes(list.table)) return refusals.list();
  if (tables.has(tableKey(from))) return refusals.same();
  const [first, second] = [keyOf(joined.keys[0], read.partitionKey), keyOf(joined.keys[1], read.rowKey)];
  if (first === undefined || second === undefined)
    return refusals.read('keys', text?.slice(callSpan.start, callSpan.end) ?? '');
  const properties = reads?.isWhole === false ? reads.names : [];
  const isUsable = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !OWN.has(name);
  if (properties.length === 0 || properties.length > MOST_PROPERTIES || !properties.every(isUsable))
    return refusals.uses();
  return { read, call, joined, keys: [first, second], properties, table: list.table, from, lists };
}

/** What each entity has of its own. */
const OWN: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/** The list queries at these places; none where one isn't certain. */
function listsOf(world: World, places: readonly Place[]): readonly Query[] {
  const found = places.map(({ file, span }) =>
    world
      .operations(file)
      .find(
        (one): one is Query =>
          one.kind === 'query' &&
          isSure(one) &&
          one.callSpan.start === span.start &&
          one.callSpan.end === span.end,
      ),
  );
  return found.some((one) => one === undefined) ? [] : found.flatMap((one) => one ?? []);
}

function keyOf(key: JoinedKey, given: KeyExpression | undefined): CopiedKey | undefined {
  if (key.kind === 'property') return key;
  const [pattern, ...others] = given === undefined ? [] : patternsOf(given);
  const text = pattern === undefined || others.length > 0 ? undefined : constantPattern(pattern);
  return text === undefined ? undefined : { kind: 'text', text };
}

/** A write whose entity gets the copies. */
interface Copying {
  readonly write: Write;
  readonly entity: TableCall['args'][number];
  /** Code for the client of the other table. */
  readonly client: string;
}

/** All that is decided before code is written. */
interface Plan extends Join {
  readonly names: CopyNames;
  readonly writes: readonly Copying[];
  /** Writes of the listed entities that leave out the copies. */
  readonly left: readonly Operation[];
  /** Writes of the other table that may change what is copied. */
  readonly sources: readonly Operation[];
  readonly doubtful: readonly Operation[];
  readonly selects: readonly SiteEdit[];
}

function planOf(world: World, join: Join): Plan | string {
  const own = tableProgram(world, join.table);
  const other = tableProgram(world, join.from);
  const named = join.keys.flatMap((one) => (one.kind === 'property' ? [one.name] : []));
  const clients = other.calls.filter(({ via }) => via === undefined);
  const writes: Copying[] = [];
  const left: Operation[] = [...own.shared];
  for (const write of own.calls) {
    if (write.kind !== 'write' || !putsKeys(write, named)) continue;
    const site = copyingAt(world, write, clients);
    if (site === undefined) left.push(write);
    else writes.push(site);
  }
  if (writes.length === 0) return refusals.writes();
  const names = namesFor(world, join, writes);
  if (names === undefined) return refusals.names();
  const selects = join.lists.map((list) => selecting(world, list, names));
  if (selects.includes(undefined)) return refusals.select();
  return {
    ...{ ...join, names, writes, left, doubtful: own.doubtful },
    selects: selects.flatMap((one) => one ?? []),
    sources: [...other.calls, ...other.shared].filter(
      (one) => one.kind === 'write' && changes(one, join.properties),
    ),
  };
}

/** Whether a write may put what names the other entity: of the entity's own keys, only what makes it does. */
function putsKeys(write: Write, named: readonly string[]): boolean {
  const others = named.filter((name) => !OWN.has(name));
  switch (write.method) {
    case 'deleteEntity':
      return false;
    case 'submitTransaction':
      return write.actions?.every(({ kind }) => kind === 'delete') !== true;
    case 'updateEntity':
      return others.some((name) => mayPut(write, name));
    case 'createEntity':
    case 'upsertEntity':
      return others.every((name) => mayPut(write, name));
  }
}

/** Whether a write may change one of these properties of an entity that is there. */
function changes(write: Write, properties: readonly string[]): boolean {
  if (write.method === 'createEntity' || write.method === 'deleteEntity') return false;
  if (write.method === 'submitTransaction')
    return write.actions?.every(({ kind }) => kind === 'create' || kind === 'delete') !== true;
  return write.mode === 'Replace' || properties.some((name) => mayPut(write, name));
}

/** Where a write's entity can be given its copies: it waits, and has the client of the other table. */
function copyingAt(world: World, write: Write, clients: readonly Operation[]): Copying | undefined {
  const { file, callSpan, method } = write;
  const text = world.text(file);
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  const entity = call?.args[0];
  if (text === undefined || entity === undefined || method === 'submitTransaction') return undefined;
  if (!mayAwaitAt(file, text, callSpan)) return undefined;
  const client = clients.find(
    (one) => one.file === file && meansTheSame(file, text, one.receiver.span, callSpan),
  );
  return client && { write, entity, client: client.receiver.text };
}

/** Names that no file has given another meaning, and properties that no entity has. */
function namesFor(world: World, join: Join, writes: readonly Copying[]): CopyNames | undefined {
  const { file } = join.read;
  const operations = world.table(join.table)?.operations ?? [];
  const taken = new Set(operations.flatMap(propertiesOf));
  return NAMINGS.map((naming) => copyNames(join.table, join.from, join.properties, taken, naming)).find(
    (names) => {
      const module = moduleBeside(file, names.module);
      const backfill = moduleBeside(file, backfillOf(names.module));
      if (module === undefined || backfill === undefined) return false;
      if (world.beside(module) !== undefined || world.beside(backfill) !== undefined) return false;
      if ([...names.copies.map(([, copy]) => copy), names.of].some((one) => taken.has(one))) return false;
      return usesOf(join, names, writes).every(
        (use) => importOf(world, use.file, module, use.name) !== undefined,
      );
    },
  );
}

function propertiesOf(one: Operation): readonly string[] {
  const read = one.kind === 'write' ? [] : (one.projection?.properties ?? []);
  const used = one.kind === 'query' ? (one.consumption.reads?.names ?? []) : [];
  return [...read, ...used, ...(one.kind === 'write' ? one.properties : [])];
}

function usesOf(
  { read }: Join,
  names: CopyNames,
  writes: readonly Copying[],
): readonly { readonly file: string; readonly name: string }[] {
  return [
    { file: read.file, name: names.read },
    ...writes.map(({ write: { file } }) => ({ file, name: names.write })),
  ];
}

/** What lets a list give the copies, too: nothing where it gives all; undefined where that isn't certain. */
function selecting(world: World, list: Query, names: CopyNames): readonly SiteEdit[] | undefined {
  const { file, optionsSpan, projection } = list;
  if (projection?.select === undefined) return [];
  const text = world.text(file);
  const options =
    text === undefined || optionsSpan === undefined ? undefined : listOptionsAt(file, text, optionsSpan);
  const ends =
    text === undefined || options?.select === undefined
      ? undefined
      : literalListAt(file, text, options.select);
  if (text === undefined || ends === undefined) return undefined;
  const { quote } = styleOf(text);
  const wanted = [...names.copies.map(([, copy]) => copy), names.of].map((one) => `${quote}${one}${quote}`);
  const edit = {
    span: { start: ends.end, end: ends.end },
    text: `${ends.isEmpty ? '' : ', '}${wanted.join(', ')}`,
  };
  return [{ file, edit }];
}

function proposalOf(world: World, plan: Plan): Proposal {
  const { read, call, joined, names, writes, selects } = plan;
  const { file, callSpan } = read;
  const module = moduleBeside(file, names.module);
  const text = world.text(file);
  if (module === undefined || text === undefined) return refused(refusals.names());
  const { eol } = styleOf(text);
  const silence = `${joined.indent}// partition-lens-disable-next-line n-plus-one -- only for entities without a copy${eol}`;
  const edits: SiteEdit[] = [
    {
      file,
      edit: {
        span: callSpan,
        text: `${names.read}${call.typeArguments}(${call.receiver}, ${joined.entity})`,
      },
    },
    { file, edit: { span: { start: joined.line, end: joined.line }, text: silence } },
    ...writes.flatMap(({ write, entity: { start, end }, client }) => [
      { file: write.file, edit: { span: { start, end: start }, text: `await ${names.write}(${client}, ` } },
      { file: write.file, edit: { span: { start: end, end }, text: ')' } },
    ]),
    ...selects,
    ...importEdits(world, module, usesOf(plan, names, writes)),
  ];
  // of a write within the read's own call the code would be written twice
  if (writes.some(({ write }) => write.file === file && contains(callSpan, write.callSpan)))
    return refused(refusals.call());
  const changed = changesOf(world, file, edits);
  if (changed === undefined) return refused(refusals.names());
  return {
    kind: 'change',
    changes: [...changed, ...createdFiles(world, plan, module)],
    isReached: (before, after) => readsIn(after) === readsIn(before) - 1,
    notes: notesOf(world, plan),
  };
}

/** Point reads of the file itself for each of a list. */
function readsIn({ operations }: FileAnalysis): number {
  return operations.filter(
    (one) => one.kind === 'point-read' && one.via === undefined && one.repeated !== undefined,
  ).length;
}

/** The module of the copies, and the script that writes those of what is there. */
function createdFiles(world: World, plan: Plan, module: string): readonly Change[] {
  const { read, names, keys, table, from } = plan;
  const { language, ending } = languageOf(world, read.file, module);
  const copied: CopyModule = { names, keys };
  const file = backfillOf(names.module);
  const backfill = copyBackfillCode(
    { copied, table, from, file, module: `./${names.module}${ending}` },
    language,
  );
  return [
    newFile(world, read.file, module, copyModuleCode(copied, language)),
    newFile(world, read.file, moduleBeside(read.file, file) ?? '', backfill),
  ];
}

function notesOf(world: World, plan: Plan): readonly string[] {
  const { read, names, properties, left, sources, doubtful } = plan;
  const sites = (all: readonly Operation[]): string =>
    all
      .slice(0, 3)
      .map((one) => siteName(world, read.file, one))
      .join(', ');
  const what = listed(properties);
  const backfill = backfillOf(names.module);
  return [
    l10n.t(
      'Reads: those of the list alone, 1 request for up to 1,000 entities. Before: 1 more for each entity.',
    ),
    l10n.t(
      'Writes: 1 more request, for the {0}, for each entity that is written with its keys.',
      names.other,
    ),
    l10n.t(
      'Storage: {0} more in each entity. Code that passes whole entities on passes these on, too.',
      listed([...names.copies.map(([, copy]) => copy), names.of]),
    ),
    sources.length === 0
      ? l10n.t(
          'Consistency: a copy is as old as the last write of its entity. No write of this program changes {0}.',
          what,
        )
      : l10n.t(
          'Consistency: a copy is as old as the last write of its entity. Left to you: run {0} after {1} changes {2}.',
          backfill,
          sites(sources),
          what,
        ),
    l10n.t('If the {0} is deleted, its copies stay, and the read no longer fails with 404.', names.other),
    l10n.t(
      'Entities without a copy are read as before, so the order of deployment is free. {0} writes what is missing.',
      backfill,
    ),
    ...(left.length > 0
      ? [l10n.t('Left as it is: {0} writes no copies. What it writes is read as before.', sites(left))]
      : []),
    ...(doubtful.length > 0
      ? [
          l10n.t(
            "It isn't known which table {0} uses. If it is this one, what it writes is read as before.",
            sites(doubtful),
          ),
        ]
      : []),
  ];
}
