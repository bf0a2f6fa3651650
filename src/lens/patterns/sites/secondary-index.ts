import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Query } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { clashingNames } from '../../syntax/edits/clashing-names.ts';
import { isLoopedOver } from '../../syntax/edits/loop-over.ts';
import { listOptionsAt, type TableCall, tableCallAt } from '../../syntax/edits/table-call.ts';
import { unusedImports } from '../../syntax/edits/unused-imports.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Given, type Proposal, refused, type Setting, type World } from '../pattern.ts';
import { comparedIn, type Lookup, lookupOf } from './lookup.ts';
import { isNamedWhereSeen } from './named-where-seen.ts';
import { siteName } from './site-name.ts';
import { type FilterFunction, filterFunctionOf } from './through-function.ts';
import { copyKeys } from './copy-keys.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from './module-edits.ts';
import { isAtOnePlace, isSameCall, isThrough, type TableProgram, tableProgram } from './table-program.ts';
import { conditionOf, prefixed, type KeysOf, type SiteEdit, withoutCopiesOf } from './without-copies.ts';
import { isStoredAsText, isTextByType, isTextIn } from './text-values.ts';
import { mayHold, mayPut, passedBy, type WriteSite, writeSiteOf, writeSiteThrough } from './write-sites.ts';
import type { Backfill, IndexModule, IndexWrite } from '../code/index-code.ts';
import type { Language } from '../code/language.ts';
import { type IndexNames, indexNames, NAMINGS } from './index-names.ts';
import { refusals } from './index-refusals.ts';

/** Code for the other conditions of a filter, as the read of an index takes them: what isn't copied is compared when it is read. */
function alsoOf({
  kind,
  lookup: { more },
  reader,
  given,
}: Pick<Asked, 'kind' | 'lookup' | 'reader' | 'given'>): string | undefined {
  const isAsked = kind.isCopied && (given('unique') !== 'yes' || reader.kind === 'function');
  return isAsked ? more?.filter : more?.values;
}

/** The property that copies are found by is the one that the filter suggests. */
const AUTO = 'auto';

/** Which property of a filter with several conditions the copies are found by. */
export const PROPERTY: Setting = {
  name: 'property',
  summary: () =>
    l10n.t('the property that it is by, if the filter has several; "auto" takes the first that varies'),
  usual: AUTO,
  allows: (text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text),
  isOpenAt: (operation) => operation.kind === 'query' && comparedIn(operation).length > 1,
};

/** What tells one kind of index from another. */
export interface IndexKind {
  /** Which key of the copies begins with the prefix. */
  readonly key: KeyName;
  /** What the index has of an entity. */
  readonly what: 'copy' | 'entry' | 'index';
  readonly module: (index: IndexModule, language: Language) => string;
  readonly backfill: (backfill: Backfill, language: Language) => string;
  /** What is read has an ETag and a timestamp of its own. */
  readonly isCopied: boolean;
  /** Whether its reads can be sent through a function of the program that is given a filter. */
  readonly readsThrough: (given: FilterFunction) => boolean;
  /** An imperative that names the property. */
  readonly titleBy: (attribute: string) => string;
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
    const { table } = one;
    if (one.kind !== 'query' || table === undefined || lookupAt(kind, one, '') === undefined) return [];
    return comparedIn(one).flatMap((attribute) => {
      const { module } = indexNames(table, attribute, 0, kind);
      return [module, backfillOf(module)];
    });
  });
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
  const property = given('property');
  const lookup = lookupAt(kind, operation, text, property === AUTO ? undefined : property);
  if (lookup === undefined) return undefined;
  if (typeof lookup === 'string') return refused(refusals.lookup(lookup));
  const reader =
    operation.via === undefined ? readerOf(kind, operation, text) : throughOf(kind, world, operation, text);
  if (typeof reader === 'string') return refused(reader);
  const program = tableProgram(world, table.name);
  const plan = planOf({ kind, world, query: operation, table, program, lookup, reader, given });
  if (typeof plan === 'string') return refused(plan);
  return proposalOf(plan);
}

function backfillOf(module: string): string {
  return `${module}-backfill`;
}

/** The lookup within a partition that a query is, or why it isn't one that can be changed; undefined for any other. */
function lookupAt(
  kind: IndexKind,
  operation: Operation,
  text: string,
  wanted?: string,
): ReturnType<typeof lookupOf> {
  if (operation.kind !== 'query' || operation.method !== 'listEntities' || operation.filter.kind !== 'known')
    return undefined;
  const { shape } = operation.filter.worst.classification;
  if (shape !== (kind.key === 'RowKey' ? 'partition-scan' : 'table-scan')) return undefined;
  const lookup = lookupOf(operation, text, wanted);
  const isWithin = typeof lookup === 'object' && lookup.partitionKey !== undefined;
  return typeof lookup === 'object' && isWithin !== (kind.key === 'RowKey') ? 'conditions' : lookup;
}

/** The call that reads by the property. */
type Reader =
  | { readonly kind: 'call'; readonly call: TableCall }
  /** That of a function of the program which is given the filter. */
  | { readonly kind: 'function'; readonly called: FilterFunction };

