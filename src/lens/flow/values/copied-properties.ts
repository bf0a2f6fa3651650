import type { Place } from '../../../core/text/segments.ts';
import { escape, mark, markOf, notePut } from '../entities/answers.ts';
import { NEVER } from '../conditions/guards.ts';
import {
  casesOf,
  decideOnce,
  each,
  either,
  type Machine,
  nextSymbol,
  type Subject,
  unknownOf,
} from '../machine.ts';
import { carryOn, sourcesWithin } from '../entities/sources.ts';
import type { Openness } from './store.ts';
import { memberOf, newObject } from './symbols.ts';
import { ABSENT, type ObjectId, type Symbolic, UNDEFINED, type Value, type Written } from './values.ts';
import { ownProperty, objectProperty } from './properties.ts';
import { define, leftOf, opennessOf } from './property-writes.ts';

/** What a spread copies: every property of each object, over those that were there. `place` is where that is named. */
export function copyProperties(machine: Machine, into: ObjectId, from: Value, place?: Place): void {
  each(machine, from, (atom) => {
    if (machine.reached === NEVER) return UNDEFINED;
    notePut(machine, into, atom);
    carryOn(machine, atom, { kind: 'object', id: into });
    if (markOf(machine, atom) !== undefined) escape(machine, atom);
    if (atom.kind === 'object') {
      const { properties, open, getters, written, unnamed, isChanged } = machine.store.object(atom.id);
      const own = markOf(machine, atom);
      const entity = own?.kind === 'entity' ? own : undefined;
      const there = machine.store.object(into).properties.keys();
      const { open: openBefore } = machine.store.object(into);
      // what is there may be the entity's that was spread before, or what comes now
      if (open !== undefined && openBefore !== undefined)
        machine.store.change(into).open = { ...openBefore, isMixed: true };
      const others = open === undefined ? [] : broughtBy(entity === undefined ? open : {}, there, properties);
      const typed = place && { file: place.file, at: place.span, value: place.span, how: 'typed' as const };
      for (const name of new Set([...properties.keys(), ...(getters?.keys() ?? []), ...others])) {
        const isOwn = getters?.has(name) !== true;
        const value = isOwn ? ownProperty(machine, atom.id, name) : objectProperty(machine, atom, name);
        if (isAbsent(value)) continue;
        const before = ownProperty(machine, into, name);
        const isSure = open === undefined || written?.has(name) === true || isRequired(open, name);
        // an entity that lacks it leaves what was there
        const isDefault = entity !== undefined && !isSure && !isAbsent(before);
        const over = isSure
          ? value
          : keptFrom(machine, before, isDefault ? unmarked(machine, value) : value, `${atom.id}:${name}`);
        const kept = each(machine, over, (one) => (isAbsent(one) ? before : one));
        const source = written?.get(name);
        const brought = source === undefined ? typed : { ...source, how: copied(source) };
        define(machine, into, name, either(machine, machine.reached, kept, before), brought);
      }
      if (open === undefined && unnamed === undefined) return UNDEFINED;
      const state = machine.store.change(into);
      if (open !== undefined) {
        const some = state.open?.some ?? open.some ?? entity;
        state.open = { ...lessKnown(state.open, open), some, ...mixed(state.open, open) };
      }
      if (isChanged === true) state.isChanged = true;
      if (unnamed !== undefined) state.unnamed = new Map([...(state.unnamed ?? []), ...unnamed]);
      return UNDEFINED;
    }
    if (atom.kind === 'unknown' || atom.kind === 'typed') spreadUnknown(machine, into, atom);
    else if (atom.kind === 'module' || atom.kind === 'external' || atom.kind === 'global')
      spreadUnknown(machine, into, unknownOf(machine, 'not-resolved'));
    return UNDEFINED;
  });
}

/** A value of an entity, or what stands for it where that is lacking. */
function unmarked(machine: Machine, value: Value): Value {
  const isMarked = casesOf(machine, value).some((one) => markOf(machine, one.value) !== undefined);
  return isMarked ? unknownOf(machine, 'property') : value;
}

function copied({ how }: Written): Written['how'] {
  return how === 'typed' ? how : 'copied';
}

