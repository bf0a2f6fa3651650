import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import { filledObject } from '../values/property-writes.ts';
import { readIfThere } from '../values/properties.ts';
import type { Back, BackPart, Read, Share, Source, WrittenBack } from './reads.ts';
import { isReworked } from './reworked.ts';
import { sourcesOf, sourcesWithin } from './sources.ts';
import type { ObjectState } from '../values/store.ts';
import { constantText } from '../values/texts.ts';
import { type Atom, type Case, type Frame, isSame, type TextAtom, type Value } from '../values/values.ts';

export const KEYS = ['partitionKey', 'rowKey'] as const;

/**
 * What a write puts of entities that were read, given what it is given; undefined where that is nothing. Of an action, which is looked
 * at wherever it is sent, it is not noted that it was written.
 */
export function writtenBack(
  machine: Machine,
  [entity, mode, options]: readonly (Value | undefined)[],
  frame: Frame | undefined,
  isAction = false,
): WrittenBack | undefined {
  if (entity === undefined || (machine.sources.size === 0 && machine.reads.size === 0)) return undefined;
  // options in place of the mode make it throw
  if (mode !== undefined && casesOf(machine, mode).some(({ value }) => value.kind === 'object'))
    return undefined;
  const backs = sureCasesOf(machine, entity).flatMap(({ guard, value }) =>
    backsOf(machine, value, machine.guards.and(guard, machine.reached), frame, isAction),
  );
  if (backs.length === 0) return undefined;
  const name = mode && constantText(mode);
  return { backs, etag: etagIn(machine, options), ...(name !== undefined && { mode: name }) };
}

interface Found {
  readonly read: Read;
  whole?: Share;
  readonly parts: BackPart[];
}

function backsOf(
  machine: Machine,
  atom: Atom,
  guard: Guard,
  frame: Frame | undefined,
  isAction: boolean,
): readonly Back[] {
  const found = new Map<number, Found>();
  const of = ({ entity, read }: Source): Found => {
    const known = found.get(entity) ?? { read, parts: [] };
    found.set(entity, known);
    return known;
  };
  const own = sourcesOf(machine, atom);
  for (const source of own) {
    if (source.name === undefined) of(source).whole = source.share;
    else of(source).parts.push({ from: source.name, to: ANY_NAME, share: source.share, isKept: false });
  }
  const object = atom.kind === 'unknown' || atom.kind === 'typed' ? filledObject(machine, atom) : atom;
  if (object?.kind === 'object') noteParts(machine, machine.store.object(object.id), of);
  return [...found].map(([entity, { read, whole, parts }]): Back => {
    const isOwn = (value: Value, index: number): boolean =>
      isKeyOf(machine, value, { read, entity, index, guard, isFar: whole === 'far' });
    const values = KEYS.map((name) => keyIn(machine, atom, name));
    const keys = values.map((value, index): Value | 'own' => (isOwn(value, index) ? 'own' : value));
    const isAgain = !isAction && keys.every((key) => key === 'own') && notePut(machine, entity, guard);
    return {
      read,
      guard,
      ...(isAgain && { isAgain }),
      ...(whole !== undefined && { whole }),
      parts,
      keys,
      ...nameOf(machine, read, frame),
    };
  });
}

/** Notes that an entity is written; whether it may have been written before. */
function notePut({ guards, put }: Machine, entity: number, guard: Guard): boolean {
  const before = put.get(entity) ?? NEVER;
  put.set(entity, guards.or(before, guard));
  return guards.and(before, guard) !== NEVER;
}

/**
 * The cases that a value is seen to have here. Where a condition on the way was forgotten, those of them that others, which the program
 * got elsewhere, may have taken the place of are not: a constant is what there was in case of nothing.
 */
function sureCasesOf(machine: Machine, value: Value): readonly Case[] {
  const cases = casesOf(machine, value);
  const got = cases.filter((one) => !isFallback(one.value));
  const isMixed = got.some((one) => sourcesWithin(machine, [one.value]).length === 0);
  if (got.length < 2 || !isMixed) return cases;
  return cases.filter(({ guard }) => isSure(machine, guard));
}

/** Whether nothing that was forgotten can say more of a condition: what was, on the way here, was asked of other things. */
function isSure(machine: Machine, guard: Guard): boolean {
  const own = machine.guards.support(guard);
  if (hasForgotten(machine, guard)) return false;
  const left = [machine.reached];
  const seen = new Set<number>();
  for (let way = left.pop(); way !== undefined; way = left.pop()) {
    for (const decision of machine.guards.support(way)) {
      if (way !== machine.reached && own.has(decision)) return false;
      if (seen.has(decision) || !isForgotten(machine, decision)) continue;
      seen.add(decision);
      const hidden = machine.hidden.get(decision);
      if (hidden === undefined || seen.size > MOST_FORGOTTEN) return false;
      left.push(hidden);
    }
  }
  return true;
}

