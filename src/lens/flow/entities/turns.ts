import { type Place, samePlace } from '../../../core/text/segments.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import type { Target } from '../activation.ts';
import type { Machine } from '../machine.ts';
import type { Value } from '../values/values.ts';
import { entitiesIn, madeOf } from './made-of.ts';
import type { Answer } from './marks.ts';
import type { ResultCondition, ResultFilter, ResultStop, RowsState } from './results.ts';
import { isMadeInside } from './rows.ts';
import { type Asked, isFull, keyOf, type Turn } from './turn.ts';

/** Begins a turn about a value; undefined where that has nothing to do with an answer. */
export function beginTurn(
  machine: Machine,
  about: Value,
  target?: Target,
  ofRows: RowsState = {},
): Turn | undefined {
  if (machine.reads.size === 0) return undefined;
  const of = madeOf(machine, about);
  return of && openTurn(machine, of, about, target, ofRows);
}

/** The same of a page. */
export function openTurn(
  machine: Machine,
  of: Answer,
  about: Value,
  target?: Target,
  ofRows: RowsState = {},
): Turn {
  const turn: Turn = {
    of,
    about,
    entities: entitiesIn(machine, about),
    activation: machine.activation,
    first: machine.store.allocate(0),
    loops: machine.loops.length,
    entered: machine.reached,
    target,
    acted: NEVER,
    counted: NEVER,
    logged: NEVER,
    counters: new Set(),
    kept: NEVER,
    asked: [],
    tests: [],
    leaves: [],
    handlers: machine.handlers.length,
    thrown: NEVER,
    begun: new Set(),
    ofRows,
    isLost: isFull(machine),
  };
  machine.turns.push(turn);
  return turn;
}

export function endTurn(machine: Machine, turn: Turn): void {
  machine.turns.length = machine.turns.indexOf(turn);
  turn.isLost ||= isFull(machine);
}

/** Notes that something made of entities is put into an array, or a set. */
export function noteKept(machine: Machine, place: number, values: readonly Value[]): void {
  if (machine.turns.length === 0 || machine.reached === NEVER) return;
  for (const turn of machine.turns) {
    if (place >= turn.first || turn.isLost || isMadeInside(machine, place, turn.of.results)) continue;
    if (values.some((value) => isOf(machine, turn, value)))
      turn.kept = machine.guards.or(turn.kept, machine.reached);
  }
}

function isOf(machine: Machine, { of, entities }: Turn, value: Value): boolean {
  if (madeOf(machine, value) === of) return true;
  for (const entity of entitiesIn(machine, value)) if (entities.has(entity)) return true;
  return false;
}

/** The tests by which a turn leaves out the entity that it is about. */
export function filtersOf(machine: Machine, turn: Turn): readonly ResultFilter[] {
  const { and, or, not } = machine.guards;
  const minor = or(turn.counted, turn.logged);
  const acts = remembered(machine, turn.acted === NEVER ? minor : turn.acted);
  if (acts === NEVER || turn.isLost) return [];
  // `rank += 1; if (…) return rank;`: what comes before counts as well
  if (turn.leaves.length > 0 && and(turn.counted, not(acts)) !== NEVER) return [];
  const left = new Set(turn.asked);
  return turn.tests.toReversed().flatMap(({ place, reached, guard, asked }): readonly ResultFilter[] => {
    const kept = and(acts, reached);
    const [yes, no] = [and(reached, guard), and(reached, not(guard))];
    if (kept === NEVER || yes === NEVER || no === NEVER) return [];
    const passes = and(kept, no) === NEVER ? yes : and(kept, yes) === NEVER ? no : undefined;
    if (passes === undefined) return [];
    const before = turn.asked.slice(0, asked).filter((one) => left.has(one));
    const others = and(acts, not(reached));
    const isAll = others === NEVER;
    // entities of another kind are kept whatever is asked of these
    const isOfOthers = ({ guard: asks, isCount }: Asked): boolean =>
      isCount === undefined &&
      ((and(others, not(asks)) === NEVER && and(reached, asks) === NEVER) ||
        (and(others, asks) === NEVER && and(reached, not(asks)) === NEVER));
    if (!isAll && turn.asked.some(isOfOthers)) return [];
    const found = demandOf(machine, before, reached, passes);
    for (const one of found.of) left.delete(one);
    if (found.conditions.length === 0) return [];
    return [{ place, conditions: found.conditions, isWhole: found.isWhole && isAll }];
  });
}

/** What a function that tests one entity demands of it; `guard` is what it gives. */
export function filterOf(machine: Machine, turn: Turn, guard: Guard, place: Place): ResultFilter | undefined {
  if (turn.isLost) return undefined;
  const passes = machine.guards.and(turn.entered, guard);
  const { conditions, isWhole } = demandOf(machine, turn.asked, turn.entered, passes);
  return conditions.length === 0 ? undefined : { place, conditions, isWhole };
}

