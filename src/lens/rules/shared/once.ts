import type { RuleContext } from '../rule.ts';

/**
 * Works something out once for a file's check, however many rules ask for it. It is kept by the context itself: while a
 * WeakMap lives, whatever it holds outlives the quick collections, even if nobody else has its key.
 */
export function oncePerFile<T>(make: (context: RuleContext) => T): (context: RuleContext) => T {
  return (context) => {
    let known = context.memory.get(make) as { readonly value: T } | undefined;
    if (known === undefined) context.memory.set(make, (known = { value: make(context) }));
    return known.value;
  };
}

/** Likewise, once for each of what is asked about. */
export function onceForEach<K, T>(
  make: (context: RuleContext, key: K) => T,
): (context: RuleContext, key: K) => T {
  const made = oncePerFile(() => new Map<K, { readonly value: T }>());
  return (context, key) => {
    const all = made(context);
    let known = all.get(key);
    if (known === undefined) all.set(key, (known = { value: make(context, key) }));
    return known.value;
  };
}

/**
 * Likewise, once for something that is known of a table, as long as that stays the same: many files ask about one table, which has the
 * operations of all of them. What `make` gives is to rest on nothing else.
 */
export function onceForTable<K extends object, T>(make: (known: K) => T): (known: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (known) => {
    let before = made.get(known);
    if (before === undefined) made.set(known, (before = { value: make(known) }));
    return before.value;
  };
}
