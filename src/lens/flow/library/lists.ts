import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { callMethod } from '../../link/library/builtin.ts';
import { escape, markOf } from '../entities/answers.ts';
import { everyWay } from './globals.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  type CallPlace,
  casesOf,
  askOnce,
  decide,
  decideOnce,
  either,
  type Machine,
  onWays,
  settled,
  unknownOf,
} from '../machine.ts';
import { elementAt } from '../values/properties.ts';
import { elementsOf, someOf } from '../values/elements.ts';
import { noteQuestion } from '../entities/asked.ts';
import { loopThrough } from '../entities/loops.ts';
import { noteThrough } from '../entities/through.ts';
import { deriveRows, noteSearched, rowsOf } from '../entities/rows.ts';
import { endTurn, filterOf } from '../entities/turns.ts';
import { noteSorted } from './sorted.ts';
import { largest, type ListSize, sum, times, type Loop } from '../values/list-size.ts';
import { inLoop, sizeHere, sizeOf } from '../values/sizes.ts';
import { newList, toAbstract } from '../values/symbols.ts';
import { piecedText } from '../values/pieced-text.ts';
import { constantText } from '../values/texts.ts';
import { booleanOf, equality, truthOf } from '../conditions/truth.ts';
import { type Atom, type ObjectId, TRUE, UNDEFINED, type Value } from '../values/values.ts';
import { mapMethod } from './maps.ts';
import { joined } from './joined.ts';
import { CHANGING, changingMethod, compareElements, reverseElements, sortElements } from './list-changes.ts';
import type { ResultFilter } from '../entities/results.ts';
import type { Element } from '../values/store.ts';
import { sliced } from './list-parts.ts';
import { noteMethod } from './list-uses.ts';
import { positionsOf } from '../values/positions.ts';
import { unlessFrozen } from '../values/frozen.ts';

type ListAtom = Extract<Atom, { kind: 'object' }>;

