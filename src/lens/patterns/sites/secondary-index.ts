import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { typeOfValue } from '../../design/attributes.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { importStyleOf } from '../../syntax/edits/import-style.ts';
import { loopOver } from '../../syntax/edits/loop-over.ts';
import { listOptionsAt, type TableCall, tableCallAt } from '../../syntax/edits/table-call.ts';
import { restyled, styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import type { Change, Given, Proposal, World } from '../pattern.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import { pathBetween, siteName } from './site-name.ts';
import { isThrough, type TableProgram, tableProgram } from './table-program.ts';
import {
  areApart,
  byFile,
  conditionOf,
  prefixed,
  type KeysOf,
  type SiteEdit,
  withoutCopies,
} from './without-copies.ts';
import { mayHold, mayPut, startOf, type WriteSite, writeSiteOf } from './write-sites.ts';
import type { Backfill, IndexModule, IndexWrite } from '../code/index-code.ts';
import type { Language } from '../code/language.ts';
import { type IndexNames, indexNames, NAMINGS } from './index-names.ts';
import { refusals } from './index-refusals.ts';

/** What tells one kind of index from another. */
export interface IndexKind {
  /** Which key of the copies begins with the prefix. */
  readonly key: KeyName;
  readonly module: (index: IndexModule, language: Language) => string;
  readonly backfill: (backfill: Backfill, language: Language) => string;
  /** What is read has an ETag and a timestamp of its own. */
  readonly isCopied: boolean;
  readonly notes: (told: Told) => readonly string[];
}

/** What notes are about. */
export interface Told {
  readonly index: IndexModule;
  readonly keys: KeysOf;
  /** The script's file without its ending. */
  readonly backfill: string;
}

/** The names of the modules that an index of that kind would write beside a file with these operations. */
export function indexModules(kind: IndexKind, operations: readonly Operation[]): readonly string[] {
  return operations.flatMap((one) => {
    const found = lookupAt(kind, one, '');
    if (found === undefined || typeof found === 'string' || one.table === undefined) return [];
    const { module } = indexNames(one.table, found.attribute, 0, kind.key);
    return [module, backfillOf(module)];
  });
}

/** What `prefix` of an index may be. */
export function isPrefix(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,50}[_.:~|+-]$/.test(text) || text === 'auto';
}

/** What is to be done for a query to be answered from an index of a kind, in all files. */
export function proposeIndex(
  kind: IndexKind,
  operation: Operation,
  world: World,
  given: Given,
): Proposal | undefined {
  const text = world.text(operation.file);
  const table = operation.table === undefined ? undefined : world.table(operation.table);
  if (operation.kind !== 'query' || text === undefined || table === undefined) return undefined;
  const lookup = lookupAt(kind, operation, text);
  if (lookup === undefined) return undefined;
  if (typeof lookup === 'string') return refused(refusals.lookup(lookup));
  const reader = readerOf(kind, operation, text);
  if (typeof reader === 'string') return refused(reader);
  const program = tableProgram(world, table.name);
  const plan = planOf({ kind, world, query: operation, table, program, lookup, given });
  if (typeof plan === 'string') return refused(plan);
  return proposalOf(plan, reader);
}

function backfillOf(module: string): string {
  return `${module}-backfill`;
}

function refused(why: string): Proposal {
  return { kind: 'refused', why };
}

/** The lookup within a partition that a query is, or why it isn't one that can be changed; undefined for any other. */
function lookupAt(kind: IndexKind, operation: Operation, text: string): ReturnType<typeof lookupOf> {
  if (operation.kind !== 'query' || operation.method !== 'listEntities' || operation.filter.kind !== 'known')
    return undefined;
  const { shape } = operation.filter.worst.classification;
  if (shape !== (kind.key === 'RowKey' ? 'partition-scan' : 'table-scan')) return undefined;
  const lookup = lookupOf(operation, text);
  const isWithin = typeof lookup === 'object' && lookup.partitionKey !== undefined;
  return typeof lookup === 'object' && isWithin !== (kind.key === 'RowKey') ? 'conditions' : lookup;
}

