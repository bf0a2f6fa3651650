import { createNumberTable, NONE } from './number-table.ts';

/**
 * Conditions as data: each is a node of a reduced ordered binary decision diagram (Bryant, "Graph-Based Algorithms for
 * Boolean Function Manipulation", 1986). Equal conditions are the same number, so they compare at once.
 */
export type Guard = number;

export const NEVER: Guard = 0;
export const ALWAYS: Guard = 1;

/** One decision of a program: a variable of the diagrams, in the order in which they were met. */
export type Decision = number;

/** A decision as a condition takes it. */
export interface Literal {
  readonly decision: Decision;
  readonly isTrue: boolean;
}

export interface Guards {
  /** Another run begins, which may make as many conditions as the ones before; one that is coarse is crowded from the beginning. */
  readonly renew: (isCoarse?: boolean) => void;
  /** How many conditions may still be made. */
  readonly left: () => number;
  /** From now on so many more may be made. */
  readonly allow: (count: number) => void;
  /** Whether this run has made so many conditions that it might not end within what it may make. */
  readonly isCrowded: () => boolean;
  /** Whether a condition has more than so many nodes. */
  readonly isLarger: (a: Guard, most: number) => boolean;
  /** A decision of its own. */
  readonly decide: () => Guard;
  readonly and: (a: Guard, b: Guard) => Guard;
  readonly or: (a: Guard, b: Guard) => Guard;
  readonly not: (a: Guard) => Guard;
  /** The condition that a decision is true. */
  readonly decided: (decision: Decision) => Guard;
  /** The decisions that a condition depends on. */
  readonly support: (a: Guard) => ReadonlySet<Decision>;
  /** What a condition says where another one holds, for who puts it into words. */
  readonly told: (a: Guard, reached: Guard) => Told;
}

/** A condition where another one holds, without what follows from that. */
export interface Told {
  /** It holds wherever the other does. */
  readonly isAlways: boolean;
  /** The decisions that it depends on. */
  readonly support: ReadonlySet<Decision>;
  /** The ways in which it can hold, at most `most` of them; undefined where there are more. */
  readonly ways: (most: number) => readonly (readonly Literal[])[] | undefined;
  /** Whether it holds only where a decision is false. */
  readonly excludes: (decision: Decision) => boolean;
}

/** Thrown where the conditions of one function are more than are followed; who runs it gives it up. */
export class TooManyConditions extends Error {}

/** Made once: many calls may be given up, and where each was nobody asks. */
const TOO_MANY_CONDITIONS = new TooManyConditions();

/** Nodes that one run may make. */
const MOST_NODES = 20_000;

/** Nodes that it makes before it begins to forget how conditions depend on each other. */
const MANY_NODES = 2_000;

/** More than all runs together make: pairs of nodes are told apart by it. */
const NODES = 2 ** 26;

/**
 * Makes the conditions of runs. The latest decision comes first in them, so that what is added to a condition as a program goes on is one
 * node above it, and all that is below stays as it is. Words tell the earliest first: for them conditions are made anew in that order.
 */
