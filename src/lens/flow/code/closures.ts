import type { ClassCode, FunctionCode } from '../../syntax/program/program.ts';
import { NEVER } from '../conditions/guards.ts';
import { type Env, type Machine, settled } from '../machine.ts';
import {
  type ClassAtom,
  type Frame,
  type FunctionAtom,
  type ObjectId,
  UNDEFINED,
  type Value,
} from '../values/values.ts';

/** A function where it is written: it keeps the names around it, an arrow function its `this` too. */
export function closureOf(machine: Machine, fn: FunctionCode, env: Env, owner?: ObjectId): FunctionAtom {
  const self: Value | undefined = fn.isArrow
    ? env.self
    : owner === undefined
      ? undefined
      : { kind: 'object', id: owner };
  let { frame } = env;
  if (fn.knowsItself) {
    frame = newFrame(machine, { names: [fn.name ?? ''], hoisted: [], changed: new Map() }, env.frame);
  }
  const made: FunctionAtom = {
    kind: 'function',
    file: env.file,
    fn,
    frame,
    self,
    home: env.home,
    owner,
    types: env.types,
  };
  if (fn.knowsItself) machine.store.set(frame.first, made);
  machine.closures.set(fn, made);
  machine.made.push(made);
  return made;
}

/** The names of a scope that is entered. */
export function newFrame(machine: Machine, scope: Frame['scope'], parent: Frame | undefined): Frame {
  const first = machine.store.allocate(scope.names.length);
  for (const index of scope.hoisted) machine.store.set(first + index, UNDEFINED);
  return { first, scope, parent };
}

/** A class where it is written, with its static fields. */
export function classOf(machine: Machine, cls: ClassCode, env: Env): ClassAtom {
  const base =
    cls.base === undefined ? undefined : settled(machine, machine.run.evaluate(machine, cls.base, env));
  const statics = machine.store.add({ kind: 'object', properties: new Map(), elements: [], grown: NEVER });
  const made: ClassAtom = {
    kind: 'class',
    file: env.file,
    cls,
    frame: env.frame,
    self: env.self,
    base,
    statics,
  };
  machine.classes.set(cls, made);
  machine.madeClasses.push(made);
  return made;
}

/** Fills the static fields of a class, once its name holds it. */
export function fillStatics(machine: Machine, cls: ClassAtom, env: Env): void {
  const inside: Env = { ...env, self: cls, home: cls };
  for (const { name, isStatic, kind, init, fn } of cls.cls.members) {
    if (kind === 'block' && fn !== undefined) {
      const block: FunctionAtom = {
        kind: 'function',
        file: cls.file,
        fn,
        frame: cls.frame,
        self: cls,
        home: cls,
      };
      machine.run.enter(machine, block, [], cls, {
        file: cls.file,
        span: fn.span,
        nameStart: -1,
        isNew: false,
      });
      continue;
    }
    if (!isStatic || kind !== 'field' || typeof name !== 'string' || init === undefined) continue;
    const value = machine.run.evaluate(machine, init, inside);
    machine.store.change(cls.statics).properties.set(name, value);
  }
}
