import { NEVER } from '../conditions/guards.ts';
import { listOf } from './answers.ts';
import { casesOf, type Machine } from '../machine.ts';
import { isOfEntity, type Mark } from './marks.ts';
import { readIfThere } from '../values/properties.ts';
import { entityHere, objectHere } from '../values/snapshot.ts';
import type { Element, ObjectState } from '../values/store.ts';
import type { ActionHere, Tuple } from './submitted.ts';
import type { Atom, Frame, ObjectId, Value } from '../values/values.ts';
import { writtenBack } from './written-back.ts';

/** Actions of one list that are looked at. */
const MOST_ACTIONS = 200;

/** The actions in what `submitTransaction` is given now; undefined where that is not seen to be a list. */
export function actionsHere(
  machine: Machine,
  given: Value,
  frame: Frame | undefined,
): readonly ActionHere[] | undefined {
  const { and } = machine.guards;
  const lists = casesOf(machine, given).map(({ guard, value }) => ({
    listed: and(guard, machine.reached),
    state: listIn(machine, value),
  }));
  const found: ActionHere[] = [];
  for (const [list, { listed, state }] of lists.entries()) {
    if (state === undefined) return undefined;
    found.push(...actionsIn(machine, state, { list, listed }, frame));
  }
  return found;
}

function listIn(machine: Machine, atom: Atom): ObjectState | undefined {
  const state = atom.kind === 'object' ? machine.store.object(atom.id) : undefined;
  if (state?.kind !== 'array') return undefined;
  return state.elements.length > 0 || state.part !== undefined || state.open === undefined
    ? state
    : undefined;
}

function actionsIn(
  machine: Machine,
  { elements, part, open, grown }: ObjectState,
  of: Pick<ActionHere, 'list' | 'listed'>,
  frame: Frame | undefined,
): readonly ActionHere[] {
  const { and } = machine.guards;
  const isGrown = and(grown, of.listed) !== NEVER;
  // what a list that was cut is seen to have only stands for what it has
  const own = part === undefined || part.length === 0 ? elements : elements.filter(isMade);
  const all = [
    ...(part ?? []).map((element) => ({ element, isIn: false })),
    ...own.map((element) => ({ element, isIn: true })),
  ].slice(0, MOST_ACTIONS);
  const found = all.flatMap(({ element, isIn }, index) =>
    casesOf(machine, element.value).flatMap(({ guard, value }): readonly ActionHere[] => {
      const here = and(isIn ? and(guard, element.guard) : guard, of.listed);
      if (here === NEVER) return [];
      const isOpen = isGrown || !isIn;
      const isMany = value.kind === 'object' ? isMadeInLoop(machine, value.id) : isOpen;
      return [
        {
          ...of,
          element: index,
          guard: here,
          isMany,
          isEach: isMany && !isOpen,
          isPart: part !== undefined,
          ...(part !== undefined && { cutUnder: element.guard }),
          ...whatIs(machine, element, value, frame),
        },
      ];
    }),
  );
  const isUnseen = open !== undefined && part === undefined;
  const rest = { ...of, element: all.length, guard: of.listed, isMany: true, isEach: false, isPart: true };
  return isUnseen ? [...found, rest] : found;
}

function isMade({ value }: Element): boolean {
  return value.kind !== 'unknown' && value.kind !== 'typed';
}

/** Whether each turn of a loop that has ended, or goes on without the call, makes another one. */
function isMadeInLoop({ store, loops }: Machine, id: ObjectId): boolean {
  const { born } = store.object(id);
  return born !== undefined && !loops.includes(born);
}

function whatIs(
  machine: Machine,
  { place }: Element,
  atom: Atom,
  frame: Frame | undefined,
): Pick<ActionHere, 'what' | 'place'> {
  const state = atom.kind === 'object' ? machine.store.object(atom.id) : undefined;
  const at = { place: state?.place ?? place };
  if (atom.kind !== 'object' || state === undefined) return at;
  if (state.kind === 'array') return { ...at, what: tupleOf(machine, state, frame) };
  if (state.isGiven === true) return at;
  return { ...at, what: { kind: 'object', object: entityHere(machine, atom) } };
}

function tupleOf(machine: Machine, { elements, open, grown }: ObjectState, frame: Frame | undefined): Tuple {
  const [name, entity, ...others] = elements;
  const isSure = open === undefined && grown === NEVER && elements.every((one) => isThere(machine, one));
  return {
    kind: 'tuple',
    count: isSure ? elements.length : undefined,
    ...(name && { name: name.value }),
    others: others.map(({ value, place }) => ({ ...objectHere(machine, value), place })),
    ...(entity && {
      entity: entityHere(machine, entity.value),
      entityPlace: entity.place,
      back: writtenBack(machine, [entity.value, ...others.map(({ value }) => value)], frame, true),
      partitionFrom: listOf(machine, keysIn(machine, entity.value, 'partitionKey'), isPartitionKey),
      rowFrom: listOf(machine, keysIn(machine, entity.value, 'rowKey'), isOfEntity),
    }),
  };
}

function isThere({ guards: { and, not }, reached }: Machine, { guard }: Element): boolean {
  return and(reached, not(guard)) === NEVER;
}

function keysIn(machine: Machine, entity: Value, name: string): readonly Atom[] {
  return casesOf(machine, readIfThere(machine, entity, name)).map(({ value }) => value);
}

function isPartitionKey(mark: Mark): boolean {
  return mark.kind === 'key' && mark.name === 'partitionKey';
}
