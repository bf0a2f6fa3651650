import { type KeySchema, keySchemaOf } from './key-schema.ts';
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
  /** Names are case-insensitive, as in the service. Operations are in the order of their files' names. */
  readonly model: (name: string) => TableModel | undefined;
}

export function createTables(): Tables {
  const byFile = new Map<string, readonly Operation[]>();
  const filesOf = new Map<string, Set<string>>();
  const models = new Map<string, TableModel>();

  const keysOf = (operations: readonly Operation[]): ReadonlySet<string> =>
    new Set(operations.flatMap((operation) => keyOf(operation) ?? []));
  return {
    set(file, operations) {
      for (const key of keysOf(byFile.get(file) ?? [])) {
        filesOf.get(key)?.delete(file);
        models.delete(key);
      }
      byFile.set(file, operations);
      for (const key of keysOf(operations)) {
        const files = filesOf.get(key) ?? new Set();
        filesOf.set(key, files.add(file));
        models.delete(key);
      }
    },
    model(name) {
      const key = name.toLowerCase();
      const known = models.get(key);
      const files = filesOf.get(key);
      if (known !== undefined || files === undefined || files.size === 0) return known;
      const operations = [...files]
        .sort()
        .flatMap((file) => byFile.get(file)?.filter((operation) => keyOf(operation) === key) ?? []);
      const model: TableModel = {
        name: operations[0]?.table ?? name,
        operations,
        writes: operations.filter((operation) => operation.kind === 'write'),
        keys: lazy(() => keySchemaOf(operations)),
      };
      models.set(key, model);
      return model;
    },
  };
}

function keyOf(operation: Operation): string | undefined {
  return isSure(operation) ? operation.table?.toLowerCase() : undefined;
}

/** Whether an operation may be spoken of: it is, or very probably is, one of Azure Tables. */
export function isSure(operation: Operation): boolean {
  return operation.evidence === 'proved' || operation.evidence === 'inferred';
}
