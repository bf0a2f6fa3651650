import { constantOf, samePlace } from '../../../core/text/segments.ts';
import { areOtherTables } from '../../model/tables/accounts.ts';
import type { KeyExpression, PutProperty, Value, Write } from '../../model/operations/operation.ts';
import { identityOf, tableKey } from '../../model/tables/tables.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { areDifferent } from './different-keys.ts';
import { constantKey, isInsert, partsOfKey } from './key-values.ts';
import { ranIn } from './ran-in.ts';
import { isKey } from './put-values.ts';
import { areTwoTables } from './two-tables.ts';
import { areAmong } from '../../syntax/facts/branches.ts';

/** An entity that a write makes, or changes. */
export interface Made extends Pick<Write, 'partitionKey' | 'rowKey' | 'values' | 'table' | 'account'> {
  readonly write: Write;
  /** It is seen to have no other properties. */
  readonly isAll?: boolean;
}

/** Two entities that one function writes with the same values under two keys, or to two tables. */
export interface Copies {
  readonly first: Made;
  readonly second: Made;
  /** The properties that both have, with the same value. */
  readonly shared: readonly string[];
  /** Nothing but the order of two names tells their keys from each other: `(a, b)` and `(b, a)` of friends. */
  readonly isMirrored?: true;
}

/** Fewer values than these may be in two entities that are about different things: an id, a time. */
const LEAST = 2;

/** Entities of one function that are compared with each other. */
const MOST = 30;

/** The copies that writes make, of each function those that it writes whatever happens. */
export function copiesIn(writes: readonly Write[]): readonly Copies[] {
  const inserts = writes.flatMap(insertsIn);
  const byFunction = grouped(inserts, ({ write }) => `${ranIn(write).fn ?? ''} ${write.file}`);
  return [...byFunction.values()].flatMap((all) => {
    const made = all.slice(0, MOST);
    return made.flatMap((first, i) => made.slice(i + 1).flatMap((second) => copies(first, second) ?? []));
  });
}

function insertsIn(write: Write): readonly Made[] {
  return write.isInCatch ? [] : madeIn(write);
}

/** The entities that a write makes; with `all` those, too, that it changes. */
export function madeIn(write: Write, which?: 'all'): readonly Made[] {
  const { table, account } = write;
  const of = { write, ...(table !== undefined && { table }), ...(account !== undefined && { account }) };
  const isOne = write.method !== 'submitTransaction' && write.method !== 'deleteEntity';
  if (isOne && (which === 'all' || isInsert(write)))
    return [
      { ...of, ...keysOf(write), ...keysRead(write), values: write.values, isAll: write.isWhole === true },
    ];
  return (write.actions ?? []).flatMap((action) =>
    action.kind === 'create' || action.kind === 'upsert' || which === 'all'
      ? [{ ...of, ...keysOf(action), values: action.values, isAll: action.isWhole === true }]
      : [],
  );
}

/** Of what puts an entity that was read by its keys these, in place of names for them: `{ ...order, isPaid: true }`. */
function keysRead({ partitionKey, rowKey, readRow }: Write): Pick<Made, 'partitionKey' | 'rowKey'> {
  if (readRow === undefined) return {};
  const isNamed = (key: KeyExpression | undefined): key is KeyExpression => key?.value.kind === 'unknown';
  return {
    ...(isNamed(partitionKey) && { partitionKey: { ...partitionKey, value: readRow.partitionKey } }),
    ...(isNamed(rowKey) && { rowKey: { ...rowKey, value: readRow.rowKey } }),
  };
}

