import { type Place, samePlace } from '../../../core/text/segments.ts';
import type { ClassCode, FunctionCode, Local } from '../../syntax/program/program.ts';
import { type Frames, type Part, walkCode } from '../../syntax/program/walk.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { type Answer, isOfEntity, type Mark } from './marks.ts';
import { newResults } from './results.ts';
import { noteAct, type TurnRunner } from './turn.ts';
import type { Store } from '../values/store.ts';
import type { Atom, ClassAtom, Frame, FunctionAtom, ObjectId, TextAtom, Value } from '../values/values.ts';

/** What is known of answers while a program runs. */
export interface Answers {
  /** By the symbol of a value; of an object by its number, below zero. */
  readonly marks: Map<number, Mark>;
  /** Of texts, which have no symbol, those that are worked out from a property. */
  readonly texts: Map<Atom, Mark>;
  /** Of values that are worked out from several properties of one entity, by their symbols: whose those are. */
  readonly together: Map<number, Answer>;
  /** What code mentions of the names around it. */
  readonly mentions: Map<FunctionCode | ClassCode, readonly Mention[]>;
  /** Objects, and places of names, that code has which is not followed. */
  readonly escaped: Set<number>;
  /** Of arrays of results: when they came to such code. */
  readonly escapes: Map<ObjectId, Guard>;
  /** The same, where that code was run, and so what they held until then is seen. */
  readonly watched: Set<number>;
  /** That code; of a name what has it. */
  readonly watchers: Set<FunctionAtom>;
  readonly watchersOf: Map<number, Set<FunctionAtom>>;
}

/** A name: so many frames out, at that index. */
type Mention = Pick<Local, 'hops' | 'index'>;

/** Whoever follows answers: every machine does. */
export interface Follower extends TurnRunner {
  readonly store: Store;
  /** The functions that run. */
  readonly calls: readonly { readonly fn: FunctionCode }[];
  readonly answers: Answers;
  readonly rows: ReadonlyMap<ObjectId, unknown>;
}

/** Of a query, or a point read, that is asked now. */
export function newAnswer(place: Place, isOne: boolean, loops: number, number: number): Answer {
  return {
    place,
    isOne,
    number,
    rejected: NEVER,
    names: new Set(),
    isWhole: false,
    isCounted: false,
    sorts: [],
    inJson: [],
    results: newResults(loops),
  };
}

/** What a value has to do with an answer. */
export function markOf({ answers }: Follower, atom: Atom): Mark | undefined {
  const key = keyOf(atom);
  if (key !== undefined) return answers.marks.get(key);
  if (!isKnown(atom)) return undefined;
  return answers.texts.get(atom) ?? (atom.kind === 'text' ? markOfParts(answers, atom) : undefined);
}

/** The same of a text that is put together. */
function markOfParts({ marks }: Answers, { segments }: TextAtom): Mark | undefined {
  const own = segments.flatMap((part) => {
    const symbol = part.kind === 'hole' && part.hole.kind === 'unknown' ? part.hole.symbol : undefined;
    return (symbol === undefined ? undefined : marks.get(symbol)) ?? [];
  });
  const [first] = own;
  if (first === undefined || !isOfEntity(first) || !own.every(({ of }) => of === first.of)) return undefined;
  const { name, of } = first;
  return { kind: 'derived', name, of, ...(own.some((one) => nameOf(one) !== name) && { by: 'mixed' }) };
}

/** Whether more is known of a value than its symbol. */
function isKnown({ kind }: Atom): boolean {
  return kind === 'text' || kind === 'time-text' || kind === 'number-text' || kind === 'number';
}

function keyOf(atom: Atom): number | undefined {
  switch (atom.kind) {
    case 'unknown':
    case 'typed':
    case 'number':
      return atom.symbol;
    case 'object':
      return -atom.id;
    default:
      return undefined;
  }
}

/** Notes what a value, in each of its cases, has to do with an answer. */
export function mark({ answers }: Follower, value: Value, as: Mark | undefined): void {
  if (as === undefined) return;
  for (const atom of atomsOf(value)) {
    const key = keyOf(atom);
    if (key !== undefined) answers.marks.set(key, as);
  }
}

function atomsOf(value: Value): readonly Atom[] {
  return value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
}

/** What the elements of a list of the answer are. */
export function elementMark(list: Mark | undefined): Mark | undefined {
  if (list?.kind === 'list') return { kind: 'entity', of: list.of };
  return list?.kind === 'pages' ? { kind: 'list', of: list.of, isPage: true } : undefined;
}

