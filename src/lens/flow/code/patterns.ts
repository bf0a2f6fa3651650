import type { Span } from '../../../core/text/span.ts';
import type { Expression, Local, Pattern } from '../../syntax/program/program.ts';
import { escape, noteAssigned } from '../entities/answers.ts';
import { noteKeptUnder } from '../entities/kept-under.ts';
import { noteIndexRead, noteMemberRead } from '../entities/rows.ts';
import { noteAct } from '../entities/turn.ts';
import { NEVER } from '../conditions/guards.ts';
import { constantKey, readIndex } from '../values/indexes.ts';
import { elementsWithin } from '../values/places.ts';
import { each, type Env, type Machine, settled, unknownOf, write } from '../machine.ts';
import { readIfThere, readOptional, readProperty } from '../values/properties.ts';
import { withoutProperties } from '../values/copied-properties.ts';
import { writeProperty, writeUnnamed } from '../values/property-writes.ts';
import { noteRenewal } from '../values/sizes.ts';
import { listOf, newList } from '../values/symbols.ts';
import { equality } from '../conditions/truth.ts';
import { branchesOf } from '../conditions/ways.ts';
import { type Frame, UNDEFINED, type Value, type Written } from '../values/values.ts';

/** Where the value of a name is kept. */
export function placeOf(frame: Frame, { hops, index }: Local): number | undefined {
  let at: Frame | undefined = frame;
  for (let hop = 0; hop < hops; hop += 1) at = at?.parent;
  return at === undefined ? undefined : at.first + index;
}

/** What is in a target before it is assigned to. */
export function readTarget(machine: Machine, target: Pattern, env: Env): Value {
  switch (target.kind) {
    case 'local':
    case 'global':
    case 'member':
    case 'index':
      return machine.run.evaluate(machine, target, env);
    case 'object-pattern':
    case 'array-pattern':
      return UNDEFINED;
  }
}

/** Where a pattern stands; undefined for one that has no names. */
export function spanOf(pattern: Pattern): Span | undefined {
  if (pattern.kind !== 'object-pattern' && pattern.kind !== 'array-pattern') return pattern.span;
  const spans = pattern.parts.flatMap((part) => (part === undefined ? [] : (spanOf(part.target) ?? [])));
  const [first] = spans;
  return first && { start: first.start, end: spans.at(-1)?.end ?? first.end };
}

const NOWHERE: Span = { start: 0, end: 0 };

/** Where a value is assigned: the assignment, and the value in it. */
interface Assigned {
  readonly span: Span;
  readonly value: { readonly span: Span };
}

/** Puts a value, or the parts of one, into a target. */
export function assign(machine: Machine, target: Pattern, value: Value, env: Env, by?: Assigned): void {
  switch (target.kind) {
    case 'local': {
      const place = placeOf(env.frame, target);
      if (place === undefined) break;
      noteAssigned(machine, place, value);
      noteRenewal(machine, () => machine.store.get(place), value);
      write(machine, place, called(value, target.name));
      break;
    }
    case 'global':
      // `exports = …` and what was never declared
      noteAct(machine);
      escape(machine, value);
      break;
    case 'member': {
      const object = machine.run.evaluate(machine, target.object, env);
      noteRenewal(machine, () => readIfThere(machine, object, target.name), value);
      writeProperty(machine, object, target.name, value, writtenBy(target, env, by));
      break;
    }
    case 'index': {
      const object = machine.run.evaluate(machine, target.object, env);
      const index = settled(machine, machine.run.evaluate(machine, target.index, env));
      const key = constantKey(index);
      const written = writtenBy(target, env, by);
      if (key !== undefined) writeProperty(machine, object, key, value, written);
      // it may be any of them
      else escape(machine, object, value);
      // the turn that runs stands for more
      const isOne = key !== undefined && !machine.loops.some(({ more }) => more !== NEVER);
      if (!isOne) writeUnnamed(machine, object, value, written, key === undefined);
      if (key === undefined && object.kind === 'object') noteKeptUnder(machine, object.id, index, value);
      break;
    }
    case 'object-pattern': {
      const keys: Value[] = [];
      for (const { key, target: inner, fallback } of target.parts) {
        const name = typeof key === 'string' ? key : machine.run.evaluate(machine, key, env);
        if (typeof name !== 'string') keys.push(name);
        const part = partOf(machine, value, name, key, inner, env);
        assign(machine, inner, withDefault(machine, part, fallback, inner, env), env);
      }
      if (target.rest !== undefined) {
        const names = target.parts.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
        assign(machine, target.rest, withoutKeys(machine, value, names, keys), env);
      }
      break;
    }
    case 'array-pattern':
      noteIndexRead(machine, value, target.rest === undefined, {
        file: env.file,
        span: spanOf(target) ?? NOWHERE,
      });
      target.parts.forEach((part, index) => {
        if (part === undefined) return;
        const element = readOptional(machine, asList(machine, value), String(index));
        assign(machine, part.target, withDefault(machine, element, part.fallback, part.target, env), env);
      });
      if (target.rest !== undefined)
        assign(machine, target.rest, after(machine, value, target.parts.length), env);
      break;
  }
}

