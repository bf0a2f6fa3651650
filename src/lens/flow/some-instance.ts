import { decide, either, given, type Machine, unknownOf } from './machine.ts';
import type { Changer, FunctionCode } from '../syntax/program/program.ts';
import type { GivenTo } from '../link/values/value.ts';
import {
  ABSENT,
  type Atom,
  type ClassAtom,
  type FunctionAtom,
  type ObjectId,
  type Value,
} from './values/values.ts';
import { parametersOf } from './interpreter.ts';
import { declaredField, initialise } from './code/instances.ts';
import { escape } from './entities/answers.ts';
import { ALWAYS } from './conditions/guards.ts';
import { baseOf, hasMember, isLeftBy } from './values/own-methods.ts';
import { ownProperty, readProperty } from './values/properties.ts';

/** The number that a function has in the facts of its file: by that others speak of who decides a value. */
export function originOf(machine: Machine, file: string, { span }: FunctionCode): GivenTo | undefined {
  let known = machine.origins.get(file);
  if (known === undefined) {
    const all = machine.files.facts(file)?.functions ?? [];
    known = new Map(all.map((one) => [`${one.span.start}:${one.span.end}`, one.id]));
    machine.origins.set(file, known);
  }
  const fn = known.get(`${span.start}:${span.end}`);
  return fn === undefined ? undefined : { file, fn };
}

/** A member of some instance of a class. */
export function memberOf(
  machine: Machine,
  fn: FunctionCode,
  cls: ClassAtom,
  isStatic: boolean | undefined,
  file: string,
): FunctionAtom {
  const self: Atom =
    isStatic === true || fn === cls.cls.construct
      ? instanceless(machine, cls, isStatic === true)
      : someInstance(machine, cls, file, originOf(machine, file, fn));
  return { kind: 'function', file, fn, frame: cls.frame, self, home: cls };
}

function instanceless(machine: Machine, cls: ClassAtom, isStatic: boolean): Atom {
  if (isStatic) return cls;
  const id = machine.store.add({ kind: 'object', cls, properties: new Map(), elements: [], grown: 0 });
  return { kind: 'object', id };
}

/** An instance whose constructor was given something, and whose other members were called in any order since. */
export function someInstance(
  machine: Machine,
  cls: ClassAtom,
  file: string,
  origin: GivenTo | undefined,
): Atom {
  const id = machine.store.add({
    kind: 'object',
    cls,
    properties: new Map(),
    elements: [],
    grown: 0,
    open: { why: 'property', name: 'this', file },
  });
  const self: Atom = { kind: 'object', id };
  const at = { file, span: cls.cls.span, nameStart: -1, isNew: true };
  const { construct } = constructing(cls);
  const args =
    construct === undefined
      ? []
      : parametersOf(machine, construct.fn, construct.file, originOf(machine, construct.file, construct.fn));
  const before = machine.observed.length;
  initialise(machine, cls, self, args, at);
  escape(machine, self);
  // what the constructor asks for is seen where that is run itself
  machine.observed.splice(before);
  machine.reached = ALWAYS;
  forgetFields(machine, self, cls, origin);
  for (const name of changedOutside(machine, cls, id, file)) forgetField(machine, self, cls, name, origin);
  return self;
}

/** Of an instance what the members of its class may have changed since it was made. */
export function forgetFields(
  machine: Machine,
  self: Atom,
  cls: ClassAtom,
  origin: GivenTo | undefined,
): void {
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of)) {
    for (const [name, by] of of.cls.changed) forgetField(machine, self, of, name, origin, by);
  }
}

/** The members of an instance that its class, or one that it extends, has otherwise in a class that extends it, or that other code assigns. */
function changedOutside(machine: Machine, cls: ClassAtom, id: ObjectId, file: string): ReadonlySet<string> {
  const { properties } = machine.store.object(id);
  const found = new Set<string>();
  const note = (name: string): void => {
    if (properties.has(name) || hasMember(cls, name)) found.add(name);
  };
  machine.run.moduleOf(machine, file)?.program.written.forEach(note);
  // a field that begins with nothing is there for somebody to assign
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of)) {
    for (const { name, kind, isStatic, isPrivate } of of.cls.members) {
      const isOpen = kind === 'field' && !isStatic && isPrivate !== true;
      if (isOpen && typeof name === 'string' && properties.get(name)?.kind === 'nothing') note(name);
    }
  }
  for (const other of machine.classes.values()) {
    if (other === cls || !isBased(other, cls)) continue;
    // what a method makes of what it is given is seen where the calls of this one are
    for (const { name, isStatic, kind, fn } of other.cls.members)
      if (!isStatic && typeof name === 'string' && (kind !== 'method' || fn?.parameters.length === 0))
        note(name);
    for (const name of other.cls.changed.keys()) note(name);
  }
  return found;
}

export function isBased(other: ClassAtom, cls: ClassAtom): boolean {
  for (let of = baseOf(other); of !== undefined; of = baseOf(of)) if (of === cls) return true;
  return false;
}

function constructing(cls: ClassAtom): {
  readonly construct?: { readonly fn: FunctionCode; readonly file: string };
} {
  for (let of: ClassAtom | undefined = cls; of !== undefined; of = baseOf(of)) {
    if (of.cls.construct !== undefined) return { construct: { fn: of.cls.construct, file: of.file } };
  }
  return {};
}

/** What other members have put into a field: whoever calls this one also called them. */
function forgetField(
  machine: Machine,
  self: Atom,
  cls: ClassAtom,
  name: string,
  origin: GivenTo | undefined,
  by?: ReadonlySet<Changer>,
): void {
  if (self.kind !== 'object') return;
  const own: Value = ownProperty(machine, self.id, name);
  const before = own === ABSENT ? readProperty(machine, self, name) : own;
  if (by !== undefined && isLeftBy(machine.store, before, by)) return;
  const other =
    declaredField(machine, cls, name, origin) ??
    unknownOf(machine, 'too-complex', { name: `this.${name}`, ...given(origin) });
  // what begins with nothing, and which no member of the class assigns, has what others gave it before it is used
  if (by === undefined && before.kind === 'nothing') {
    machine.store.change(self.id).properties.set(name, other);
    return;
  }
  const isChanged = decide(machine, { kind: 'changed', name: `this.${name}` });
  machine.store.change(self.id).properties.set(name, either(machine, isChanged, other, before));
}