/** The call that reads by the property, where a list of the same entities can be put in its place; else why not. */
function readerOf(kind: IndexKind, query: Query, text: string): TableCall | string {
  const { file, callSpan, optionsSpan, consumption, via } = query;
  if (via !== undefined) return refusals.through();
  const call = tableCallAt(file, text, callSpan);
  const options = optionsSpan && listOptionsAt(file, text, optionsSpan);
  if (call === undefined || options === undefined || options.hasMore || call.args.length !== 1)
    return refusals.call();
  const { reads } = consumption;
  const isKnown = reads?.isWhole === false;
  if (options.select !== undefined && !isKnown) return refusals.call();
  if (kind.isCopied && reads?.names.some((name) => name === 'etag' || name === 'timestamp') === true)
    return refusals.version();
  const isGoneThrough =
    call.use === 'loop' || call.use === 'next' || loopOver(file, text, callSpan) !== undefined;
  return isGoneThrough && consumption.isPaged !== true ? call : refusals.handedOn();
}

interface Asked {
  readonly kind: IndexKind;
  readonly world: World;
  readonly query: Query;
  readonly table: TableModel;
  readonly program: TableProgram;
  readonly lookup: Lookup;
  readonly given: Given;
}

/** All that is decided before code is written. */
interface Plan extends Asked {
  readonly index: IndexModule;
  readonly keys: KeysOf;
  readonly writes: readonly WriteSite[];
  readonly readers: readonly SiteEdit[];
}

/** What is to be done, or why it can't be. */
function planOf(asked: Asked): Plan | string {
  const { kind, world, query, table, program, lookup, given } = asked;
  const { attribute } = lookup;
  const here = (one: Operation): string => siteName(world, query.file, one);
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const calls = program.calls.filter((one) => one !== query);
  const allWrites = calls.filter((one) => one.kind === 'write');
  const seen = [...allWrites, ...program.through.filter((one) => one.kind === 'write')];
  if (seen.some((one) => !isStoredAsText(one, attribute))) return refusals.type(attribute);
  const versions = seen.some(({ etag }) => etag !== 'missing');
  if (kind.isCopied && versions && query.consumption.reads?.isWhole !== false) return refusals.version();
  const keys = copyKeys(kind, table, attribute, given('prefix'));
  if (typeof keys === 'string') return refusals.taken(kind.key, keys);
  const makers = seen.filter((one) => one.method !== 'deleteEntity' && mayPut(one, attribute));
  const writes: WriteSite[] = [];
  for (const write of allWrites) {
    if (!mayHold(write, attribute, makers)) continue;
    const site = writeSiteOf(world, write);
    if (typeof site === 'string') return refusals.write(here(write), site);
    writes.push(site);
  }
  const readers: SiteEdit[] = [];
  for (const one of calls) {
    if (one.kind !== 'query') continue;
    const edits = withoutCopiesOf(world, one, program, keys);
    if (edits === undefined) return refusals.reader(here(one));
    readers.push(...edits);
  }
  const names = namesFor(asked, writes);
  if (names === undefined) return refusals.names();
  const index: IndexModule = {
    names,
    attribute,
    prefix: keys.copies,
    isUnique: given('unique') === 'yes',
    isText: lookup.isText || isTextByType(query, attribute) || seen.some((one) => isTextIn(one, attribute)),
    isGuarded: keys.isOpen,
    writes: new Set(writes.map(({ method }) => WRITES[method])),
  };
  return { ...asked, index, keys, writes, readers };
}

const WRITES: Readonly<Record<WriteSite['method'], IndexWrite>> = {
  createEntity: 'create',
  updateEntity: 'update',
  upsertEntity: 'upsert',
  deleteEntity: 'delete',
};

/** What lets a reader pass over the copies: at the call itself, or where the functions around it are given its filter. */
function withoutCopiesOf(
  world: World,
  query: Query,
  { through }: TableProgram,
  keys: KeysOf,
): readonly SiteEdit[] | undefined {
  if (query.filter.kind !== 'unknown') return withoutCopies(world, query, keys);
  const callers = through.filter((one) => isThrough(one, query));
  const edits = callers.map((one) => (one.kind === 'query' ? withoutCopies(world, one, keys) : undefined));
  const known = edits.flatMap((one) => one ?? []);
  return query.filter.given === undefined || callers.length === 0 || edits.includes(undefined)
    ? undefined
    : known;
}

