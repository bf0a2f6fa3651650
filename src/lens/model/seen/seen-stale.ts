import { flatten, type Place, samePlace } from '../../../core/text/segments.ts';
import type { Flow } from '../../flow/flow.ts';
import { NEVER } from '../../flow/conditions/guards.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Back, BackPart, CalledAt, Read, WrittenBack } from '../../flow/entities/reads.ts';
import { constantText, piece } from '../../flow/values/texts.ts';
import { type Atom, type Case, isSame, UNDEFINED, type Value } from '../../flow/values/values.ts';
import type { Files } from '../../link/linker.ts';
import type { Value as Plain } from '../../link/values/value.ts';
import type { Abstract } from '../../link/values/abstract.ts';
import { seenKey } from './seen-keys.ts';
import { accountOf, areOtherTables } from '../tables/accounts.ts';
import { readFilterText } from '../../../core/shape/filter-text.ts';
import type { ReadRow, StaleRead, Write } from '../operations/operation.ts';

/** A write as it was seen once. */
export interface SeenWrite extends Pick<Observation, 'through' | 'within' | 'client'> {
  readonly kind: 'update' | 'upsert';
  readonly back: WrittenBack;
  /** It is made for each of many. */
  readonly isEach: boolean;
}

/** Where a write is told. */
export interface ToldAt {
  readonly file: string;
  readonly nameStart: number;
  /** It is a call that leads to the write. */
  readonly isThrough: boolean;
  /** What the function around it is given is told where that is called. */
  readonly isToldByCallers: boolean;
}

/**
 * The read that a write puts back, as a whole or in properties that are made from what was read, without asking the service whether
 * that is still so; told where both are called.
 */
export function seenStale(flow: Flow, all: readonly SeenWrite[], at: ToldAt): StaleRead | undefined {
  for (const write of all) {
    const { kind, back, client } = write;
    if (kind === 'update' && back.etag !== 'missing') continue;
    const found = back.backs.find(
      (one) =>
        isContent(one, write) &&
        isToldHere(one.read, write.through, at, write.within) &&
        isSameTable(flow, one.read.client, client) &&
        one.keys.every((key, index) => key === 'own' || isPinned(flow, one.read, index, key)),
    );
    if (found !== undefined) return { ...staleOf(found, at), ...(isAgain(all, found) && { isAgain: true }) };
  }
  return undefined;
}

/** Whether the entity may have been written before, one of the times that the write was seen. */
function isAgain(all: readonly SeenWrite[], { read }: Back): boolean {
  return all.some(({ back }) =>
    back.backs.some((one) => one.isAgain === true && samePlace([one.read.place, read.place]) !== undefined),
  );
}

/** The read that gave nothing, wherever an upsert comes to pass; told where both are called. */
export function seenMissing(
  observations: readonly Pick<Observation, 'missing' | 'through'>[],
  at: ToldAt,
): Pick<Write, 'missing'> {
  const reads = observations.map(({ missing, through }) =>
    missing !== undefined && isToldHere(missing, through, at) ? missing.place : undefined,
  );
  const place = samePlace(reads);
  return place === undefined ? {} : { missing: place };
}

/** The read of which something is asked before a write, the same wherever that comes to pass; told where both are called. */
export function seenCheck(
  observations: readonly Pick<Observation, 'checked' | 'through'>[],
  at: ToldAt,
): Pick<Write, 'checked'> {
  const found = observations.map(({ checked, through }) =>
    checked !== undefined && isToldHere(checked, through, at) ? checked : undefined,
  );
  const [first] = found;
  const place = samePlace(found.map((one) => one?.place));
  if (first === undefined || place === undefined) return {};
  const properties = first.properties.filter(({ property }) =>
    found.every((one) => one?.properties.some((other) => other.property === property)),
  );
  const { name, mayBeNothing } = first;
  return {
    checked: {
      place,
      properties,
      ...(found.some((one) => one?.isMissingToo === true) && { isMissingToo: true }),
      ...(!at.isThrough &&
        name !== undefined && { name, ...(mayBeNothing !== undefined && { mayBeNothing }) }),
    },
  };
}

/** The read of which a write puts all that was read, whatever it changes: a point read, and what its row is, or a list. */
export function seenReadRow(
  flow: Flow,
  files: Files,
  observations: readonly Pick<Observation, 'back' | 'client' | 'reached'>[],
): Pick<Write, 'readRow' | 'readEntity'> {
  const { and, not } = flow.guards;
  const rows = observations.map(({ back, client, reached }) => {
    const whole = (back?.backs ?? []).filter(
      (one) =>
        (one.whole === 'same' || one.whole === 'like') &&
        and(reached, not(one.guard)) === NEVER &&
        one.keys.every((key) => key === 'own') &&
        isSameTable(flow, one.read.client, client),
    );
    return whole.find(({ read }) => read.kind === 'point') ?? whole[0];
  });
  const place = samePlace(rows.map((row) => row?.read.place));
  if (place === undefined) return {};
  if (rows.some((row) => row?.read.kind !== 'point')) return { readEntity: place };
  return { readRow: rowOf(flow, files, place, rows) };
}

