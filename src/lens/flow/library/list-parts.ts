import type { Place } from '../../../core/text/segments.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { type CallPlace, casesOf, type Machine } from '../machine.ts';
import { markOfElements, someOf } from '../values/elements.ts';
import { exactly, largest, type ListSize, smaller, UNKNOWN } from '../values/list-size.ts';
import { constantOf, countOf, sizeOf } from '../values/sizes.ts';
import { comparison } from '../conditions/truth.ts';
import { elementsWithin } from '../values/places.ts';
import type { Element, ObjectState } from '../values/store.ts';
import { newList } from '../values/symbols.ts';
import { type Atom, UNDEFINED, type Value } from '../values/values.ts';

/** Elements of one list that are followed. */
export const MOST_ELEMENTS = 200;

/** What a list has some of that is cut from another one. */
export function partOf({ part = [], elements }: ObjectState): readonly Element[] {
  return elements.length === 0 ? part : [...part, ...elements].slice(0, MOST_ELEMENTS);
}

/** What `slice` gives: the elements that are seen to be in that part, or some that may be. */
export function sliced(
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
  const start = from === undefined ? 0 : constantOf(from);
  const end = to === undefined ? undefined : (constantOf(to) ?? Number.NaN);
  const isKnown = typeof start === 'number' && start >= 0 && (end === undefined || end >= 0);
  const isPlain = elements.every(({ guard }) => guard === ALWAYS) && grown === NEVER;
  if (isKnown && (isPlain || start === 0)) {
    const cut = isPlain
      ? { elements: elements.slice(start, end), more: grown }
      : firstOf(machine, elements, end);
    const made = newList(machine, cut.elements, machine.guards.and(grown, cut.more), size);
    if (made.kind === 'object' && end !== undefined && grown !== NEVER)
      machine.store.change(made.id).part = [];
    return made;
  }
  const seen = isKnown && grown === NEVER ? elementsWithin(machine, elements, start, end) : undefined;
  if (seen !== undefined && machine.store.object(list.id).open === undefined)
    return newList(machine, seen, NEVER, size);
  if (start === -1 && to === undefined && elements.length > 0) {
    const any = elements.reduce((all, { guard }) => machine.guards.or(all, guard), NEVER);
    const last = isPlain ? elements.at(-1)?.value : someOf(machine, list);
    return newList(machine, [{ value: last ?? UNDEFINED, guard: any }], NEVER, exactly(1));
  }
  // of a list that is written out it matters how many of its elements there are
  const { open } = machine.store.object(list.id);
  if (start === 0 && isPlain && open === undefined && to !== undefined && elements.length <= MOST_TOLD) {
    const first = elements.map((element, index): Element => {
      const isIn = comparison(machine, '>', to, countTo(index), { file: at.file, span: at.span });
      return { ...element, guard: isIn };
    });
    return newList(machine, first, NEVER, size);
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

/**
 * The first `count` of the elements that are there, of which some may not be; `more`: the condition under which those that are not seen
 * may be among them.
 */
export function firstOf(
  { guards: { and, or, not } }: Machine,
  elements: readonly Element[],
  count = Infinity,
): { readonly elements: readonly Element[]; readonly more: Guard } {
  if (count > elements.length) return { elements, more: ALWAYS };
  if (elements.length > MOST_COUNTED) return { elements: elements.slice(0, count), more: NEVER };
  // by how many of those before are there
  let before: readonly Guard[] = [ALWAYS, ...Array.from({ length: count }, () => NEVER)];
  const first = elements.flatMap((element): readonly Element[] => {
    const isRoom = before.slice(0, count).reduce(or, NEVER);
    const isIn = and(element.guard, isRoom);
    before = before.map((guard, index) =>
      or(and(guard, not(element.guard)), and(before[index - 1] ?? NEVER, element.guard)),
    );
    return isIn === NEVER ? [] : [{ ...element, guard: isIn }];
  });
  return { elements: first, more: before.slice(0, count).reduce(or, NEVER) };
}

/** Elements that may be there or not, of which the first ones are told apart. */
export const MOST_COUNTED = 8;

/** Elements of a list that are told apart where it is cut at a place that is not known. */
const MOST_TOLD = 6;

function countTo(constant: number): Atom {
  return {
    kind: 'number',
    number: { constant, representation: 'double', origin: { kind: 'constant' }, inverted: false },
  };
}

/** How many elements a method gives at most that cuts a list; undefined for one that gives all there are. */
export function partSize(
  machine: Machine,
  name: string,
  [from, to]: readonly Value[],
  at: CallPlace,
): ListSize | undefined {
  if (name !== 'slice' && name !== 'splice') return undefined;
  if (to === undefined) return name === 'slice' ? endSize(from, placeOf(at, 0)) : undefined;
  const place = placeOf(at, 1);
  return name === 'slice' ? cutSize(machine, from, to, place) : countOf(machine, to, place);
}

/** How many elements `slice(-count)` gives; undefined where it gives all from a place on. */
function endSize(from: Value | undefined, place: Place): ListSize | undefined {
  const count = from === undefined ? undefined : constantOf(from);
  return count !== undefined && count < 0 ? exactly(-count, place) : undefined;
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