/** A condition with what is known of those that were forgotten in it. */
function remembered(machine: Machine, guard: Guard): Guard {
  if (machine.forgotten.size === 0) return guard;
  const { and, or, not, decided, support } = machine.guards;
  let all = guard;
  const seen = new Set<number>();
  for (let left = MOST_FORGOTTEN; left > 0; left -= 1) {
    const next = [...support(all)].find((one) => !seen.has(one) && machine.forgotten.has(one));
    const meant = next === undefined ? undefined : machine.forgotten.get(next);
    if (next === undefined || meant === undefined) break;
    seen.add(next);
    const isIt = decided(next);
    all = and(all, or(and(isIt, meant), and(not(isIt), not(meant))));
  }
  return all;
}

/** Conditions of a turn that were forgotten and are looked at again. */
const MOST_FORGOTTEN = 8;

interface Demand {
  readonly conditions: readonly ResultCondition[];
  readonly isWhole: boolean;
  readonly of: readonly Asked[];
}

/** What was asked of those of an entity's ways that pass, out of those that were reached. */
function demandOf(machine: Machine, asked: readonly Asked[], reached: Guard, passing: Guard): Demand {
  const { and, not } = machine.guards;
  const passes = remembered(machine, passing);
  const out = remembered(machine, and(reached, not(passing)));
  const of: Asked[] = [];
  const conditions: ResultCondition[] = [];
  let whole = reached;
  let asksForKind = false;
  if (passes === NEVER || out === NEVER) return { conditions, isWhole: false, of };
  for (const one of asked) {
    const { guard } = one;
    const opposite = not(guard);
    if (and(reached, guard) === NEVER || and(reached, opposite) === NEVER) continue;
    const isSo = and(passes, opposite) === NEVER;
    const isNot = and(passes, guard) === NEVER;
    const isOneOf = and(out, guard) === NEVER;
    const isNoneOf = and(out, opposite) === NEVER;
    if (!isSo && !isNot && !isOneOf && !isNoneOf) continue;
    of.push(one);
    asksForKind ||= one.isOfKind === true;
    const condition = machine.unfit.has(keyOf(one.place)) ? undefined : one.condition(isSo || isOneOf);
    if (condition === undefined) continue;
    if (isSo) whole = and(whole, guard);
    else if (isNot) whole = and(whole, opposite);
    conditions.push({ ...condition, place: one.place });
  }
  const told = conditions.filter(({ how }) => how !== 'converted' || !asksForKind);
  return { conditions: distinct(told), isWhole: told.length > 0 && whole === passes, of };
}

function distinct(conditions: readonly ResultCondition[]): readonly ResultCondition[] {
  return conditions.filter(
    (one, index) =>
      conditions.findIndex(
        (other) =>
          other.property === one.property &&
          other.how === one.how &&
          other.operator === one.operator &&
          other.flag === one.flag &&
          isSameValue(other.value, one.value),
      ) === index,
  );
}

function isSameValue(a: Place | undefined, b: Place | undefined): boolean {
  return a === undefined || b === undefined ? a === b : samePlace([a, b]) !== undefined;
}

/** How turns end the loop that they are of, if one of them may; `isOuter`: only what leaves the loop around it counts. */
export function stopOf(
  machine: Machine,
  turn: Turn,
  isOuter: boolean,
  isThere: Guard,
): ResultStop | undefined {
  const { and, or, not } = machine.guards;
  if (turn.isLost) return undefined;
  const leaves = turn.leaves
    .filter(({ isReturn }) => isReturn || !isOuter)
    .map((leave) => ({ ...leave, guard: remembered(machine, leave.guard) }));
  const [first] = leaves;
  if (first === undefined) return undefined;
  const counted = leaves.flatMap(({ guard, place }): readonly ResultStop[] => {
    const count = turn.asked.find(
      (one) =>
        one.isCount !== undefined &&
        and(guard, not(one.guard)) === NEVER &&
        and(turn.entered, not(one.guard)) !== NEVER,
    )?.isCount;
    return count === undefined
      ? []
      : [{ kind: 'count', place, ...(count.most !== undefined && { count: count.most }) }];
  });
  if (counted[0] !== undefined) return counted[0];
  const leaving = leaves.reduce((all, { guard }) => or(all, guard), NEVER);
  // who catches what is thrown in one turn does not go on with the next; between two loops one may
  const staying = not(isOuter ? leaving : or(leaving, turn.thrown));
  const { place } = first;
  if (and(and(turn.entered, isThere), staying) === NEVER) return { kind: 'one', place };
  // what is done with others goes on
  if (and(remembered(machine, or(turn.acted, turn.counted)), staying) !== NEVER) return undefined;
  const asked = turn.asked.flatMap(({ guard, isCount }) => (isCount === undefined ? [guard] : []));
  const isAsked = asked.some((guard) => and(leaving, guard) === NEVER || and(leaving, not(guard)) === NEVER);
  // `one.id === id || one.code === id`
  const any = asked.reduce(or, NEVER);
  const isOneOf = and(leaving, not(any)) === NEVER && and(turn.entered, not(any)) !== NEVER;
  return isAsked || isOneOf ? { kind: 'match', place } : undefined;
}
