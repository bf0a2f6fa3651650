import { injectedClient } from './injection.ts';
import type { Expr, PropertyExpr } from '../../syntax/facts/expr.ts';
import { ANY_NAME, type ClassFacts, type ClassMember } from '../../syntax/facts/facts.ts';
import {
  type Abstract,
  alternativesOf,
  choose,
  type Context,
  type InstanceValue,
  opened,
  unknown,
} from '../values/abstract.ts';
import { baseOf, classOf, type OfClass } from './bases.ts';
import { memberTypeIn, typesOfBase } from './type-parameters.ts';
import { type Linker, once, spend } from '../linker.ts';
import { withElementType } from '../values/lists.ts';
import { numberFrom } from '../values/number.ts';
import { propertyOf, withOverlays } from '../values/object.ts';
import { valueOfType } from './types.ts';

type ClassValue = Extract<Abstract, { kind: 'class' }>;

/** What the base's constructor is given: by `super(…)`, or all that a class without a constructor is given. */
export function argumentsOfBase(
  linker: Linker,
  instance: InstanceValue,
  self: InstanceValue = instance,
): readonly Abstract[] | undefined {
  const facts = classOf(linker, instance);
  if (facts?.constructorFn === undefined) return instance.args;
  const context = constructorContext(instance, facts.constructorFn, self);
  return facts.superArgs?.map((arg) => linker.evaluate(arg, context));
}

/** The instance as what its base has made it. */
function parentOf(
  linker: Linker,
  instance: InstanceValue,
  { file, cls, env }: ClassValue,
  self: InstanceValue,
): InstanceValue {
  const args = argumentsOfBase(linker, instance, self);
  return { kind: 'instance', file, cls, args, types: typesOfBase(linker, instance), env };
}

/** Stands for the constructor of a class that has none. */
const NO_CONSTRUCTOR = -1;

/** Inside a constructor. Of "some instance" its arguments are not known, only their types. */
function constructorContext(
  { file, args, env }: InstanceValue,
  constructorFn: number | undefined,
  self: InstanceValue,
): Context {
  const fn = args === undefined ? NO_CONSTRUCTOR : (constructorFn ?? NO_CONSTRUCTOR);
  return { file, env: { file, fn, args: args ?? [], self, parent: env } };
}

/** A member of an instance, after what was assigned to it from outside. */
export function instanceMember(linker: Linker, instance: InstanceValue, name: string): Abstract {
  const { overlays, file, env } = instance;
  const made = memberMade(linker, instance, name, instance);
  return overlays === undefined ? made : withOverlays(linker, made, name, overlays, { file, env });
}

/** A member as the class of `instance` has it, or its base; `self` is what `this` then is: of the class that was made. */
function memberMade(linker: Linker, instance: InstanceValue, name: string, self: InstanceValue): Abstract {
  const facts = classOf(linker, instance);
  if (facts === undefined) return unknown('not-resolved', name);
  const members = facts.members.filter((member) => member.name === name && !member.isStatic);
  const copied = copiedInto(linker, instance, facts, name, self);
  const all = copied === undefined ? [] : alternativesOf(copied);
  const kept = all.filter(({ value }) => value.kind !== 'nothing');
  const known = kept.filter(({ value }) => value.kind !== 'unknown');
  if (copied !== undefined && known.length > 0 && kept.length === all.length) return copied;
  const made = (): Abstract => {
    if (members.length > 0) {
      return once(linker, facts, `.${name}`, () => ownMember(linker, instance, facts, members, name, self));
    }
    return inheritedMember(linker, instance, name, self);
  };
  const own = made();
  // a default is only what it says where it is seen that nothing takes its place
  const isDefault = DEFAULTS.has(own.kind);
  if (isDefault && (copied?.kind === 'unknown' || setsAnyField(facts))) return unknown('too-complex', name);
  const copies = isDefault ? kept : known;
  return copies.length > 0 ? choose([...copies, { value: own }]) : own;
}

/** Whether a class puts something into fields whose names are only known when the program runs. */
function setsAnyField({ members }: ClassFacts): boolean {
  return members.some(({ name, isStatic, kind }) => name === ANY_NAME && !isStatic && kind === 'field');
}

/** What fields are set to beforehand, of which nothing but the value is asked. */
const DEFAULTS: ReadonlySet<Abstract['kind']> = new Set([
  'text',
  'number',
  'boolean',
  'time-text',
  'number-text',
  'random-text',
]);

/** What fields are set to beforehand as well, but which is hardly ever changed for something of another kind. */
const MADE: ReadonlySet<Abstract['kind']> = new Set(['array', 'object', 'function']);

