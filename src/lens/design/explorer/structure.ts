import { beginsWithDigit, keyText, type KeyPart, type Layout } from '../layout.ts';

/** One set of entities that a design keeps of a kind, under keys of its own. */
export interface Structure {
  /** `base`: the entities themselves; `copy`: all of each once more; `index`: the keys of each, to be read by. */
  readonly role: 'base' | 'copy' | 'index';
  readonly layout: Layout;
  /** Entities lie under these keys today. */
  readonly isToday: boolean;
  /** What of related entities each entity has as well: `department.title`, or `item.*` for all of it (denormalization). */
  readonly carries?: readonly string[];
  /** The time of which each day has a table of its own, that is dropped as a whole (high volume delete). */
  readonly tableBy?: string;
  /** In tables by day, entities have other keys than today as well. */
  readonly isRekeyed?: true;
  /** Entities that differ in one attribute alone are one, with properties for each of its values (data series). */
  readonly columns?: Columns;
}

/** The values of one attribute as properties of one entity. */
export interface Columns {
  readonly attribute: string;
  /** How many values it may have. */
  readonly most: number;
}

/**
 * Whether two structures lie in one partition, so that one transaction writes both: they have equal PartitionKeys for one entity, and
 * RowKeys that nobody takes for each other's, as the program that is there today has or as they begin. Any others are in tables apart.
 */
export function isSamePartition(a: Structure, b: Structure): boolean {
  if (a === b) return true;
  if (partitionText(a) !== partitionText(b) || a.tableBy !== b.tableBy) return false;
  return (a.isToday && b.isToday) || isToldApart(a.layout.rowKey, b.layout.rowKey);
}

/** Whether no RowKey of the one can be one of the other: they begin with different words, or one with a word and one with a digit. */
function isToldApart([one]: readonly KeyPart[], [other]: readonly KeyPart[]): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'literal' && other.kind === 'literal')
    return !one.text.startsWith(other.text) && !other.text.startsWith(one.text);
  const [word, value] = one.kind === 'literal' ? [one, other] : [other, one];
  return (
    word.kind === 'literal' &&
    !/^\d/.test(word.text) &&
    value.kind === 'attribute' &&
    beginsWithDigit(value.encoding)
  );
}

function partitionText({ layout }: Structure): string {
  return keyText(layout.partitionKey);
}

/** Whether each entity of a structure has an attribute of a related one. */
export function isCarried(name: string, { carries = [] }: Structure): boolean {
  return carries.includes(name) || carries.includes(`${referenceIn(name)}.*`);
}

/** What refers to the related entity that an attribute lies with: `item` of `item.endDate`. */
export function referenceIn(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/**
 * The related entities that are read one after the other for an attribute, each by what the one before it, or the entity, refers to it by:
 * `bid` and `bid.item` of `bid.item.endDate`; those before what a structure carries need not be read.
 */
export function referencesIn(name: string, structure?: Structure): readonly string[] {
  const reference = referenceIn(name);
  const isAtHand = structure !== undefined && isCarried(reference, structure);
  return !reference.includes('.') || isAtHand
    ? [reference]
    : [...referencesIn(reference, structure), reference];
}

/** Whether the entities lie as they do today, nothing added to them. */
export function isUnchanged({ isToday, carries }: Structure): boolean {
  return isToday && carries === undefined;
}

/** Equal for structures that hold the same under the same keys. */
export function structureKey({ role, layout, carries = [], tableBy = '', columns }: Structure): string {
  return [
    role,
    keyText(layout.partitionKey),
    keyText(layout.rowKey),
    carries.join(),
    tableBy,
    columns?.attribute ?? '',
  ].join('\n');
}
