import type { KeyName } from '../../../core/shape/shape.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { KeysOf } from './without-copies.ts';
import { startOf } from './write-sites.ts';

/** Keys of copies, and whether another entity might have such a key by chance. */
export interface CopyKeys extends KeysOf {
  readonly isOpen: boolean;
}

/** What `prefix` of copies may be. */
export function isPrefix(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,50}[_.:~|+-]$/.test(text) || text === 'auto';
}

/** What the keys of copies begin with, in the way of the table (`auto` takes `name`); that alone where others begin so, too. */
export function copyKeys(key: KeyName, table: TableModel, name: string, wanted: string): CopyKeys | string {
  const { partitionKey, rowKey, isPartial } = table.keys();
  const written = (key === 'RowKey' ? rowKey : partitionKey).filter(({ uses }) =>
    uses.some(({ how }) => how === 'written'),
  );
  const starts = written.map(({ pattern }) => startOf(pattern)?.text);
  const separators = starts.flatMap((one) => /[_.:~|+-]$/.exec(one ?? '')?.[0] ?? []);
  const copies = wanted === 'auto' ? `${name}${separators[0] ?? '_'}` : wanted;
  if (starts.some((one) => one?.startsWith(copies) === true)) return copies;
  const [first] = starts;
  // a key that is a constant as a whole is of one entity, which says nothing of others
  const isWhole = written.some(({ pattern }) => startOf(pattern)?.isAll === true);
  const isOneKind =
    !isPartial && !isWhole && first !== undefined && first !== '' && starts.every((one) => one === first);
  const isPrefixOfCopies = first !== undefined && copies.startsWith(first);
  const isOpen =
    isPartial ||
    written.length === 0 ||
    written.some(({ pattern: { parts } }) => {
      const [start] = parts;
      if (start?.kind === 'literal') return copies.startsWith(start.text);
      return start === undefined || start.form.kind === 'text';
    });
  return { key, copies, isOpen, ...(isOneKind && !isPrefixOfCopies && { others: first }) };
}
