import type { Place } from '../../../core/text/segments.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { each, either, given, type Machine, nextSymbol, settled, unknownOf } from '../machine.ts';
import { ownProperty, readProperty } from './properties.ts';
import { escape } from '../entities/answers.ts';
import { someOf } from './elements.ts';
import { NEVER } from '../conditions/guards.ts';
import { noteFoundUnder } from '../entities/kept-under.ts';
import { noteMember, noteSome } from '../entities/sources.ts';
import { isMade, listOf } from './symbols.ts';
import { constantText } from './texts.ts';
import { equality } from '../conditions/truth.ts';
import { type Atom, UNDEFINED, type Value } from './values.ts';

type ObjectAtom = Extract<Atom, { kind: 'object' }>;

/** `object[key]`; of a key that is not known each property is asked whether it is that one. */
function atIndex(machine: Machine, object: Atom, key: Atom, where: Place): Value {
  const name = constantKey(key);
  if (name !== undefined) return readProperty(machine, object, name);
  if (object.kind === 'unknown' || object.kind === 'typed') {
    const list =
      object.kind === 'typed' && object.type.name === 'Record' ? undefined : listOf(machine, object);
    const first = list?.kind === 'object' ? machine.store.object(list.id).elements[0]?.value : undefined;
    const like = first?.kind === 'unknown' || first?.kind === 'typed' ? first : undefined;
    const made =
      like === undefined || (object.kind === 'unknown' && isMade(object))
        ? unknownOf(
            machine,
            object.kind === 'unknown' && isMade(object) ? object.why : 'property',
            given(object.given),
          )
        : { ...like, symbol: nextSymbol(machine) };
    if (list === undefined) noteMember(machine, object, ANY_NAME, made);
    return list === undefined ? made : someOf(machine, list, made);
  }
  if (object.kind !== 'object') return unknownOf(machine, 'property');
  const state = machine.store.object(object.id);
  if (state.kind === 'array' && state.open === undefined) return anyElement(machine, object, key, where);
  if (state.kind !== 'object' || state.open !== undefined || state.properties.size > MOST_NAMES) {
    const made = unknownOf(machine, state.open?.why ?? 'property', given(state.open?.given));
    if (state.kind === 'array') return someOf(machine, object, made);
    escape(machine, object);
    noteSome(machine, object, made);
    noteFoundUnder(machine, object.id, key, made);
    return made;
  }
  let value: Value = UNDEFINED;
  for (const property of state.properties.keys()) {
    const text: Atom = { kind: 'text', segments: literal(property, where), form: 'literal' };
    const isIt = equality(machine, key, text, false, where);
    value = either(machine, isIt, ownProperty(machine, object.id, property), value);
  }
  return value;
}

/**
 * One of a list's elements, by an index that is not known: a number is taken for one that the list has, and what may be anything else
 * may be none of them.
 */
function anyElement(machine: Machine, list: ObjectAtom, key: Atom, where: Place): Value {
  const { elements, grown } = machine.store.object(list.id);
  if (elements.length === 0 || elements.length > MOST_NAMES || grown !== NEVER) return someOf(machine, list);
  const isAnything = key.kind === 'unknown';
  const none = isAnything ? unknownOf(machine, isMade(key) ? key.why : 'property') : UNDEFINED;
  return elements.reduceRight<Value>((others, { value }, index) => {
    if (index === elements.length - 1 && !isAnything) return value;
    const number: Atom = {
      kind: 'number',
      number: { constant: index, representation: 'double', origin: { kind: 'constant' }, inverted: false },
    };
    return either(machine, equality(machine, key, number, false, where), value, others);
  }, none);
}

/** Properties among which one is looked for whose name is not known. */
export const MOST_NAMES = 16;

export function literal(text: string, { file, span }: Place): Extract<Atom, { kind: 'text' }>['segments'] {
  return [{ kind: 'literal', text, place: { file, span }, whole: true }];
}

export function constantKey(key: Value): string | undefined {
  if (key.kind === 'text') return constantText(key);
  if (key.kind === 'number' && key.number.constant !== undefined && key.least === undefined)
    return String(key.number.constant);
  return key.kind === 'global' && key.path[0] === 'Symbol' ? `@@${key.path.join('.')}` : undefined;
}

/** `of[index]` of every case of both. */
export function readIndex(
  machine: Machine,
  of: Value,
  index: Value,
  where: Place,
  isOptional: boolean,
): Value {
  return each(machine, of, (one) => {
    if (one.kind === 'nothing') return isOptional ? UNDEFINED : readProperty(machine, one, '');
    return each(machine, settled(machine, index), (key) => atIndex(machine, one, key, where));
  });
}
