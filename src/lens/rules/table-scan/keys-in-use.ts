import { isInsert, constantKey } from '../shared/key-values.ts';
import { shown, textAt } from '../shared/place.ts';
import type { RuleContext } from '../rule.ts';

/** What the writes to a table put as PartitionKey. */
export interface KeysInUse {
  /** Each way to write it once, as the source has it; at most {@link MOST}. */
  readonly codes: readonly string[];
  /** The one constant that every write puts. */
  readonly constant?: string;
  /** The one name under which every write has it: `department` of `employee.department`. */
  readonly name?: string;
}

/** More ways than these would hide the message. */
const MOST = 3;

export function partitionKeysInUse(context: RuleContext, table: string | undefined): KeysInUse {
  const keys = (context.table(table)?.writes ?? [])
    .filter(isInsert)
    .flatMap((write) => (write.partitionKey === undefined ? [] : [write.partitionKey]));
  const constants = new Set(keys.map((key) => constantKey(key.value)));
  const sources = keys.map((key) => textAt(context, key.place));
  const codes = keys.map((key, i) => {
    const constant = constantKey(key.value);
    return constant === undefined ? shown(sources[i] ?? '') : `'${constant}'`;
  });
  const names = new Set(sources.map((source) => /^(?:[\w$]+\.)*([\w$]+)$/.exec(source)?.[1]));
  const [constant] = constants;
  const [name] = names;
  return {
    codes: [...new Set(codes)].filter((code) => code !== '' && code !== 'partitionKey').slice(0, MOST),
    ...(constants.size === 1 && constant !== undefined && { constant }),
    ...(names.size === 1 && name !== undefined && constant === undefined && { name }),
  };
}
