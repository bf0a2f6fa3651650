import * as l10n from '@vscode/l10n';
import type { Filter } from '../../../core/odata/ast.ts';
import { contains } from '../../../core/text/span.ts';
import { toPlaces } from '../../../core/text/segments.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { type KeyPattern, patternsOf } from '../../model/keys/key-pattern.ts';
import type { Operation, Query, Write } from '../../model/operations/operation.ts';
import { clashingNames } from '../../syntax/edits/clashing-names.ts';
import { isNamedBefore } from '../../syntax/edits/newest-first.ts';
import { pathAt } from '../../syntax/edits/path-at.ts';
import type { Language } from '../code/language.ts';
import { styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { isFresh } from '../sites/fresh-key.ts';
import { isTextFor, type Lookup, lookupOf } from '../sites/lookup.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { type KeySite, usesOldKeys } from '../sites/new-keys.ts';
import { siteName } from '../sites/site-name.ts';
import { isThrough, type TableProgram, tableProgram } from '../sites/table-program.ts';
import { isStoredAsText, isTextByType, isTextIn } from '../sites/text-values.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { mayPut } from '../sites/write-sites.ts';
import { compoundKeyCode } from './module-code.ts';
import { keyMoveCode } from './move-code.ts';
import { keyNames, NAMINGS } from './names.ts';
import { refusals } from './refusals.ts';

/** Puts a property into the RowKey, so that its entities are a range: the guide's "Compound key pattern", and RowKeys by kind. */
export const compoundKey: Pattern = {
  id: 'compound-key',
  title: () => l10n.t('Begin the RowKeys with this property, and read a range of them'),
  rules: ['partition-scan'],
  modules: (operations) =>
    operations.flatMap((one) => {
      const lookup = lookupAt(one, '');
      if (typeof lookup !== 'object' || one.table === undefined) return [];
      const { module, move } = keyNames(one.table, lookup.attribute, 0);
      return [module, move];
    }),
  settings: [],
  propose(operation, world) {
    const { file, table, via } = operation;
    const text = world.text(file);
    if (operation.kind !== 'query' || text === undefined || table === undefined) return undefined;
    const lookup = lookupAt(operation, text);
    if (lookup === undefined) return undefined;
    if (typeof lookup === 'string') return refused(refusals.lookup(lookup));
    if (via !== undefined) return refused(refusals.through());
    return proposed({ world, query: operation, table, lookup, program: tableProgram(world, table) });
  },
};

/** The lookup within a partition that an operation is, or why its value can't be named; undefined for any other. */
function lookupAt(operation: Operation, text: string): ReturnType<typeof lookupOf> {
  if (operation.kind !== 'query' || operation.method !== 'listEntities' || operation.filter.kind !== 'known')
    return undefined;
  if (operation.filter.worst.classification.shape !== 'partition-scan') return undefined;
  const lookup = lookupOf(operation, text);
  return typeof lookup === 'object' && lookup.partitionKey === undefined ? undefined : lookup;
}

interface Asked {
  readonly world: World;
  readonly query: Query;
  readonly table: string;
  readonly lookup: Lookup;
  readonly program: TableProgram;
}

function proposed(asked: Asked): Proposal {
  const { world, query, table, lookup, program } = asked;
  const { attribute } = lookup;
  const here = (one: Operation): string => siteName(world, query.file, one);
  const [shared] = program.shared;
  if (shared !== undefined) return refused(refusals.shared(here(shared)));
  const written = writtenOf(asked);
  if (typeof written === 'string') return refused(written);
  const old = usesOldKeys(query, program, written.isOrdered);
  if (old !== undefined) return refused(refusals[old.why](here(old.operation)));
  const names = NAMINGS.map((naming) => keyNames(table, attribute, naming)).find(({ module, key, end }) => {
    const [own, move] = [moduleBeside(query.file, module), moduleBeside(query.file, `${module}-move`)];
    if (own === undefined || move === undefined) return false;
    if (world.beside(own) !== undefined || world.beside(move) !== undefined) return false;
    return (
      importOf(world, query.file, own, end) !== undefined &&
      [query.file, ...written.sites.map(({ file }) => file)].every(
        (file) => importOf(world, file, own, key) !== undefined,
      )
    );
  });
  const module = names && moduleBeside(query.file, names.module);
  const move = names && moduleBeside(query.file, names.move);
  if (names === undefined || module === undefined || move === undefined) return refused(refusals.names());
  const key = { names, attribute };
  if (
    clashingNames('/module.ts', compoundKeyCode({ names, attribute: PROBE }, TYPESCRIPT), PROBE).has(
      attribute,
    )
  )
    return refused(refusals.attribute(attribute));
  const { quote } = styleOf(world.text(query.file) ?? '');
  const condition = `RowKey ge \${${names.key}(${lookup.value}, ${quote}${quote})} and RowKey lt \${${names.end}(${lookup.value})}`;
  const read = readEdit(asked, condition, written.hasOthers);
  if (read === undefined) return refused(refusals.filter());
  const changes = changesOf(world, query.file, [
    read,
    ...written.sites.map(({ file, span, lead, args }) => ({
      file,
      edit: { span, text: `${lead}${names.key}${args}` },
    })),
    ...importEdits(world, module, [
      { file: query.file, name: names.key },
      { file: query.file, name: names.end },
      ...written.sites.map(({ file }) => ({ file, name: names.key })),
    ]),
  ]);
  if (changes === undefined) return refused(refusals.names());
  const { language, ending } = languageOf(world, query.file, module);
  const moving = { key, table, module: `./${names.module}${ending}`, file: names.move };
  return {
    kind: 'change',
    changes: [
      ...changes,
      newFile(world, query.file, module, compoundKeyCode(key, language)),
      newFile(world, query.file, move, keyMoveCode(moving, language)),
    ],
    isReached: (before, after) => lookupsIn(after) === lookupsIn(before) - 1,
    notes: notesOf(asked, names.move),
  };
}

/** A property that no table has. */
const PROBE = 'theKeyedProperty';

const TYPESCRIPT: Language = { isTypeScript: true, isCommonJs: false };

function lookupsIn({ operations }: FileAnalysis): number {
  return operations.filter((one) => one.via === undefined && lookupAt(one, '') !== undefined).length;
}

/** The condition on the property becomes the range, or gets it beside it where entities of other kinds may be in that. */
function readEdit(
  { world, query, lookup }: Asked,
  condition: string,
  hasOthers: boolean,
): SiteEdit | undefined {
  const { filter, file, callSpan } = query;
  if (filter.kind !== 'known' || filter.isPartial === true) return undefined;
  const { worst } = filter;
  const text = world.text(file);
  const own = conjunctsOf(worst.parsed.filter).find(({ span }) => span.start === lookup.condition.start);
  if (worst.form !== 'odata' || text === undefined || own?.kind !== 'comparison') return undefined;
  const places = toPlaces(worst.text, own.span);
  const [first, last] = [places[0], places.at(-1)];
  const isHere = places.every((one) => one.file === file && contains(callSpan, one.span));
  if (first === undefined || last === undefined || !isHere || own.left.kind !== 'property') return undefined;
  let { end } = last.span;
  if (own.right.kind === 'hole') {
    // the name of the value, and the brace after it
    if (places.length !== 2 || pathAt(file, text, last.span) === undefined) return undefined;
    if (text.charAt(end) !== '}') return undefined;
    end += 1;
  } else if (own.right.kind !== 'literal' || places.length !== 1) return undefined;
  return {
    file,
    edit: hasOthers
      ? { span: { start: end, end }, text: ` and ${condition}` }
      : { span: { start: first.span.start, end }, text: condition },
  };
}

function conjunctsOf(filter: Filter | undefined): readonly Filter[] {
  if (filter === undefined) return [];
  return filter.kind === 'and' ? [...conjunctsOf(filter.left), ...conjunctsOf(filter.right)] : [filter];
}

/** What the writes of a table are to put as their RowKey. */
interface Written {
  readonly sites: readonly KeySite[];
  /** The keys of today are in the order of time. */
  readonly isOrdered: boolean;
  /** Entities without the property are in the table, whose keys stay as they are. */
  readonly hasOthers: boolean;
}

/** Every write of the table, or why one can't have another key. */
function writtenOf({ world, query, lookup, program }: Asked): Written | string {
  const { attribute } = lookup;
  const here = (one: Operation): string => siteName(world, query.file, one);
  const all = [...program.calls, ...program.through].filter((one) => one.kind === 'write');
  const isText =
    lookup.isText || isTextByType(query, attribute) || all.some((one) => isTextIn(one, attribute));
  if (!isText || !all.every((one) => isStoredAsText(one, attribute))) return refusals.type(attribute);
  const sites: KeySite[] = [];
  let [isOrdered, hasOthers] = [false, program.doubtful.length > 0];
  for (const write of all) {
    // what callers give, they are asked about
    if (write.via === undefined && program.through.some((one) => isThrough(one, write))) continue;
    const patterns = write.rowKey === undefined ? [] : patternsOf(write.rowKey);
    const isMade = write.method === 'createEntity' || write.method === 'upsertEntity';
    if (isMade && !mayPut(write, attribute)) {
      // it is no change of one that has the property
      if (write.method === 'upsertEntity' && !patterns.every(isOfItsOwn)) return refusals.write(here(write));
      hasOthers = true;
      continue;
    }
    const [pattern, ...others] = patterns;
    if (!isMade || pattern === undefined || others.length > 0 || !isFresh(pattern))
      return refusals.write(here(write));
    isOrdered ||= isByTime(pattern);
    const site = keySite(world, write, attribute);
    if (site === 'key') return refusals.write(here(write));
    if (site === 'type') return refusals.type(attribute);
    if (site === 'value') return refusals.value(here(write), attribute);
    sites.push(site);
  }
  return sites.length === 0 ? refusals.unknown() : { sites, isOrdered, hasOthers };
}

/** Whether no key of entities that are new each time is equal to it. */
function isOfItsOwn(pattern: KeyPattern): boolean {
  return (
    isFresh(pattern) || (pattern.parts.length > 0 && pattern.parts.every(({ kind }) => kind === 'literal'))
  );
}

/** Whether keys begin with a time. */
function isByTime({ parts: [first] }: KeyPattern): boolean {
  return first?.kind === 'value' && first.form.kind !== 'random';
}

/** Where the RowKey of a write stands, and the code of its value beside it. */
function keySite(
  world: World,
  { file, values }: Write,
  attribute: string,
): KeySite | 'key' | 'value' | 'type' {
  const key = values.find(({ name }) => name === 'rowKey');
  const [put, ...others] = values.filter(({ name }) => name === attribute);
  if (key === undefined || key.isSpread || key.isLate || key.isOfType || key.place.file !== file)
    return 'key';
  if (put === undefined || others.length > 0 || put.isSpread || put.isLate || put.isOfType) return 'value';
  const text = world.text(file);
  if (text === undefined || put.place.file !== file) return 'value';
  if (!isTextFor(put.value) || (put.value.kind === 'unknown' && put.value.isOptional === true)) return 'type';
  const { span } = key.place;
  const code = text.slice(put.place.span.start, put.place.span.end);
  const path = pathAt(file, text, put.place.span);
  const isConstant = put.value.kind === 'text' && path === undefined;
  if (!isConstant && (path === undefined || !isNamedBefore(file, text, path.root, span.start)))
    return 'value';
  const isShort = key.at.span.start === span.start && key.at.span.end === span.end;
  return {
    ...{ file, span },
    lead: isShort ? 'rowKey: ' : '',
    args: `(${code}, ${text.slice(span.start, span.end)})`,
  };
}

function notesOf({ world, query, lookup: { attribute }, program }: Asked, move: string): readonly string[] {
  const doubtful = program.doubtful.slice(0, 3).map((one) => siteName(world, query.file, one));
  return [
    l10n.t(
      'Reads by {0}: the entities with it, in 1 request for each 1,000. Before: all n entities of the partition, in n/1,000 requests.',
      attribute,
    ),
    l10n.t('Writes: as before. The RowKey begins with {0}; no copy, no storage.', attribute),
    l10n.t(
      "{0} mustn't change once an entity is written, as keys can't. A key has at most 512 characters, {0} in it.",
      attribute,
    ),
    l10n.t('Consistency: as before, each entity is there once.'),
    l10n.t(
      'Old entities have old keys: deploy the writes, run {0} until it exits with 0, then deploy the read.',
      move,
    ),
    l10n.t('RowKeys change: what is kept of them outside of this program leads nowhere then.'),
    ...(doubtful.length > 0
      ? [
          l10n.t(
            "It isn't known which table {0} uses. If it is this one, it has to make or read the new keys, too.",
            doubtful.join(', '),
          ),
        ]
      : []),
  ];
}
