import type { ClassFacts, ClassMember, Expr } from '../syntax/facts.ts';
import {
  type Abstract,
  choose,
  type Context,
  givenTo,
  type InstanceValue,
  opened,
  unknown,
} from './abstract.ts';
import { partOfText } from './libraries.ts';
import { type Linker, once } from './linker.ts';
import { moduleValue } from './modules.ts';
import { globalValue, numberFrom } from './number.ts';
import { propertyOf } from './object.ts';
import { memberOfType, valueOfType } from './types.ts';

/** How the source calls a value: `input.department`; undefined for what is not a chain of names. */
export function nameOf(expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'this':
      return 'this';
    case 'parameter':
      return expr.name;
    case 'member': {
      const object = nameOf(expr.object);
      return object === undefined ? expr.name : `${object}.${expr.name}`;
    }
    default:
      return undefined;
  }
}

/** `object.name`. `expr` is where the source writes it. */
export function memberValue(linker: Linker, object: Abstract, name: string, expr?: Expr): Abstract {
  if (OF_PROMISES.has(name) && MAY_BE_PROMISED.has(object.kind))
    return { kind: 'method', receiver: object, name };
  switch (object.kind) {
    case 'object':
      return propertyOf(linker, object, name);
    case 'module':
      return exportOf(linker, object.file, name);
    case 'external':
      return { ...object, path: [...object.path, name] };
    case 'global':
      return globalValue([...object.path, name]);
    case 'instance':
      return instanceMember(linker, object, name);
    case 'class':
      return classMember(linker, object, name);
    case 'typed':
      if (object.type.members === undefined && object.type.name !== 'Record')
        return { kind: 'method', receiver: object, name };
      return givenTo(
        memberOfType(linker, object.type, object.file, name, (expr && nameOf(expr)) ?? name),
        object.given,
      );
    case 'array':
      // of a TableTransaction
      if (name === 'actions') return object;
      return name === 'length' ? numberFrom({ kind: 'length' }) : { kind: 'method', receiver: object, name };
    case 'text':
    case 'number':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      if (name === 'length') return numberFrom({ kind: 'length' });
      return partOfText(object, name) ?? { kind: 'method', receiver: object, name };
    case 'unknown':
      return name === 'length'
        ? numberFrom({ kind: 'length' })
        : METHOD_NAMES.has(name)
          ? { kind: 'method', receiver: object, name }
          : givenTo(
              unknown(object.why === 'parameter' ? 'parameter' : 'property', (expr && nameOf(expr)) ?? name),
              object.given,
            );
    case 'client':
    case 'function':
    case 'method':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
    case 'choice':
      return unknown('property', (expr && nameOf(expr)) ?? name);
  }
}

/** A promise is what it is of: that it must be waited for does not matter here. */
const OF_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

const MAY_BE_PROMISED: ReadonlySet<Abstract['kind']> = new Set([
  'client',
  'object',
  'instance',
  'module',
  'nothing',
]);

/** Methods that are followed even on a value of which nothing is known: their results tell enough. */
const METHOD_NAMES: ReadonlySet<string> = new Set([
  'padStart',
  'toISOString',
  'toString',
  'toFixed',
  'getTime',
  'valueOf',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'join',
  'digest',
  'subarray',
  'map',
  'flatMap',
  'reduce',
  'then',
  'catch',
  'finally',
]);

/** A CommonJS module where it is used itself: what it exports as a whole. */
export function wholeOf(linker: Linker, value: Abstract): Abstract {
  const whole = value.kind === 'module' ? linker.files.facts(value.file)?.exportsWhole : undefined;
  if (value.kind !== 'module' || whole === undefined) return value;
  const { file } = value;
  return once(linker, whole, '!', () => linker.evaluate(whole, { file }));
}

/** The class that a class extends, as far as it is known. */
export function baseOf(
  linker: Linker,
  of: { readonly file: string; readonly cls: number },
): Abstract | undefined {
  const base = linker.files.facts(of.file)?.classes[of.cls]?.extends;
  return base && once(linker, base, '<', () => wholeOf(linker, linker.evaluate(base, { file: of.file })));
}

