import { escape, markOf, notePut } from '../entities/answers.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { each, either, given, keptPlace, type Machine, write, NOWHERE } from '../machine.ts';
import { noteReworked } from '../entities/reworked.ts';
import { noteCopied } from '../entities/sources.ts';
import { noteAct } from '../entities/turn.ts';
import type { ObjectState, Openness } from './store.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import { memberOf, memberPlace } from './symbols.ts';
import {
  ABSENT,
  type Atom,
  type ClassAtom,
  type FunctionAtom,
  type ObjectId,
  type Symbolic,
  UNDEFINED,
  type Value,
  type Written,
} from './values.ts';
import { ownProperty, methodOf, baseClass, membersOf } from './properties.ts';
import { openUp } from './forgotten.ts';
import { unlessFrozen } from './frozen.ts';

/** `of.name = value`. */
export function writeProperty(
  machine: Machine,
  of: Value,
  name: string,
  value: Value,
  written?: Written,
): void {
  each(machine, of, (atom) => {
    switch (atom.kind) {
      case 'object':
        setUnlessFrozen(machine, atom.id, name, value, written);
        break;
      case 'class':
        setUnlessFrozen(machine, atom.statics, name, value, written);
        break;
      case 'unknown':
      case 'typed': {
        escape(machine, atom, value);
        if (markOf(machine, atom) === undefined) noteAct(machine);
        noteReworked(machine, atom, name, value);
        const place = memberPlace(machine, atom, name);
        if (machine.store.get(place) === undefined) memberOf(machine, atom, name, undefined);
        write(machine, place, value);
        if (written !== undefined) fill(machine, atom, name, machine.store.get(place) ?? value, written);
        break;
      }
      default:
        escape(machine, value);
    }
    return UNDEFINED;
  });
}

type ObjectAtom = Extract<Atom, { kind: 'object' }>;

/** The object that has what the program puts into a value of which nothing is known; undefined where that is nothing. */
export function filledObject(machine: Machine, { symbol }: Symbolic): ObjectAtom | undefined {
  const found = machine.store.get(keptPlace(machine, `put ${symbol}`));
  return found?.kind === 'object' ? found : undefined;
}

function fill(machine: Machine, atom: Symbolic, name: string, value: Value, written: Written): void {
  if (machine.reached === NEVER) return;
  let object = filledObject(machine, atom);
  if (object === undefined) {
    object = { kind: 'object', id: machine.store.add(givenObject(atom)) };
    machine.store.set(keptPlace(machine, `put ${atom.symbol}`), object);
  }
  define(machine, object.id, name, value, written);
}

/** A value of which nothing is known, as the object that it is for who puts something into it. */
function givenObject(atom: Symbolic): ObjectState {
  return {
    kind: 'object',
    properties: new Map(),
    elements: [],
    grown: NEVER,
    isGiven: true,
    open: opennessOf(atom),
  };
}

export function opennessOf(atom: Symbolic): Openness {
  return {
    why: atom.kind === 'unknown' ? atom.why : 'parameter',
    name: atom.name,
    ...(atom.kind === 'typed' && { type: leftOf(atom.type, atom.without) }),
    file: atom.kind === 'typed' ? atom.file : '',
    ...given(atom.given),
  };
}

/** A type without the properties that a pattern took out of its value. */
export function leftOf(type: TypeRef, without: readonly string[] | undefined): TypeRef {
  if (without === undefined || without.length === 0) return type;
  const isLeft = (name: string): boolean => !without.includes(name);
  const { members, properties, required } = type;
  return {
    ...type,
    ...(members && { members: Object.fromEntries(Object.entries(members).filter(([name]) => isLeft(name))) }),
    ...(properties && { properties: properties.filter(isLeft) }),
    ...(required && { required: required.filter(isLeft) }),
  };
}

function setUnlessFrozen(
  machine: Machine,
  id: ObjectId,
  name: string,
  value: Value,
  written?: Written,
): void {
  const { frozen, heirs } = machine.store.object(id);
  // nearly every object: no call more than it takes
  if (frozen === undefined && heirs === undefined) {
    setOwn(machine, id, name, value, written);
    return;
  }
  const at = written === undefined ? NOWHERE : { ...NOWHERE, file: written.file, span: written.at };
  const change = (): Value => {
    setOwn(machine, id, name, value, written);
    for (const heir of machine.store.object(id).heirs ?? []) openUp(machine, { kind: 'object', id: heir });
    return UNDEFINED;
  };
  unlessFrozen(machine, id, at, change, name);
}

