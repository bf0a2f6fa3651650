import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { ALWAYS } from '../conditions/guards.ts';
import { markOf } from './answers.ts';
import type { Machine } from '../machine.ts';
import type { Read, Share, Source } from './reads.ts';
import { type Atom, isSymbolic, type ObjectId, type Value } from '../values/values.ts';

const RANK: Readonly<Record<Share, number>> = { same: 0, like: 1, made: 2, far: 3 };

/** Sources of one value that are told apart. */
const MOST_SOURCES = 12;

/** Values in one object that are looked at, and levels of objects in it. */
const MOST_VALUES = 100;
const DEPTH = 3;

/** Notes that a value is an entity which a read gives. */
export function noteEntity({ sources }: Machine, symbol: number, read: Read): void {
  sources.set(symbol, [{ read, entity: symbol, share: 'same' }]);
}

/** Under which number it is noted where a value comes from. */
export function sourceKeyOf(atom: Atom): number | undefined {
  switch (atom.kind) {
    case 'unknown':
    case 'typed':
    case 'random-text':
    case 'time-text':
      return atom.symbol;
    case 'number':
      return atom.number.constant === undefined ? atom.symbol : undefined;
    case 'object':
      return -atom.id;
    default:
      return undefined;
  }
}

/** Where a value itself comes from; what is in an object is not asked. */
export function sourcesOf(machine: Machine, atom: Atom): readonly Source[] {
  const { sources, reads } = machine;
  switch (atom.kind) {
    case 'unknown':
    case 'typed':
    case 'number':
    case 'object': {
      const key = atom.kind === 'object' ? -atom.id : atom.symbol;
      const own = key === undefined ? undefined : sources.get(key);
      if (own !== undefined || key === undefined) return own ?? [];
      const mark = reads.size === 0 ? undefined : markOf(machine, atom);
      const read = mark?.kind === 'entity' ? reads.get(mark.of) : undefined;
      return read === undefined ? [] : [{ read, entity: key, share: 'same' }];
    }
    case 'random-text':
    case 'time-text':
      return sources.get(atom.symbol ?? NaN) ?? [];
    case 'boolean':
      return machine.answered.get(atom) ?? [];
    case 'text': {
      const holes = atom.segments.flatMap((part) =>
        part.kind === 'hole' && 'symbol' in part.hole ? [part.hole.symbol] : [],
      );
      const share = atom.segments.length === 1 ? 'like' : 'made';
      return together(holes.map((symbol) => withShare(sources.get(symbol) ?? [], share)));
    }
    default:
      return [];
  }
}

/** Whether it is the PartitionKey of an entity that a list query gave, as it is. */
export function isListedPartition({ read, name, share }: Source): boolean {
  return read.kind === 'list' && name === 'partitionKey' && share === 'same';
}

/** Where all that a value has comes from. */
export function sourcesWithin(machine: Machine, values: readonly Value[]): readonly Source[] {
  if (machine.sources.size === 0 && machine.reads.size === 0) return [];
  const seen = new Set<ObjectId>();
  const found: (readonly Source[])[] = [];
  let taken = 0;
  const takeAtom = (atom: Atom, depth: number): void => {
    if (taken >= MOST_VALUES) return;
    taken += 1;
    const own = sourcesOf(machine, atom);
    if (own.length > 0) found.push(own);
    if (atom.kind !== 'object' || depth === 0 || seen.has(atom.id)) return;
    seen.add(atom.id);
    const { properties, elements, unnamed } = machine.store.object(atom.id);
    for (const inner of properties.values()) take(inner, depth - 1);
    for (const inner of elements) take(inner.value, depth - 1);
    for (const inner of unnamed?.values() ?? []) take(inner.value, depth - 1);
  };
  const take = (value: Value, depth: number): void => {
    if (value.kind !== 'choice') takeAtom(value, depth);
    else for (const one of value.cases) takeAtom(one.value, depth);
  };
  for (const value of values) take(value, DEPTH);
  return together(found);
}

export function atomsOf(value: Value): readonly Atom[] {
  return value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
}

/** Each source once, with the most that there is of it. */
function together(all: readonly (readonly Source[])[]): readonly Source[] {
  const [only, ...others] = all.filter((one) => one.length > 0);
  if (only === undefined || others.length === 0) return only ?? [];
  const found = new Map<string, Source>();
  for (const source of all.flat()) {
    const key = `${source.entity} ${source.name ?? ''}`;
    const before = found.get(key);
    if (before === undefined ? found.size < MOST_SOURCES : RANK[source.share] < RANK[before.share])
      found.set(key, source);
  }
  return [...found.values()];
}

function withShare(sources: readonly Source[], share: Share): readonly Source[] {
  return sources.map((one) => (RANK[one.share] < RANK[share] ? { ...one, share } : one));
}

