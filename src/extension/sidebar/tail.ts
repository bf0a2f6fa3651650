import type { Listing } from './listing.ts';
import { known } from './nodes.ts';
import type { ListNode, TailNode } from './nodes.ts';

/**
 * The rows that a list ends with: how many entries of it have none, and, if it is not complete, why it stopped, that there is more, or that
 * it is empty.
 */
export function tailOf(parent: ListNode, listing: Listing): TailNode[] {
  const { requests, odd, stopped, more, children } = listing;
  const common = { id: `${parent.id}/`, parent, requests };
  const tail: TailNode[] =
    odd === undefined ? [] : [known({ kind: 'odd', id: `${parent.id}/odd`, parent, count: odd })];
  if (stopped !== undefined) return [...tail, known({ kind: 'failure', ...common, error: stopped })];
  if (more !== undefined) return [...tail, known({ kind: 'more', ...common, shown: children.length })];
  return children.length === 0 && odd === undefined ? [known({ kind: 'empty', ...common })] : tail;
}
