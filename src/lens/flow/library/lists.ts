import type { Place } from '../../../core/text/segments.ts';
import { callMethod } from '../../link/library/builtin.ts';
import { constant } from '../../link/values/number.ts';
import { escape, mark, markOf, notePut } from '../entities/answers.ts';
import { everyWay } from './globals.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  argumentPlace,
  type CallPlace,
  casesOf,
  askOnce,
  decideOnce,
  either,
  type Machine,
  onWays,
  settled,
  unknownOf,
} from '../machine.ts';
import { elementAt } from '../values/properties.ts';
import { elementsOf, markOfElements, someOf } from '../values/elements.ts';
import { noteQuestion } from '../entities/asked.ts';
import { loopThrough } from '../entities/loops.ts';
import { noteThrough } from '../entities/through.ts';
import type { ResultFilter, Rows } from '../entities/results.ts';
import { deriveRows, noteLeftOut, noteRows, noteUse, rowsOf } from '../entities/rows.ts';
import { noteAct } from '../entities/turn.ts';
import { endTurn, filterOf, noteKept } from '../entities/turns.ts';
import { noteSorted } from './sorted.ts';
import {
  exactly,
  largest,
  type ListSize,
  smaller,
  sum,
  times,
  UNKNOWN,
  type Loop,
} from '../values/list-size.ts';
import { argumentsSize, constantOf, countOf, inLoop, noteGrowth, sizeHere, sizeOf } from '../values/sizes.ts';
import type { Mark } from '../entities/marks.ts';
import type { Element, ObjectState } from '../values/store.ts';
import { fromAbstract, newList, openList, toAbstract } from '../values/symbols.ts';
import { constantText } from '../values/texts.ts';
import { booleanOf, equality, truthOf } from '../conditions/truth.ts';
import { type Atom, type ObjectId, UNDEFINED, type Value } from '../values/values.ts';
import { mapMethod } from './maps.ts';
import { joined } from './joined.ts';

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
  const made = changingMethod(machine, list.id, name, args, at) ?? readingOf(machine, list, name, args, at);
  if (rows !== undefined) noteMethod(machine, rows, name, args, made, at);
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

function changingMethod(
  machine: Machine,
  id: ObjectId,
  name: string,
  args: readonly Value[],
  at: CallPlace,
): Value | undefined {
  const { and, not } = machine.guards;
  switch (name) {
    case 'push':
    case 'add':
    case 'unshift': {
      notePut(machine, id, ...args);
      noteRows(machine, id, args);
      noteKept(machine, id, args);
      const state = changeList(machine, id);
      const added = args.map((value, index): Element => ({
        value,
        guard: machine.reached,
        place: argumentPlace(at, index),
        isDistinct: name === 'add',
      }));
      if (machine.reached === NEVER) return UNDEFINED;
      state.elements = name === 'unshift' ? [...added, ...state.elements] : [...state.elements, ...added];
      noteGrowth(machine, state, argumentsSize(at, args.length), at);
      if (state.elements.length > MOST_ELEMENTS) tooLong(machine, state);
      return name === 'add' ? { kind: 'object', id } : unknownOf(machine, 'call-result');
    }
    case 'pop':
    case 'shift': {
      const state = changeList(machine, id);
      const { elements, open, grown } = state;
      const { reached } = machine;
      state.isRenewed = true;
      const isHere = ({ guard }: Element): boolean => and(guard, reached) !== NEVER;
      const found = name === 'pop' ? elements.findLast(isHere) : elements.find(isHere);
      const isSure = found === undefined || and(reached, not(found.guard)) === NEVER;
      // behind what is seen of a list that grew there is more
      const isEnd = name === 'shift' && found !== undefined ? true : and(grown, reached) === NEVER;
      if (!isSure || !isEnd || open !== undefined || reached === NEVER) {
        const one = someOf(machine, { kind: 'object', id });
        tooLong(machine, state);
        return one;
      }
      if (found === undefined) return UNDEFINED;
      const left = { ...found, guard: and(found.guard, not(reached)) };
      state.elements = elements.flatMap((one) =>
        one !== found ? [one] : left.guard === NEVER ? [] : [left],
      );
      return found.value;
    }
    case 'clear': {
      const state = changeList(machine, id);
      state.isRenewed = true;
      state.elements = state.elements.map((one) => ({ ...one, guard: and(one.guard, not(machine.reached)) }));
      state.grown = and(state.grown, not(machine.reached));
      return UNDEFINED;
    }
    case 'splice': {
      const state = changeList(machine, id);
      const whole = sizeOf(machine, { kind: 'object', id });
      const most = partSize(machine, name, args, at);
      const size = most === undefined ? whole : smaller(most, whole);
      state.isRenewed = true;
      escape(machine, ...args.slice(2));
      const part = partOf(state);
      const some = tooLong(machine, state);
      const cut = openList(machine, undefined, '', undefined, undefined, size);
      if (cut.kind === 'object') {
        machine.store.change(cut.id).part = part;
        for (const { value } of machine.store.object(cut.id).elements) mark(machine, value, some);
      }
      return cut;
    }
    case 'delete':
      tooLong(machine, changeList(machine, id));
      return unknownOf(machine, 'call-result');
    case 'fill': {
      escape(machine, ...args);
      const filling = changeList(machine, id);
      const [value = UNDEFINED, ...range] = args;
      if (range.length > 0 || filling.open !== undefined) tooLong(machine, filling);
      else
        filling.elements = filling.elements.map((one) => ({
          ...one,
          value: either(machine, machine.reached, value, one.value),
        }));
      return { kind: 'object', id, isList: true };
    }
    case 'sort':
      compareElements(machine, { kind: 'object', id }, args[0], at);
      return { kind: 'object', id };
    case 'reverse':
      noteSorted(machine, elementsOf(machine, { kind: 'object', id }).elements, 'reversed', at);
      if (machine.store.object(id).split !== undefined) tooLong(machine, changeList(machine, id));
      return { kind: 'object', id };
    default:
      return undefined;
  }
}