function keysOf({
  partitionKey,
  rowKey,
}: Pick<Write, 'partitionKey' | 'rowKey'>): Pick<Made, 'partitionKey' | 'rowKey'> {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

function copies(first: Made, second: Made): Copies | undefined {
  const [way, otherWay] = [ranIn(first.write).branches, ranIn(second.write).branches];
  const isSameWay = areAmong(way, otherWay) && areAmong(otherWay, way);
  // of what one function writes together that function tells
  const isOneCall =
    first.write !== second.write && first.write.callSpan.start === second.write.callSpan.start;
  if (isOneCall || !isSameWay) return undefined;
  const isMirrored = !areApart(first, second);
  if (isMirrored && !areMirrored(first, second)) return undefined;
  const [own, other] = [contentOf(first), contentOf(second)];
  const isSame = sameIn(own, other);
  const shared = own.filter((put) => other.some((its) => isSame(put, its)));
  // a time that both have is of what they are about, and not of when it was written down
  const hasOwnTime = shared.some(({ value }) => isGivenTime(value));
  if (isRecord(first, second, hasOwnTime) || isRecord(second, first, hasOwnTime)) return undefined;
  const isNamesAlone = own.length + other.length === 0;
  const least = areSwapped(first, second) ? 1 : LEAST;
  const isHeld = (values: readonly PutProperty[], content: readonly PutProperty[], by: Made): boolean =>
    isHeldBy(values, content, by, isSame, least);
  const isCopy = shared.length > 0 && isHeld(own, other, second) && isHeld(other, own, first);
  if (!isCopy && !(isNamesAlone && least < LEAST)) return undefined;
  // a constant tells nothing of whom both are about, but is in both
  const isOfOne = (put: PutProperty): boolean =>
    other.some((its) => isSame(put, its) || isOfOneObject(put, its) || isOneState(put, its));
  const shown = own.filter(isOfOne).map(({ name }) => name);
  return { first, second, shared: shown, ...(isMirrored && { isMirrored }) };
}

/** Whether two entities of one table have each other's keys, which are names alone. */
function areMirrored(first: Made, second: Made): boolean {
  const isName = (key: KeyExpression | undefined): boolean => key?.value.kind === 'unknown';
  return (
    isOneTable(first, second) &&
    [first, second].every(({ partitionKey, rowKey }) => isName(partitionKey) && isName(rowKey)) &&
    areSwapped(first, second)
  );
}

/** Whether an entity has another one's values, as such or in its keys: what has less than half of them is another thing that names it. */
function isHeldBy(
  values: readonly PutProperty[],
  content: readonly PutProperty[],
  by: Made,
  isSame: (a: PutProperty, b: PutProperty) => boolean,
  least: number,
): boolean {
  const keys = [by.partitionKey, by.rowKey].flatMap((key) => (key === undefined ? [] : partsOfKey(key)));
  const held = values.filter(
    (put) =>
      content.some((its) => isSame(put, its)) || keys.some(({ value }) => isSameValue(value, put.value)),
  );
  return held.length >= least && 2 * held.length >= values.length;
}

/**
 * Whether the PartitionKey of each is made of what the RowKey of the other one is made of: who is in which group, to be asked from both
 * sides. Both tell of the same two things, however little they say of them.
 */
function areSwapped(first: Made, second: Made): boolean {
  const [partition, row] = [namesIn(first.partitionKey), namesIn(first.rowKey)];
  const [otherPartition, otherRow] = [namesIn(second.partitionKey), namesIn(second.rowKey)];
  return !isSameSet(partition, row) && isSameSet(partition, otherRow) && isSameSet(row, otherPartition);
}

/** What a key is made of, where all of that is given to the function; nothing where it has something else. */
function namesIn(key: KeyExpression | undefined): ReadonlySet<number> {
  const parts = key === undefined ? [] : partsOfKey(key);
  const names = parts.flatMap(({ value }) =>
    value.kind === 'unknown' && value.symbol !== undefined ? [value.symbol] : [],
  );
  return new Set(names.length === parts.length ? names : []);
}

function isSameSet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return a.size > 0 && a.size === b.size && [...a].every((one) => b.has(one));
}

/** Whether two properties of a name begin as the same: `status: 'booked'`, `disabled: false`; what counts from 0 may count two things. */
function isOneState(a: PutProperty, b: PutProperty): boolean {
  return a.name === b.name && a.value.kind !== 'number' && isSameConstant(a.value, b.value);
}

/** Whether two properties are the one that an object brings which is spread into both, or one of which is spread into the other. */
function isOfOneObject(a: PutProperty, b: PutProperty): boolean {
  return a.name === b.name && (a.isSpread || b.isSpread) && samePlace([a.at, b.at]) !== undefined;
}

/** What is kept as it once was: in a table or under a key that says so, or under one for each time, which the other does not have in its keys. */
function isRecord({ table, write, ...made }: Made, other: Made, hasOwnTime: boolean): boolean {
  const keys = keysIn(made);
  const parts = keys.flatMap(partsOfKey);
  const others = keysIn(other).flatMap(partsOfKey);
  const names = [
    table ?? write.receiver.text,
    ...keys.flatMap(({ value }) => constantKey(value) ?? []),
    ...parts.map(({ before }) => before),
  ];
  return (
    names.some((name) => RECORD.test(name)) ||
    parts.some(
      ({ value, place }) =>
        value.kind !== 'unknown' &&
        value.kind !== 'nothing' &&
        !isBucket(value, made.partitionKey) &&
        !isGivenNumber(value) &&
        !((hasOwnTime || keepsTime(other)) && isGivenTime(value)) &&
        !isOwnId(value, other) &&
        !others.some((one) => samePlace([one.place, place]) !== undefined || isSameValue(one.value, value)),
    )
  );
}

/** Whether a value is all of a PartitionKey, and some digits: a bucket, and nothing that is drawn for each entity. */
function isBucket(value: Value, partitionKey: KeyExpression | undefined): boolean {
  return value.kind === 'random-text' && value.by === 'digits' && value === partitionKey?.value;
}

/** An id that was drawn for both: the other one has it as a property. */
function isOwnId(value: Value, other: Made): boolean {
  return value.kind === 'random-text' && contentOf(other).some((put) => isSameValue(put.value, value));
}

function keysIn({ partitionKey, rowKey }: Pick<Made, 'partitionKey' | 'rowKey'>): readonly KeyExpression[] {
  return [partitionKey, rowKey].filter((key) => key !== undefined);
}