function setOwn(machine: Machine, id: ObjectId, name: string, value: Value, written?: Written): void {
  const self: Atom = { kind: 'object', id };
  if (markOf(machine, self) !== undefined) escape(machine, self);
  notePut(machine, id, value);
  const known = machine.store.object(id);
  const own = known.setters?.get(name);
  if (own !== undefined) {
    machine.run.enter(machine, own, [value], self, NOWHERE);
    return;
  }
  const setter = setterOf(known, name);
  if (setter !== undefined) {
    machine.run.enter(machine, methodOf(setter.home, setter.fn, self), [value], self, NOWHERE);
    return;
  }
  if (machine.reached === NEVER) return;
  const { kind } = known;
  if (kind === 'array' && /^\d+$/.test(name)) {
    setElement(machine, id, Number(name), value);
    return;
  }
  if (kind === 'array' && name === 'length') {
    const state = machine.store.change(id);
    const length = value.kind === 'number' && value.least === undefined ? value.number.constant : undefined;
    const { and, not } = machine.guards;
    const cut = (guard: Guard): Guard => and(guard, not(machine.reached));
    state.isRenewed = true;
    // the first ones are told apart where all of them are there
    const isPlain = state.elements.every(({ guard }) => guard === ALWAYS) && state.open === undefined;
    if (length === 0 || (typeof length === 'number' && isPlain && length <= state.elements.length)) {
      state.elements = state.elements.map((one, index) =>
        index < length ? one : { ...one, guard: cut(one.guard) },
      );
      state.grown = cut(state.grown);
      return;
    }
    escape(machine, ...state.elements.map((one) => one.value));
    state.elements = [];
    state.open = { why: 'too-complex', file: '' };
    return;
  }
  const before = machine.reached === ALWAYS ? ABSENT : ownProperty(machine, id, name);
  define(machine, id, name, either(machine, machine.reached, value, before), written);
}

/** Gives an object a property of its own, whatever it had under that name. */
export function define(
  machine: Machine,
  id: ObjectId,
  name: string,
  value: Value,
  written: Written | undefined,
): void {
  const state = machine.store.change(id);
  state.properties.set(name, value);
  if (written !== undefined) (state.written ??= new Map()).set(name, written);
}

/** The same under a name that is not known. */
export function defineUnnamed(machine: Machine, id: ObjectId, value: Value, written: Written): void {
  const state = machine.store.change(id);
  state.open ??= { why: 'too-complex', file: written.file };
  noteUnnamed(machine, state, value, written);
  noteCopied(machine, { kind: 'object', id }, value);
}

function noteUnnamed(machine: Machine, state: ObjectState, value: Value, written: Written): void {
  const { loops, activation } = machine;
  const born = state.born === undefined ? 0 : loops.indexOf(state.born) + 1;
  const around = loops.slice(Math.max(activation.loops, born)).map(({ place }) => place.span);
  state.unnamed ??= new Map();
  state.unnamed.set(`${written.at.start} ${written.file}`, { written, value, loops: around });
}

/** `of[name] = value` under a name that is not known, or that stands for more: it may be any of them, or another one. */
export function writeUnnamed(
  machine: Machine,
  of: Value,
  value: Value,
  written: Written,
  isAny: boolean,
): void {
  each(machine, of, (atom) => {
    noteAct(machine, atom.kind === 'object' ? atom.id : -1);
    if (atom.kind !== 'object' || machine.reached === NEVER) return UNDEFINED;
    unlessFrozen(machine, atom.id, { ...NOWHERE, file: written.file, span: written.at }, () => {
      if (isAny) openUp(machine, atom, 1);
      noteUnnamed(machine, machine.store.change(atom.id), value, written);
      if (isAny) noteCopied(machine, atom, value);
      return UNDEFINED;
    });
    return UNDEFINED;
  });
}

function setElement(machine: Machine, id: ObjectId, index: number, value: Value): void {
  const state = machine.store.change(id);
  const { elements } = state;
  const { or } = machine.guards;
  const found = elements[index];
  if (state.split !== undefined) state.split = {};
  if (found !== undefined) {
    const changed = {
      value: either(machine, machine.reached, value, found.value),
      guard: or(found.guard, machine.reached),
    };
    state.elements = elements.map((one, at) => (at === index ? changed : one));
  } else if (index === elements.length) state.elements = [...elements, { value, guard: machine.reached }];
  else {
    escape(machine, value);
    state.open = { why: 'too-complex', file: '' };
  }
}

function setterOf(
  { cls }: ObjectState,
  name: string,
): { readonly home: ClassAtom; readonly fn: FunctionAtom['fn'] } | undefined {
  for (let at: ClassAtom | undefined = cls; at !== undefined; at = baseClass(at)) {
    const found = membersOf(at, name).find((one) => !one.isStatic && one.kind === 'setter');
    if (found?.fn !== undefined) return { home: at, fn: found.fn };
  }
  return undefined;
}