/** The list query of which a write has the keys of an entity, whatever else it puts. */
export function seenListedRow(
  flow: Flow,
  observations: readonly Pick<Observation, 'back' | 'client' | 'reached'>[],
): Pick<Write, 'listedRow'> {
  const { and, not } = flow.guards;
  const place = samePlace(
    observations.map(({ back, client, reached }) => {
      const found = back?.backs.find(
        ({ read, guard, keys }) =>
          read.kind === 'list' &&
          keys.every((key) => key === 'own') &&
          and(reached, not(guard)) === NEVER &&
          isSameTable(flow, read.client, client),
      );
      return found?.read.place;
    }),
  );
  return place === undefined ? {} : { listedRow: place };
}

/** The row that was read of which a write puts all, under whatever key, and in whatever table. */
export function seenCopiedRow(
  flow: Flow,
  files: Files,
  observations: readonly Pick<Observation, 'copies' | 'reached'>[],
): Pick<Write, 'copiedRow'> {
  const { and, not } = flow.guards;
  const rows = observations.map(({ copies, reached }) =>
    copies?.find(
      ({ whole, guard, read }) =>
        read.kind === 'point' && (whole === 'same' || whole === 'like') && and(reached, not(guard)) === NEVER,
    ),
  );
  const place = samePlace(rows.map((row) => row?.read.place));
  return place === undefined ? {} : { copiedRow: rowOf(flow, files, place, rows) };
}

function rowOf(flow: Flow, files: Files, place: Place, rows: readonly (Back | undefined)[]): ReadRow {
  const keyOf = (index: number): Plain => {
    const seen = rows.flatMap((row) =>
      row === undefined ? [] : [{ reached: row.guard, value: row.read.keys[index] ?? UNDEFINED }],
    );
    return seenKey(flow, files, seen);
  };
  return { place, partitionKey: keyOf(0), rowKey: keyOf(1) };
}

function staleOf({ read, whole, name, mayBeNothing }: Back, { isThrough }: ToldAt): StaleRead {
  return {
    place: read.place,
    isWhole: whole !== undefined,
    // where the write stands the name may be another one
    ...(!isThrough && name !== undefined && { name, ...(mayBeNothing !== undefined && { mayBeNothing }) }),
  };
}

/** What the service, or the program, gives an entity once. */
const NO_CONTENT: ReadonlySet<string> = new Set([
  'partitionkey',
  'rowkey',
  'etag',
  'odata.etag',
  'timestamp',
]);

function isKeyName(name: string): boolean {
  return NO_CONTENT.has(name.toLowerCase());
}

/** When an entity came to be never changes. */
const ONCE = /^(?:(?:created|inserted)(?![a-z])|first[A-Z]\w*(?:At|On|Date|Time)$|firstSeen$)/;

/** Whether what is put is what somebody else may change in the meantime. */
function isContent({ read, whole, parts }: Back, { kind, back: { mode }, isEach }: SeenWrite): boolean {
  // an update of what code that is not seen makes of an entity is of that entity; what is put in its place may be another one
  if (whole !== undefined && (whole !== 'far' || kind === 'update')) return true;
  const content = parts.filter((part) => isChangeable(part, read.kind === 'list', isEach));
  // one property that is kept unless a new value is given is merged as good as never
  const kept = new Set(content.flatMap(({ isKept, from }) => (isKept ? [from] : [])));
  return content.some(({ isKept }) => !isKept) || (kept.size > 0 && (mode === 'Replace' || kept.size > 1));
}

function isChangeable({ from, to, share }: BackPart, isListed: boolean, isEach: boolean): boolean {
  if (isKeyName(from) || isKeyName(to)) return false;
  const isItself = from === to;
  const isMade = share === 'made' || (share === 'far' && isItself);
  // of many that are gone through only what is counted on
  if (isListed && (isEach || from === 'length')) return isMade && isItself && from !== 'length';
  // of one of them what is put where it was
  if (isListed) return isMade || (isItself && share !== 'far' && !ONCE.test(from));
  return isMade || (share !== 'far' && !ONCE.test(from));
}