/** What is the same for each of these values; none where they differ, and then nobody follows them any further. */
export function commonMark(follower: Follower, values: readonly Value[], more?: Mark): Mark | undefined {
  const marks = values.flatMap((value) => atomsOf(value).map((atom) => markOf(follower, atom)));
  const all = more === undefined ? marks : [...marks, more];
  const [first] = all;
  const isSame = all.every(
    (one) => one?.kind === first?.kind && one?.of === first?.of && nameOf(one) === nameOf(first),
  );
  if (isSame && first !== undefined) return first;
  for (const value of values) escape(follower, value);
  if (more !== undefined && !isOfEntity(more)) more.of.isWhole = true;
  return undefined;
}

function nameOf(mark: Mark | undefined): string | undefined {
  return mark !== undefined && isOfEntity(mark) ? mark.name : undefined;
}

/** What a value has to do with an answer: of `a ?? b` what `a` has, if both are of the same. */
function markOfAny(follower: Follower, value: Value): Mark | undefined {
  const [first, ...others] = atomsOf(value).flatMap((atom) => markOf(follower, atom) ?? []);
  return others.every(({ of }) => of === first?.of) ? first : undefined;
}

/**
 * Notes of what a function makes which property it is worked out from, where all that it is given is of one; `isPart`: it is only a part of
 * what that holds; `isBeside`: it is worked out with something else that is not known.
 */
export function noteDerived<T extends Value>(
  follower: Follower,
  made: T,
  from: readonly Value[],
  { isPart = false, isBeside = false }: { readonly isPart?: boolean; readonly isBeside?: boolean } = {},
): T {
  const marks = from.flatMap((value) => markOfAny(follower, value) ?? []);
  const [first] = marks;
  const name = nameOf(first);
  const isOfOne = first !== undefined && marks.every((one) => one.of === first.of && nameOf(one) === name);
  if (name === undefined || !isOfOne) {
    noteTogether(follower, made, from);
    return made;
  }
  const values = marks.filter(isOfEntity);
  const isMixed = isPart || values.some(({ by }) => by === 'mixed');
  const isApart = isBeside || values.some((one) => one.isBeside);
  for (const atom of atomsOf(made)) {
    if (atom.kind === 'object' || markOf(follower, atom) !== undefined) continue;
    const derived: Mark = {
      kind: 'derived',
      name,
      of: first.of,
      ...(isMixed && { by: 'mixed' }),
      ...(isApart && { isBeside: true }),
    };
    if (keyOf(atom) === undefined && isKnown(atom)) follower.answers.texts.set(atom, derived);
    else mark(follower, atom, derived);
  }
  return made;
}

/** Notes of what is worked out from values of one entity whose those are. */
function noteTogether({ answers }: Follower, made: Value, from: readonly Value[]): void {
  // most values are of none
  if (answers.marks.size === 0 && answers.together.size === 0) return;
  const owners = from.flatMap(atomsOf).flatMap((atom) => {
    const key = keyOf(atom);
    if (key === undefined) return [];
    const own = answers.marks.get(key);
    return (own !== undefined && isOfEntity(own) ? own.of : answers.together.get(key)) ?? [];
  });
  const [owner, ...others] = owners;
  if (owner === undefined || !others.every((other) => other === owner)) return;
  for (const atom of atomsOf(made)) {
    const key = keyOf(atom);
    if (key !== undefined && atom.kind !== 'object') answers.together.set(key, owner);
  }
}

/** Whether a value is worked out from several properties of one entity of an answer. */
export function isTogether({ answers }: Follower, value: Value, of: Answer): boolean {
  return atomsOf(value).some((atom) => {
    const key = keyOf(atom);
    return key !== undefined && answers.together.get(key) === of;
  });
}

/** Properties of a list, or of a page, that say nothing of what is in it. */
const PLAIN: ReadonlySet<string> = new Set(['length', 'continuationToken']);

/** Properties of what `next` gives. */
const OF_STEP: ReadonlySet<string> = new Set(['value', 'done']);

/** Where the SDK has the text of an Int64. */
const VALUE_OF_NUMBER = 'value';

/** What no entity lacks. */
const OF_EVERY_ENTITY: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'timestamp', 'etag']);

/** Notes that a property of something is read, and which value that is. */
export function noteRead(
  follower: Follower,
  atom: Atom,
  { kind, of }: Mark,
  name: string,
  value: Value,
): void {
  switch (kind) {
    case 'entity':
      // what the language asks for has no name that could be selected
      if (name.startsWith('@@')) of.isWhole = true;
      of.names.add(name);
      mark(follower, value, { kind: OF_EVERY_ENTITY.has(name) ? 'key' : 'property', name, of });
      break;
    case 'list':
    case 'pages':
      if (!PLAIN.has(name)) of.isWhole = true;
      break;
    case 'list-step':
    case 'page-step':
      if (!OF_STEP.has(name)) of.isWhole = true;
      break;
    case 'property':
    case 'key':
    case 'derived':
      // how long a text is says nothing of what is in it
      // entities are flat: what has members was made of a text, such as JSON, and they are not the property
      if (!PLAIN.has(name) && name !== 'size')
        noteDerived(follower, value, [atom], { isPart: name !== VALUE_OF_NUMBER });
  }
}