export function createGuards(): Guards {
  const { crowd, shrink, ...guards } = createDiagram(true);
  // most files have no condition that is put into words
  let ofWords: Diagram | undefined;
  const wordsMade = (): Diagram => (ofWords ??= createDiagram(false));
  const translated = new Map<Guard, Guard>([
    [NEVER, NEVER],
    [ALWAYS, ALWAYS],
  ]);
  const inWords = (guard: Guard): Guard => {
    const known = translated.get(guard);
    if (known !== undefined) return known;
    const words = wordsMade();
    const { decision, low, high } = guards.parts(guard);
    const isTrue = words.decided(decision);
    const made = words.or(words.and(isTrue, inWords(high)), words.and(words.not(isTrue), inWords(low)));
    translated.set(guard, made);
    return made;
  };
  const toldAnew = (a: Guard, reached: Guard): Told => {
    const words = wordsMade();
    words.allow(MOST_NODES);
    try {
      const relative = words.within(inWords(a), inWords(reached));
      return {
        isAlways: relative === ALWAYS,
        support: words.support(relative),
        ways: (most) => words.ways(relative, most),
        excludes: (decision) => words.and(relative, words.decided(decision)) === NEVER,
      };
    } catch (error) {
      if (!(error instanceof TooManyConditions)) throw error;
      return {
        isAlways: false,
        support: guards.support(a),
        ways: () => undefined,
        excludes: () => false,
      };
    }
  };
  // who puts a condition into words asks about it several times, one after the other
  let latest: { readonly a: Guard; readonly reached: Guard; readonly told: Told } | undefined;
  const told = (a: Guard, reached: Guard): Told => {
    if (latest?.a !== a || latest.reached !== reached) latest = { a, reached, told: toldAnew(a, reached) };
    return latest.told;
  };
  return {
    ...guards,
    renew(isCoarse = false) {
      guards.allow(MOST_NODES);
      crowd(isCoarse);
      shrink();
    },
    told,
  };
}

/** Nodes that there is room for at the beginning. */
const FEWEST_NODES = 64;

function numbersFrom(never: number, always: number): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(FEWEST_NODES);
  numbers[NEVER] = never;
  numbers[ALWAYS] = always;
  return numbers;
}

function widened(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(2 * numbers.length);
  wide.set(numbers);
  return wide;
}

type Diagram = ReturnType<typeof createDiagram>;

