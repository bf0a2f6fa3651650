import type { TextEdit } from '../../../core/text/edit.ts';
import { patternsOf } from '../../model/keys/key-pattern.ts';
import type {
  Operation,
  PointRead,
  PutProperty,
  Query,
  Value,
  Write,
} from '../../model/operations/operation.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import type { World } from '../pattern.ts';
import { type CallSite, callSites, rangeSite, readSite, readsVersion } from '../sites/call-sites.ts';
import { isThrough, type TableProgram } from '../sites/table-program.ts';
import { writeSiteOf } from '../sites/write-sites.ts';
import type { SeriesCall } from './module-code.ts';
import { areAlike, type ReadingKey, readingKeyOf } from './reading-key.ts';
import { refusals } from './refusals.ts';

/** A call of the SDK that becomes one of the module's functions. */
export type SeriesSite = CallSite<SeriesCall>;

/** What all writes of a table have in common that makes series of its entities. */
export interface Readings {
  readonly key: ReadingKey;
  readonly properties: readonly string[];
}

/** "Understanding the Table service data model": properties of an entity beside its keys and its timestamp. */
const MOST_PROPERTIES = 252;

/** The RowKey of a reading; undefined for a write of anything else. */
export function keyOfReading(write: Write): ReadingKey | undefined {
  const keys = (write.rowKey === undefined ? [] : patternsOf(write.rowKey)).map(readingKeyOf);
  const [first] = keys;
  const isOne = first !== undefined && keys.every((one) => one !== undefined && areAlike(one, first));
  return isOne ? first : undefined;
}

/** The properties of a write beside the keys, in the order of their names. */
function ownOf({ values }: Write): readonly PutProperty[] {
  const own = values.filter(({ name }) => name !== 'partitionKey' && name !== 'rowKey');
  return own.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The writes that a program makes, each as it is seen where its entity is made. */
function writesIn({ calls, through }: TableProgram): readonly Write[] {
  return calls.flatMap((call) => {
    if (call.kind !== 'write') return [];
    const callers = through.filter((one): one is Write => one.kind === 'write' && isThrough(one, call));
    return callers.length === 0 ? [call] : callers;
  });
}

/** What the readings of a table are; or why they can't be put into series. */
export function readingsOf(program: TableProgram, here: (one: Operation) => string): Readings | string {
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const writes = writesIn(program);
  const [key] = writes.flatMap((one) => keyOfReading(one) ?? []);
  const names = writes.map((one) => ownOf(one).map(({ name }) => name));
  const [properties] = names;
  for (const [index, write] of writes.entries()) {
    const { method } = write;
    if (method === 'submitTransaction') return refusals.write(here(write), 'transaction');
    if (method !== 'createEntity' && method !== 'upsertEntity') return refusals.changed(here(write));
    const own = keyOfReading(write);
    if (own === undefined || key === undefined || !areAlike(own, key)) return refusals.key(here(write));
    if (!isSameSet(write, names[index] ?? [], properties ?? [])) return refusals.properties(here(write));
    const other = ownOf(write).find((one) => !isPoint(one));
    if (other !== undefined) return refusals.value(here(write), other.name);
  }
  if (key === undefined || properties === undefined) return refusals.names();
  const isTooMany = key.points * properties.length > MOST_PROPERTIES;
  return isTooMany ? refusals.many(key.points, MOST_PROPERTIES) : { key, properties };
}

/** Whether a write puts these properties and no others, whatever happens. */
function isSameSet(
  { isWhole, isTyped, perhaps = [] }: Write,
  names: readonly string[],
  wanted: readonly string[],
): boolean {
  const isKnown = (isWhole === true || isTyped === true) && perhaps.length === 0 && !names.includes(ANY_NAME);
  return isKnown && new Set(names).size > 0 && [...new Set(names)].join() === [...new Set(wanted)].join();
}

/** Whether a value is one of those that a series has: it is small, and there, as far as is seen. */
function isPoint({ name, value, structure }: PutProperty): boolean {
  if (!/^[A-Za-z_]\w{0,250}$/.test(name)) return false;
  return structure === undefined ? isSmall(value) : structure.kind === 'typed';
}

function isSmall(value: Value): boolean {
  switch (value.kind) {
    case 'number':
      return value.isOptional !== true;
    case 'boolean':
      return true;
    case 'oneOf':
      return value.values.every((one) => isSmall(one.value));
    case 'unknown':
      return value.isOptional !== true && value.is !== 'string' && value.texts === undefined;
    case 'text':
    case 'number-text':
    case 'time-text':
    case 'random-text':
    case 'nothing':
      return false;
  }
}

/** All calls of a table of readings as calls of the module; or why one can't be changed. */
export function seriesSites(
  world: World,
  program: TableProgram,
  here: (one: Operation) => string,
): readonly SeriesSite[] | string {
  return callSites(program.calls, (one) =>
    one.kind === 'write'
      ? writeOf(world, one, here)
      : one.kind === 'query'
        ? listOf(world, one, here)
        : readOf(world, one, here),
  );
}

function writeOf(world: World, write: Write, here: (one: Operation) => string): SeriesSite | string {
  const { file, callSpan } = write;
  const site = writeSiteOf(world, write);
  if (typeof site === 'string') return refusals.write(here(write), site);
  const text = world.text(file) ?? '';
  const [entity, mode] = tableCallAt(file, text, callSpan)?.args ?? [];
  // a reading that is put as a whole is the same one merged
  const isConstant =
    mode === undefined || /^(['"])(?:Merge|Replace)\1$/.test(text.slice(mode.start, mode.end));
  if (entity === undefined || !isConstant) return refusals.write(here(write), 'arguments');
  const rest: readonly TextEdit[] =
    mode === undefined ? [] : [{ span: { start: entity.end, end: mode.end }, text: '' }];
  return {
    file,
    call: site.method === 'createEntity' ? 'create' : 'upsert',
    edits: (reference) => [site.edit(reference), ...rest],
    kept: [],
  };
}

function readOf(world: World, read: PointRead, here: (one: Operation) => string): SeriesSite | string {
  if (readsVersion(read.reads)) return refusals.version(here(read));
  return readSite(world, read) ?? refusals.read(here(read));
}

/** A list of readings in place of a query; or why that would not be the same. */
function listOf(world: World, query: Query, here: (one: Operation) => string): SeriesSite | string {
  const site = rangeSite(world, query);
  if (typeof site === 'string') return refusals[site](here(query));
  return readsVersion(query.consumption.reads) ? refusals.version(here(query)) : site;
}