function isStoredAsText({ values, actions = [] }: Write, attribute: string): boolean {
  return [...values, ...actions.flatMap((one) => one.values)]
    .filter(({ name }) => name === attribute)
    .every(({ value, structure }) => {
      const type = typeOfValue(value);
      return (
        structure === undefined &&
        (type === 'text' || type === 'id' || type === 'unknown' || isTimeText(value))
      );
    });
}

/** Whether the type of what is read, or something that is written, shows the property to be text. */
function isTextByType({ projection }: Query, attribute: string): boolean {
  return projection?.typeOf?.(attribute) === 'String';
}

function isTextIn({ values, actions = [] }: Write, attribute: string): boolean {
  return [...values, ...actions.flatMap((one) => one.values)].some(
    ({ name, value }) => name === attribute && (typeOfValue(value) === 'text' || isTimeText(value)),
  );
}

function isTimeText({ kind }: Write['values'][number]['value']): boolean {
  return kind === 'time-text';
}

interface CopyKeys extends KeysOf {
  /** A RowKey might begin with the prefix by chance. */
  readonly isOpen: boolean;
}

/** What the keys of copies begin with, in the way of the table; that alone where others begin so, too. */
function copyKeys(kind: IndexKind, table: TableModel, attribute: string, wanted: string): CopyKeys | string {
  const { partitionKey, rowKey, isPartial } = table.keys();
  const written = (kind.key === 'RowKey' ? rowKey : partitionKey).filter(({ uses }) =>
    uses.some(({ how }) => how === 'written'),
  );
  const starts = written.map(({ pattern }) => startOf(pattern)?.text);
  const separators = starts.flatMap((one) => /[_.:~|+-]$/.exec(one ?? '')?.[0] ?? []);
  const copies = wanted === 'auto' ? `${attribute}${separators[0] ?? '_'}` : wanted;
  if (starts.some((one) => one?.startsWith(copies) === true)) return copies;
  const [first] = starts;
  const isOneKind = !isPartial && first !== undefined && first !== '' && starts.every((one) => one === first);
  const isPrefixOfCopies = first !== undefined && copies.startsWith(first);
  const isOpen =
    isPartial ||
    written.length === 0 ||
    written.some(({ pattern: { parts } }) => {
      const [start] = parts;
      if (start?.kind === 'literal') return copies.startsWith(start.text);
      return start === undefined || start.form.kind === 'text';
    });
  return { key: kind.key, copies, isOpen, ...(isOneKind && !isPrefixOfCopies && { others: first }) };
}

/** Names that no file has given another meaning. */
function namesFor(
  { kind, world, query, lookup, table }: Asked,
  writes: readonly WriteSite[],
): IndexNames | undefined {
  for (const naming of NAMINGS) {
    const names = indexNames(table.name, lookup.attribute, naming, kind.key);
    const module = moduleBeside(query.file, names.module);
    const backfill = moduleBeside(query.file, backfillOf(names.module));
    if (module === undefined || backfill === undefined) return undefined;
    if (world.beside(module) !== undefined || world.beside(backfill) !== undefined) return undefined;
    const wanted = [
      { file: query.file, name: names.read },
      ...writes.map(({ write: { file }, method }) => ({ file, name: names[WRITES[method]] })),
    ];
    if (wanted.every(({ file, name }) => importOf(world, file, module, name) !== undefined)) return names;
  }
  return undefined;
}

/** How a file imports a name of the module. */
function importOf(world: World, file: string, module: string, name: string): ReturnType<typeof useImport> {
  const text = world.text(file);
  if (text === undefined) return undefined;
  const { ending } = importStyleOf(file, text, world.text);
  const path = pathBetween(file, module).replace(/\.[cm]?[jt]s$/, ending);
  return useImport(file, text, path, name);
}

