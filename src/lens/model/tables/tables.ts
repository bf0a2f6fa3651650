import * as l10n from '@vscode/l10n';
import { OPEN_DATE, seriesName, seriesStart } from '../../../core/config/series-name.ts';
import { shown } from '../../../core/text/shown.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { type GivenKey, givenKeys, type KeySchema, keySchemaOf } from '../keys/key-schema.ts';
import { lazy } from '../lazy.ts';
import type { Operation, Write } from '../operations/operation.ts';

/** What all operations of the workspace say about one table. */
export interface TableModel {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly writes: readonly Write[];
  /** How its keys are put together. Worked out when asked. */
  readonly keys: () => KeySchema;
}

/** What is known of tables at one time. */
export interface TableView {
  /** Names are case-insensitive, as in the service; a table that nobody names may be of a series. Operations are in the order of their files' names. */
  readonly model: (name: string) => TableModel | undefined;
  /** That of an operation: where its table's name is not known, what the operations on the same client say together. */
  readonly modelOf: (operation: Operation) => TableModel | undefined;
  /** The keys that an operation of a file gives. */
  readonly keysOf: (operation: Operation) => readonly GivenKey[];
  /** The writes of a file to tables that are told from others, in no order. */
  readonly writesIn: (file: string) => readonly Write[];
}

/** The operations of all files by table. A change of one file costs as much as that file has operations. */
export interface Tables extends TableView {
  /** Replaces what is known of a file. */
  readonly set: (file: string, operations: readonly Operation[]) => void;
  /** What would be known if a file had these operations, as long as no other is set. */
  readonly asIf: (file: string, operations: readonly Operation[]) => TableView;
}

/** One file's operations, and the keys of those that somebody asked about: they are as long known as the operations. */
interface Part {
  readonly byTable: ReadonlyMap<string, readonly Operation[]>;
  readonly keys: Map<Operation, readonly GivenKey[]>;
}

export function createTables(): Tables {
  const parts = new Map<string, Part>();
  const filesOf = new Map<string, Set<string>>();
  const models = new Map<string, TableModel>();

  const put = (file: string, part: Part): void => {
    for (const key of parts.get(file)?.byTable.keys() ?? []) {
      const files = filesOf.get(key);
      files?.delete(file);
      if (files?.size === 0) filesOf.delete(key);
      models.delete(key);
    }
    parts.set(file, part);
    for (const key of part.byTable.keys()) {
      filesOf.set(key, (filesOf.get(key) ?? new Set()).add(file));
      models.delete(key);
    }
  };
  const partOf = (file: string): Part | undefined => parts.get(file);
  const view = viewOf(models, (key) => filesOf.get(key) ?? NOWHERE, partOf);
  return {
    ...view,
    set(file, operations) {
      put(file, partWith(operations));
    },
    asIf(file, operations) {
      const [before, after] = [parts.get(file), partWith(operations)];
      const filesAsIf = (key: string): ReadonlySet<string> => {
        const files = filesOf.get(key) ?? NOWHERE;
        if (after.byTable.has(key)) return new Set([...files, file]);
        return files.has(file) ? new Set([...files].filter((one) => one !== file)) : files;
      };
      const changed = viewOf(new Map(), filesAsIf, (one) => (one === file ? after : partOf(one)));
      const isSame = (key: string): boolean => !after.byTable.has(key) && before?.byTable.has(key) !== true;
      return {
        keysOf: changed.keysOf,
        writesIn: changed.writesIn,
        model: (name) => (isSame(keyFor(filesAsIf, name)) ? view.model(name) : changed.model(name)),
        modelOf: (operation) =>
          isSame(
            operation.table === undefined
              ? (identityOf(operation) ?? '')
              : keyFor(filesAsIf, operation.table),
          )
            ? view.modelOf(operation)
            : changed.modelOf(operation),
      };
    },
  };
}

const NOWHERE: ReadonlySet<string> = new Set();

function viewOf(
  models: Map<string, TableModel>,
  filesOf: (key: string) => ReadonlySet<string>,
  partOf: (file: string) => Part | undefined,
): TableView {
  const keysOf = (operation: Operation): readonly GivenKey[] => {
    const known = partOf(operation.file)?.keys;
    const keys = known?.get(operation) ?? givenKeys(operation);
    known?.set(operation, keys);
    return keys;
  };
  const modelFor = (key: string, name: string): TableModel | undefined => {
    const known = models.get(key);
    const files = filesOf(key);
    if (known !== undefined || files.size === 0) return known;
    const operations = [...files].sort().flatMap((file) => partOf(file)?.byTable.get(key) ?? []);
    const model: TableModel = {
      name: nameOfTable(operations) ?? name,
      operations,
      writes: operations.filter((operation) => operation.kind === 'write'),
      keys: lazy(() => keySchemaOf(operations, keysOf)),
    };
    models.set(key, model);
    return model;
  };
  return {
    model: (name) => modelFor(keyFor(filesOf, name), name),
    modelOf(operation) {
      const { table, receiver } = operation;
      if (table !== undefined) return modelFor(keyFor(filesOf, table), table);
      const key = identityOf(operation);
      return key === undefined
        ? undefined
        : modelFor(key, l10n.t('the table of {0}', shown(withoutThis(receiver.text), MOST_OF_NAME)));
    },
    keysOf,
    writesIn: (file) =>
      [...(partOf(file)?.byTable.values() ?? [])].flat().filter((operation) => operation.kind === 'write'),
  };
}

/** The key of a table, or, where nobody names that, of the series that it may be of. */
function keyFor(filesOf: (key: string) => ReadonlySet<string>, name: string): string {
  const given = tableKey(name);
  const series = filesOf(given).size > 0 ? undefined : seriesName(name);
  return series === undefined ? given : tableKey(series);
}

function partWith(operations: readonly Operation[]): Part {
  return { byTable: grouped(operations, keyOf), keys: new Map() };
}

function keyOf(operation: Operation): string | undefined {
  return isSure(operation) ? identityOf(operation) : undefined;
}

/**
 * Equal for operations on one table: by its name, by settings and constants that make it up, or, where neither is known, by the client;
 * undefined where none is.
 */
export function identityOf({
  table,
  tableSetting,
  clientKey,
}: Pick<Operation, 'table' | 'tableSetting' | 'clientKey'>): string | undefined {
  if (table !== undefined) return tableKey(table);
  if (tableSetting?.includes('{') === true) return `\n${tableSetting}`;
  return clientKey === undefined ? undefined : `\n${clientKey}`;
}

/** Characters of a client's name that are shown. */
const MOST_OF_NAME = 40;

/** What a client is called, without whose it is. */
export function withoutThis(receiver: string): string {
  return receiver.replace(/^this\??\./, '');
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
