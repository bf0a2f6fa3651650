import { escape, mark, markOf, notePut } from '../entities/answers.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import {
  argumentPlace,
  type CallPlace,
  casesOf,
  either,
  type Machine,
  onWays,
  settled,
  unknownOf,
} from '../machine.ts';
import { elementsOf, markOfElements, someOf } from '../values/elements.ts';
import { someLength } from '../values/properties.ts';
import { noteRows, rowsOf } from '../entities/rows.ts';
import { noteAct } from '../entities/turn.ts';
import { noteKept } from '../entities/turns.ts';
import { noteSorted } from './sorted.ts';
import { type ListSize, smaller } from '../values/list-size.ts';
import { argumentsSize, constantOf, noteGrowth, sizeOf } from '../values/sizes.ts';
import type { Mark } from '../entities/marks.ts';
import type { Element, ObjectState } from '../values/store.ts';
import { unlessFrozen } from '../values/frozen.ts';
import { newList, openList } from '../values/symbols.ts';
import { constantText } from '../values/texts.ts';
import { type Atom, type ObjectId, UNDEFINED, type Value } from '../values/values.ts';
import { firstOf, MOST_COUNTED, MOST_ELEMENTS, partOf, partSize } from './list-parts.ts';

type ListAtom = Extract<Atom, { kind: 'object' }>;

/** Methods that change an array. */
export const CHANGING: ReadonlySet<string> = new Set([
  ...['push', 'unshift', 'pop', 'shift', 'splice', 'copyWithin', 'fill', 'sort', 'reverse'],
]);

/** What a method gives that changes a list or a set, and what it does to it; undefined for one that does not. */
export function changingMethod(
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
      // how many there are by now
      return name === 'add'
        ? { kind: 'object', id }
        : { ...someLength(machine), least: args.length, lengthOf: { kind: 'object', id } };
    }
    case 'pop':
    case 'shift': {
      const state = changeList(machine, id);
      const { elements, open, grown } = state;
      const { reached } = machine;
      state.isRenewed = true;
      const isSeen = open === undefined && and(grown, reached) === NEVER;
      if (isSeen && reached !== NEVER && elements.length <= MOST_COUNTED)
        return takeEnd(machine, state, name === 'pop');
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
      const first = firstTaken(machine, id, args, size);
      if (first !== undefined) {
        tooLong(machine, state);
        return first;
      }
      const some = tooLong(machine, state);
      const cut = openList(machine, undefined, '', undefined, undefined, size);
      if (cut.kind === 'object') {
        machine.store.change(cut.id).part = part;
        for (const { value } of machine.store.object(cut.id).elements) mark(machine, value, some);
      }
      return cut;
    }
    case 'copyWithin':
      tooLong(machine, changeList(machine, id));
      return { kind: 'object', id };
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
      if (machine.rows.get(id) === undefined) sortElements(machine, id, args[0]);
      return { kind: 'object', id };
    case 'reverse':
      noteSorted(
        machine,
        elementsOf(machine, { kind: 'object', id }).elements,
        'reversed',
        at,
        machine.rows.get(id),
      );
      if (machine.store.object(id).split !== undefined) tooLong(machine, changeList(machine, id));
      else if (machine.rows.get(id) === undefined) reverseElements(machine, id);
      return { kind: 'object', id };
    default:
      return undefined;
  }
}

/** Takes the last element that is there, or the first. */
function takeEnd(machine: Machine, state: ObjectState, isLast: boolean): Value {
  const { and, not } = machine.guards;
  let left = machine.reached;
  let taken: Value = UNDEFINED;
  const order = isLast ? [...state.elements].reverse() : state.elements;
  const others = order.map((element): Element => {
    const isIt = and(left, element.guard);
    left = and(left, not(element.guard));
    if (isIt === NEVER) return element;
    taken = either(machine, isIt, element.value, taken);
    return { ...element, guard: and(element.guard, not(isIt)) };
  });
  const kept = others.filter(({ guard }) => guard !== NEVER);
  state.elements = isLast ? kept.reverse() : kept;
  return taken;
}

/** What `splice(0, count)` takes of a list whose elements are seen. */
function firstTaken(
  machine: Machine,
  id: ObjectId,
  args: readonly Value[],
  size: ListSize,
): Value | undefined {
  const { elements, grown, open } = machine.store.object(id);
  const [from, count] = args;
  const most = count === undefined ? undefined : constantOf(settled(machine, count));
  if (open !== undefined || from === undefined || most === undefined || args.length > 2) return undefined;
  if (constantOf(settled(machine, from)) !== 0 || most < 1) return undefined;
  const taken = firstOf(machine, elements, most);
  return newList(machine, taken.elements, machine.guards.and(grown, taken.more), size);
}