/** What a file exports under a name. */
function exportOf(linker: Linker, file: string, name: string): Abstract {
  const facts = linker.files.facts(file);
  if (facts === undefined) return unknown('not-resolved', name);
  return once(linker, facts, name, () => {
    const named = facts.exports[name];
    if (named !== undefined) return linker.evaluate(named, { file });
    if (facts.exportsWhole !== undefined) {
      const whole = linker.evaluate(facts.exportsWhole, { file });
      return name === 'default' ? whole : memberValue(linker, whole, name);
    }
    if (name === 'default' && Object.keys(facts.exports).length > 0) return { kind: 'module', file };
    for (const module of facts.exportStars) {
      const target = moduleValue(linker, file, module);
      const found = memberValue(linker, target, name);
      if (found.kind !== 'unknown') return found;
    }
    return unknown('not-resolved', name);
  });
}

function membersOf(
  linker: Linker,
  of: { readonly file: string; readonly cls: number },
):
  | { readonly members: readonly ClassMember[]; readonly base?: Abstract; readonly facts: ClassFacts }
  | undefined {
  const facts = linker.files.facts(of.file)?.classes[of.cls];
  if (facts === undefined) return undefined;
  const base = baseOf(linker, of);
  return { members: facts.members, facts, ...(base && { base }) };
}

/** A member as the class of `instance` has it, or its base; `self` is what `this` then is: of the class that was made. */
function instanceMember(
  linker: Linker,
  instance: InstanceValue,
  name: string,
  self: InstanceValue = instance,
): Abstract {
  const found = membersOf(linker, instance);
  if (found === undefined) return unknown('not-resolved', name);
  const own = found.members.filter((member) => member.name === name && !member.isStatic);
  if (own.length > 0) {
    return once(linker, found.facts, `.${name}`, () =>
      ownMember(linker, instance, found.facts, own, name, self),
    );
  }
  const { base } = found;
  if (base?.kind === 'class') {
    const args = argumentsOfBase(linker, instance, self);
    const { file, cls, env } = base;
    const parent = { kind: 'instance' as const, file, cls, args, env };
    return instanceMember(linker, parent, name, self);
  }
  return unknown(base === undefined ? 'not-resolved' : 'property', name);
}

/** What the base's constructor is given: by `super(…)`, or all that a class without a constructor is given. */
export function argumentsOfBase(
  linker: Linker,
  instance: InstanceValue,
  self: InstanceValue = instance,
): readonly Abstract[] | undefined {
  const facts = linker.files.facts(instance.file)?.classes[instance.cls];
  if (facts?.constructorFn === undefined) return instance.args;
  const context = constructorContext(instance, facts.constructorFn, self);
  return facts.superArgs?.map((arg) => linker.evaluate(arg, context));
}

/** Inside a constructor. Of "some instance" its arguments are not known, only their types. */
function constructorContext(
  instance: InstanceValue,
  constructorFn: number | undefined,
  self: InstanceValue,
): Context {
  const { file, args, env } = instance;
  const fn = args === undefined ? -1 : (constructorFn ?? -1);
  return {
    file,
    env: { file, fn, args: args ?? [], self, parent: env },
  };
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
      return returns.map((result) => linker.evaluate(result.value, context));
    }
    return member.init ? [linker.evaluate(member.init, context)] : [];
  });
  const known = values.filter((value) => value.kind !== 'nothing' && value.kind !== 'unknown');
  if (known.length > 0) {
    const value = choose(known.map((one) => ({ value: one })));
    if (!own.some((member) => member.isChanged)) return value;
    return value.kind === 'text' ? unknown('too-complex', name) : opened(value);
  }
  // what is put into a field says more than its type, but its type more than nothing
  const type = own.find((member) => member.type !== undefined)?.type;
  if (type) return valueOfType(linker, type, instance.file, name);
  return values[0] ?? unknown('not-resolved', name);
}

function classMember(linker: Linker, cls: Extract<Abstract, { kind: 'class' }>, name: string): Abstract {
  const found = membersOf(linker, cls);
  const member = found?.members.findLast((candidate) => candidate.isStatic && candidate.name === name);
  if (member?.fn !== undefined && member.kind === 'method') {
    return { kind: 'function', file: cls.file, fn: member.fn, self: cls };
  }
  if (member?.fn !== undefined && member.kind === 'getter') {
    const returns = linker.files.facts(cls.file)?.functions[member.fn]?.returns ?? [];
    const context = { file: cls.file, env: { file: cls.file, fn: member.fn, args: [], self: cls } };
    return once(linker, member, '::', () =>
      choose(returns.map((result) => ({ value: linker.evaluate(result.value, context) }))),
    );
  }
  if (member?.init) {
    const { init } = member;
    return once(linker, member, '::', () => linker.evaluate(init, { file: cls.file }));
  }
  return member?.type ? valueOfType(linker, member.type, cls.file, name) : unknown('not-resolved', name);
}