/** A time that is not the one at which the program runs. */
function isGivenTime(value: Value): boolean {
  if (value.kind === 'time-text') return value.isNow !== true;
  if (value.kind !== 'number' && value.kind !== 'number-text') return false;
  const { origin } = value.number;
  return origin.kind === 'time' && origin.isNow !== true;
}

/** Whether an entity keeps a time that it is given in a property: as such, or in a text, such as the other one's key. */
function keepsTime(made: Made): boolean {
  return contentOf(made).some(
    ({ value }) =>
      isGivenTime(value) ||
      (value.kind === 'text' &&
        value.segments.some((part) => part.kind === 'hole' && isGivenTime(part.hole))),
  );
}

/** A number that tells what it is of, as a text would: no time, and no version. */
function isGivenNumber(value: Value): boolean {
  if (value.kind !== 'number' && value.kind !== 'number-text') return false;
  const { origin, constant } = value.number;
  const isNamed = origin.kind === 'other' && origin.name !== undefined && !RECORD.test(origin.name);
  return isNamed && constant === undefined;
}

const RECORD =
  /log|audit|metric|trace|telemetry|history|archive|backup|snapshot|event|outbox|version|revision|latest|current/i;

function contentOf({ values }: Made): readonly PutProperty[] {
  return values.filter(({ name }) => !isKey(name));
}

/** Whether two entities are of other tables, or can never have the same keys in one. */
export function areApart(a: Made, b: Made): boolean {
  if (areOtherTables(a, b) || areTwoTables(a.write, b.write)) return true;
  if (!isOneTable(a, b)) return false;
  return isOtherKey(a.partitionKey, b.partitionKey) || isOtherKey(a.rowKey, b.rowKey);
}

/** Where nothing names a table, one client of one function is of one. */
function isOneTable({ table, write: a }: Made, { table: other, write: b }: Made): boolean {
  if (table !== undefined && other !== undefined) return tableKey(table) === tableKey(other);
  if (table !== other) return false;
  const client = identityOf(a);
  if (client !== undefined && client === identityOf(b)) return true;
  return a.file === b.file && a.fn === b.fn && a.receiver.text === b.receiver.text;
}

function isOtherKey(a: KeyExpression | undefined, b: KeyExpression | undefined): boolean {
  return a !== undefined && b !== undefined && areDifferent(a.value, b.value);
}

/**
 * Tells whether two properties of a name have one value: also a number that both are given with the same object, which is seen by where
 * that is made, or by another value that it brings along.
 */
function sameIn(
  own: readonly PutProperty[],
  others: readonly PutProperty[],
): (a: PutProperty, b: PutProperty) => boolean {
  const isTyped = ({ isSpread, isOfType }: PutProperty): boolean => isSpread && isOfType;
  const isOneObject = own
    .filter(isTyped)
    .some((a) => others.filter(isTyped).some((b) => a.name === b.name && isSameValue(a.value, b.value)));
  return (a, b) => {
    if (a.name !== b.name) return false;
    if (isSameValue(a.value, b.value)) return true;
    if (isOneObject && isTyped(a) && isTyped(b)) return isPlain(a.value) && a.value.kind === b.value.kind;
    return (
      a.value.kind === 'number' &&
      isPlain(a.value) &&
      a.isSpread &&
      b.isSpread &&
      samePlace([a.at, b.at]) !== undefined
    );
  };
}

/** A number or boolean that only the running program knows. */
function isPlain(value: Value): boolean {
  if (value.kind === 'boolean') return value.value === undefined;
  return value.kind === 'number' && value.number.constant === undefined;
}

/**
 * Whether two values are one that only the running program knows; what is constant says nothing of whom it is about, unless it stands for
 * what is missing: `Number(item.size) || 0`.
 */
function isSameValue(a: Value, b: Value): boolean {
  if (a.kind === 'oneOf') {
    if (b.kind !== 'oneOf' || a.values.length !== b.values.length) return false;
    const pairs = a.values.flatMap(({ value }, index) => {
      const other = b.values[index]?.value;
      return other === undefined ? [] : [[value, other] as const];
    });
    return (
      pairs.some(([one, other]) => isSameValue(one, other)) &&
      pairs.every(([one, other]) => isSameValue(one, other) || isSameConstant(one, other))
    );
  }
  return 'symbol' in a && 'symbol' in b && a.symbol === b.symbol;
}

function isSameConstant(a: Value, b: Value): boolean {
  if (a.kind === 'nothing') return b.kind === 'nothing';
  if (a.kind === 'boolean') return a.value !== undefined && b.kind === 'boolean' && a.value === b.value;
  if (a.kind === 'number')
    return a.number.constant !== undefined && b.kind === 'number' && a.number.constant === b.number.constant;
  return a.kind === 'text' && b.kind === 'text' && sameText(constantOf(a.segments), constantOf(b.segments));
}

function sameText(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a === b;
}
