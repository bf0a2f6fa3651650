import * as l10n from '@vscode/l10n';
import type { GivenTo } from '../../link/values/value.ts';
import { NEVER } from '../conditions/guards.ts';
import { type CallPlace, type Env, type Machine, type ModuleRun, settled, TooManySteps } from '../machine.ts';
import { constantKey } from '../values/indexes.ts';
import { writeProperty } from '../values/property-writes.ts';
import { clientMade } from './clients.ts';
import { castTo, valueOf } from '../values/symbols.ts';
import {
  type Atom,
  type ClassAtom,
  type FunctionAtom,
  UNDEFINED,
  type Value,
  type Written,
} from '../values/values.ts';

/** A new instance of a class, after its constructor has run. */
export function newInstance(machine: Machine, cls: ClassAtom, args: readonly Value[], at: CallPlace): Atom {
  const isForeign = foreignBase(cls) !== undefined;
  const id = machine.store.add({
    kind: 'object',
    cls,
    properties: new Map(),
    elements: [],
    grown: NEVER,
    ...(isForeign && { open: { why: 'property', file: cls.file } }),
  });
  const self: Atom = { kind: 'object', id };
  initialise(machine, cls, self, args, at);
  return self;
}

/** What a class, or one that it extends, extends that is not in the workspace. */
function foreignBase(cls: ClassAtom): Atom | undefined {
  for (let at = cls; ;) {
    if (at.base === undefined) return undefined;
    if (at.base.kind !== 'class') return at.base.kind === 'choice' ? UNDEFINED : at.base;
    at = at.base;
  }
}

/** Classes that extend one another without a constructor: those with one are calls, which are counted. */
const MOST_BASES = 100;

/** Runs the constructor of a class on an instance, that of its base first. */
export function initialise(
  machine: Machine,
  cls: ClassAtom,
  self: Value,
  args: readonly Value[],
  at: CallPlace,
  depth = 0,
): void {
  if (depth > MOST_BASES) throw new TooManySteps();
  const { construct } = cls.cls;
  if (construct === undefined) {
    if (cls.base?.kind === 'class') initialise(machine, cls.base, self, args, at, depth + 1);
    else becomeClient(machine, cls, self, args);
    fillFields(machine, cls, self);
    return;
  }
  if (cls.base === undefined) fillFields(machine, cls, self);
  machine.run.enter(machine, constructorOf(cls, construct, self), args, self, at);
}

function constructorOf(cls: ClassAtom, fn: FunctionAtom['fn'], self: Value): FunctionAtom {
  return { kind: 'function', file: cls.file, fn, frame: cls.frame, self, home: cls };
}

/** `super(…)`: the base's constructor, and then the fields of the class itself. */
export function callSuper(machine: Machine, args: readonly Value[], env: Env, at: CallPlace): void {
  const { home, self } = env;
  if (home === undefined || self === undefined) return;
  if (home.base?.kind === 'class') initialise(machine, home.base, self, args, at);
  else becomeClient(machine, home, self, args);
  fillFields(machine, home, self);
}

/** An instance of a class that extends TableClient is one, as the constructor of that is given. */
function becomeClient(machine: Machine, { base }: ClassAtom, self: Value, args: readonly Value[]): void {
  if (self.kind !== 'object' || (base?.kind !== 'external' && base?.kind !== 'global')) return;
  const module = base.kind === 'external' ? base.module : '';
  const client = clientMade(machine, { module, path: base.path }, true, args);
  if (client?.kind === 'client')
    machine.store.change(self.id).client = { ...client, because: l10n.t('its class extends TableClient') };
}

function fillFields(machine: Machine, cls: ClassAtom, self: Value): void {
  const module = machine.run.moduleOf(machine, cls.file);
  if (module === undefined) return;
  const env = envOf(module, cls, self);
  for (const { name, isStatic, kind, init, type } of cls.cls.members) {
    if (isStatic || kind !== 'field' || init === undefined) continue;
    const key =
      typeof name === 'string'
        ? name
        : constantKey(settled(machine, machine.run.evaluate(machine, name, env)));
    const value = machine.run.evaluate(machine, init, env);
    const { span } = init;
    const written: Written = { file: cls.file, at: span, value: span, how: 'literal' };
    const typed = type === undefined ? value : castTo(machine, value, type, cls.file);
    if (key !== undefined) writeProperty(machine, self, key, typed, written);
  }
}

function envOf({ file, program, module }: ModuleRun, cls: ClassAtom, self: Value): Env {
  return { file, program, module, frame: cls.frame, self, home: cls };
}

/** The type that a class declares for a field. */
export function declaredField(
  machine: Machine,
  cls: ClassAtom,
  name: string,
  origin: GivenTo | undefined,
): Value | undefined {
  const type = cls.cls.named.get(name)?.find(({ kind }) => kind === 'field')?.type;
  return type && valueOf(machine, { type, file: cls.file, name: `this.${name}`, given: origin });
}
