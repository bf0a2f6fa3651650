import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { ClientValue } from '../../link/values/abstract.ts';
import type { GivenTo, UnknownWhy } from '../../link/values/value.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Guard } from '../conditions/guards.ts';
import type { ListSize, Extent, Growth, Loop } from './list-size.ts';
import type { Mark } from '../entities/marks.ts';
import type { Atom, ClassAtom, FunctionAtom, ObjectId, UnknownAtom, Value, Written } from './values.ts';

/** What names and objects hold. A store that was made from another one sees what that held then, and leaves it as it is. */
export interface Store {
  readonly get: (place: number) => Value | undefined;
  readonly set: (place: number, value: Value) => void;
  /** So many new places; the first of them. */
  readonly allocate: (count: number) => number;
  /** Whether the store below has that place, or object. */
  readonly isBelow: (id: number) => boolean;
  readonly has: (id: number) => boolean;
  readonly add: (object: ObjectState) => ObjectId;
  readonly object: (id: ObjectId) => ObjectState;
  /** The same object, to be changed. */
  readonly change: (id: ObjectId) => ObjectState;
  /** An object as it is now: what changes it from now on changes another state of it. */
  readonly keep: (id: ObjectId) => ObjectState;
}

/** An object. Only the functions of this folder change one. */
export interface ObjectState {
  readonly kind: 'object' | 'array' | 'map' | 'set';
  readonly properties: Map<string, Value>;
  getters?: ReadonlyMap<string, FunctionAtom> | undefined;
  readonly setters?: ReadonlyMap<string, FunctionAtom> | undefined;
  readonly cls?: ClassAtom | undefined;
  /** Its class extends TableClient: the client that it is. */
  client?: ClientValue | undefined;
  /** Where the source gives it its properties last, as far as it spells them out. */
  written?: Map<string, Written> | undefined;
  /** What is put into it under names that are not seen, by where that stands. */
  unnamed?: Map<string, Unnamed> | undefined;
  /** Set where it may have properties, or elements, that are not seen. */
  open?: Openness | undefined;
  /** Somebody gives it who is not seen: it was not made here. */
  readonly isGiven?: boolean;
  /** Code that is not seen may have made something else of what it holds. */
  isChanged?: boolean;
  /** Of an array, a set, or what a generator gives. */
  elements: readonly Element[];
  /** The condition under which there are more elements than those: what is seen stands for them. */
  grown: Guard;
  /** Set where it was cut from a list at a place that is not seen: it has some of these. */
  part?: readonly Element[] | undefined;
  /** Where the source writes it, of a literal. */
  readonly place?: Place | undefined;
  /** How many elements it was made with. */
  readonly size?: ListSize | undefined;
  /** Of a list: it has the parts of a text, of which the first is seen; of which text, as long as it has all of them. */
  split?: { readonly of?: Atom } | undefined;
  /** The innermost loop in which it was made. */
  readonly born?: Loop | undefined;
  /** By the way to it, what a place adds to it. */
  growth?: Map<string, Growth> | undefined;
  /** How many it has when it is full: then it is sent, or nothing is added any more. */
  limit?: ListSize | undefined;
  /** The conditions under which nothing changes a property any more, or any of them. */
  frozen?: ReadonlyMap<string | symbol, Guard> | undefined;
  /** Objects of which it is the prototype: what they have of it changes with it. */
  heirs?: readonly ObjectId[] | undefined;
  /** It was emptied, or another list took its place, while it grew. */
  isRenewed?: boolean;
}

export interface Element {
  readonly value: Value;
  /** The condition under which it is there. */
  readonly guard: Guard;
  /** Where the source writes it, if it stands in a list there. */
  readonly place?: Place;
  /** Of several that were alike there is one: it is of a set, or of a map. */
  readonly isDistinct?: boolean | undefined;
}

/** A property whose name only the running program knows. */
export interface Unnamed {
  readonly written: Written;
  readonly value: Value;
  /** The loops around it in its function, in which it may get many names. */
  readonly loops: readonly Span[];
}

/** What is known of properties that are not seen. */
export interface Openness {
  readonly why: UnknownWhy;
  readonly name?: string | undefined;
  readonly type?: TypeRef | undefined;
  readonly file: string;
  readonly given?: GivenTo | undefined;
  /** The value that a type makes it of: what it has is what that has. */
  readonly castOf?: UnknownAtom | undefined;
  /** Who decides how many elements its lists have. */
  readonly giver?: Extent | undefined;
  /** What its elements have to do with the answer of a query; of another object, what of that was spread into it. */
  readonly some?: Mark | undefined;
  /** More than one thing was spread into it of which not all is seen. */
  readonly isMixed?: true;
  /** Properties that a pattern took out of what was spread into it. */
  readonly without?: readonly string[] | undefined;
  /** Of a map: what it has under keys that are not seen are pairs, and its elements. */
  readonly isKeyed?: true;
}

/** A value with the objects in it as they are at one moment, whatever becomes of them. */
export interface Snapshot {
  readonly value: Value;
  /** Those that are not here are not looked into. */
  readonly objects: ReadonlyMap<ObjectId, ObjectState>;
}

/** Makes a store, on top of another one if there is one. */
export function createStore(below?: Store, counter = { next: 1 }): Store {
  const places = new Map<number, Value>();
  const objects = new Map<ObjectId, ObjectState>();
  const kept = new Set<ObjectId>();
  const object = (id: ObjectId): ObjectState => {
    const found = objects.get(id) ?? below?.object(id);
    if (found === undefined) throw new Error(`no object ${id}`);
    return found;
  };
  return {
    get: (place) => places.get(place) ?? below?.get(place),
    set: (place, value) => places.set(place, value),
    allocate(count) {
      const first = counter.next;
      counter.next += count;
      return first;
    },
    isBelow: (id) => below?.has(id) === true,
    has: (id) => places.has(id) || objects.has(id),
    add(state) {
      const id = counter.next++;
      objects.set(id, state);
      return id;
    },
    object,
    change(id) {
      const own = objects.get(id);
      if (own !== undefined && !kept.delete(id)) return own;
      const copy = copyOf(object(id));
      objects.set(id, copy);
      return copy;
    },
    keep(id) {
      if (objects.has(id)) kept.add(id);
      return object(id);
    },
  };
}

/** A copy of an object, which may become another one. */
export function copyOf(state: ObjectState): ObjectState {
  const { properties, written, unnamed, growth } = state;
  return {
    ...state,
    properties: new Map(properties),
    written: written && new Map(written),
    unnamed: unnamed && new Map(unnamed),
    growth: growth && new Map(growth),
  };
}
