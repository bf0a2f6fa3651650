import type { Ticks } from '../../core/keys/codec.ts';
import { boundAt, splitDeclared, timePartOf } from '../../core/keys/declare.ts';
import type { KeyDeclaration } from '../../core/keys/declare.ts';
import { suggestDeclarations } from '../../core/keys/suggest.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { quote } from '../../core/odata/quote.ts';
import { conjunctsOf, propertiesOf } from '../../core/shape/conjuncts.ts';
import { plainText } from '../../core/text/segments.ts';

/** Keys by whose order entities can be found by time. */
export interface TimedKey {
  readonly declaration: KeyDeclaration;
  /** What stands before the time in all of this kind, constants left out, in order. */
  readonly texts: readonly string[];
}

/** The kinds of RowKeys that tell times, of those seen or declared. */
export interface TimedKinds {
  readonly kinds: readonly TimedKey[];
  /** A RowKey seen that is of none of them and of no other that is declared. */
  readonly stranger: string | undefined;
}

/** Where so many different texts stand before a time they are ids rather than kinds: one cannot look for each. */
const MOST_KINDS = 8;

/**
 * The times that RowKeys are sorted by: as declared, or, where nothing is, as the keys seen suggest; each kind of rows that differs in
 * what stands before the time is one.
 */
export function timedKindsOf(
  declared: readonly KeyDeclaration[],
  rowKeys: readonly string[],
  now: Ticks,
): TimedKinds {
  const candidates =
    declared.length > 0 ? declared : (suggestDeclarations(rowKeys, now)[0]?.declarations ?? []);
  const left = new Set(rowKeys);
  const kinds = candidates.flatMap((declaration) => {
    const time = timePartOf(declaration);
    const isFixed = time?.before.every(({ kind }) => kind === 'constant') === true;
    const found = new Map<string, readonly string[]>(isFixed ? [['[]', []]] : []);
    for (const key of left) {
      const parts = splitDeclared(key, declaration);
      if (parts === undefined) continue;
      left.delete(key);
      const texts = (time?.before ?? []).flatMap(({ kind }, index) =>
        kind === 'constant' ? [] : (parts[index] ?? ''),
      );
      found.set(JSON.stringify(texts), texts);
    }
    if (time === undefined || found.size > MOST_KINDS) return [];
    return [...found.values()].map((texts) => ({ declaration, texts }));
  });
  const [stranger] = left;
  return { kinds, stranger };
}

/** What all RowKeys of a kind begin with; empty where that is the time. */
export function prefixOf({ declaration, texts }: TimedKey): string {
  const first = timePartOf(declaration)?.codec.domain.first;
  return first === undefined ? '' : boundAt(declaration, first, texts).prefix;
}

/**
 * The bounds on RowKey between which the entities of a time lie, `from` and `to` included to the precision of the codec: of one kind a
 * range, of several one range around theirs, so that the service need not read all, and one for each within. Times that a codec cannot
 * write are moved to its nearest.
 */
export function timeFilter(kinds: readonly TimedKey[], from: Ticks, to: Ticks): string {
  const ranges = kinds.map((kind) => rangeOf(kind, from, to));
  const whole = ranges.reduce((all, { first, behind }) => ({
    first: first < all.first ? first : all.first,
    behind: behind > all.behind ? behind : all.behind,
  }));
  const each = ranges.map((range) => `(${rangeText(range)})`).join(' or ');
  return ranges.length === 1 ? rangeText(whole) : `${rangeText(whole)} and (${each})`;
}

interface KeyRange {
  readonly first: string;
  /** Not of it any more. */
  readonly behind: string;
}

function rangeText({ first, behind }: KeyRange): string {
  return `RowKey ge ${quote(first)} and RowKey lt ${quote(behind)}`;
}

function rangeOf({ declaration, texts }: TimedKey, from: Ticks, to: Ticks): KeyRange {
  const codec = timePartOf(declaration)?.codec;
  if (codec === undefined) throw new RangeError('the key has no time');
  const { domain, precision, order } = codec;
  const at = (ticks: Ticks): string => {
    const clamped = ticks < domain.first ? domain.first : ticks > domain.last ? domain.last : ticks;
    return boundAt(declaration, clamped, texts).from;
  };
  const [first, behind] =
    order === 'descending' ? [at(to), at(from - precision)] : [at(from), at(to + precision)];
  return { first, behind };
}

/** A filter that asks this of a property in place of what it asked of it; what else it asks for stays. */
export function withCondition(filter: string, property: string, condition: string): string {
  const parsed = parseFilter(plainText(filter)).filter;
  const kept = (parsed === undefined ? [] : conjunctsOf(parsed))
    .filter((conjunct) => !propertiesOf(conjunct).includes(property))
    .map(({ kind, span }) => {
      const text = filter.slice(span.start, span.end);
      return kind === 'or' ? `(${text})` : text;
    });
  return [...kept, condition].join(' and ');
}

/** Whether a filter may leave out rows of a partition that it asks for. */
export function leavesRowsOut(filter: string): boolean {
  const parsed = parseFilter(plainText(filter)).filter;
  const conjuncts = parsed === undefined ? [] : conjunctsOf(parsed);
  return conjuncts.some((conjunct) => propertiesOf(conjunct).some((name) => name !== 'PartitionKey'));
}