/** Forgotten conditions of one way that are looked at again. */
const MOST_FORGOTTEN = 8;

/** Whether something that was forgotten is part of a condition. */
export function hasForgotten(machine: Machine, guard: Guard): boolean {
  return [...machine.guards.support(guard)].some((decision) => isForgotten(machine, decision));
}

function isForgotten({ subjects }: Machine, decision: number): boolean {
  const subject = subjects[decision];
  return subject?.kind === 'changed' && subject.isForgotten === true;
}

function isFallback(atom: Atom): boolean {
  switch (atom.kind) {
    case 'nothing':
    case 'boolean':
      return true;
    case 'number':
      return atom.number.constant !== undefined;
    case 'text':
      return constantText(atom) !== undefined;
    default:
      return false;
  }
}

/** A key as it is put: of several that it may be none is left out. */
export function keyIn(machine: Machine, atom: Atom, name: string): Value {
  const own = atom.kind === 'object' ? machine.store.object(atom.id).properties.get(name) : undefined;
  return own ?? readIfThere(machine, atom, name);
}

/** Notes where the properties come from that an object is given. */
function noteParts(
  machine: Machine,
  { properties, open, written, unnamed }: ObjectState,
  of: (source: Source) => Found,
): void {
  for (const [to, value] of properties) {
    // what is not seen to be put was only asked for
    if (open !== undefined && written?.has(to) !== true) continue;
    const cases = sureCasesOf(machine, value).map((one) => sourcesWithin(machine, [one.value]));
    const isEach = (source: Source): boolean =>
      cases.every((sources) => sources.some(({ entity }) => entity === source.entity));
    for (const sources of cases) {
      for (const source of sources) {
        const isPlain = source.share === 'same' || source.share === 'like';
        const isMade = isPlain && isReworked(machine, source);
        const isKept = isPlain && !isMade && !isEach(source);
        const share = isMade ? 'made' : source.share;
        of(source).parts.push({ from: source.name ?? ANY_NAME, to, share, isKept });
      }
    }
  }
  for (const { value } of unnamed?.values() ?? []) {
    for (const source of sourcesWithin(machine, [value])) {
      const { name: from = ANY_NAME, share } = source;
      of(source).parts.push({ from, to: ANY_NAME, share, isKept: false });
    }
  }
}

interface KeyAsked {
  readonly read: Read;
  readonly entity: number;
  readonly index: number;
  readonly guard: Guard;
  /** The whole was made by code that is not seen. */
  readonly isFar: boolean;
}

/** Whether a value is that key of an entity that was read, on some way: there it is written back. */
function isKeyOf(machine: Machine, value: Value, asked: KeyAsked): boolean {
  const { read, entity, index, guard, isFar } = asked;
  const name = KEYS[index] ?? '';
  const given = read.keys[index];
  const asGiven = given === undefined ? [] : casesOf(machine, given, guard);
  const isIts = (source: Source): boolean =>
    source.entity === entity &&
    source.name?.toLowerCase() === name.toLowerCase() &&
    (source.share === 'same' || source.share === 'like' || (source.share === 'far' && isFar));
  return casesOf(machine, value, guard).some(
    (one) =>
      sourcesOf(machine, one.value).some(isIts) ||
      asGiven.some(
        (key) =>
          isSameKey(machine, key.value, one.value) || isRewrittenAlike(machine, key.value, one.value, isIts),
      ),
  );
}

/** Whether two values are the same key: also what the same function gives of the same. */
export function isSameKey(machine: Machine, a: Atom, b: Atom): boolean {
  if (isSame(a, b)) return true;
  if (a.kind === 'text' && b.kind === 'text') return areSamePieces(machine, a, b);
  if (a.kind === 'number-text' && b.kind === 'number-text') return areSameNumbers(machine, a, b);
  if (a.kind === 'time-text' && b.kind === 'time-text') return areSameTimes(a, b);
  // a hash of the same text
  if (a.kind === 'random-text' && b.kind === 'random-text')
    return a.symbol !== undefined && a.symbol === b.symbol;
  return 'symbol' in a && 'symbol' in b && areMadeAlike(machine, a.symbol, b.symbol);
}

/** Whether a key of the entity itself is put through the same as what was asked for: once more changes nothing. */
function isRewrittenAlike(
  { rewritten, sources }: Machine,
  asked: Atom,
  put: Atom,
  isIts: (source: Source) => boolean,
): boolean {
  if (asked.kind !== 'unknown' || put.kind !== 'unknown') return false;
  const [a, b] = [rewritten.get(asked.symbol), rewritten.get(put.symbol)];
  return a !== undefined && a.by === b?.by && sources.get(b.root)?.some(isIts) === true;
}