function writtenBy(
  { span }: Extract<Pattern, { kind: 'member' | 'index' }>,
  { file }: Env,
  by: Assigned = { span, value: { span } },
): Written {
  return { file, at: by.span, value: by.value.span, how: 'late' };
}

/** What is left without properties of which some are named by values. */
function withoutKeys(
  machine: Machine,
  of: Value,
  names: readonly string[],
  [key, ...others]: readonly Value[],
): Value {
  if (key === undefined) return withoutProperties(machine, of, names);
  return each(machine, key, (one) => {
    const name = constantKey(one);
    // which of them it is nobody sees
    if (name === undefined) {
      escape(machine, of);
      return unknownOf(machine, 'not-supported', { is: 'object' });
    }
    return withoutKeys(machine, of, [...names, name], others);
  });
}

function partOf(
  machine: Machine,
  of: Value,
  key: string | Value,
  code: string | Expression,
  target: Pattern,
  env: Env,
): Value {
  if (typeof key === 'string') {
    // as people call it: by the name that it gets
    const name = target.kind === 'local' ? target.name : undefined;
    const span = spanOf(target);
    if (span !== undefined) noteMemberRead(machine, of, key, { file: env.file, span });
    return readProperty(machine, of, key, name);
  }
  const span = typeof code === 'string' ? undefined : code.span;
  return readIndex(machine, of, key, { file: env.file, span: span ?? NOWHERE }, false);
}

/** The list that is gone through where an array is taken apart. */
function asList(machine: Machine, value: Value): Value {
  return each(machine, value, (atom) =>
    atom.kind === 'unknown' || atom.kind === 'typed' ? listOf(machine, atom) : atom,
  );
}

function after(machine: Machine, value: Value, count: number): Value {
  return each(machine, asList(machine, value), (atom) => {
    if (atom.kind !== 'object') return unknownOf(machine, 'not-supported');
    const { elements, grown, open } = machine.store.object(atom.id);
    if (open !== undefined) escape(machine, atom);
    const left = grown === NEVER ? elementsWithin(machine, elements, count) : undefined;
    return newList(machine, left ?? elements.slice(count), grown);
  });
}

/** A value that goes into a target, or what is there in its place where it is undefined. */
export function withDefault(
  machine: Machine,
  value: Value,
  fallback: Expression | undefined,
  target: Pattern,
  env: Env,
): Value {
  if (fallback === undefined) return value;
  if (isAsIfEmpty(value, fallback, target)) return withoutDefault(machine, value);
  const at = { file: env.file, span: fallback.span };
  const isMissing = equality(machine, value, UNDEFINED, false, at);
  return branchesOf(
    machine,
    isMissing,
    () => machine.run.evaluate(machine, fallback, env),
    () => withoutDefault(machine, value),
  );
}

/**
 * Whether `{ done, from } = {}` takes a value apart of which nothing is known: none of its properties may be there, as in the default. The
 * value has no name, so a way that parts the two could not be told in words.
 */
function isAsIfEmpty(value: Value, fallback: Expression, target: Pattern): boolean {
  const isEmpty = fallback.kind === 'object' && fallback.parts.length === 0;
  return isEmpty && target.kind === 'object-pattern' && value.kind === 'unknown';
}

/** What is left of a value that a default stands in for: by its type it may not be there, and here it is. */
function withoutDefault(machine: Machine, value: Value): Value {
  return each(machine, value, (atom) => {
    if (atom.kind === 'typed' && atom.type.isOptional === true) {
      const { isOptional: _, ...type } = atom.type;
      return { ...atom, type };
    }
    return atom.kind === 'unknown' && atom.isOptional === true ? { ...atom, isOptional: false } : atom;
  });
}

/** What nothing is called yet is called as the name that holds it. */
function called(value: Value, name: string): Value {
  if (value.kind !== 'unknown' && value.kind !== 'typed') return value;
  return value.name === undefined ? { ...value, name } : value;
}