/** `list.push(...others)`: all that `[...others]` has is put behind, or before, what the list has. */
export function addAll(machine: Machine, id: ObjectId, added: Value, name: string, at: CallPlace): Value {
  if (added.kind !== 'object' || machine.reached === NEVER) return unknownOf(machine, 'call-result');
  const { and, or } = machine.guards;
  const { elements, grown, open } = machine.store.object(added.id);
  const values = elements.map(({ value }) => value);
  notePut(machine, id, ...values);
  noteRows(machine, id, values);
  const brought = machine.rows.get(added.id);
  if (brought?.state.isPage === true) brought.of.collects ??= 'array';
  const here = elements.map(({ value, guard, place = { file: at.file, span: at.span } }): Element => ({
    value,
    guard: and(guard, machine.reached),
    place,
  }));
  const state = changeList(machine, id);
  state.elements = name === 'unshift' ? [...here, ...state.elements] : [...state.elements, ...here];
  state.grown = or(state.grown, and(grown, machine.reached));
  if (open !== undefined) state.open ??= open;
  noteGrowth(machine, state, sizeOf(machine, added), at);
  if (state.elements.length > MOST_ELEMENTS) tooLong(machine, state);
  return unknownOf(machine, 'call-result');
}

function changeList(machine: Machine, id: ObjectId): ObjectState {
  noteAct(machine, id);
  machine.written.at(-1)?.add(-id);
  const state = machine.store.change(id);
  if (state.split !== undefined) state.split = {};
  return state;
}

/** Elements of one list that are followed. */
const MOST_ELEMENTS = 200;

/** Gives up which elements a list has; what they have to do with an answer is known if that is the same for all of them. */
function tooLong(machine: Machine, state: ObjectState): Mark | undefined {
  const some = markOfElements(machine, state);
  state.part = partOf(state);
  state.elements = [];
  state.open = { why: 'too-complex', file: '', some };
  return some;
}

/** What a list has some of that is cut from another one. */
function partOf({ part = [], elements }: ObjectState): readonly Element[] {
  return elements.length === 0 ? part : [...part, ...elements].slice(0, MOST_ELEMENTS);
}

/** Runs what a list is sorted by, where it is seen what that reads. */
function compareElements(machine: Machine, list: ListAtom, compare: Value | undefined, at: CallPlace): void {
  const { elements } = elementsOf(machine, list);
  noteSorted(machine, elements, { compare }, at);
  if (compare === undefined || !elements.some(({ value }) => isMarked(machine, value))) return;
  elements.forEach(({ value, guard }, index) => {
    const other = elements[index + 1]?.value ?? value;
    onWays(machine, guard, () => machine.run.call(machine, compare, [value, other], at));
  });
}