function isAbsent(value: Value): boolean {
  return value.kind === 'nothing' && value.isAbsent === true;
}

/** What an object of which not all is seen may bring of what is there already. */
function broughtBy(
  { type }: Pick<Openness, 'type'>,
  there: Iterable<string>,
  seen: ReadonlyMap<string, Value>,
): readonly string[] {
  const brought = [...there].filter((name) => type?.properties?.includes(name) !== false);
  return [...brought, ...Object.keys(type?.members ?? {})].filter((name) => !seen.has(name));
}

/** Of two that each leave open what else there is, the one of which less is known. */
function lessKnown(a: Openness | undefined, b: Openness): Openness {
  return a === undefined || a.type?.properties !== undefined ? b : a;
}

const CHANGED: Subject = { kind: 'changed', name: '' };

/** What may be brought over what was there: what comes from an entity is there still where nothing is brought for it. */
function keptFrom(machine: Machine, before: Value, brought: Value, key: string): Value {
  if (sourcesWithin(machine, [before]).length === 0) return brought;
  return either(
    machine,
    decideOnce(machine, `in:${key}`, () => CHANGED),
    brought,
    before,
  );
}

function isRequired({ type }: Openness, name: string): boolean {
  return type?.required?.includes(name) === true;
}

/** What is not known may bring anything, and change what was there. */
function spreadUnknown(machine: Machine, into: ObjectId, atom: Symbolic): void {
  const { and } = machine.guards;
  const truth = machine.asked.get(`t:${atom.symbol}`);
  // `given && { … }` brings nothing where there is nothing
  if (truth !== undefined && and(machine.reached, truth) === NEVER) return;
  if (isWithoutNames(atom)) return;
  const state = machine.store.change(into);
  for (const [name, before] of state.properties) {
    if (atom.without?.includes(name) === true) continue;
    const brought = memberOf(machine, atom, name, undefined);
    const kept = keptFrom(machine, before, brought, `#${atom.symbol}:${name}`);
    state.properties.set(name, either(machine, machine.reached, kept, before));
  }
  const own = markOf(machine, atom);
  const some = state.open?.some ?? (own?.kind === 'entity' ? own : undefined);
  const without = withoutOf(atom);
  state.open = { ...lessKnown(state.open, opennessOf(atom)), some, without, ...mixed(state.open) };
}

/** Whether something was there already of which not all is seen, or what comes has more than one such. */
function mixed(before: Openness | undefined, more?: Openness): Pick<Openness, 'isMixed'> {
  return before !== undefined || more?.isMixed === true ? { isMixed: true } : {};
}

function withoutOf(atom: Symbolic): readonly string[] | undefined {
  return atom.kind === 'unknown' ? atom.without : undefined;
}

/** Whether a value is of a type whose values have no properties of their own, but the characters of texts by number. */
function isWithoutNames(atom: Symbolic): boolean {
  return atom.kind === 'typed' ? WITHOUT_NAMES.has(atom.type.name) : atom.is === 'string';
}

const WITHOUT_NAMES: ReadonlySet<string> = new Set(['boolean', 'number', 'string', 'bigint']);

/** What a pattern leaves for `...others`. */
export function withoutProperties(machine: Machine, of: Value, names: readonly string[]): Value {
  return each(machine, of, (atom) => {
    if (atom.kind !== 'object') {
      escape(machine, atom);
      if (atom.kind !== 'unknown' && atom.kind !== 'typed') return unknownOf(machine, 'not-supported');
      const rest = { ...atom, symbol: nextSymbol(machine), without: [...(atom.without ?? []), ...names] };
      mark(machine, rest, markOf(machine, atom));
      carryOn(machine, atom, rest);
      return rest;
    }
    const rest = newObject(machine, new Map());
    if (rest.kind !== 'object') return rest;
    copyProperties(machine, rest.id, atom);
    const state = machine.store.change(rest.id);
    for (const name of names) state.properties.set(name, ABSENT);
    // where it is spread into another one, that doesn't get them from its type either
    const { open } = state;
    if (open !== undefined) {
      const type = open.type && leftOf(open.type, names);
      state.open = { ...open, ...(type && { type }), without: [...(open.without ?? []), ...names] };
    }
    return rest;
  });
}
