import type { Place } from '../../core/text/segments.ts';
import type { ListSize } from './operation.ts';

/** Of code that cannot be followed. */
export const UNKNOWN: ListSize = { kind: 'unknown' };

/** A size that a constant gives, which may be the service's own. */
export function exactly(count: number, place?: Place, isDefault = false): ListSize {
  return { kind: 'most', count, ...(place && { place }), ...(isDefault && { isDefault }) };
}

/** Of lists that follow each other. */
export function sum(sizes: readonly ListSize[]): ListSize {
  const open = sizes.find(({ kind }) => kind === 'open');
  if (open !== undefined) return open;
  return sizes.reduce<ListSize>((a, b) => {
    if (a.kind !== 'most' || b.kind !== 'most') return UNKNOWN;
    return { ...(a.place ? a : b), kind: 'most', count: a.count + b.count };
  }, exactly(0));
}

/** Of lists of which it is one: the largest. */
export function largest(sizes: readonly ListSize[]): ListSize {
  const open = sizes.find(({ kind }) => kind === 'open');
  if (open !== undefined) return open;
  const known = sizes.flatMap((size) => (size.kind === 'most' ? [size] : []));
  const [most] = [...known].sort((a, b) => b.count - a.count);
  return most === undefined || known.length < sizes.length ? UNKNOWN : most;
}

/** Of what is added in every turn of a loop. */
export function times(a: ListSize, b: ListSize): ListSize {
  if (a.kind === 'unknown' || b.kind === 'unknown') return UNKNOWN;
  if (a.kind === 'open') return a;
  return b.kind === 'open' ? b : { ...(a.place ? a : b), kind: 'most', count: a.count * b.count };
}

/** The smaller of a constant and what it is cut from. */
export function smaller(cut: ListSize, whole: ListSize): ListSize {
  if (cut.kind !== 'most') return UNKNOWN;
  return whole.kind === 'most' && whole.count < cut.count ? whole : cut;
}