function isMarked(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).some((one) => markOf(machine, one.value) !== undefined);
}

function readingMethod(
  machine: Machine,
  list: Extract<Atom, { kind: 'object' }>,
  name: string,
  args: readonly Value[],
  at: CallPlace,
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
  const call = (element: Element, index: number): Value | undefined => {
    loop.more = index === elements.length - 1 ? grown : NEVER;
    loop.turn = index;
    machine.loops.push(loop);
    const result = onWays(machine, element.guard, () => {
      const turn = results.begin(element.value);
      const own = machine.run.call(
        machine,
        callback ?? UNDEFINED,
        [element.value, indexOf(machine, index, isOfFew), list],
        at,
      );
      if (turn !== undefined && isTest) {
        const test = truthOf(machine, own, testPlace(callback, at));
        endTurn(machine, turn);
        const filter = filterOf(machine, turn, test, testPlace(callback, at));
        if (filter !== undefined && filters.length === 0) filters.push(filter);
      } else if (name === 'forEach') results.end(turn);
      else if (turn !== undefined) endTurn(machine, turn);
      return own;
    });
    machine.loops.pop();
    return result;
  };
  const { elements, grown } = elementsOf(machine, list);
  const isOfFew = areFew(elements, grown);
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
      const left = newList(machine, tested, grown, size);
      noteLeftOut(machine, rows, filters, loop.place);
      deriveRows(machine, rows, left, filters.length > 0 ? { isFiltered: true } : {});
      return left;
    }
    case 'find': {
      let found: Value = UNDEFINED;
      for (const { value, guard } of matching(machine, elements, call, at).reverse())
        found = either(machine, guard, value, found);
      noteLeftOut(machine, rows, filters, loop.place);
      return grown === NEVER ? found : either(machine, grown, someOf(machine, list), found);
    }
    case 'some':
    case 'every': {
      const tests = elements.map((element, index) => {
        const test = truthOf(machine, call(element, index) ?? UNDEFINED, at);
        return name === 'some' ? and(element.guard, test) : or(not(element.guard), test);
      });
      const isSome = name === 'some';
      noteLeftOut(machine, rows, filters, loop.place);
      const seen = isSome ? tests.reduce(or, NEVER) : tests.reduce(and, ALWAYS);
      if (grown === NEVER || seen === ALWAYS || seen === NEVER) return booleanOf(machine, seen);
      // of any number of elements it is one question, as it is written
      const any = elements.reduce((all, { guard }) => or(all, guard), NEVER);
      // what holds of every element is what does not fail of some, wherever that is asked
      const isSo = askOnce(machine, `some:${list.id}`, isSome ? seen : not(seen), () => ({
        kind: 'condition',
        ...at,
        isOpposite: !isSome,
      }));
      const some = and(any, isSo);
      return booleanOf(machine, isSome ? some : not(some));
    }
    case 'reduce':
      return inLoop(machine, loop.place, size, (turns) => {
        noteThrough(machine, loop.place, elements);
        return reduced(machine, list, elements, args, at, turns, grown);
      });
    case 'join': {
      escape(machine, list);
      const { split } = machine.store.object(list.id);
      if (split !== undefined) return joinedAgain(machine, split.of, args, at);
      const separator = args[0] === undefined ? ',' : constantText(settled(machine, args[0]));
      return separator === undefined ? undefined : joined(machine, elements, separator, at);
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
      elements.forEach(call);
      noteLeftOut(machine, rows, filters, loop.place);
      return someOf(machine, list);
    case 'findIndex':
    case 'findLastIndex':
      elements.forEach(call);
      noteLeftOut(machine, rows, filters, loop.place);
      return unknownOf(machine, 'call-result');
    case 'indexOf':
    case 'lastIndexOf':
      return unknownOf(machine, 'call-result');
    case 'toSorted':
      compareElements(machine, list, callback, at);
      return newList(machine, elements, grown, size);
    case 'toReversed':
      noteSorted(machine, elements, 'reversed', at);
      return newList(machine, elements, grown, size);
    case 'values':
      return newList(machine, elements, grown, size);
    case 'keys':
      return newList(
        machine,
        elements.map(({ guard }, index) => ({ value: indexOf(machine, index, isOfFew), guard })),
        grown,
        size,
      );
    case 'entries':
      return newList(
        machine,
        elements.map(({ value, guard }, index) => ({
          value: newList(machine, [
            { value: indexOf(machine, index, isOfFew), guard: ALWAYS },
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

/** Methods that test elements, and give those that pass, or the first, or whether there is any. */
const TESTING: ReadonlySet<string> = new Set(['filter', 'find', 'findLast', 'findIndex', 'some']);

/** Where a function decides: the expression that it gives, or all of it. */
function testPlace(callback: Value | undefined, at: CallPlace): Place {
  const [arg] = at.code?.args ?? [];
  if (callback?.kind !== 'function' || arg?.kind !== 'function')
    return { file: at.file, span: arg?.span ?? at.span };
  const { body, span } = callback.fn;
  const last = body.at(-1);
  const isOne = last?.kind === 'return' && body.slice(0, -1).every(({ kind }) => kind === 'declare');
  return { file: at.file, span: (isOne ? last.value?.span : undefined) ?? span };
}

/** Notes what a method does with an array of what a query gives, and what it makes of it. */
function noteMethod(
  machine: Machine,
  rows: Rows,
  name: string,
  args: readonly Value[],
  made: Value | undefined,
  at: CallPlace,
): void {
  const place = { file: at.file, span: at.span };
  const [from, to] = args;
  switch (name) {
    case 'push':
    case 'add':
    case 'unshift':
    case 'forEach':
    case 'filter':
    case 'find':
    case 'findLast':
    case 'findIndex':
    case 'some':
    case 'every':
      return;
    case 'map':
    case 'flatMap':
    case 'values':
      deriveRows(machine, rows, made);
      return;
    case 'sort':
    case 'reverse':
      rows.state = { ...rows.state, isSorted: true };
      return;
    case 'toSorted':
    case 'toReversed':
      deriveRows(machine, rows, made, { isSorted: true });
      return;
    case 'slice':
    case 'splice': {
      const isStart = from?.kind === 'number' && from.number.constant === 0;
      const count = to === undefined ? undefined : constantOf(settled(machine, to));
      if (!isStart || to === undefined) {
        const isAnywhere =
          from !== undefined && to !== undefined && constantOf(settled(machine, from)) === undefined;
        if (name === 'slice' && isAnywhere && isOnce(machine, rows)) rows.of.skip ??= place;
        deriveRows(machine, rows, made, { isSorted: true });
        if (name === 'splice') noteUse(machine, rows, 'other', place);
      } else if (name === 'splice' && isTakenAgain(machine, at)) noteUse(machine, rows, 'other', place);
      else {
        noteUse(machine, rows, 'first', place, { isPartial: true, ...(count !== undefined && { count }) });
        deriveRows(machine, rows, made, { isPart: true });
      }
      return;
    }
    case 'at':
      noteUse(
        machine,
        rows,
        from !== undefined && constantOf(settled(machine, from)) === 0 ? 'first' : 'other',
        place,
      );
      return;
    case 'shift':
      noteUse(machine, rows, isTakenAgain(machine, at) ? 'other' : 'first', place);
      return;
    default:
      noteUse(machine, rows, 'other', place);
  }
}

/** Whether a part is taken once, and not one after the other until there are no more. */
function isOnce({ loops }: Machine, { of }: Rows): boolean {
  return loops.length <= of.loops;
}

/** Whether what is taken off an array may be taken off the same one again. */
function isTakenAgain({ loops }: Machine, _: CallPlace): boolean {
  return loops.length > 0;
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

/** The index of an element; of one of a few it is that, and of others some number of any width. */
function indexOf(machine: Machine, index: number, isOfFew: boolean): Value {
  const number = fromAbstract(machine, constant(index));
  return number.kind === 'number' && !isOfFew ? { ...number, varies: true } : number;
}

/** Whether a list has just these elements, and all their indices one digit. */
function areFew(elements: readonly Element[], grown: Guard): boolean {
  return grown === NEVER && elements.length <= 10;
}

function matching(
  machine: Machine,
  elements: readonly Element[],
  call: (element: Element, index: number) => Value | undefined,
  at: CallPlace,
): Element[] {
  const { and, not } = machine.guards;
  let left: Guard = ALWAYS;
  return elements.map((element, index) => {
    const test = truthOf(machine, call(element, index) ?? UNDEFINED, at);
    const isIt = and(left, and(element.guard, test));
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
  [callback, initial]: readonly Value[],
  at: CallPlace,
  loop: Loop,
  grown: Guard,
): Value {
  const { and, not, or } = machine.guards;
  const isOfFew = areFew(elements, grown);
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
        [settled(machine, all), value, indexOf(machine, index, isOfFew), list],
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
  const seen = elements.reduce(
    (all, one) => or(all, and(one.guard, equality(machine, one.value, value, false, at))),
    NEVER,
  );
  if (grown === NEVER || seen === ALWAYS) return booleanOf(machine, seen);
  // of any number of elements it is one question
  const any = elements.reduce((all, { guard }) => or(all, guard), grown);
  const isIn = askOnce(machine, `includes:${list.id}`, seen, () => ({ kind: 'condition', ...at }));
  return booleanOf(machine, and(any, isIn));
}

function sliced(
  machine: Machine,
  list: Extract<Atom, { kind: 'object' }>,
  elements: readonly Element[],
  grown: Guard,
  args: readonly Value[],
  at: CallPlace,
): Value {
  const [from, to] = args;
  const whole = sizeOf(machine, list);
  const part = partSize(machine, 'slice', args, at);
  const size = part === undefined ? whole : smaller(part, whole);
  const start = from === undefined ? 0 : from.kind === 'number' ? from.number.constant : undefined;
  const end = to === undefined ? undefined : to.kind === 'number' ? to.number.constant : Number.NaN;
  const isKnown = typeof start === 'number' && start >= 0 && (end === undefined || Number(end) >= 0);
  const isPlain = elements.every(({ guard }) => guard === ALWAYS) && grown === NEVER;
  if (isKnown && (isPlain || start === 0)) {
    const count = end === undefined ? undefined : Number(end);
    const isCut = count !== undefined && count <= elements.length;
    const made = newList(machine, elements.slice(start, count), isCut ? NEVER : grown, size);
    if (made.kind === 'object' && count !== undefined && grown !== NEVER)
      machine.store.change(made.id).part = [];
    return made;
  }
  const made = newList(machine, [], NEVER, size);
  if (made.kind === 'object') {
    const state = machine.store.object(list.id);
    const some = markOfElements(machine, state);
    const open = { ...(state.open ?? { why: 'too-complex', file: '' }), some };
    Object.assign(machine.store.change(made.id), { open, part: partOf(state) });
  }
  return made;
}

/** How many elements a method gives at most that cuts a list; undefined for one that gives all there are. */
export function partSize(
  machine: Machine,
  name: string,
  [from, to]: readonly Value[],
  at: CallPlace,
): ListSize | undefined {
  if (to === undefined || (name !== 'slice' && name !== 'splice')) return undefined;
  const place = placeOf(at, 1);
  return name === 'slice' ? cutSize(machine, from, to, place) : countOf(machine, to, place);
}

/** How many elements `slice(from, to)` gives. */
function cutSize(machine: Machine, from: Value | undefined, to: Value, place: Place): ListSize {
  if (to.kind === 'choice')
    return largest(casesOf(machine, to).map(({ value }) => cutSize(machine, from, value, place)));
  if (to.kind !== 'number') return UNKNOWN;
  const start = constantOf(from ?? to);
  const end = constantOf(to) ?? to.most;
  if (start !== undefined && end !== undefined)
    return end < 0 ? UNKNOWN : exactly(Math.max(end - start, 0), place);
  const symbol = from !== undefined && 'symbol' in from ? from.symbol : undefined;
  return to.past !== undefined && to.past.symbol === symbol ? exactly(to.past.by, place) : UNKNOWN;
}

/** Where a size stands that is given as an argument: `100` of `i + 100`, or of `Math.min(i + 100, count)`. */
function placeOf({ file, span, code: call }: CallPlace, index: number): Place {
  let code = call?.args[index];
  while (code?.kind === 'binary' || code?.kind === 'call')
    code =
      code.kind === 'binary' ? code.right : (code.args.find(({ kind }) => kind === 'binary') ?? code.args[0]);
  return { file, span: code?.span ?? span };
}
