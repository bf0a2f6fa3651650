import type { Seen } from './calls.ts';

const seenBy = new WeakMap<object, Seen>();

/** Entity number `index` of an answer, which tells `seen` what is done with it. */
export function entityOf(
  index: number,
  seen: Seen,
  isQuoted: boolean,
  keys?: { partitionKey: unknown; rowKey: unknown },
): object {
  const quote = isQuoted ? "'" : '';
  const values: Record<string, unknown> = {
    partitionKey: keys?.partitionKey ?? `p${quote}`,
    rowKey: keys?.rowKey ?? `r${quote}${index}`,
    etag: `W/"${index}"`,
    timestamp: '2026-01-02T03:04:05Z',
    title: `title ${index % 2}${quote}`,
    status: index % 2 === 0 ? 'open' : 'closed',
    author: `a${quote}`,
    shelf: index % 2 === 0 ? 'a' : 'b',
    count: index,
    price: 10 - index,
    isActive: index % 2 === 0,
    ...(index % 2 === 1 && { note: 'n' }),
  };
  const entity = new Proxy(values, {
    get(target, name, receiver) {
      // a promise that is given an entity asks whether it is one itself; so does JSON for a way to write it
      if (typeof name === 'string' && name !== 'then' && name !== 'toJSON') seen.names.add(name);
      return Reflect.get(target, name, receiver) as unknown;
    },
    has(target, name) {
      if (typeof name === 'string') seen.names.add(name);
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      seen.isWhole = true;
      return Reflect.ownKeys(target);
    },
  });
  seenBy.set(entity, seen);
  return entity;
}

/** Objects that are looked through at most: what programs give back is small. */
const MOST = 2000;

/** Looks at a value as whoever gets it can: every entity in it is kept as a whole. */
export function lookAt(value: unknown): void {
  const known = new Set<unknown>();
  const left = [value];
  while (left.length > 0 && known.size < MOST) {
    const next = left.pop();
    if ((typeof next !== 'object' && typeof next !== 'function') || next === null || known.has(next))
      continue;
    known.add(next);
    const seen = seenBy.get(next);
    if (seen !== undefined) seen.isWhole = true;
    else if (next instanceof Map) left.push(...next.keys(), ...next.values());
    else if (next instanceof Set) left.push(...next);
    else {
      for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(next))) left.push(inner);
    }
  }
}