/** The function that reads by the property, where it could be asked for what the index has as well; else why not. */
function throughOf(kind: IndexKind, world: World, query: Query, text: string): Reader | string {
  const called = filterFunctionOf(world, query);
  if (called === undefined || !kind.readsThrough(called)) return refusals.through();
  if (readsOwnVersion(kind, query)) return refusals.version();
  const { file, callSpan, consumption } = query;
  const isGoneThrough = isLoopedOver(file, text, callSpan) && consumption.isPaged !== true;
  return called.as === 'array' || isGoneThrough ? { kind: 'function', called } : refusals.handedOn();
}

/** Whether the program reads what copies have of their own. */
function readsOwnVersion(kind: IndexKind, { consumption: { reads } }: Query): boolean {
  return kind.isCopied && reads?.names.some((name) => name === 'etag' || name === 'timestamp') === true;
}

/** The call that reads by the property, where a list of the same entities can be put in its place; else why not. */
function readerOf(kind: IndexKind, query: Query, text: string): Reader | string {
  const { file, callSpan, optionsSpan, consumption } = query;
  const call = tableCallAt(file, text, callSpan);
  const options = optionsSpan && listOptionsAt(file, text, optionsSpan);
  if (call === undefined || options === undefined || options.hasMore || call.args.length !== 1)
    return refusals.call();
  const { reads } = consumption;
  const isKnown = reads?.isWhole === false;
  if (options.select !== undefined && !isKnown) return refusals.call();
  if (readsOwnVersion(kind, query)) return refusals.version();
  const isGoneThrough = call.use === 'loop' || call.use === 'next' || isLoopedOver(file, text, callSpan);
  return isGoneThrough && consumption.isPaged !== true ? { kind: 'call', call } : refusals.handedOn();
}

interface Asked {
  readonly kind: IndexKind;
  readonly world: World;
  readonly query: Query;
  readonly table: TableModel;
  readonly program: TableProgram;
  readonly lookup: Lookup;
  readonly reader: Reader;
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
  const { kind, world, query, table, program, lookup, reader, given } = asked;
  const { attribute, more } = lookup;
  if (more !== undefined && alsoOf(asked) === undefined)
    return kind.isCopied && given('unique') !== 'yes' ? refusals.more() : refusals.values();
  const here = (one: Operation): string => siteName(world, query.file, one);
  // a list of a base class, that its callers give a filter, is changed at those of this table
  const isOfCallers = (one: Operation): boolean =>
    one.kind === 'query' && one.filter.kind === 'unknown' && one.filter.given !== undefined;
  const passed: WriteSite[] = [];
  for (const shared of program.shared) {
    if (isOfCallers(shared)) continue;
    const sites = sitesThrough(world, program, shared);
    if (sites === undefined) return refusals.shared(here(shared));
    passed.push(...sites);
  }
  const calls = program.calls.filter((one) => !isSameCall(one, query));
  const allWrites = calls.filter((one) => one.kind === 'write');
  const seen = [...allWrites, ...program.through.filter((one) => one.kind === 'write')];
  if (seen.some((one) => !isStoredAsText(one, attribute))) return refusals.type(attribute);
  const version = seen.find(({ etag }) => etag !== 'missing');
  if (kind.isCopied && version !== undefined && query.consumption.reads?.isWhole !== false)
    return refusals.sent(here(version));
  const keys = copyKeys(kind.key, table, attribute, given('prefix'));
  if (typeof keys === 'string') return refusals.taken(kind.key, keys);
  const makers = seen.filter((one) => one.method !== 'deleteEntity' && mayPut(one, attribute));
  const writes: WriteSite[] = [];
  for (const write of allWrites) {
    // a class for any table has no business with this one, though no other is seen to use it
    const isGiven = write.table === undefined || write.tableGiven !== undefined;
    const through = isGiven ? sitesThrough(world, program, write) : undefined;
    if (through !== undefined) passed.push(...through);
    if (through !== undefined || !mayHold(write, attribute, makers)) continue;
    const site = writeSiteOf(world, write);
    if (typeof site === 'string') return refusals.write(here(write), site);
    // what goes on meanwhile would come to pass before it
    if (write.unawaited !== undefined) return refusals.unawaited(here(write));
    writes.push(site);
  }
  const passing = passed.filter(({ write }) => mayHold(write, attribute, makers));
  const late = passing.find(({ write }) => write.unawaited !== undefined);
  if (late !== undefined) return refusals.unawaited(here(late.write));
  writes.push(...passing);
  const readers: SiteEdit[] = [];
  const others = { through: program.through.filter((one) => !isAtOnePlace(one, query)) };
  for (const one of [...calls, ...program.shared]) {
    if (one.kind !== 'query') continue;
    // what nobody else asks
    const isOnly = reader.kind === 'function' && reader.called.isSeen;
    if (isOnly && isThrough(query, one) && !others.through.some((other) => isThrough(other, one))) continue;
    const edits = withoutCopiesOf(world, one, others, keys);
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
    takesMore: more !== undefined,
    reads: reader.kind === 'call' ? 'client' : reader.called.as,
    writes: new Set(writes.map(({ method }) => WRITES[method])),
  };
  if (isTaken(kind, index)) return refusals.attribute(attribute);
  return { ...asked, index, keys, writes, readers };
}