function createDiagram(isLatestFirst: boolean) {
  // a node decides `decision[n]`, and is `high[n]` where that is true, else `low[n]`; constants come last
  const last = isLatestFirst ? -1 : NODES;
  const firstOf = isLatestFirst ? Math.max : Math.min;
  let decision = numbersFrom(last, last);
  let low = numbersFrom(NEVER, ALWAYS);
  let high = numbersFrom(NEVER, ALWAYS);
  // of a node that was not asked for its opposite: `NEVER`, which is that of `ALWAYS` alone
  let opposite = numbersFrom(ALWAYS, NEVER);
  let count = 2;
  const unique = createNumberTable();
  const conjunctions = createNumberTable();
  let decisions = 0;
  let allowed = MOST_NODES;
  let crowded = MANY_NODES;

  const node = (of: Decision, whenFalse: Guard, whenTrue: Guard): Guard => {
    if (whenFalse === whenTrue) return whenFalse;
    const known = unique.get(of, whenFalse, whenTrue);
    if (known !== NONE) return known;
    if (count >= allowed) throw TOO_MANY_CONDITIONS;
    if (count === decision.length) grow();
    const made = count++;
    decision[made] = of;
    low[made] = whenFalse;
    high[made] = whenTrue;
    unique.add(of, whenFalse, whenTrue, made);
    return made;
  };
  const grow = (): void => {
    [decision, low, high, opposite] = [widened(decision), widened(low), widened(high), widened(opposite)];
  };
  const at = (nodes: Int32Array, guard: Guard): number => nodes[guard] ?? NEVER;
  const cofactor = (guard: Guard, of: Decision, isTrue: boolean): Guard =>
    at(decision, guard) === of ? at(isTrue ? high : low, guard) : guard;

  const and = (a: Guard, b: Guard): Guard => {
    if (a === NEVER || b === NEVER) return NEVER;
    if (a === ALWAYS || a === b) return b;
    if (b === ALWAYS) return a;
    // asked more often than anything else: it makes nothing on the way, no lists either
    const less = a < b ? a : b;
    const more = a < b ? b : a;
    const known = conjunctions.get(less, more, 0);
    if (known !== NONE) return known;
    const ofA = decision[a] ?? NEVER;
    const ofB = decision[b] ?? NEVER;
    const first = firstOf(ofA, ofB);
    const isOfA = ofA === first;
    const isOfB = ofB === first;
    const whenFalse = and(isOfA ? (low[a] ?? NEVER) : a, isOfB ? (low[b] ?? NEVER) : b);
    const whenTrue = and(isOfA ? (high[a] ?? NEVER) : a, isOfB ? (high[b] ?? NEVER) : b);
    const made = node(first, whenFalse, whenTrue);
    conjunctions.add(less, more, 0, made);
    return made;
  };
  const not = (a: Guard): Guard => {
    if (a === NEVER) return ALWAYS;
    if (a === ALWAYS) return NEVER;
    const known = opposite[a] ?? NEVER;
    if (known !== NEVER) return known;
    const made = node(decision[a] ?? NEVER, not(low[a] ?? NEVER), not(high[a] ?? NEVER));
    opposite[a] = made;
    opposite[made] = a;
    return made;
  };
  const or = (a: Guard, b: Guard): Guard => {
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    if (a === NEVER || a === b) return b;
    if (b === NEVER) return a;
    return not(and(not(a), not(b)));
  };
  // Coudert and Madre's "restrict"
  const within = (a: Guard, care: Guard, known = new Map<number, Guard>()): Guard => {
    if (care === ALWAYS || care === NEVER || a === NEVER || a === ALWAYS) return a;
    const key = a * NODES + care;
    const before = known.get(key);
    if (before !== undefined) return before;
    const first = at(decision, a);
    const ofCare = at(decision, care);
    const [careLow, careHigh] = [cofactor(care, first, false), cofactor(care, first, true)];
    const made =
      ofCare !== first && firstOf(ofCare, first) === ofCare
        ? within(a, or(at(low, care), at(high, care)), known)
        : careLow === NEVER
          ? within(at(high, a), careHigh, known)
          : careHigh === NEVER
            ? within(at(low, a), careLow, known)
            : node(first, within(at(low, a), careLow, known), within(at(high, a), careHigh, known));
    known.set(key, made);
    return made;
  };
  const support = (a: Guard, found = new Set<Decision>(), seen = new Set<Guard>()): ReadonlySet<Decision> => {
    if (a === NEVER || a === ALWAYS || seen.has(a)) return found;
    seen.add(a);
    found.add(at(decision, a));
    support(at(low, a), found, seen);
    return support(at(high, a), found, seen);
  };
  const ways = (a: Guard, most: number): readonly (readonly Literal[])[] | undefined => {
    const found: (readonly Literal[])[] = [];
    const walk = (guard: Guard, before: readonly Literal[]): boolean => {
      if (guard === NEVER) return true;
      if (guard === ALWAYS) return found.push(before) <= most;
      const of = at(decision, guard);
      return (
        walk(at(high, guard), [...before, { decision: of, isTrue: true }]) &&
        walk(at(low, guard), [...before, { decision: of, isTrue: false }])
      );
    };
    return walk(a, []) ? found : undefined;
  };
  const allow = (more: number): void => {
    allowed = Math.min(count + more, NODES);
  };
  const isLarger = (a: Guard, most: number): boolean => {
    const seen = new Set<Guard>();
    const walk = (guard: Guard): boolean => {
      if (guard === NEVER || guard === ALWAYS || seen.has(guard)) return false;
      seen.add(guard);
      return seen.size > most || walk(at(low, guard)) || walk(at(high, guard));
    };
    return walk(a);
  };
  return {
    crowd: (isCoarse: boolean) => {
      crowded = isCoarse ? 0 : count + MANY_NODES;
    },
    shrink: conjunctions.shrink,
    left: () => allowed - count,
    allow,
    isCrowded: () => count > crowded || allowed - count < MANY_NODES,
    isLarger,
    decide: () => node(decisions++, NEVER, ALWAYS),
    and,
    or,
    not,
    within: (a: Guard, care: Guard) => within(a, care),
    decided: (of: Decision) => node(of, NEVER, ALWAYS),
    support: (a: Guard) => support(a),
    ways,
    parts: (a: Guard) => ({ decision: at(decision, a), low: at(low, a), high: at(high, a) }),
  };
}
