import { types } from 'node:util';
import type { Seen } from './calls.ts';

export function newSeen(): Seen {
  return { names: new Set(), touched: new Set(), keys: new Set(), whole: new Set(), isSorted: false };
}

export interface EntityKeys {
  readonly partitionKey: unknown;
  readonly rowKey: unknown;
}

/** Entity number `index` of an answer, which tells `seen` what is done with it. */
export function entityOf(
  index: number,
  seen: Seen,
  isQuoted: boolean,
  keys: EntityKeys,
  select: readonly string[] | undefined,
): object {
  seen.keys.add(JSON.stringify([keys.partitionKey, keys.rowKey]));
  const all: Values = Object.assign(
    { partitionKey: keys.partitionKey, rowKey: keys.rowKey },
    propertiesOf(index, isQuoted),
  );
  const values = select === undefined ? all : selected(all, select);
  return new Proxy(values, new Watch(seen, index));
}

type Values = Readonly<Record<string, unknown>>;

function selected(all: Values, select: readonly string[]): Values {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === 'etag' || select.includes(name)));
}

const made = new Map<string, Values>();

/** What an entity has besides its keys: the same every time. */
function propertiesOf(index: number, isQuoted: boolean): Values {
  const name = `${index} ${isQuoted}`;
  const before = made.get(name);
  if (before !== undefined) return before;
  const quote = isQuoted ? "'" : '';
  const values = {
    etag: `W/"${index}"`,
    timestamp: `2026-01-02T03:04:0${index}Z`,
    title: `${(isQuoted ? ['title 1', 'a', 'title 1'] : ['a', 'title 1', 'a'])[index] ?? ''}${quote}`,
    status: index % 2 === 0 ? 'open' : 'closed',
    author: `a${quote}`,
    shelf: `${index % 2 === 0 ? 'a' : 'b'}${quote}`,
    count: index,
    price: 10 - index,
    isActive: index % 2 === 0,
    ...(index % 2 === (isQuoted ? 0 : 1) && { note: 'n' }),
  };
  made.set(name, values);
  return values;
}

/** Writes down what is done with an entity, and knows which one of an answer it is. */
class Watch implements ProxyHandler<Values> {
  readonly seen: Seen;
  readonly index: number;

  constructor(seen: Seen, index: number) {
    this.seen = seen;
    this.index = index;
  }

  getPrototypeOf(target: Values): object | null {
    return isAsked ? this : Reflect.getPrototypeOf(target);
  }

  get(target: Values, name: string | symbol, receiver: unknown): unknown {
    // a promise that is given an entity asks whether it is one itself; so does JSON for a way to write it
    if (typeof name === 'string' && name !== 'then' && name !== 'toJSON') {
      this.seen.names.add(name);
      this.seen.touched.add(this.index);
    }
    return Reflect.get(target, name, receiver);
  }

  has(target: Values, name: string | symbol): boolean {
    if (typeof name === 'string') this.seen.names.add(name);
    this.seen.touched.add(this.index);
    return Reflect.has(target, name);
  }

  ownKeys(target: Values): (string | symbol)[] {
    this.seen.whole.add(this.index);
    this.seen.touched.add(this.index);
    return Reflect.ownKeys(target);
  }
}

/** Whether {@link watchOf} asks an entity for who watches it. */
let isAsked = false;

/** Who watches an entity; undefined for everything else. A table of all entities would cost more than the runs. */
function watchOf(value: object): Watch | undefined {
  if (!types.isProxy(value)) return undefined;
  isAsked = true;
  try {
    const found: unknown = Object.getPrototypeOf(value);
    return found instanceof Watch ? found : undefined;
  } finally {
    isAsked = false;
  }
}

/** Objects that are looked through at most: what programs give back is small. */
const MOST = 2000;

/** Looks at a value as whoever gets it can: every entity in it is kept as a whole. */
export function lookAt(value: unknown): void {
  if (!isObject(value)) return;
  const known = new Set<unknown>();
  const left: unknown[] = [value];
  while (left.length > 0 && known.size < MOST) {
    const next = left.pop();
    if (!isObject(next) || known.has(next)) continue;
    known.add(next);
    const watch = watchOf(next);
    if (watch !== undefined) {
      watch.seen.whole.add(watch.index);
      watch.seen.touched.add(watch.index);
    } else if (next instanceof Map) left.push(...next.keys(), ...next.values());
    else if (next instanceof Set) left.push(...next);
    else {
      // no getter of the program is called
      for (const name of Object.getOwnPropertyNames(next)) {
        const inner: unknown = Object.getOwnPropertyDescriptor(next, name)?.value;
        if (isObject(inner)) left.push(inner);
      }
    }
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

const SORTING = ['sort', 'reverse', 'toSorted', 'toReversed'] as const;

/** Does something with arrays that tell when entities are put into another order. */
export async function watchingOrder<T>(work: () => Promise<T>): Promise<T> {
  const originals = SORTING.map(
    (name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const,
  );
  for (const [name, original] of originals) {
    const sort = original?.value as (...args: unknown[]) => unknown;
    Object.defineProperty(Array.prototype, name, {
      ...original,
      value: function (this: unknown[], ...args: unknown[]): unknown {
        for (const element of this) {
          const watch = isObject(element) ? watchOf(element) : undefined;
          if (watch !== undefined) watch.seen.isSorted = true;
        }
        return sort.apply(this, args);
      },
    });
  }
  try {
    return await work();
  } finally {
    for (const [name, original] of originals) {
      if (original !== undefined) Object.defineProperty(Array.prototype, name, original);
    }
  }
}
