import { groupsOf } from '../../core/text/groups.ts';
import type { KeyPattern } from '../model/keys/key-pattern.ts';
import type { Kind } from './kind.ts';

/** Ways in which both keys of one operation are put together. */
export interface KeyWay {
  readonly partitionKey: readonly KeyPattern[];
  readonly rowKey: readonly KeyPattern[];
}

/** A kind that keys may be of, and how well they fit it. */
interface Fit {
  readonly kind: Kind;
  readonly fit: number;
}

/**
 * The ways of an operation's keys by the kinds that they fit, each group as one: `user ? 'user_' + user : 'all'` is of two kinds. Of keys
 * that both have several ways it is not seen which go together: these are one group. Ways that fit much worse than another one, or
 * nothing, are no question of their own.
 *
 * @param fitting The kinds that some ways fit best.
 */
export function waysByKind(keys: KeyWay, fitting: (way: KeyWay) => readonly Fit[]): readonly KeyWay[] {
  const key = keys.partitionKey.length > 1 ? 'partitionKey' : 'rowKey';
  const other = key === 'partitionKey' ? 'rowKey' : 'partitionKey';
  if (keys[key].length < 2 || keys[other].length > 1) return [keys];
  const ways = keys[key].map((pattern) => {
    const fits = fitting({ ...keys, [key]: [pattern] });
    return { pattern, kinds: fits.map(({ kind }) => kind.name), fit: fits[0]?.fit };
  });
  const best = Math.max(...ways.map(({ fit = -1 }) => fit));
  const good = ways.filter(({ fit }) => fit !== undefined && fit > best - WORSE);
  const groups = groupsOf(good, ({ kinds }) => kinds.join('\n'));
  if (groups.length < 2) return [keys];
  return groups.map(([, group]) => ({ ...keys, [key]: group.map(({ pattern }) => pattern) }));
}

/** By so much a key that could be one of a kind fits it worse than one that is put together as the kind's own. */
const WORSE = 1;
