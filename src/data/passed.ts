/**
 * What a walk has come upon, in its order. The places of a walk share `order`, which is copied for none of them: the first `count` of it are
 * this place's. A walk can so be taken up from any place, more than once.
 */
export interface Passed {
  /** Of each text, how many were come upon before it. */
  readonly order: Map<string, number>;
  readonly count: number;
}

export function nothingPassed(): Passed {
  return { order: new Map(), count: 0 };
}

export function hasPassed({ order, count }: Passed, text: string): boolean {
  return (order.get(text) ?? Infinity) < count;
}

/** The place behind another one, with these texts passed as well. */
export function passing({ order, count }: Passed, texts: Iterable<string>): Passed {
  // taken up here before, the walk went on in the order that it has: this one goes on in another
  const own = order.size === count ? order : new Map([...order].slice(0, count));
  for (const text of texts) if (!own.has(text)) own.set(text, own.size);
  return { order: own, count: own.size };
}
