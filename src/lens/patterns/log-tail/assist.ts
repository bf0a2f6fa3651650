import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { nounOf, wordsOf } from '../../design/words.ts';
import { type KeyPattern, patternsOf, type ValuePart } from '../../model/keys/key-pattern.ts';
import type { Operation, PutProperty, Query, Write } from '../../model/operations/operation.ts';
import {
  isNamedBefore,
  leavesUnused,
  newestFirst,
  type NewestFirst,
  timeNameAt,
} from '../../syntax/edits/newest-first.ts';
import { styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { changesOf, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { type KeySite, usesOldKeys } from '../sites/new-keys.ts';
import { isFresh } from '../sites/fresh-key.ts';
import { siteName } from '../sites/site-name.ts';
import { isThrough, type TableProgram, tableProgram } from '../sites/table-program.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { newestKeyCode } from './module-code.ts';
import { moveCode } from './move-code.ts';
import { refusals } from './refusals.ts';

/** Gives entities RowKeys that put the newest first: the guide's "Log tail pattern". */
export const logTail: Pattern = {
  id: 'log-tail',
  title: () => l10n.t('Put the newest entities first by their RowKey'),
  rules: ['client-side-sort'],
  modules: (operations) =>
    operations.flatMap(({ table }) => {
      if (table === undefined) return [];
      const { module, move } = namesOf(table);
      return [module, move];
    }),
  settings: [],
  propose(operation, world) {
    if (operation.kind !== 'query') return undefined;
    const property = sortedBy(operation);
    return property === undefined ? undefined : proposed(operation, world, property);
  },
};

/** The property by which the results are put newest first; empty where it isn't seen; undefined where they aren't. */
function sortedBy({ consumption: { sorts = [] } }: Query): string | undefined {
  const [sort, ...others] = sorts;
  if (sort?.order === undefined || others.length > 0 || sort.order === 'reversed') return undefined;
  const { property, direction } = sort.order;
  return direction === 'down' && property !== 'rowKey' && property !== 'timestamp' ? property : undefined;
}

/** Whether the program puts the results of a query newest first itself. */
export function isNewestFirst(query: Query): boolean {
  return sortedBy(query) !== undefined;
}

interface Names {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly move: string;
  readonly name: string;
  readonly many: string;
}

function namesOf(table: string): Names {
  const { one, many } = nounOf(table);
  const words = (text: string): readonly string[] =>
    wordsOf(text)
      .split(/[^A-Za-z0-9]+/)
      .filter(Boolean);
  const pascal = words(one)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  const module = `newest-${words(many).join('-')}-first`;
  return { module, move: `${module}-move`, name: `new${pascal}Key`, many };
}

function proposed(query: Query, world: World, property: string): Proposal | undefined {
  const { file, table, callSpan, consumption, via } = query;
  const text = world.text(file);
  const [sort] = consumption.sorts ?? [];
  if (text === undefined || sort === undefined) return undefined;
  if (via !== undefined || sort.place.file !== file) return refused(refusals.through());
  if (query.method !== 'listEntities' || !isOfPartition(query)) return refused(refusals.filter());
  const reader = newestFirst(file, text, callSpan, sort.place.span, styleOf(text).step);
  if ('kind' in reader) return refused(refusals.read(reader.kind, reader.code));
  if (table === undefined) return refused(refusals.table());
  const program = tableProgram(world, table);
  const written = writesOf(world, query, program, property);
  if (typeof written === 'string') return refused(written);
  const why = obstacleIn(world, query, program, written.isOrdered && !written.isNewestFirst);
  if (why !== undefined) return refused(why);
  const own = reader.edits.map((edit): SiteEdit => ({ file, edit }));
  const names = namesOf(table);
  const notes = [...notesOf(reader, written, names, property), ...doubtsOf(world, query, program)];
  if (written.isNewestFirst) {
    const changes = changesOf(world, file, own);
    return changes === undefined ? refused(refusals.names()) : result(changes, notes);
  }
  return withKeys({ world, file, table, property }, names, own, written, notes);
}

interface Site {
  readonly world: World;
  readonly file: string;
  readonly table: string;
  readonly property: string;
}

/** The change with the module of the key, and the script that moves what is there. */
function withKeys(
  { world, file, table, property }: Site,
  names: Names,
  own: readonly SiteEdit[],
  { sites }: Written,
  notes: readonly string[],
): Proposal {
  const module = moduleBeside(sites[0]?.file ?? file, names.module);
  const move = moduleBeside(sites[0]?.file ?? file, names.move);
  if (module === undefined || move === undefined) return refused(refusals.names());
  if (world.beside(module) !== undefined || world.beside(move) !== undefined)
    return refused(refusals.names());
  const edits = [...own];
  const imported = new Set<string>();
  for (const { file: at, span, lead, args } of sites) {
    const used = importOf(world, at, module, names.name);
    if (used === undefined) return refused(refusals.names());
    if (!imported.has(at)) edits.push(...used.edits.map((one: TextEdit) => ({ file: at, edit: one })));
    imported.add(at);
    edits.push({ file: at, edit: { span, text: `${lead}${used.reference}${args}` } });
  }
  const changes = changesOf(world, file, edits);
  if (changes === undefined) return refused(refusals.names());
  const { language, ending } = languageOf(world, file, module);
  const moving = {
    name: names.name,
    property,
    table,
    module: `./${names.module}${ending}`,
    file: names.move,
  };
  return result(
    [
      ...changes,
      newFile(world, file, module, newestKeyCode(names, language)),
      newFile(world, file, move, moveCode(moving, language)),
    ],
    notes,
  );
}

function result(changes: readonly Change[], notes: readonly string[]): Proposal {
  return {
    kind: 'change',
    changes,
    isReached: (before, after) => sortsIn(after) === sortsIn(before) - 1,
    notes,
  };
}

function sortsIn({ operations }: FileAnalysis): number {
  return operations.filter((one) => one.kind === 'query' && sortedBy(one) !== undefined).length;
}

/** Whether a query is about one partition, and nothing else. */
function isOfPartition({ filter }: Query): boolean {
  return (
    filter.kind === 'known' &&
    filter.isPartial !== true &&
    filter.alternatives.length === 1 &&
    filter.worst.parsed.filter?.kind === 'comparison' &&
    filter.worst.classification.region.partitionKey.kind === 'fixed'
  );
}

/** What the writes of a table are to put as their RowKey. */
interface Written {
  readonly sites: readonly KeySite[];
  /** The keys of today are in the order of time. */
  readonly isOrdered: boolean;
  /** They put the newest first already. */
  readonly isNewestFirst: boolean;
}

/** Every write of the table, or why one can't have another key. */
function writesOf(world: World, query: Query, program: TableProgram, property: string): Written | string {
  const here = (one: Operation): string => siteName(world, query.file, one);
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const writes = [...program.calls, ...program.through].filter((one) => one.kind === 'write');
  const sites: KeySite[] = [];
  let [isOrdered, isNewestFirst] = [false, writes.length > 0];
  for (const write of writes) {
    // what callers give, they are asked about
    if (write.via === undefined && program.through.some((one) => isThrough(one, write))) continue;
    const patterns = write.rowKey === undefined ? [] : patternsOf(write.rowKey);
    const [pattern, ...others] = patterns;
    const isMade = write.method === 'createEntity' || write.method === 'upsertEntity';
    if (!isMade || pattern === undefined || others.length > 0 || !isFresh(pattern))
      return refusals.write(here(write));
    const first = firstOf(pattern);
    isOrdered ||= isTime(first);
    isNewestFirst &&= isInverted(first);
    if (isInverted(first)) continue;
    const key = write.values.find(({ name }) => name === 'rowKey');
    const end = key && endOf(world, write, key, pattern);
    if (key === undefined || end === undefined) return refusals.write(here(write));
    const time = timeOf(world, write, key, property);
    if (time === undefined) return refusals.time(here(write), property);
    const args = [...(end === '' ? [time] : [time === '' ? 'undefined' : time, end])].filter(
      (one) => one !== '',
    );
    const { file, span } = key.place;
    const isShort = key.at.span.start === span.start && key.at.span.end === span.end;
    if (isShort && end === '') return refusals.write(here(write));
    sites.push({ file, span, lead: isShort ? 'rowKey: ' : '', args: `(${args.join(', ')})` });
  }
  if (writes.length === 0) return refusals.unknown();
  return isNewestFirst || sites.length > 0 ? { sites, isOrdered, isNewestFirst } : refusals.unknown();
}

function firstOf({ parts }: KeyPattern): ValuePart | undefined {
  const [first] = parts;
  return first?.kind === 'value' ? first : undefined;
}

function isTime(part: ValuePart | undefined): boolean {
  return part !== undefined && part.form.kind !== 'random';
}

/** Whether a part begins with less the later it is. */
function isInverted(part: ValuePart | undefined): boolean {
  return part?.form.kind === 'time' && part.form.count.inverted;
}

/** Code for the end that tells entities of one time apart; empty for one that the function makes. */
function endOf(
  world: World,
  { file }: Write,
  { place, isSpread, isLate, isOfType }: PutProperty,
  { parts }: KeyPattern,
): string | undefined {
  const text = world.text(place.file);
  if (text === undefined || isSpread || isLate || isOfType || place.file !== file) return undefined;
  const code = text.slice(place.span.start, place.span.end);
  const [only, ...others] = parts;
  if (only?.kind === 'value' && others.length === 0 && only.form.kind === 'random') return code;
  return leavesUnused(place.file, text, place.span) ? undefined : '';
}

/** Code for the time of an entity; empty for now; undefined where it has none that is certain. */
function timeOf(
  world: World,
  { values }: Write,
  { place: key }: PutProperty,
  property: string,
): string | undefined {
  const [put, ...others] = values.filter(({ name }) => name === property);
  const text = world.text(key.file);
  if (put === undefined || others.length > 0 || put.isSpread || put.isLate || put.isOfType) return undefined;
  if (text === undefined || put.place.file !== key.file) return undefined;
  const moment = momentOf(put.value);
  if (moment === undefined) return undefined;
  const named = timeNameAt(put.place.file, text, put.place.span);
  if (named !== undefined && isNamedBefore(key.file, text, named.root, key.span.start)) return named.name;
  return moment === 'now' ? '' : undefined;
}

/** Whether a value is a point in time that the function of the key takes, and whether that is now. */
function momentOf(value: PutProperty['value']): 'now' | 'other' | undefined {
  if (
    value.kind === 'time-text' &&
    value.format === 'iso' &&
    value.isCut !== true &&
    value.isChanged !== true
  )
    return value.isNow === true ? 'now' : 'other';
  if (value.kind !== 'number' || value.isOptional === true || value.number.inverted) return undefined;
  const { origin, representation } = value.number;
  if (origin.kind !== 'time' || origin.part !== undefined || origin.isSpread === true) return undefined;
  const isDate = representation === 'date' || (representation === 'double' && origin.unit === 'milliseconds');
  if (!isDate) return undefined;
  return origin.isNow === true ? 'now' : 'other';
}

/** What would go wrong with other keys, or another order. */
function obstacleIn(
  world: World,
  query: Query,
  program: TableProgram,
  isReordered: boolean,
): string | undefined {
  const found = usesOldKeys(query, program, isReordered);
  return found && refusals[found.why](siteName(world, query.file, found.operation));
}

/** Operations that may be about the table, too. */
function doubtsOf(world: World, query: Query, { doubtful }: TableProgram): readonly string[] {
  const sites = doubtful.slice(0, 3).map((one) => siteName(world, query.file, one));
  return sites.length === 0
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it has to make or read the new keys, too.",
          sites.join(', '),
        ),
      ];
}

function notesOf(
  { most, isSome }: NewestFirst,
  { isNewestFirst }: Written,
  { move, name }: Names,
  property: string,
): readonly string[] {
  return [
    most === undefined
      ? l10n.t('Reads: as many requests as before, and nothing to sort.')
      : isSome
        ? l10n.t(
            'Reads: the newest entities until {0} are found, in as many requests as before or fewer.',
            most,
          )
        : l10n.t(
            'Reads: the first page of {0} entities. Before: all n of the partition, in n/1,000 requests.',
            most,
          ),
    ...(isNewestFirst
      ? [l10n.t('The RowKeys put the newest first already.')]
      : [
          l10n.t('Writes: as before; the RowKey is {0}, which counts down. No copy, no storage.', name),
          l10n.t(
            "Entities with the same {0} have no order among themselves. It mustn't change once an entity is written: keys can't.",
            property,
          ),
          l10n.t(
            'Old entities have old keys: deploy the writes, run {0} until it exits with 0, then deploy the read.',
            move,
          ),
          l10n.t('RowKeys change: what is kept of them outside of this program leads nowhere then.'),
        ]),
  ];
}