/** What a method of a list, a set or a map gives, and does to it; undefined for one that is not followed. */
export function listMethod(
  machine: Machine,
  list: Extract<Atom, { kind: 'object' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const { kind } = machine.store.object(list.id);
  if (kind === 'map') return mapMethod(machine, list, name, args, at);
  const rows = machine.rows.get(list.id);
  const made = changed(machine, list.id, name, args, at) ?? readingOf(machine, list, name, args, at);
  if (rows !== undefined) noteMethod(machine, rows, name, args, made, at);
  return made;
}

/** What a method gives that changes a list: of one that is frozen none does, but throws. */
function changed(
  machine: Machine,
  id: ObjectId,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const isFree = machine.store.object(id).kind !== 'array' || !CHANGING.has(name);
  if (isFree) return changingMethod(machine, id, name, args, at);
  return unlessFrozen(machine, id, at, () => changingMethod(machine, id, name, args, at));
}

/** The same of a method that is given no function but what stands for one: `test` is what that gives for an element. */
export function testedMethod(
  machine: Machine,
  list: ListAtom,
  name: string,
  test: (element: Value) => Value,
  at: CallPlace,
): Value | undefined {
  const rows = machine.rows.get(list.id);
  const made = readingMethod(machine, list, name, [], at, test);
  if (rows !== undefined) noteMethod(machine, rows, name, [], made, at);
  return made;
}

function readingOf(
  machine: Machine,
  list: ListAtom,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const isAsked = name === 'includes' || (name === 'has' && machine.store.object(list.id).kind === 'set');
  if (!isAsked) return readingMethod(machine, list, name, args, at);
  const [value = UNDEFINED] = args;
  const made = includes(machine, list, value, at);
  noteMembership(machine, made, value, at, list);
  return made;
}

function readingMethod(
  machine: Machine,
  list: Extract<Atom, { kind: 'object' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
  test?: (element: Value) => Value,
): Value | undefined {
  const [callback] = args;
  const size = sizeOf(machine, list);
  const loop: Loop = {
    place: { file: at.file, span: at.span },
    size: sizeHere(machine, list),
    more: NEVER,
    turn: 0,
  };
  const rows = rowsOf(machine, list);
  const results = loopThrough(machine, list, loop.place);
  const filters: ResultFilter[] = [];
  const isTest = TESTING.has(name);
  const callOn = (element: Element, index: number, on: Guard): Value | undefined => {
    loop.more = index === elements.length - 1 ? grown : NEVER;
    loop.turn = index;
    machine.loops.push(loop);
    const result = onWays(machine, on, () => {
      const turn = results.begin(element.value);
      const own =
        test === undefined
          ? machine.run.call(
              machine,
              callback ?? UNDEFINED,
              [element.value, positions[index] ?? UNDEFINED, list],
              at,
            )
          : test(element.value);
      if (turn !== undefined && isTest) {
        const passes = truthOf(machine, own, testPlace(callback, at));
        endTurn(machine, turn);
        const filter = filterOf(machine, turn, passes, testPlace(callback, at));
        if (filter !== undefined && filters.length === 0) filters.push(filter);
      } else if (name === 'forEach') results.end(turn);
      else if (turn !== undefined) endTurn(machine, turn);
      return own;
    });
    machine.loops.pop();
    return result;
  };
  const call = (element: Element, index: number): Value | undefined => callOn(element, index, element.guard);
  const { elements, grown } = elementsOf(machine, list);
  const positions = positionsOf(machine, elements, areFew(elements, grown));
  const { and, or, not } = machine.guards;
  if (callback?.kind === 'function') noteThrough(machine, loop.place, elements);
  switch (name) {
    case 'map':
    case 'flatMap': {
      const mapped = elements.map((element, index): Element => ({
        value: call(element, index) ?? UNDEFINED,
        guard: element.guard,
        isDistinct: element.isDistinct,
      }));
      return name === 'map' ? newList(machine, mapped, grown, size) : flattened(machine, mapped, grown, size);
    }
    case 'forEach':
      elements.forEach(call);
      results.finish();
      return UNDEFINED;
    case 'filter': {
      const tested = elements.map((element, index): Element => {
        const test = truthOf(machine, call(element, index) ?? UNDEFINED, at);
        return { ...element, guard: and(element.guard, test) };
      });
      // those that are not seen are left as one that is
      const isAny = tested.reduce((all, { guard }) => or(all, guard), NEVER);
      const left = newList(machine, tested, and(grown, isAny), size);
      // which parts a text has is not seen, nor what those that are left make together
      if (machine.store.object(list.id).split !== undefined && left.kind === 'object')
        machine.store.change(left.id).split = {};
      noteSearched(machine, rows, filters, loop.place);
      deriveRows(machine, rows, left, filters.length > 0 ? { isFiltered: true } : {});
      return left;
    }
    case 'find': {
      let found: Value = UNDEFINED;
      for (const { value, guard } of matching(machine, elements, callOn, at).reverse())
        found = either(machine, guard, value, found);
      const isOfAll = rows?.state.isPage !== true;
      const first = isOfAll ? filters.map((one) => ({ ...one, takesFirst: true as const })) : filters;
      noteSearched(machine, rows, first, loop.place);
      return grown === NEVER ? found : either(machine, grown, someOf(machine, list), found);
    }
    case 'some':
    case 'every': {
      const isOpen = grown !== NEVER;
      const isSome = name === 'some';
      // asked before what is asked of each element, so that it is the one that is told
      const own = isOpen ? decide(machine, { kind: 'condition', ...at, isOpposite: !isSome }) : NEVER;
      // the first that decides it is the last that is called
      let left: Guard = ALWAYS;
      const tests = elements.map((element, index) => {
        const test = truthOf(machine, callOn(element, index, and(left, element.guard)) ?? UNDEFINED, at);
        const decided = and(element.guard, isSome ? test : not(test));
        left = and(left, not(decided));
        return isSome ? decided : not(decided);
      });
      noteSearched(machine, rows, filters, loop.place);
      const seen = isSome ? tests.reduce(or, NEVER) : tests.reduce(and, ALWAYS);
      if (grown === NEVER || seen === ALWAYS || seen === NEVER) return booleanOf(machine, seen);
      // an element that is seen may decide it on this way
      if (isSome ? isSure(machine, seen) : and(machine.reached, seen) === NEVER)
        return { kind: 'boolean', value: isSome };
      // of any number of elements it is one question, as it is written
      const any = elements.reduce((all, { guard }) => or(all, guard), NEVER);
      // what holds of every element is what does not fail of some, wherever that is asked
      const isSo = askOfAny(machine, list.id, isSome ? seen : not(seen), own);
      const some = and(any, isSo);
      return booleanOf(machine, isSome ? some : not(some));
    }
    case 'reduce':
    case 'reduceRight':
      return inLoop(machine, loop.place, size, (turns) => {
        noteThrough(machine, loop.place, elements);
        const inOrder = name === 'reduce' ? elements : [...elements].reverse();
        const indexes = name === 'reduce' ? positions : [...positions].reverse();
        const all = reduced(machine, list, inOrder, indexes, args, at, turns, grown);
        return grown === NEVER ? all : (piecedText(machine, all, loop.place) ?? all);
      });
    case 'join': {
      escape(machine, list);
      const { split } = machine.store.object(list.id);
      if (split !== undefined) return joinedAgain(machine, split.of, args, at);
      const separator = args[0] === undefined ? ',' : constantText(settled(machine, args[0]));
      if (separator === undefined) return undefined;
      const all = joined(machine, elements, separator, at);
      return grown === NEVER ? all : (piecedText(machine, all, loop.place) ?? all);
    }
    case 'concat': {
      let more = grown;
      const added = args.flatMap((arg) =>
        casesOf(machine, arg).flatMap(({ value: other, guard }): readonly Element[] => {
          if (!isListLike(machine, other)) return [{ value: other, guard }];
          const seen = elementsOf(machine, other);
          more = or(more, and(guard, seen.grown));
          return seen.elements.map((one) => ({ ...one, guard: and(one.guard, guard) }));
        }),
      );
      return newList(
        machine,
        [...elements, ...added],
        more,
        sum([size, ...args.map((arg) => sizeOf(machine, arg))]),
      );
    }
    case 'at': {
      const index = callback?.kind === 'number' ? Number(callback.number.constant) : Number.NaN;
      const isPlain = elements.every(({ guard }) => guard === ALWAYS) && grown === NEVER;
      if (index >= 0) return elementAt(machine, list.id, index);
      return isPlain && index < 0 ? (elements.at(index)?.value ?? UNDEFINED) : someOf(machine, list);
    }
    case 'slice':
      return sliced(machine, list, elements, grown, args, at);
    case 'flat':
      return flattened(machine, elements, grown, size);
    case 'findLast':
    case 'findIndex':
    case 'findLastIndex': {
      const fromEnd = (element: Element, index: number, on: Guard): Value | undefined =>
        callOn(element, elements.length - 1 - index, on);
      if (name === 'findIndex') matching(machine, elements, callOn, at);
      else matching(machine, [...elements].reverse(), fromEnd, at);
      noteSearched(machine, rows, filters, loop.place);
      return name === 'findLast' ? someOf(machine, list) : unknownOf(machine, 'call-result');
    }
    case 'indexOf':
    case 'lastIndexOf':
      return unknownOf(machine, 'call-result');
    case 'toSorted':
    case 'toReversed': {
      const copy = newList(machine, elements, grown, size);
      if (copy.kind !== 'object') return copy;
      if (name === 'toSorted') {
        compareElements(machine, list, callback, at);
        if (rows === undefined) sortElements(machine, copy.id, callback);
      } else {
        noteSorted(machine, elements, 'reversed', at, rows);
        if (rows === undefined) reverseElements(machine, copy.id);
      }
      return copy;
    }
    case 'values':
      return newList(machine, elements, grown, size);
    case 'keys':
      return newList(
        machine,
        elements.map(({ guard }, index) => ({ value: positions[index] ?? UNDEFINED, guard })),
        grown,
        size,
      );
    case 'entries':
      return newList(
        machine,
        elements.map(({ value, guard }, index) => ({
          value: newList(machine, [
            { value: positions[index] ?? UNDEFINED, guard: ALWAYS },
            { value, guard: ALWAYS },
          ]),
          guard,
        })),
        grown,
        size,
      );
    default:
      return undefined;
  }
}

/** Whether a condition holds wherever the machine is. */
function isSure({ guards, reached }: Machine, guard: Guard): boolean {
  return guards.and(reached, guards.not(guard)) === NEVER;
}

/** Methods that test elements, and give those that pass, or the first, or whether there is any. */
const TESTING: ReadonlySet<string> = new Set(['filter', 'find', 'findLast', 'findIndex', 'some']);

/** Where a function decides: the expression that it gives, or all of it. */
function testPlace(callback: Value | undefined, at: CallPlace): Place {
  const args = at.code?.args ?? [];
  const isHere =
    callback?.kind === 'function' &&
    callback.file === at.file &&
    // of a chain it stands in what is handed over for a step of it: `pipe(filter((row) => …))`
    args.some(({ span }) => contains(span, callback.fn.span));
  if (!isHere) return { file: at.file, span: args[0]?.span ?? at.span };
  const { body, span } = callback.fn;
  const last = body.at(-1);
  const isOne = last?.kind === 'return' && body.slice(0, -1).every(({ kind }) => kind === 'declare');
  return { file: at.file, span: (isOne ? last.value?.span : undefined) ?? span };
}

/** Notes of the answer whether a list has a value that it demands of an entity to be one of those in it. */
function noteMembership(machine: Machine, made: Value, value: Value, at: CallPlace, list?: ListAtom): void {
  if (machine.turns.length === 0) return;
  const elements = list === undefined ? undefined : machine.store.object(list.id);
  const isWritten =
    elements !== undefined &&
    elements.open === undefined &&
    elements.grown === NEVER &&
    elements.elements.length <= FEW &&
    elements.elements.every((one) => isSpelledOut(one.value));
  noteQuestion(machine, made, value, { file: at.file, span: at.span }, (property, holds) => {
    if (isWritten) return { property, how: 'compared' };
    return holds ? { property, how: 'among' } : undefined;
  });
}

/** Comparisons that one filter may have: the REST documentation, "Query timeout and pagination". */
const FEW = 15;

function isSpelledOut(value: Value): boolean {
  return (
    value.kind === 'boolean' ||
    (value.kind === 'text' && constantText(value) !== undefined) ||
    (value.kind === 'number' && value.number.constant !== undefined)
  );
}

/** The parts of a text, with other characters between them. */
function joinedAgain(machine: Machine, of: Atom | undefined, args: readonly Value[], at: CallPlace): Value {
  if (of === undefined) return unknownOf(machine, 'call-result', { is: 'string' });
  return everyWay(machine, args, (atoms) =>
    callMethod(machine.linker, toAbstract(of), 'replaceAll', atoms, { file: at.file, span: at.span }),
  );
}

/** Whether a list has just these elements, and all their indices one digit. */
function areFew(elements: readonly Element[], grown: Guard): boolean {
  return grown === NEVER && elements.length <= 10;
}

/** The elements that pass a test, each where it is the first: those behind it aren't tested. */
function matching(
  machine: Machine,
  elements: readonly Element[],
  call: (element: Element, index: number, on: Guard) => Value | undefined,
  at: CallPlace,
): Element[] {
  const { and, not } = machine.guards;
  let left: Guard = ALWAYS;
  return elements.map((element, index) => {
    const here = and(left, element.guard);
    const test = truthOf(machine, call(element, index, here) ?? UNDEFINED, at);
    const isIt = and(here, test);
    left = and(left, not(isIt));
    return { value: element.value, guard: isIt };
  });
}

/** Whether an element is taken for a list where lists are put together. */
function isListLike(machine: Machine, atom: Atom): boolean {
  if (atom.kind === 'object') return machine.store.object(atom.id).kind === 'array';
  return markOf(machine, atom)?.kind === 'list';
}

function flattened(machine: Machine, elements: readonly Element[], grown: Guard, size: ListSize): Value {
  const { and } = machine.guards;
  const flat = elements.flatMap(({ value, guard, isDistinct }) =>
    casesOf(machine, value).flatMap((one): readonly Element[] => {
      const here = and(guard, one.guard);
      if (!isListLike(machine, one.value)) return [{ value: one.value, guard: here, isDistinct }];
      return elementsOf(machine, one.value).elements.map((inner) => ({
        value: inner.value,
        guard: and(inner.guard, here),
        isDistinct: inner.isDistinct === true || isDistinct === true,
      }));
    }),
  );
  const each = largest(elements.map(({ value }) => sizeOf(machine, value)));
  return newList(machine, flat, grown, times(size, each));
}

function reduced(
  machine: Machine,
  list: Atom,
  elements: readonly Element[],
  positions: readonly Value[],
  [callback, initial]: readonly Value[],
  at: CallPlace,
  loop: Loop,
  grown: Guard,
): Value {
  const { and, not, or } = machine.guards;
  let all: Value = initial ?? UNDEFINED;
  let isBegun: Guard = initial === undefined ? NEVER : ALWAYS;
  elements.forEach(({ value, guard }, index) => {
    loop.more = index === elements.length - 1 ? grown : NEVER;
    loop.turn = index;
    const begins = and(guard, not(isBegun));
    const goesOn = and(guard, isBegun);
    const next = onWays(machine, goesOn, () =>
      machine.run.call(
        machine,
        callback ?? UNDEFINED,
        [settled(machine, all), value, positions[index] ?? UNDEFINED, list],
        at,
      ),
    );
    if (next !== undefined) all = either(machine, goesOn, next, all);
    all = either(machine, begins, value, all);
    isBegun = or(isBegun, guard);
  });
  return all;
}

/** Elements that a value of which nothing is known is compared with one by one. */
const MOST_ASKED = 24;

function includes(
  machine: Machine,
  list: Extract<Atom, { kind: 'object' }>,
  value: Value,
  at: CallPlace,
): Value {
  const { and, or } = machine.guards;
  const { elements, grown } = elementsOf(machine, list);
  const one = settled(machine, value);
  // each question about a value excludes the others: of many it is one
  if (elements.length > MOST_ASKED && (one.kind === 'unknown' || one.kind === 'typed'))
    return booleanOf(
      machine,
      decideOnce(machine, `includes:${list.id}:#${one.symbol}`, () => ({ kind: 'condition', ...at })),
    );
  const own = grown === NEVER ? NEVER : decide(machine, { kind: 'condition', ...at });
  const seen = elements.reduce(
    (all, one) => or(all, and(one.guard, equality(machine, one.value, value, false, at))),
    NEVER,
  );
  if (grown === NEVER || seen === ALWAYS) return booleanOf(machine, seen);
  if (isSure(machine, seen)) return TRUE;
  // of any number of elements it is one question
  const any = elements.reduce((all, { guard }) => or(all, guard), grown);
  // what a set of the module has been given is asked by every call: nothing that follows rests on the answer but what asks
  const isIn =
    machine.store.object(list.id).kind === 'set'
      ? askOnce(machine, `some:${list.id}`, seen, own)
      : askOfAny(machine, list.id, seen, own);
  return booleanOf(machine, and(any, isIn));
}

/**
 * Whether some element of a list is as is asked, of which more may be there than are seen: those stand for all, so that it is one of them.
 * A list is asked the same by `includes` and `some`; `own` is the decision where it was not asked before.
 */
function askOfAny(machine: Machine, list: ObjectId, seen: Guard, own: Guard): Guard {
  const { and, or, not } = machine.guards;
  const isAny = askOnce(machine, `some:${list}`, seen, own);
  machine.reached = and(machine.reached, or(and(seen, isAny), not(or(seen, isAny))));
  return isAny;
}
