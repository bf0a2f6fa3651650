/** What must be so of one value for a query to be sent as it is described. */
export type Fact =
  /** It is truthy: a text that is not empty, `true`, anything that is there. */
  | { readonly kind: 'truthy'; readonly name: string; readonly of: 'text' | 'boolean' | 'number' | 'other' }
  /** It equals a constant, which is written as the source writes one. */
  | { readonly kind: 'equal'; readonly name: string; readonly to: string }
  | { readonly kind: 'undefined'; readonly name: string }
  /** A list has at least so many elements. */
  | { readonly kind: 'elements'; readonly name: string; readonly least: number }
  /** A condition that the source writes, as it writes it. */
  | { readonly kind: 'written'; readonly text: string }
  /** One of more conditions than anybody reads. */
  | { readonly kind: 'many' }
  /** No branch that sets a filter is taken. */
  | { readonly kind: 'unset' }
  /** An exception is caught. */
  | { readonly kind: 'caught' };

/** A fact, or its opposite. */
export interface Demand {
  readonly fact: Fact;
  readonly holds: boolean;
}

/** What must hold together. */
export type Way = readonly Demand[];

/** The ways on which something happens: it does on each of them, and on no other. */
export type Condition = readonly Way[];

/** Ways that are told together; of more nobody reads the list. */
const MOST_WAYS = 6;

/** Ways that are compared with each other while they are put together. */
const MOST_COMPARED = 32;

/**
 * The condition that one of these holds, without ways that another contains and without what makes no difference: of "a
 * and b" and "a and not b" it is "a". Undefined where one always holds.
 */
export function either(conditions: readonly (Condition | undefined)[]): Condition | undefined {
  const known = conditions.filter((condition) => condition !== undefined);
  return known.length < conditions.length ? undefined : shortest(known.flat());
}

/** Instead of ways that are too many to be told. */
export const MANY: Condition = [[{ fact: { kind: 'many' }, holds: true }]];

/** The same ways, told as short as they can be; undefined where one of them demands nothing. */
export function shortest(ways: readonly Way[]): Condition | undefined {
  if (ways.length > MOST_COMPARED) return MANY;
  let kept = withoutContained(ways);
  // the consensus of two ways follows from both, and makes the longer one superfluous
  for (let isNew = true; isNew;) {
    const found = kept.flatMap((a, index) => kept.slice(index + 1).flatMap((b) => consensus(a, b) ?? []));
    // what is kept is told as short as it can be: it was compared before
    if (found.length === 0) return finished(kept);
    const next = withoutContained([...kept, ...found.map((way) => [...way])]);
    isNew = next.length !== kept.length || next.some((way) => !kept.some((other) => isSame(way, other)));
    if (next.some((way) => way.length === 0)) return undefined;
    if (next.length > MOST_COMPARED) return MANY;
    kept = next;
  }
  return finished(kept);
}

function finished(ways: readonly Way[]): Condition | undefined {
  if (ways.some((way) => way.length === 0)) return undefined;
  return ways.length > MOST_WAYS ? MANY : ways;
}

/** Whether two conditions are told by the same ways. */
export function isSameCondition(a: Condition, b: Condition): boolean {
  return a.length === b.length && a.every((way) => b.some((other) => isSame(way, other)));
}

/** What two ways have together that differ in one fact alone: [that without the fact], or nothing. */
function consensus(a: Way, b: Way): readonly [Way] | undefined {
  const opposed = a.filter((one) => b.some((other) => isFact(one, other) && one.holds !== other.holds));
  const [fact] = opposed;
  if (fact === undefined || opposed.length > 1) return undefined;
  const rest = a.filter((one) => one !== fact);
  return [[...rest, ...b.filter((one) => !isFact(one, fact) && !rest.some((other) => isFact(one, other)))]];
}

function withoutContained(ways: readonly Way[]): readonly Way[] {
  return ways.filter(
    (way, index) =>
      !ways.some(
        (other, at) => at !== index && contains(way, other) && (!contains(other, way) || at < index),
      ),
  );
}

/** Whether all that `part` demands is demanded by `whole`, or follows from that. */
function contains(whole: Way, part: Way): boolean {
  return part.every((one) => whole.some((other) => follows(other, one)));
}

/** Whether one demand says all that another does: what is empty, or another constant, is not this one. */
function follows(from: Demand, demand: Demand): boolean {
  const [a, b] = [from.fact, demand.fact];
  if (isFact(from, demand)) return from.holds === demand.holds;
  if (a.kind === 'truthy' && b.kind === 'undefined') return a.name === b.name && from.holds && !demand.holds;
  if (b.kind !== 'equal' || demand.holds) return false;
  if (a.kind === 'truthy') return !from.holds && a.name === b.name && !FALSY.has(b.to);
  return a.kind === 'equal' && from.holds && a.name === b.name;
}

/** Constants that are falsy, as the source writes them. */
const FALSY: ReadonlySet<string> = new Set(["''", '""', '0', 'false', 'null']);

function isSame(a: Way, b: Way): boolean {
  return contains(a, b) && contains(b, a);
}

function isFact({ fact: a }: Demand, { fact: b }: Demand): boolean {
  switch (a.kind) {
    case 'truthy':
    case 'undefined':
      return a.kind === b.kind && a.name === b.name;
    case 'equal':
      return a.kind === b.kind && a.name === b.name && a.to === b.to;
    case 'elements':
      return a.kind === b.kind && a.name === b.name && a.least === b.least;
    case 'written':
      return a.kind === b.kind && a.text === b.text;
    case 'many':
    case 'unset':
    case 'caught':
      return a.kind === b.kind;
  }
}