/** `list.push(...others)`: all that `[...others]` has is put behind, or before, what the list has. */
export function addAll(machine: Machine, id: ObjectId, added: Value, name: string, at: CallPlace): Value {
  if (added.kind !== 'object' || machine.reached === NEVER) return unknownOf(machine, 'call-result');
  const { id: from } = added;
  unlessFrozen(machine, id, at, () => {
    addElements(machine, id, from, name, at);
    return UNDEFINED;
  });
  return unknownOf(machine, 'call-result');
}

function addElements(machine: Machine, id: ObjectId, from: ObjectId, name: string, at: CallPlace): void {
  const { and, or } = machine.guards;
  const { elements, grown, open } = machine.store.object(from);
  const values = elements.map(({ value }) => value);
  notePut(machine, id, ...values);
  noteRows(machine, id, values);
  const brought = machine.rows.get(from);
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
  noteGrowth(machine, state, sizeOf(machine, { kind: 'object', id: from }), at);
  if (state.elements.length > MOST_ELEMENTS) tooLong(machine, state);
}

function changeList(machine: Machine, id: ObjectId): ObjectState {
  noteAct(machine, id);
  machine.written.at(-1)?.add(-id);
  const state = machine.store.change(id);
  if (state.split !== undefined) state.split = {};
  return state;
}

/** Gives up which elements a list has; what they have to do with an answer is known if that is the same for all of them. */
function tooLong(machine: Machine, state: ObjectState): Mark | undefined {
  const some = markOfElements(machine, state);
  state.part = partOf(state);
  state.elements = [];
  state.open = { why: 'too-complex', file: '', some };
  return some;
}

/** Puts the elements of a list the other way round; entities stand for each other, and so stay. */
export function reverseElements(machine: Machine, id: ObjectId): void {
  const { open, elements } = machine.store.object(id);
  if (open !== undefined || elements.length < 2 || machine.reached === NEVER) return;
  reorder(machine, id, [...elements].reverse());
}

/**
 * Puts the elements of a list in another order, of which nothing is known unless they are constant texts that no function compares. Pairs
 * stay: who sorts entries makes an object or a text of all of them.
 */
export function sortElements(machine: Machine, id: ObjectId, compare: Value | undefined): void {
  const { open, elements, grown } = machine.store.object(id);
  // those of which some are seen stand for each other
  if (open !== undefined || elements.length < 2 || grown !== NEVER || machine.reached === NEVER) return;
  const texts = elements.map(({ value }) => constantText(value));
  const isPair = ({ value }: Element): boolean =>
    value.kind === 'object' && machine.store.object(value.id).kind === 'array';
  if (elements.every(isPair)) return;
  const isSeen = compare === undefined && texts.every((text) => text !== undefined);
  if (!isSeen) {
    tooLong(machine, changeList(machine, id));
    return;
  }
  const byText = elements.map((element, index) => ({ element, text: texts[index] ?? '' }));
  byText.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  reorder(
    machine,
    id,
    byText.map(({ element }) => element),
  );
}

/** On the ways that lead here a list has these elements, and on the others those of before. */
function reorder(machine: Machine, id: ObjectId, inOrder: readonly Element[]): void {
  const { and, not } = machine.guards;
  const { reached } = machine;
  const state = changeList(machine, id);
  const on = (elements: readonly Element[], ways: Guard): readonly Element[] =>
    elements.flatMap((one) => {
      const guard = and(one.guard, ways);
      return guard === NEVER ? [] : [{ ...one, guard }];
    });
  const isPlain = state.elements.every(({ guard }) => guard === ALWAYS);
  if (isPlain)
    state.elements = state.elements.map((one, index) => ({
      ...one,
      value: either(machine, reached, inOrder[index]?.value ?? one.value, one.value),
    }));
  else state.elements = [...on(inOrder, reached), ...on(state.elements, not(reached))];
}

/** Runs what a list is sorted by, where it is seen what that reads. */
export function compareElements(
  machine: Machine,
  list: ListAtom,
  compare: Value | undefined,
  at: CallPlace,
): void {
  const { elements } = elementsOf(machine, list);
  noteSorted(machine, elements, { compare }, at, rowsOf(machine, list));
  if (compare === undefined || !elements.some(({ value }) => isMarked(machine, value))) return;
  elements.forEach(({ value, guard }, index) => {
    const other = elements[index + 1]?.value ?? value;
    onWays(machine, guard, () => machine.run.call(machine, compare, [value, other], at));
  });
}

function isMarked(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).some((one) => markOf(machine, one.value) !== undefined);
}