/** The query that all of these atoms are such values of an entity of, as they are or as text, where they are there. */
export function listOf(
  { answers }: Follower,
  atoms: readonly Atom[],
  isSuch: (mark: Mark) => boolean,
): Place | undefined {
  const places = atoms.filter(isThere).map((atom) => {
    const symbol = symbolOf(atom);
    const own = symbol === undefined ? undefined : answers.marks.get(symbol);
    return own !== undefined && !own.of.isOne && isSuch(own) ? own.of.place : undefined;
  });
  return samePlace(places);
}

function isThere(atom: Atom): boolean {
  if (atom.kind === 'text') return atom.segments.some((part) => part.kind === 'hole' || part.text !== '');
  return atom.kind !== 'nothing';
}

/** The value that an atom is, or is the text of. */
function symbolOf(atom: Atom): number | undefined {
  if (atom.kind !== 'text') return keyOf(atom);
  const [only, ...others] = atom.segments;
  const hole = only?.kind === 'hole' && others.length === 0 ? only.hole : undefined;
  return hole?.kind === 'unknown' ? hole.symbol : undefined;
}

/** Notes that it matters whether a property is undefined and not null, as it comes where it is selected and an entity lacks it. */
export function tellUndefined(follower: Follower, atom: Atom): void {
  const own = markOf(follower, atom);
  if (own?.kind === 'property') own.of.isWhole = true;
}

/** Notes that values go where they are not followed: whoever has them has all that they lead to, now and later. */
export function escape(follower: Follower, ...values: readonly Value[]): void {
  if (follower.rows.size > 0) for (const value of values) noteEscaping(follower, value, follower.reached);
  goThrough(follower, values, follower.answers.escaped, (own) => {
    if (!isOfEntity(own)) own.of.isWhole = true;
  });
}

/** Levels of objects in which arrays of results are looked for. */
const DEPTH = 3;

/** Notes when arrays of results escape that did not yet. */
function noteEscaping(follower: Follower, value: Value, reached: Guard, depth = DEPTH): void {
  const { answers, guards, rows, store } = follower;
  const cases = value.kind === 'choice' ? value.cases : [{ guard: ALWAYS, value }];
  for (const { guard, value: atom } of cases) {
    if (atom.kind !== 'object') continue;
    const when = guards.and(guard, reached);
    const known = answers.escapes.get(atom.id);
    if (when === NEVER) continue;
    if (rows.has(atom.id)) {
      if (known !== undefined || !answers.escaped.has(atom.id))
        answers.escapes.set(atom.id, guards.or(known ?? NEVER, when));
    } else if (depth > 0 && !answers.escaped.has(atom.id)) {
      for (const inner of store.object(atom.id).properties.values())
        noteEscaping(follower, inner, when, depth - 1);
    }
  }
}

/** Notes the same of what code mentions of the names around it. */
export function escapeMentioned(follower: Follower, code: FunctionCode | ClassCode, frame: Frame): void {
  escape(follower, ...ofCode(follower, code, frame, follower.answers.escaped));
}

/** Notes that code keeps what a function has, which has been run: what that leads to now is seen, and what is put into it later is not. */
export function watch(follower: Follower, fn: FunctionAtom): void {
  goThrough(follower, [fn], follower.answers.watched, () => undefined);
}

/** The same of the names alone, before it is run. */
export function watchNames(follower: Follower, watcher: FunctionAtom): void {
  const { watchers, watchersOf } = follower.answers;
  if (watchers.size >= MOST_WATCHERS) escape(follower, watcher);
  else watchers.add(watcher);
  for (const place of placesIn(follower, watcher.fn, watcher.frame)) {
    const others = watchersOf.get(place);
    if (others === undefined) watchersOf.set(place, new Set([watcher]));
    else if (others.size < MOST_WATCHERS) others.add(watcher);
    else escape(follower, watcher);
  }
}

/** Functions of one run that are watched; others escape. */
const MOST_WATCHERS = 60;

/** Notes that a name gets a value, which code that is not followed may have. */
export function noteAssigned(follower: Follower, place: number, value: Value): void {
  const { answers } = follower;
  if (isShared(follower, place)) escape(follower, value);
  wake(follower, answers.watchersOf.get(place));
}

/** Notes that values are put into an object, which code that is not followed may have. */
export function notePut(follower: Follower, id: ObjectId, ...values: readonly Value[]): void {
  const { answers, store } = follower;
  noteAct(follower, id);
  if (isShared(follower, id) || store.object(id).open !== undefined) escape(follower, ...values);
  if (answers.watched.has(id) && !answers.escaped.has(id)) wake(follower, answers.watchers);
}

