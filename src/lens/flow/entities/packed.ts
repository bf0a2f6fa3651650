import { NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import type { Element } from '../values/store.ts';
import type { Frame, ObjectId, Value } from '../values/values.ts';
import { tupleIn } from './actions.ts';
import { isAsIt, packOf } from './packs.ts';
import type { Pack } from './submitted.ts';

/** Actions of one pack that are looked at. */
const MOST_ACTIONS = 200;

/** Notes of what something keeps under a name that is not seen that the actions in it are in its pack, those there are and those to come. */
export function packLists(machine: Machine, holder: ObjectId, kept: Value, frame: Frame | undefined): void {
  for (const { value: list } of casesOf(machine, kept)) {
    const state = list.kind === 'object' ? machine.store.object(list.id) : undefined;
    if (list.kind !== 'object' || state?.kind !== 'array') continue;
    const own = packOf(machine, holder);
    machine.packs.set(-list.id, own);
    addAll(machine, own, list.id, state.elements, frame);
  }
}

/** Notes of actions that are put into a list of a pack that they are in that. */
export function packPut(
  machine: Machine,
  list: ObjectId,
  put: readonly Element[],
  frame: Frame | undefined,
): void {
  const own = machine.packs.get(-list);
  if (own !== undefined) addAll(machine, own, list, put, frame);
}

function addAll(
  machine: Machine,
  own: Pack,
  list: ObjectId,
  elements: readonly Element[],
  frame: Frame | undefined,
): void {
  if (machine.reached === NEVER) return;
  if (machine.store.object(list).open !== undefined) own.isOpen = true;
  for (const element of elements) {
    for (const { value } of casesOf(machine, element.value)) {
      const tuple = tupleIn(machine, element, value, frame);
      if (tuple === undefined || value.kind !== 'object' || own.actions.length >= MOST_ACTIONS) {
        own.isOpen = true;
        continue;
      }
      const { reached } = machine;
      noteContent(machine, own, value.id);
      own.actions.push({
        ...{ list: 0, listed: reached, element: own.actions.length, guard: reached },
        ...{ isMany: true, isEach: false, isPart: true },
        ...tuple,
      });
    }
  }
}

/** Notes what an action has, and the entity in it, as it is now. */
function noteContent(machine: Machine, pack: Pack, action: ObjectId): void {
  const { elements } = machine.store.object(action);
  const entities = elements.flatMap((one) => casesOf(machine, one.value)).map(({ value }) => value);
  for (const id of [action, ...entities.flatMap((one) => (one.kind === 'object' ? [one.id] : []))]) {
    const now = machine.store.object(id);
    const then = pack.put.get(id);
    if (then !== undefined && !isAsIt(now, then)) pack.isOpen = true;
    pack.put.set(id, { elements: now.elements, properties: new Map(now.properties) });
  }
}
