import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { escape } from '../entities/answers.ts';
import { rowsOf } from '../entities/rows.ts';
import type { Rows } from '../entities/results.ts';
import { casesOf, type Machine } from '../machine.ts';
import { iterated } from './iterated.ts';
import { isKeyed, pairsOf } from './map-entries.ts';
import type { Element } from './store.ts';
import { newList } from './symbols.ts';
import type { Atom, Value } from './values.ts';

/** What `...value` puts into a list. */
export interface Spread {
  readonly elements: readonly Element[];
  /** The condition under which there are more than those. */
  readonly grown: Guard;
  /** There may be others, of which nothing is known. */
  readonly isOpen: boolean;
  /** The entities that are among them. */
  readonly rows: readonly Rows[];
}

/** The elements of whatever is gone through. */
export function spreadOf(machine: Machine, value: Value): Spread {
  const { and, or } = machine.guards;
  const elements: Element[] = [];
  const rows: Rows[] = [];
  let grown = NEVER;
  let isOpen = false;
  for (const { guard, value: one } of casesOf(machine, value)) {
    const own = rowsOf(machine, one);
    if (own !== undefined) rows.push(own);
    const seen = iterated(machine, one);
    if (seen.kind !== 'object') {
      isOpen ||= seen.kind !== 'nothing' && seen.kind !== 'boolean';
      continue;
    }
    const state = machine.store.object(seen.id);
    const all = state.kind === 'map' ? [...pairsOf(machine, state), ...state.elements] : state.elements;
    elements.push(
      ...all.map(({ value: inner, guard: isIn, isDistinct }) => ({
        value: inner,
        guard: and(isIn, guard),
        isDistinct,
      })),
    );
    grown = or(grown, and(state.grown, guard));
    isOpen ||= state.open !== undefined && !isKeyed(state);
    if (state.open !== undefined) escape(machine, seen);
  }
  return { elements, grown, isOpen, rows };
}

/** The arguments of a call from one on, as a list: `...rest` of a function, which may be given `...list`. */
export function restList(machine: Machine, args: readonly Value[]): Atom {
  const elements: Element[] = [];
  let grown = NEVER;
  let isOpen = false;
  for (const [index, value] of args.entries()) {
    const spread = machine.spreads.get(value);
    if (spread === undefined) elements.push({ value, guard: ALWAYS });
    else if (spread.isFirst) {
      const more = spreadOf(machine, spread.of);
      elements.push(...more.elements);
      grown = machine.guards.or(grown, more.grown);
      isOpen ||= more.isOpen;
    } else if (index === 0) isOpen = true;
  }
  const made = newList(machine, elements, grown);
  if (isOpen && made.kind === 'object')
    machine.store.change(made.id).open = { why: 'not-resolved', file: '' };
  return made;
}