/** Another run of a function may do what none has done, now that something changed outside of it. */
function wake(follower: Follower, watchers: Set<FunctionAtom> | undefined): void {
  for (const watcher of watchers ?? []) {
    if (follower.calls.some(({ fn }) => fn === watcher.fn)) continue;
    watchers?.delete(watcher);
    escape(follower, watcher);
  }
}

function isShared({ answers, store }: Follower, id: number): boolean {
  const { escaped, watched, watchersOf } = answers;
  return escaped.has(id) || watched.has(id) || watchersOf.has(id) || store.isBelow(id);
}

/** Goes through all that values lead to, and that is not in `into` yet. */
function goThrough(
  follower: Follower,
  values: readonly Value[],
  into: Set<number>,
  found: (mark: Mark) => void,
): void {
  const open = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const atom of atomsOf(value)) {
      const own = markOf(follower, atom);
      if (own !== undefined) found(own);
      for (const inner of behind(follower, atom, into, found)) open.push(inner);
    }
  }
}

/** What somebody has who has a value. */
function behind(
  follower: Follower,
  atom: Atom,
  into: Set<number>,
  found: (mark: Mark) => void,
): readonly Value[] {
  switch (atom.kind) {
    case 'object':
      return ofObject(follower, atom.id, into, found);
    case 'function': {
      const { fn, frame, self, bound = [] } = atom;
      return [...ofCode(follower, fn, frame, into), ...(self === undefined ? [] : [self]), ...bound];
    }
    case 'class':
      return ofClass(follower, atom, into, found);
    case 'method':
      return [atom.receiver];
    default:
      return [];
  }
}

function ofObject(
  follower: Follower,
  id: ObjectId,
  into: Set<number>,
  found: (mark: Mark) => void,
): readonly Value[] {
  if (into.has(id)) return [];
  into.add(id);
  const { properties, elements, getters, setters, cls, open } = follower.store.object(id);
  if (open?.some !== undefined) found(open.some);
  return [
    ...properties.values(),
    ...elements.map(({ value }) => value),
    ...(getters?.values() ?? []),
    ...(setters?.values() ?? []),
    ...(cls === undefined ? [] : [cls]),
  ];
}

function ofClass(
  follower: Follower,
  { cls, frame, statics, base }: ClassAtom,
  into: Set<number>,
  found: (mark: Mark) => void,
): readonly Value[] {
  const own = [...ofCode(follower, cls, frame, into), ...ofObject(follower, statics, into, found)];
  return base === undefined ? own : [...own, base];
}

function ofCode(
  follower: Follower,
  code: FunctionCode | ClassCode,
  frame: Frame | undefined,
  into: Set<number>,
): readonly Value[] {
  return placesIn(follower, code, frame).flatMap((place) => {
    if (into.has(place)) return [];
    into.add(place);
    return follower.store.get(place) ?? [];
  });
}

/** The places of what code mentions of the names around it; not of those of a module, which all its functions have. */
function placesIn(
  follower: Follower,
  code: FunctionCode | ClassCode,
  frame: Frame | undefined,
): readonly number[] {
  return mentionsIn(follower, code).flatMap(({ hops, index }) => {
    let at = frame;
    for (let hop = 0; hop < hops; hop += 1) at = at?.parent;
    const place = at && at.first + index;
    return place === undefined || follower.store.isBelow(place) ? [] : [place];
  });
}

/** What code mentions of the names around it, in all functions in it too; seen from where it stands. */
function mentionsIn({ answers }: Follower, code: FunctionCode | ClassCode): readonly Mention[] {
  const known = answers.mentions.get(code);
  if (known !== undefined) return known;
  const found = new Map<string, Mention>();
  // a function that knows itself has its name between itself and the names around it
  const own = 'members' in code || !code.knowsItself ? 0 : 1;
  walkCode(partOf(code), (part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'local') return;
    const { index } = part.expression;
    const hops = part.expression.hops - depthOf(part.frames) + own;
    if (hops >= 0) found.set(`${hops} ${index}`, { hops, index });
  });
  const mentions = [...found.values()];
  answers.mentions.set(code, mentions);
  return mentions;
}

function depthOf(frames: Frames): number {
  let depth = 0;
  for (let at = frames.outer; at !== undefined; at = at.outer) depth += 1;
  return depth;
}

/** Code in a scope that stands for all around it. */
function partOf(code: FunctionCode | ClassCode): Part {
  const frames = { scope: { names: [], hoisted: [], changed: new Map() } };
  if ('members' in code)
    return { kind: 'expression', expression: { kind: 'class', cls: code, span: code.span }, frames };
  return { kind: 'function', fn: code, frames };
}