function areSamePieces(machine: Machine, { segments }: TextAtom, { segments: others }: TextAtom): boolean {
  return (
    segments.length === others.length &&
    segments.every((segment, index) => {
      const other = others[index];
      if (segment.kind === 'literal') return other?.kind === 'literal' && other.text === segment.text;
      if (other?.kind !== 'hole') return false;
      const [a, b] = [segment.hole, other.hole];
      if (a.kind === 'random-text' && b.kind === 'random-text' && a.symbol !== undefined)
        return a.symbol === b.symbol;
      if (a.kind === 'number-text' && b.kind === 'number-text') return areSameNumbers(machine, a, b);
      if (a.kind === 'time-text' && b.kind === 'time-text') return areSameTimes(a, b);
      if (a.kind !== 'unknown' || b.kind !== 'unknown' || a.symbol === undefined) return a === b;
      return a.symbol === b.symbol || areMadeAlike(machine, a.symbol, b.symbol);
    })
  );
}

type NumberText = Extract<Atom, { kind: 'number-text' }>;

/** Whether two texts are of the same number, written in the same way. */
function areSameNumbers(machine: Machine, a: NumberText, b: NumberText): boolean {
  return (
    a.symbol !== undefined &&
    (a.symbol === b.symbol || areMadeAlike(machine, a.symbol, b.symbol)) &&
    a.width === b.width &&
    a.number.representation === b.number.representation &&
    a.number.inverted === b.number.inverted
  );
}

type TimeText = Extract<Atom, { kind: 'time-text' }>;

/** Whether two texts are of the same time, written in the same way. */
function areSameTimes(a: Omit<TimeText, 'symbol'> & { readonly symbol?: number }, b: typeof a): boolean {
  return a.symbol !== undefined && a.symbol === b.symbol && a.format === b.format;
}

/** Whether two values that are not known are what the same function was called for with the same. */
export function areMadeAlike(
  { madeBy }: Pick<Machine, 'madeBy'>,
  a: number | undefined,
  b: number | undefined,
): boolean {
  const made = a === undefined ? undefined : madeBy.get(a);
  return made !== undefined && b !== undefined && made === madeBy.get(b);
}

function etagIn(machine: Machine, options: Value | undefined): WrittenBack['etag'] {
  if (options === undefined) return 'missing';
  const found = casesOf(machine, options).flatMap(({ value }): readonly WrittenBack['etag'][] => {
    if (value.kind === 'nothing' || isValueOfEntity(machine, value)) return ['missing'];
    if (value.kind !== 'object') return ['unknown'];
    // headers of one's own may say the same
    const headers = readIfThere(machine, value, 'requestOptions');
    if (headers.kind !== 'nothing') return ['unknown'];
    return casesOf(machine, readIfThere(machine, value, 'etag')).map((one) =>
      one.value.kind === 'nothing' || constantText(one.value) === '*' ? 'missing' : 'sent',
    );
  });
  const [first = 'unknown'] = found;
  return found.every((one) => one === first) ? first : 'unknown';
}

/** Whether a value is an etag that was read, or a text: as options neither has one. Another property may be options that code put there. */
function isValueOfEntity(machine: Machine, atom: Atom): boolean {
  const isPlain = ({ name, share }: Source): boolean =>
    name !== undefined && /etag$/i.test(name) && (share === 'same' || share === 'like');
  return atom.kind === 'text' || (atom.kind !== 'object' && sourcesOf(machine, atom).some(isPlain));
}

/** The plain name that stands for an entity of a read where a call stands. */
export function nameOf(
  machine: Machine,
  read: Read,
  frame: Frame | undefined,
): Pick<Back, 'name' | 'mayBeNothing'> {
  for (let at = frame; at !== undefined; at = at.parent) {
    for (const [index, name] of at.scope.names.entries()) {
      const value = machine.store.get(at.first + index);
      const atoms = value === undefined ? [] : casesOf(machine, value).map((one) => one.value);
      const others = atoms.filter(({ kind }) => kind !== 'nothing');
      if (others.length === 0 || !others.every((atom) => isEntityOf(machine, atom, read))) continue;
      return { name, mayBeNothing: others.length < atoms.length };
    }
  }
  return {};
}

/** Whether a value is the entity as it was read, of which no type says that it has no etag. */
function isEntityOf(machine: Machine, atom: Atom, read: Read): boolean {
  if (atom.kind !== 'unknown' || atom.isCast === true) return false;
  return sourcesOf(machine, atom).some(
    (source) => source.read === read && source.entity === atom.symbol && source.name === undefined,
  );
}