function inheritedMember(
  linker: Linker,
  instance: InstanceValue,
  name: string,
  self: InstanceValue,
): Abstract {
  const base = baseOf(linker, instance);
  if (base?.kind !== 'class') return unknown(base === undefined ? 'not-resolved' : 'property', name);
  const parent = parentOf(linker, instance, base, self);
  return once(linker, parent, name, () => memberMade(linker, parent, name, self));
}

/**
 * What a constructor copies into a field, `Object.assign(this, init)`: that of the base where the class itself does no more
 * than declare the field. Undefined where none does, or what is set later counts.
 */
function copiedInto(
  linker: Linker,
  instance: InstanceValue,
  facts: ClassFacts,
  name: string,
  self: InstanceValue,
): Abstract | undefined {
  const properties = copiesOf(facts);
  if (instance.args === undefined) return properties.length > 0 ? unknown('parameter', name) : undefined;
  const own = facts.members.filter((member) => member.name === name && !member.isStatic);
  if (properties.length > 0) {
    const late = own.filter(({ init }) => init && isAfterCopies(linker, facts, init, instance.file));
    if (late.some(({ isMaybe }) => isMaybe !== true)) return undefined;
    const context = constructorContext(instance, facts.constructorFn, self);
    const copied = once(linker, instance, `=${name}`, () =>
      propertyOf(linker, { kind: 'object', properties, context, overlays: [] }, name),
    );
    const others = late.flatMap(({ init }) => (init ? [{ value: linker.evaluate(init, context) }] : []));
    if (copied.kind !== 'nothing')
      return others.length > 0 ? choose([...alternativesOf(copied), ...others]) : copied;
  }
  const isDeclared = own.length > 0 && own.every(({ kind, init }) => kind === 'field' && init === undefined);
  const base = isDeclared ? baseOf(linker, instance) : undefined;
  if (base?.kind !== 'class') return undefined;
  const parent = parentOf(linker, instance, base, self);
  const of = classOf(linker, parent);
  return (
    of && once(linker, parent, '', () => copiedInto(linker, parent, of, name, self) ?? { kind: 'nothing' })
  );
}

function ownMember(
  linker: Linker,
  instance: InstanceValue,
  facts: ClassFacts,
  own: readonly ClassMember[],
  name: string,
  self: InstanceValue,
): Abstract {
  // overloads come first
  const method = own.findLast((member) => member.kind === 'method');
  if (method?.fn !== undefined) {
    return {
      kind: 'function',
      file: instance.file,
      fn: method.fn,
      env: instance.env,
      self,
    };
  }
  const context = constructorContext(instance, facts.constructorFn, self);
  const values = own.flatMap((member): Abstract[] => {
    if (member.kind === 'getter' && member.fn !== undefined) {
      const returns = linker.files.facts(instance.file)?.functions[member.fn]?.returns ?? [];
      return returns.map((result) => linker.evaluate(result, context));
    }
    if (member.init) return [linker.evaluate(member.init, context)];
    const injected = injectedClient(linker, member, context);
    return injected === undefined ? [] : [injected];
  });
  const known = values.filter((value) => value.kind !== 'nothing' && value.kind !== 'unknown');
  // what is put into a field says more than its type, but its type more than nothing
  const declared = own.find((member) => member.type !== undefined)?.type;
  const type = declared && memberTypeIn(linker, declared, self, instance);
  if (known.length > 0) {
    // beside what nobody knows, a default is one of several
    const isDefault = known.every(({ kind }) => DEFAULTS.has(kind) || MADE.has(kind));
    const all = isDefault ? values.filter(({ kind }) => kind !== 'nothing') : known;
    const value = choose(all.map((one) => ({ value: one })));
    if (!own.some((member) => member.isChanged)) return value;
    if (value.kind === 'number') return numberFrom({ kind: 'other', name });
    return value.kind === 'text'
      ? unknown('too-complex', name)
      : withElementType(linker, opened(value), type, instance.file);
  }
  if (type) return valueOfType(linker, type, instance.file, name);
  return values[0] ?? unknown('not-resolved', name);
}