/** Whether read and write are both called from where this is told, and not further in. */
function isToldHere(
  read: Pick<Read, 'through'>,
  through: readonly CalledAt[],
  at: ToldAt,
  within = through.length,
): boolean {
  const isAt = (call: CalledAt | undefined): boolean =>
    call?.nameStart === at.nameStart && call.file === at.file;
  const depth = at.isThrough ? through.findIndex(isAt) : within;
  const isTogether = through
    .slice(0, depth)
    .every(
      (call, index) =>
        read.through[index]?.nameStart === call.nameStart &&
        read.through[index].file === call.file &&
        read.through[index].span.start === call.span.start,
    );
  if (!isTogether) return !at.isThrough && !at.isToldByCallers;
  return !at.isThrough || !isAt(read.through[depth]);
}

/** Whether two clients are of one table, as far as that is seen: copies into other tables undo nothing. */
function isSameTable(flow: Flow, a: Value, b: Value): boolean {
  const [some, others] = [clientsIn(a), clientsIn(b)];
  // what is one of several at both times is the same one
  const isThere = ({ value }: Case): boolean => others.some((other) => isSame(value, other.value));
  if (some.length === others.length && some.every(isThere)) return true;
  const { and } = flow.guards;
  const pairs = some.flatMap((one) =>
    others.flatMap((other) =>
      and(one.guard, other.guard) === NEVER ? [] : [relationOf(flow, one.value, other.value)],
    ),
  );
  return pairs.includes('same') && !pairs.includes('other');
}

function clientsIn(value: Value): readonly Case[] {
  return casesIn(value).filter((one) => one.value.kind !== 'nothing');
}

function casesIn(value: Value): readonly Case[] {
  return value.kind === 'choice' ? value.cases : [{ guard: ALL, value }];
}

const ALL = 1;

/** Whether two clients are of one table, or of two; undefined where that is not seen. */
function relationOf(flow: Flow, a: Atom, b: Atom): 'same' | 'other' | undefined {
  if (isSame(a, b)) return 'same';
  if (a.kind === 'client' && b.kind === 'client') {
    const [one, other] = [tableOf(a), tableOf(b)];
    if (one.table === undefined || other.table === undefined) return undefined;
    return areOtherTables(one, other) || !isOneConnection(a.connection, b.connection) ? 'other' : 'same';
  }
  const isAlike = 'symbol' in a && 'symbol' in b && flow.isMadeAlike(a.symbol, b.symbol);
  return isAlike ? 'same' : undefined;
}

/** Whether two clients are made with what the source calls the same. */
function isOneConnection(a: Abstract | undefined, b: Abstract | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  if (accountOf(a) !== undefined && accountOf(a) === accountOf(b)) return true;
  return a.kind === b.kind && calledAs(a) === calledAs(b);
}

function calledAs(value: Abstract): string | undefined {
  switch (value.kind) {
    case 'global':
    case 'external':
      return value.path.join('.');
    case 'unknown':
    case 'typed':
      return value.name;
    case 'text':
      return value.segments
        .map((part) => (part.kind === 'literal' ? part.text : (calledAs(part.hole) ?? '')))
        .join('\0');
    default:
      return undefined;
  }
}

function tableOf({ table, connection }: Extract<Atom, { kind: 'client' }>): {
  readonly table?: string;
  readonly account?: string;
} {
  const name = table?.kind === 'text' ? constantText(table) : undefined;
  const account = accountOf(connection);
  return { ...(name !== undefined && { table: name }), ...(account !== undefined && { account }) };
}

/** Whether a query asks for entities of that key alone. */
function isPinned(flow: Flow, { kind, filter }: Read, index: number, key: Value): boolean {
  return (
    kind === 'list' &&
    casesIn(filter).every(({ value }) => value.kind === 'text' && isPinnedBy(flow, value, index, key))
  );
}

const NOWHERE = { file: '', span: { start: 0, end: 0 } };

function isPinnedBy(
  flow: Flow,
  { segments, form }: Extract<Atom, { kind: 'text' }>,
  index: number,
  key: Value,
): boolean {
  const asked = flatten(segments);
  const { partitionKey, rowKey } = readFilterText(asked).classification.region;
  const condition = index === 0 ? partitionKey : rowKey;
  if (condition.kind !== 'fixed') return false;
  const pinned = condition.value;
  return casesIn(key).every(({ value }) => {
    const text = flatten(piece(value, NOWHERE));
    if (pinned.kind === 'known') return text.holes.size === 0 && text.text === pinned.value;
    const { start, end } = pinned.span;
    const operand = asked.text.slice(start, end).replace(/^'|'$/g, '');
    const holes = [...asked.holes].filter(([offset]) => start <= offset && offset < end);
    const others = [...text.holes.values()];
    return (
      operand === text.text &&
      holes.every(([, hole], nth) => {
        const other = others[nth];
        if (hole.kind !== 'unknown' || other?.kind !== 'unknown') return false;
        if (hole.symbol === undefined) return false;
        // the tag doubles quotes by itself
        return (form === 'odata' ? hole.symbol : flow.meantInQuotes(hole.symbol)) === other.symbol;
      })
    );
  });
}
