import { type Operation } from '../model/operations/operation.ts';
import { tableKey } from '../model/tables/tables.ts';
import { wordsOf } from './words.ts';

/**
 * Equal for operations on tables that one setting of the environment names: in one file, where all settings are called like that. Undefined
 * where none does.
 */
export function settingKey(operation: Operation): string | undefined {
  const { tableSetting } = operation;
  if (tableSetting === undefined) return undefined;
  return [tableSetting, ...(isTelling(tableSetting) ? [] : [clientFile(operation)])].join('\n');
}

/** The tables by the settings that name them, where one name alone stands in for a setting that is not made. */
export function tablesBySetting(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const found = new Map<string, Map<string, string>>();
  for (const one of operations) {
    const key = settingKey(one);
    if (key === undefined || one.table === undefined) continue;
    found.set(key, (found.get(key) ?? new Map<string, string>()).set(tableKey(one.table), one.table));
  }
  return new Map(
    [...found].flatMap(([key, names]) => {
      const [name] = names.values();
      return name === undefined || names.size > 1 ? [] : [[key, name] as const];
    }),
  );
}

/** The file in which the SDK is called. */
export function clientFile({ file, via }: Operation): string {
  return via?.place.file ?? file;
}

/** Whether a setting's name says more than that it names a table: two programs of one folder have a `TABLE_NAME` each. */
export function isTelling(setting: string): boolean {
  const words = wordsOf(setting).toLowerCase().split(' ');
  return words.some((word) => !GENERIC.has(word));
}

const GENERIC: ReadonlySet<string> = new Set([
  ...['azure', 'storage', 'az', 'cosmos', 'table', 'tables', 'name', 'tablename', 'my', 'app', 'default'],
  ...['main', 'data', 'prefix', 'suffix', 'stage', 'env', 'environment'],
]);