/** Notes what a value comes from beside what is known of it. */
function note(machine: Machine, atom: Atom, more: readonly Source[]): void {
  const key = sourceKeyOf(atom);
  if (key === undefined || more.length === 0) return;
  machine.sources.set(key, together([sourcesOf(machine, atom), more]));
}

/** What is made of values, with where they come from. */
export function derive(machine: Machine, made: Value, from: readonly Value[], share: Share): Value {
  const sources = withShare(sourcesWithin(machine, from), share);
  if (sources.length === 0) return made;
  const given = new Set(from.flatMap(atomsOf).map(sourceKeyOf));
  const of = (atom: Atom): Atom => {
    if (atom.kind === 'boolean') return answerOf(machine, atom, sources);
    // what is handed through is what it was, and an object has what is in it
    if (atom.kind !== 'object' && !given.has(sourceKeyOf(atom))) note(machine, atom, sources);
    return atom;
  };
  if (made.kind !== 'choice') return of(made);
  return { kind: 'choice', cases: made.cases.map(({ guard, value }) => ({ guard, value: of(value) })) };
}

/** Whether an entity is there says nothing of what it has. */
function answerOf({ answered }: Machine, answer: Atom, sources: readonly Source[]): Atom {
  const own = sources.filter(({ name }) => name !== undefined);
  if (own.length === 0) return answer;
  const atom = { ...answer };
  answered.set(atom, own);
  return atom;
}

/** The same of what a method makes that is not seen of an entity, or of what was made of one: it is a mapper of that. */
export function deriveMapped(machine: Machine, made: Value, args: readonly Value[]): Value {
  const wholes = sourcesWithin(machine, args).filter(({ name }) => name === undefined);
  for (const atom of atomsOf(made))
    if (atom.kind !== 'object') note(machine, atom, withShare(wholes, 'like'));
  return made;
}

/** Notes of what a schema gives of an entity that it has checked that it is a copy of that, also where its type makes it an object of its own. */
export function noteParsed(machine: Machine, made: Value, args: readonly Value[]): void {
  const own = args.flatMap(atomsOf).flatMap((atom) => sourcesOf(machine, atom));
  for (const atom of atomsOf(made)) note(machine, atom, withShare(own, 'like'));
}

/** Notes of a copy, or of another view of the same thing, that it is that. */
export function carryOn(machine: Machine, from: Atom, into: Value): void {
  const own = sourcesOf(machine, from);
  if (own.length > 0) for (const atom of atomsOf(into)) note(machine, atom, own);
}

/** Notes of an object that is given any property of an entity, under whatever name, that it is a copy of that. */
export function noteCopied(machine: Machine, into: Atom, value: Value): void {
  for (const { read, entity, name, share } of sourcesWithin(machine, [value])) {
    if (name === ANY_NAME && share !== 'far')
      note(machine, into, [{ read, entity, share: share === 'same' ? share : 'like' }]);
  }
}

/** Notes of what is taken out of something, nobody sees under what name, where all that it may be comes from. */
export function noteSome(machine: Machine, of: Atom, made: Value): void {
  noteMember(machine, of, ANY_NAME, made);
  if (of.kind !== 'object' || machine.sources.size === 0) return;
  const { elements, unnamed } = machine.store.object(of.id);
  const held = [...elements, ...(unnamed?.values() ?? [])].slice(0, MOST_VALUES);
  const own = together(held.flatMap(({ value }) => atomsOf(value).map((atom) => sourcesOf(machine, atom))));
  for (const atom of atomsOf(made)) note(machine, atom, own);
}

/** Notes of a property that is read of something for the first time where it comes from. */
export function noteMember(machine: Machine, of: Atom, name: string, value: Value): void {
  const own = sourcesOf(machine, of);
  if (own.length === 0) return;
  const members = own.map((one) => (one.name === undefined ? { ...one, name } : one));
  for (const atom of atomsOf(value)) note(machine, atom, members);
  if (name === 'etag' && !isLeftOut(machine, of, name)) noteEtag(machine, own, value);
}

/** Whether a pattern took a property out of what this is the rest of. */
function isLeftOut({ store }: Machine, of: Atom, name: string): boolean {
  const without = of.kind === 'object' ? store.object(of.id).open?.without : isSymbolic(of) ? of.without : [];
  return without?.includes(name) === true;
}

/** Notes of the etag of an entity as it was read that it is there: the service sends one with every entity, and none is empty. */
function noteEtag(machine: Machine, of: readonly Source[], etag: Value): void {
  if (!of.every(({ name, share }) => name === undefined && share === 'same')) return;
  for (const atom of atomsOf(etag)) if (isSymbolic(atom)) machine.asked.set(`t:${atom.symbol}`, ALWAYS);
}