function proposalOf(plan: Plan, reader: TableCall): Proposal {
  const { kind, world, query, index, writes, readers, lookup } = plan;
  const { names } = index;
  const module = moduleBeside(query.file, names.module);
  const text = world.text(query.file);
  if (module === undefined || text === undefined) return refused(refusals.names());
  const edits: SiteEdit[] = [
    ...readers,
    ...writes.map(({ write: { file }, method, edit }) => ({ file, edit: edit(names[WRITES[method]]) })),
    {
      file: query.file,
      edit: {
        span: query.callSpan,
        text: `${names.read}${reader.typeArguments}(${[reader.receiver, lookup.partitionKey ?? [], lookup.value].flat().join(', ')})`,
      },
    },
  ];
  const imports = importEdits(plan, module);
  const changes: Change[] = [];
  const files = byFile([...edits, ...imports]);
  for (const [file, all] of [...files].sort(([a]) => (a === query.file ? -1 : 0))) {
    const source = world.text(file) ?? '';
    if (!areApart(source, all)) return refused(refusals.names());
    changes.push({ kind: 'edit', file, edits: styleOf(source).finish(all) });
  }
  changes.push(...createdFiles(plan, module, text));
  return {
    kind: 'change',
    changes,
    isReached: (before, after) => scansIn(kind, after) === scansIn(kind, before) - 1,
    notes: notesOf(plan),
  };
}

/** The module of the index, and the script that writes the copies of what is there. */
function createdFiles(
  { kind, world, query, table, index, keys }: Plan,
  module: string,
  text: string,
): readonly Change[] {
  const style = styleOf(text);
  const { isCommonJs, ending } = importStyleOf(query.file, text, world.text);
  const language = { isTypeScript: /\.[cm]?ts$/.test(module), isCommonJs };
  const file = backfillOf(index.names.module);
  const backfill = kind.backfill(
    {
      ...{ index, file, table: table.name, module: `./${index.names.module}${ending}` },
      entities: conditionOf(keys),
      copies: prefixed(keys.key, keys.copies),
    },
    language,
  );
  const create = (name: string, code: string): Change => ({
    kind: 'create',
    file: name,
    text: restyled(code, style),
  });
  return [
    create(module, kind.module(index, language)),
    create(moduleBeside(query.file, file) ?? '', backfill),
  ];
}

/** One import of each file for all names that it needs. */
function importEdits({ world, query, index: { names }, writes }: Plan, module: string): readonly SiteEdit[] {
  const wanted = new Map<string, Set<string>>([[query.file, new Set([names.read])]]);
  for (const { write, method } of writes)
    wanted.set(write.file, (wanted.get(write.file) ?? new Set()).add(names[WRITES[method]]));
  return [...wanted].flatMap(([file, all]) => {
    const [first, ...others] = [...all].sort();
    const found = first === undefined ? undefined : importOf(world, file, module, first);
    return (found?.edits ?? []).map((edit: TextEdit) => ({
      file,
      edit: { ...edit, text: edit.text.replace(first ?? '', [first, ...others].join(', ')) },
    }));
  });
}

function scansIn(kind: IndexKind, { operations }: FileAnalysis): number {
  return operations.filter(
    (one) =>
      one.kind === 'query' &&
      one.via === undefined &&
      one.filter.kind === 'known' &&
      lookupAt(kind, one, '') !== undefined,
  ).length;
}

function notesOf({ kind, world, query, program, index, keys }: Plan): readonly string[] {
  const { doubtful } = program;
  return [
    ...kind.notes({ index, keys, backfill: backfillOf(index.names.module) }),
    ...(index.isGuarded
      ? [l10n.t('{0}s that begin with {1} are rejected from now on.', kind.key, index.prefix)]
      : []),
    ...(doubtful.length > 0
      ? [
          l10n.t(
            "It isn't known which table {0} uses. If it is this one, it leaves copies stale, or reads them.",
            doubtful
              .slice(0, 3)
              .map((one) => siteName(world, query.file, one))
              .join(', '),
          ),
        ]
      : []),
  ];
}
