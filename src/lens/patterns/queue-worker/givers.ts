import type { Operation, PointRead, Query } from '../../model/operations/operation.ts';
import type { World } from '../pattern.ts';
import { siteName } from '../sites/site-name.ts';
import { isThrough, type TableProgram, tableProgram } from '../sites/table-program.ts';

/** Where entities of some tables go, with all that they have, to code that isn't seen. */
export interface Givers {
  /** Names of the places. */
  readonly places: readonly string[];
  /** No other read gives away entities of a table that isn't known. */
  readonly areAll: boolean;
}

/** The reads that give away whole entities of some tables, as seen from the folder of a file. */
export function giversIn(world: World, file: string, tables: readonly string[]): Givers {
  const programs = tables.map((table) => tableProgram(world, table));
  const isGiver = (one: Operation): boolean => one.kind !== 'write' && givesWhole(world, one);
  const givers = programs.flatMap(readsOf).filter(isGiver);
  return {
    places: [...new Set(givers.map((one) => siteName(world, file, one)))],
    areAll: !programs.some((program) => unknownOf(world, program).some(isGiver)),
  };
}

/** Calls that may be about a table: those of which nobody knows, and those of functions that are called for several tables. */
function unknownOf(world: World, { doubtful, shared }: TableProgram): readonly Operation[] {
  if (shared.length === 0) return doubtful;
  const through = world
    .files()
    .flatMap((file) => world.operations(file))
    .filter((one) => one.table === undefined && shared.some((call) => isThrough(one, call)));
  return [...doubtful, ...through];
}

/** Calls about a table: of those that are about several ones the calls of the functions that make them, which decide. */
function readsOf({ calls, through, shared }: TableProgram): readonly Operation[] {
  return [
    ...calls,
    ...through.filter((one) => !calls.some((call) => isThrough(one, call))),
    ...shared.filter((call) => !through.some((one) => isThrough(one, call))),
  ];
}

/** Whether a read gives away all of an entity; of a call of a function the read in that says so. */
function givesWhole(world: World, read: Query | PointRead): boolean {
  const { via } = read;
  const within =
    via === undefined
      ? undefined
      : world
          .operations(via.place.file)
          .find((call) => call.via === undefined && call.kind !== 'write' && isThrough(read, call));
  return [read, ...(within === undefined ? [] : [within])].every((one) => !isNarrow(one));
}

function isNarrow(read: Operation): boolean {
  if (read.kind === 'write') return false;
  const reads = read.kind === 'query' ? read.consumption.reads : read.reads;
  return reads?.isWhole === false || Array.isArray(read.projection?.select);
}
