import { patternsOf } from '../../model/keys/key-pattern.ts';
import type { Operation, PointRead, Query, Write } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import type { World } from '../pattern.ts';
import { type CallSite, callSites, rangeSite, readSite } from '../sites/call-sites.ts';
import type { TableProgram } from '../sites/table-program.ts';
import { writeSiteOf } from '../sites/write-sites.ts';
import { type PartCall, SEPARATOR } from './module-code.ts';
import { refusals } from './refusals.ts';

/** A call of the SDK that becomes one of the module's functions. */
export type PartSite = CallSite<PartCall>;

/** "Understanding the Table service data model": properties of an entity beside its keys and its timestamp. */
const MOST_PROPERTIES = 252;

/** Names that the program spells out and that stay together in the first entity; more of them are spread as all others are. */
const MOST_FIRST = 50;

/** Names that the generated code can spell out; others, which the service hardly takes, go to parts. */
const PLAIN = /^[A-Za-z_]\w{0,254}$/;

/** What every entity has, and the SDK knows by these names. */
const COMMON: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/** Whether a write puts more properties than an entity can have, or any number of them by computed names. */
export function isWide({ values }: Write): boolean {
  const names = new Set(values.map(({ name }) => name));
  return (
    names.has(ANY_NAME) || names.size - [...COMMON].filter((one) => names.has(one)).length > MOST_PROPERTIES
  );
}

/** The properties that stay in the first entity: those that writes spell out, unless they are many. */
export function firstOf({ calls, through }: TableProgram): readonly string[] {
  const names = new Set(
    [...calls, ...through].flatMap((one) => (one.kind === 'write' ? one.values.map(({ name }) => name) : [])),
  );
  const own = [...names].filter((one) => PLAIN.test(one) && !COMMON.has(one)).sort();
  return own.length > MOST_FIRST ? [] : own;
}

/** All calls of a table that parts would break, or that they are written by; or why one can't be changed. */
export function partSites(
  world: World,
  program: TableProgram,
  first: readonly string[],
  here: (one: Operation) => string,
): readonly PartSite[] | string {
  const [shared] = program.shared;
  if (shared !== undefined) return refusals.shared(here(shared));
  const marked = [...program.calls, ...program.through].find(
    (one) => one.kind !== 'query' && hasSeparator(one),
  );
  if (marked !== undefined) return refusals.separator(here(marked), SEPARATOR);
  return callSites(program.calls, (one) =>
    one.kind === 'write'
      ? writeOf(world, one, here)
      : one.kind === 'query'
        ? listOf(world, one, here)
        : readOf(world, one, first, here),
  );
}

/** Whether a RowKey is seen to be one that a part might have. */
function hasSeparator({ rowKey }: Write | PointRead): boolean {
  const patterns = rowKey === undefined ? [] : patternsOf(rowKey);
  return patterns.some(({ parts }) =>
    parts.some((one) => one.kind === 'literal' && one.text.includes(SEPARATOR)),
  );
}

const WRITES = {
  createEntity: 'create',
  updateEntity: 'update',
  upsertEntity: 'upsert',
  deleteEntity: 'delete',
} as const;

function writeOf(world: World, write: Write, here: (one: Operation) => string): PartSite | string {
  const site = writeSiteOf(world, write);
  if (typeof site === 'string') return refusals.write(here(write), site);
  return {
    file: write.file,
    call: WRITES[site.method],
    edits: (reference) => [site.edit(reference)],
    kept: [],
  };
}

function readOf(
  world: World,
  read: PointRead,
  first: readonly string[],
  here: (one: Operation) => string,
): PartSite | string | undefined {
  const { reads } = read;
  const isOfFirst =
    reads?.isWhole === false && reads.names.every((one) => COMMON.has(one) || first.includes(one));
  // the first entity is read as before
  return isOfFirst ? undefined : (readSite(world, read) ?? refusals.read(here(read)));
}

/** A list of whole entities in place of a query; or why that would not be the same. */
function listOf(world: World, query: Query, here: (one: Operation) => string): PartSite | string {
  const site = rangeSite(world, query);
  return typeof site === 'string' ? refusals[site](here(query)) : site;
}
