import { commonMark, elementMark, mark, markOf } from '../entities/answers.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import { type Machine, throwHere, unknownOf } from '../machine.ts';
import { isOfEntity, type Mark } from '../entities/marks.ts';
import { noteSome } from '../entities/sources.ts';
import type { Element, ObjectState } from './store.ts';
import { iterated } from './iterated.ts';
import { isKeyed, pairsOf } from './map-entries.ts';
import { madeList, openList } from './symbols.ts';
import type { Atom, Value } from './values.ts';

/** What is gone through: the elements of a list, or some that are not known. */
export function elementsOf(
  machine: Machine,
  atom: Atom,
): { readonly elements: readonly Element[]; readonly grown: Guard } {
  const list = iterated(machine, atom);
  if (list.kind !== 'object') {
    if (list.kind === 'nothing') {
      throwHere(machine);
      return { elements: [], grown: NEVER };
    }
    return seenOf(machine, openList(machine, undefined, '', undefined, undefined));
  }
  const state = machine.store.object(list.id);
  if (state.kind === 'map') return pairsIn(machine, state);
  if (state.open === undefined) return { elements: state.elements, grown: state.grown };
  const { why, given } = state.open;
  const isMade = why === 'too-complex' || why === 'not-supported';
  const others = isMade ? madeList(machine, given) : openList(machine, undefined, '', undefined, given);
  const more = seenOf(machine, others);
  for (const { value } of more.elements) {
    mark(machine, value, state.open.some);
    if (state.open.some === undefined) noteSome(machine, list, value);
  }
  return { elements: [...state.elements, ...more.elements], grown: more.grown };
}

function pairsIn(machine: Machine, state: ObjectState): { elements: readonly Element[]; grown: Guard } {
  const pairs = pairsOf(machine, state);
  if (state.open === undefined) return { elements: pairs, grown: NEVER };
  if (isKeyed(state)) return { elements: [...pairs, ...state.elements], grown: state.grown };
  const more = seenOf(machine, openList(machine, undefined, '', undefined, state.open.given));
  return { elements: [...pairs, ...more.elements], grown: more.grown };
}

export function seenOf(
  machine: Machine,
  list: Atom,
): { readonly elements: readonly Element[]; readonly grown: Guard } {
  return list.kind === 'object' ? machine.store.object(list.id) : { elements: [], grown: NEVER };
}

/** An element of a list, of which it is not seen which one: of entities of one query it is one, too. */
export function someOf(machine: Machine, list: Atom, made: Value = unknownOf(machine, 'property')): Value {
  const of = list.kind === 'object' ? machine.store.object(list.id) : undefined;
  const own = of === undefined ? elementMark(markOf(machine, list)) : markOfElements(machine, of);
  mark(machine, made, own);
  // an entity's mark says where it comes from
  if (own === undefined || isOfEntity(own)) noteSome(machine, list, made);
  return made;
}

/** What all elements of a list have to do with an answer. */
export function markOfElements(
  machine: Machine,
  { elements, open }: Pick<ObjectState, 'elements' | 'open'>,
): Mark | undefined {
  return commonMark(
    machine,
    elements.map(({ value }) => value),
    open?.some,
  );
}
