import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import { beginsWithDigit, encodingOf } from '../../design/layout.ts';
import type { KeyPattern } from '../../model/keys/key-pattern.ts';
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
  if (isOneKind && !isPrefixOfCopies) return { key, copies, isOpen, others: first };
  const isAfter =
    !isPartial && written.length > 0 && written.every(({ pattern }) => beginsWithDigits(pattern));
  return { key, copies, isOpen, ...(isAfter && { isAfter }) };
}

/** What lists read afterwards, in words; `past` where they read the copies, too. */
export function listsOf({ key, copies, others, isAfter }: KeysOf, past: string): string {
  if (isAfter)
    return l10n.t('Lists of the partition read the {0}s before {1}, where no copies are.', key, copies);
  return others === undefined
    ? past
    : l10n.t('Lists of the partition read RowKeys that begin with {0}, as every write makes them.', others);
}

/** Whether all keys begin with a digit, and so come before any that begins with a letter. */
function beginsWithDigits({ parts: [first] }: KeyPattern): boolean {
  if (first === undefined) return false;
  return first.kind === 'literal' ? /^\d/.test(first.text) : beginsWithDigit(encodingOf(first));
}
