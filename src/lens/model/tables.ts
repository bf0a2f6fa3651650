import { OPEN_DATE, seriesName, seriesStart } from '../../core/config/series-name.ts';
import { type GivenKey, givenKeys, type KeySchema, keySchemaOf } from './key-schema.ts';
import { lazy } from './lazy.ts';
import type { Operation, Write } from './operation.ts';

/** What all operations of the workspace say about one table. */
export interface TableModel {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly writes: readonly Write[];
  /** How its keys are put together. Worked out when asked. */
  readonly keys: () => KeySchema;
}

/** The operations of all files by table. A change of one file costs as much as that file has operations. */
export interface Tables {
  /** Replaces what is known of a file. */
  readonly set: (file: string, operations: readonly Operation[]) => void;
  /** Does something as if a file had these operations, and forgets them. */
  readonly asIf: <T>(file: string, operations: readonly Operation[], work: () => T) => T;
  /** Names are case-insensitive, as in the service; a table that nobody names may be of a series. Operations are in the order of their files' names. */
  readonly model: (name: string) => TableModel | undefined;
  /** The keys that an operation of a file gives. */
  readonly keysOf: (operation: Operation) => readonly GivenKey[];
}

/** One file's operations, and the keys of those that somebody asked about: they are as long known as the operations. */
interface Part {
  readonly operations: readonly Operation[];
  readonly keys: Map<Operation, readonly GivenKey[]>;
}

export function createTables(): Tables {
  const parts = new Map<string, Part>();
  const filesOf = new Map<string, Set<string>>();
  const models = new Map<string, TableModel>();

  const put = (file: string, part: Part | undefined): void => {
    for (const key of tablesOf(parts.get(file))) {
      filesOf.get(key)?.delete(file);
      models.delete(key);
    }
    if (part === undefined) parts.delete(file);
    else parts.set(file, part);
    for (const key of tablesOf(part)) {
      const files = filesOf.get(key) ?? new Set();
      filesOf.set(key, files.add(file));
      models.delete(key);
    }
  };
  const keysOf = (operation: Operation): readonly GivenKey[] => {
    const known = parts.get(operation.file)?.keys;
    const keys = known?.get(operation) ?? givenKeys(operation);
    known?.set(operation, keys);
    return keys;
  };
  return {
    set(file, operations) {
      put(file, { operations, keys: new Map() });
    },
    asIf(file, operations, work) {
      const before = parts.get(file);
      const modelsBefore = new Map(models);
      put(file, { operations, keys: new Map() });
      try {
        return work();
      } finally {
        put(file, before);
        for (const [key, model] of modelsBefore) models.set(key, model);
      }
    },
    model(name) {
      const given = tableKey(name);
      const series = filesOf.has(given) ? undefined : seriesName(name);
      const key = series === undefined ? given : tableKey(series);
      const known = models.get(key);
      const files = filesOf.get(key);
      if (known !== undefined || files === undefined || files.size === 0) return known;
      const operations = [...files]
        .sort()
        .flatMap((file) => parts.get(file)?.operations.filter((operation) => keyOf(operation) === key) ?? []);
      const model: TableModel = {
        name: nameOfTable(operations) ?? name,
        operations,
        writes: operations.filter((operation) => operation.kind === 'write'),
        keys: lazy(() => keySchemaOf(operations, keysOf)),
      };
      models.set(key, model);
      return model;
    },
    keysOf,
  };
}

function tablesOf(part: Part | undefined): ReadonlySet<string> {
  return new Set((part?.operations ?? []).flatMap((operation) => keyOf(operation) ?? []));
}

function keyOf(operation: Operation): string | undefined {
  return isSure(operation) && operation.table !== undefined ? tableKey(operation.table) : undefined;
}

/** Equal for the names that mean one table: in any case, and those of the tables of one series, however its date is written. */
export function tableKey(name: string): string {
  return seriesStart(name) ?? name.toLowerCase();
}

/** The name of the table of these operations, by one that tells how the date of a series is written where any does. */
export function nameOfTable(operations: readonly Operation[]): string | undefined {
  const isInFull = ({ table }: Operation): boolean => table?.includes(OPEN_DATE) === false;
  return (operations.find(isInFull) ?? operations[0])?.table;
}

/** Whether an operation may be spoken of: it is, or very probably is, one of Azure Tables. */
export function isSure(operation: Operation): boolean {
  return operation.evidence === 'proved' || operation.evidence === 'inferred';
}
