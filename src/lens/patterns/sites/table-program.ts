import { settingKey, tablesBySetting } from '../../design/settings.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { isSure, tableKey } from '../../model/tables/tables.ts';
import type { World } from '../pattern.ts';

/** All that a program does with one table. */
export interface TableProgram {
  /** Calls of the SDK that are about this table and no other. */
  readonly calls: readonly Operation[];
  /** Calls of functions that make one of those calls with what they are given. */
  readonly through: readonly Operation[];
  /** Calls of the SDK that are about this table at times, and about another at other times. */
  readonly shared: readonly Operation[];
  /** Calls of the SDK of which it isn't known which table they are about. */
  readonly doubtful: readonly Operation[];
}

/** Sorts the operations of all files by what they have to do with a table. */
export function tableProgram(world: Pick<World, 'files' | 'operations'>, table: string): TableProgram {
  const all = world.files().flatMap((file) => world.operations(file));
  const sure = all.filter(isSure);
  const bySetting = tablesBySetting(sure);
  const tableOf = (one: Operation): string | undefined => {
    const setting = one.table === undefined ? settingKey(one) : undefined;
    return setting === undefined ? one.table : bySetting.get(setting);
  };
  const isOurs = (one: Operation): boolean => {
    const own = tableOf(one);
    return own !== undefined && tableKey(own) === tableKey(table);
  };
  const through = sure.filter((one) => one.via !== undefined && isOurs(one));
  const callsOf = callersOf(sure);
  const program: Record<'calls' | 'shared' | 'doubtful', Operation[]> = {
    calls: [],
    shared: [],
    doubtful: [],
  };
  for (const one of all) {
    if (one.via !== undefined || one.evidence === 'rejected') continue;
    // callers of a class of which no instance is seen may give it another table
    const isAlsoOf = (other: Operation): boolean => other.table !== undefined && !isOurs(other);
    const called = callsOf.get(keyOf(one.file, one.nameSpan.start)) ?? [];
    if (isSure(one) && isOurs(one))
      (one.mayBeOther === true || called.some(isAlsoOf) ? program.shared : program.calls).push(one);
    else if (tableOf(one) === undefined) {
      const callers = isSure(one) ? (callsOf.get(keyOf(one.file, one.nameSpan.start)) ?? []) : [];
      const tables = new Set(
        callers.map((caller) => (caller.table === undefined ? '' : tableKey(caller.table))),
      );
      if (callers.length === 0 || tables.has('')) program.doubtful.push(one);
      else if (tables.has(tableKey(table))) (tables.size === 1 ? program.calls : program.shared).push(one);
    }
  }
  return { ...program, through };
}

/** The calls of functions by the call of the SDK that each of them makes. */
function callersOf(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const callers = new Map<string, Operation[]>();
  for (const one of operations) {
    if (one.via === undefined) continue;
    const key = keyOf(one.via.place.file, one.via.place.span.start);
    callers.set(key, [...(callers.get(key) ?? []), one]);
  }
  return callers;
}

function keyOf(file: string, start: number): string {
  return `${start} ${file}`;
}

/** Whether a call of a function makes that call of the SDK. */
export function isThrough({ via }: Operation, call: Operation): boolean {
  return via?.place.file === call.file && via.place.span.start === call.nameSpan.start;
}

/** Whether two operations are the same call: the engine makes its operations again once edited texts were analyzed. */
export function isSameCall(a: Operation, b: Operation): boolean {
  return isAtOnePlace(a, b) && a.via === undefined && b.via === undefined;
}

/** Whether two operations are of one call, be it of the SDK or of a function. */
export function isAtOnePlace(a: Operation, b: Operation): boolean {
  return a.file === b.file && a.nameSpan.start === b.nameSpan.start;
}
