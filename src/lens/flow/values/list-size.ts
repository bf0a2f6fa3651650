import type { Place } from '../../../core/text/segments.ts';
import type { Guard } from '../conditions/guards.ts';

/** How many elements a list may have, or turns a loop. */
export type ListSize =
  /** A constant bounds it: `place` is where that stands, `isDefault` that it is the service's own. */
  | { readonly kind: 'most'; readonly count: number; readonly place?: Place; readonly isDefault?: boolean }
  /** Nothing does: it has what callers, or requests, bring, or what a query gives. */
  | { readonly kind: 'open'; readonly by: 'caller' | 'query'; readonly place: Place }
  /** `isReplaced`: another list takes its place while it grows, so that what is sent is a part of all. */
  | { readonly kind: 'unknown'; readonly isReplaced?: boolean };

/** A loop, or a method that calls a function for each element, while it runs. */
export interface Loop {
  /** All of it. */
  readonly place: Place;
  /** How many turns it has, and once it has run, whether it leaves or ends after the first. */
  size: ListSize;
  /** The condition under which the turn that runs stands for more. */
  more: Guard;
  /** Which of its turns runs, from 0. */
  turn: number;
  /** What names outside of it have as that turn begins, which turns before it gave them: texts, and symbols of other values. */
  carried?: ReadonlySet<number | object>;
}

/** What is known of values that may be lists and are not followed. */
export interface Extent {
  /** Who decides how many elements it has, or the lists that it has as properties. */
  readonly by?: 'caller' | 'query';
  readonly inside?: 'caller';
  /** Where that comes into the program. */
  readonly place?: Place;
  readonly size?: ListSize;
  /** Of a list of lists: the size of each. */
  readonly each?: ListSize;
  /** It is an entity that was read, or its elements are, or what its lists have. */
  readonly entities?: 'one' | 'elements';
}

/** What one place adds to a list, in all turns of the loops around it. */
export interface Growth {
  /** In one turn of those loops. */
  readonly added: ListSize;
  readonly loops: readonly Loop[];
}

/** What a place adds in all: of a loop that has run it is known whether it had one turn. */
export function growthOf({ added, loops }: Growth): ListSize {
  return loops.map(({ size }) => size).reduce(times, added);
}

/** Of code that cannot be followed. */
export const UNKNOWN: ListSize = { kind: 'unknown' };

/** Of a list that is sent and replaced, or emptied, while it grows. */
export const REPLACED: ListSize = { kind: 'unknown', isReplaced: true };

/** A size that a constant gives, which may be the service's own. */
export function exactly(count: number, place?: Place, isDefault = false): ListSize {
  return { kind: 'most', count, ...(place && { place }), ...(isDefault && { isDefault }) };
}

/** Of lists that follow each other. */
export function sum(sizes: readonly ListSize[]): ListSize {
  return (
    openIn(sizes) ??
    sizes.reduce<ListSize>((a, b) => {
      if (a.kind !== 'most' || b.kind !== 'most') return UNKNOWN;
      return { ...(a.place ? a : b), kind: 'most', count: a.count + b.count };
    }, exactly(0))
  );
}

/** Of lists of which it is one: the largest. */
export function largest(sizes: readonly ListSize[]): ListSize {
  const most = sizes.flatMap((size) => (size.kind === 'most' ? [size] : []));
  if (most.length < sizes.length || most.length === 0) return openIn(sizes) ?? UNKNOWN;
  return most.reduce((a, b) => (b.count > a.count ? b : a));
}

/** Of several lists what tells most, where not all of them are known. */
function openIn(sizes: readonly ListSize[]): ListSize | undefined {
  return (
    sizes.find((size) => size.kind === 'unknown' && size.isReplaced) ??
    sizes.find(({ kind }) => kind === 'open')
  );
}

/** Of what is added in every turn of a loop. */
export function times(a: ListSize, b: ListSize): ListSize {
  if (a.kind === 'unknown') return a;
  if (b.kind === 'unknown') return b;
  if (a.kind === 'open') return a;
  return b.kind === 'open' ? b : { ...(a.place ? a : b), kind: 'most', count: a.count * b.count };
}

/** The smaller of a constant and what it is cut from. */
export function smaller(cut: ListSize, whole: ListSize): ListSize {
  if (cut.kind !== 'most') return UNKNOWN;
  return whole.kind === 'most' && whole.count < cut.count ? whole : cut;
}