/** The calls of a table that a write of a base class passes on, each as a write of its own; undefined where one can't be that. */
function sitesThrough(
  world: World,
  { through }: TableProgram,
  inner: Operation,
): readonly WriteSite[] | undefined {
  const callers = through.filter((one) => one.via?.isFar !== true && isThrough(one, inner));
  const sites = callers.flatMap(
    (one) => (one.kind === 'write' ? writeSiteThrough(world, one, inner) : undefined) ?? [],
  );
  const passed = sites.length > 0 && sites.length === callers.length ? passedBy(world, inner) : undefined;
  return passed !== undefined && isNamedWhereSeen(world, inner, passed) ? sites : undefined;
}

/** Whether the functions of an index need the property's name for something else. */
function isTaken(kind: IndexKind, index: IndexModule): boolean {
  const language: Language = { isTypeScript: true, isCommonJs: false };
  const text = kind.module({ ...index, attribute: PROBE }, language);
  return clashingNames('/module.ts', text, PROBE).has(index.attribute);
}

/** A property that no table has. */
const PROBE = 'theIndexedProperty';

const WRITES: Readonly<Record<WriteSite['method'], IndexWrite>> = {
  createEntity: 'create',
  updateEntity: 'update',
  upsertEntity: 'upsert',
  deleteEntity: 'delete',
};

/** Names that no file has given another meaning. */
function namesFor(
  { kind, world, query, lookup, table }: Asked,
  writes: readonly WriteSite[],
): IndexNames | undefined {
  for (const naming of NAMINGS) {
    const names = indexNames(table.name, lookup.attribute, naming, kind);
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

function proposalOf(plan: Plan): Proposal {
  const { kind, world, query, index, writes, readers, lookup, reader } = plan;
  const { names } = index;
  const module = moduleBeside(query.file, names.module);
  if (module === undefined) return refused(refusals.names());
  const [from, typeArguments] =
    reader.kind === 'call' ? [reader.call.receiver, reader.call.typeArguments] : [reader.called.code, ''];
  const edits: SiteEdit[] = [
    ...readers,
    ...writes.map(({ write: { file }, method, edit }) => ({ file, edit: edit(names[WRITES[method]]) })),
    {
      file: query.file,
      edit: {
        span: query.callSpan,
        text: `${names.read}${typeArguments}(${[from, lookup.partitionKey ?? [], lookup.value, alsoOf(plan) ?? []].flat().join(', ')})`,
      },
    },
  ];
  const imports = importEdits(world, module, [
    { file: query.file, name: names.read },
    ...writes.map(({ write: { file }, method }) => ({ file, name: names[WRITES[method]] })),
  ]);
  const left = unusedImports(
    query.file,
    world.text(query.file) ?? '',
    [query.callSpan],
    [query.receiver.span, ...(reader.kind === 'call' ? reader.call.types : []), ...lookup.places],
  ).map((edit): SiteEdit => ({ file: query.file, edit }));
  const changed = changesOf(world, query.file, [...edits, ...imports, ...left]);
  if (changed === undefined) return refused(refusals.names());
  return {
    kind: 'change',
    title: kind.titleBy(plan.index.attribute),
    changes: [...changed, ...createdFiles(plan, module)],
    // a query that passes over the copies may be a range then
    isReached: (before, after) => scansIn(kind, after, reader) < scansIn(kind, before, reader),
    notes: notesOf(plan),
  };
}

/** The module of the index, and the script that writes the copies of what is there. */
function createdFiles({ kind, world, query, table, index, keys }: Plan, module: string): readonly Change[] {
  const { language, ending } = languageOf(world, query.file, module);
  const file = backfillOf(index.names.module);
  const backfill = kind.backfill(
    {
      ...{ index, file, table: table.name, module: `./${index.names.module}${ending}` },
      entities: conditionOf(keys),
      copies: prefixed(keys.key, keys.copies),
    },
    language,
  );
  return [
    newFile(world, query.file, module, kind.module(index, language)),
    newFile(world, query.file, moduleBeside(query.file, file) ?? '', backfill),
  ];
}

function scansIn(kind: IndexKind, { operations }: FileAnalysis, reader: Reader): number {
  return operations.filter(
    (one) =>
      one.kind === 'query' &&
      (one.via === undefined) === (reader.kind === 'call') &&
      one.filter.kind === 'known' &&
      lookupAt(kind, one, '') !== undefined,
  ).length;
}

function notesOf({ kind, world, query, program, index, keys }: Plan): readonly string[] {
  const { doubtful } = program;
  return [
    ...kind.notes({ index, keys, backfill: backfillOf(index.names.module) }),
    ...(index.takesMore ? [l10n.t('The other conditions of the filter are asked as before.')] : []),
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