/** A static member. */
export function classMember(linker: Linker, cls: ClassValue, name: string): Abstract {
  const member = classOf(linker, cls)?.members.findLast(
    (candidate) => candidate.isStatic && candidate.name === name,
  );
  if (member?.fn !== undefined && member.kind === 'method') {
    return { kind: 'function', file: cls.file, fn: member.fn, self: cls };
  }
  if (member?.fn !== undefined && member.kind === 'getter') {
    const returns = linker.files.facts(cls.file)?.functions[member.fn]?.returns ?? [];
    const context = { file: cls.file, env: { file: cls.file, fn: member.fn, args: [], self: cls } };
    return once(linker, member, '::', () =>
      choose(returns.map((result) => ({ value: linker.evaluate(result, context) }))),
    );
  }
  if (member?.init) {
    const { init } = member;
    return once(linker, member, '::', () => linker.evaluate(init, { file: cls.file }));
  }
  return member?.type ? valueOfType(linker, member.type, cls.file, name) : unknown('not-resolved', name);
}

/** What a constructor copies as a whole, in order. */
function copiesOf({ copies = [], constructorFn }: ClassFacts): readonly PropertyExpr[] {
  return copies.flatMap(({ fn, from }) => (fn === constructorFn ? [{ kind: 'spread', value: from }] : []));
}

/** Whether the constructor sets something behind what it copies. */
function isAfterCopies(
  linker: Linker,
  { copies, constructorFn }: ClassFacts,
  { span }: Expr,
  file: string,
): boolean {
  const copy = copies?.findLast(({ fn }) => fn === constructorFn);
  const inside = linker.files.facts(file)?.functions[constructorFn ?? NO_CONSTRUCTOR]?.span;
  return (
    copy !== undefined && inside !== undefined && copy.from.span.end < span.start && span.end < inside.end
  );
}

/** Classes above each other that are followed. */
const MOST_BASES = 8;

/** Of the budget, for one instance: a class that copies an instance of its own ends before the stack does. */
const COST = 100;

/**
 * An instance that is made where its class is known, as the object that others see: what its base gives it, its fields, and
 * what its constructor copies into it. Its methods may add to that. Everything else as it is.
 */
export function asObject(linker: Linker, value: Abstract): Abstract {
  const facts = value.kind === 'instance' ? classOf(linker, value) : undefined;
  if (value.kind !== 'instance' || value.args === undefined || facts === undefined) return value;
  spend(linker, COST);
  const { overlays = [], ...made } = value;
  const context = constructorContext(made, facts.constructorFn, made);
  const base = basesOf(linker, value) > MOST_BASES ? [] : baseProperties(facts, value.args);
  const properties = [...base, ...ownProperties(linker, facts, value.file)];
  return { kind: 'object', properties, context, overlays, isOpen: true };
}

/** How many classes of the workspace stand above one, counted up to the {@link MOST_BASES}. */
function basesOf(linker: Linker, of: OfClass): number {
  let count = 0;
  for (
    let base = baseOf(linker, of);
    base?.kind === 'class' && count <= MOST_BASES;
    base = baseOf(linker, base)
  ) {
    count += 1;
  }
  return count;
}

/** `new Base(…)`, with what `super(…)` is given. */
function baseProperties(
  { extends: base, constructorFn, superArgs = [] }: ClassFacts,
  given: readonly Abstract[],
): readonly PropertyExpr[] {
  if (base === undefined) return [];
  const { span } = base;
  const all = given.map((_, index): Expr => ({ kind: 'parameter', fn: NO_CONSTRUCTOR, index, span }));
  const args = constructorFn === undefined ? all : superArgs;
  return [{ kind: 'spread', value: { kind: 'call', callee: base, args, isNew: true, span } }];
}

/** The fields of a class and what its constructor copies, in the order in which they are set. */
function ownProperties(linker: Linker, facts: ClassFacts, file: string): readonly PropertyExpr[] {
  const { memory } = linker;
  const known = memory.fields.get(facts);
  if (known !== undefined) return known;
  const fields = facts.members.flatMap((member) => fieldOf(member, facts.id));
  const isLate = ({ value }: PropertyExpr): boolean => isAfterCopies(linker, facts, value, file);
  const all = [...fields.filter((field) => !isLate(field)), ...copiesOf(facts), ...fields.filter(isLate)];
  memory.fields.set(facts, all);
  return all;
}

/** `this.name`, at the place of an assignment: it says what any of them may leave there. */
function fieldOf({ name, kind, isStatic, init }: ClassMember, cls: number): readonly PropertyExpr[] {
  const isSeen = kind === 'field' && !isStatic && name !== ANY_NAME && !name.startsWith('#');
  if (init === undefined || !isSeen) return [];
  const { span } = init;
  const value: Expr = { kind: 'member', object: { kind: 'this', cls, span }, name, span };
  return [{ kind: 'property', name, value, nameSpan: span }];
}
