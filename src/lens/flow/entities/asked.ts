import type { Place } from '../../../core/text/segments.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import { constantText } from '../values/texts.ts';
import type { Atom, Case, Value } from '../values/values.ts';
import { isTogether, mark, markOf } from './answers.ts';
import { type Answer, isOfEntity } from './marks.ts';
import type { Comparison, Demanded } from './results.ts';
import { forgetSizeRead, noteAnyAsked, rowsOf } from './rows.ts';
import { sourcesOf } from './sources.ts';
import { type Asked, keyOf, type Turn } from './turn.ts';

/** What a value has to do with an entity. */
interface Side {
  readonly of: Answer;
  readonly name: string;
  readonly how: 'property' | 'converted' | 'searched' | 'kind' | 'mixed';
  readonly atom: Atom;
}

const OPERATORS: ReadonlyMap<string, Comparison> = new Map([
  ['===', 'eq'],
  ['==', 'eq'],
  ['!==', 'eq'],
  ['!=', 'eq'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['>=', 'ge'],
]);

const NEGATED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  gt: 'le',
  le: 'gt',
};

/** The same comparison read from right to left. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  gt: 'lt',
  le: 'ge',
  ge: 'le',
};

/** Notes that values are compared, where one of them is of the entity of a turn; of `!==`, `guard` says where they are equal. */
export function noteCompared(
  machine: Machine,
  operator: string,
  [left, right]: readonly [Value, Value],
  guard: Guard,
  [leftPlace, rightPlace]: readonly [Place, Place],
  place: Place,
): void {
  const count = countAsked(operator, constantNumber(machine, right));
  if (count !== undefined) noteAnyAsked(machine, leftPlace, count);
  if (guard === NEVER || guard === ALWAYS)
    for (const one of [leftPlace, rightPlace]) forgetSizeRead(machine, one);
  if (machine.turns.length === 0) return;
  noteCounted(machine, operator, [left, right], guard, place);
  const asked = OPERATORS.get(operator);
  if (asked === undefined) return;
  const [own, other] = [sideOf(machine, left), sideOf(machine, right)];
  const isOwn = own !== undefined && (other === undefined || isAskedFor(machine, own, other));
  const isOther = other !== undefined && (own === undefined || isAskedFor(machine, other, own));
  if (own !== undefined && other !== undefined) {
    // entities are compared with each other
    if (own.of === other.of) machine.unfit.add(keyOf(place));
    if (!isOwn) noteFor(machine, own, { guard, place, condition: () => undefined });
    if (!isOther) noteFor(machine, other, { guard, place, condition: () => undefined });
  }
  const side = isOwn ? own : isOther ? other : undefined;
  if (side === undefined) return;
  const value = isOwn ? rightPlace : leftPlace;
  const beside = isOwn ? right : left;
  // what is worked out from other properties of the same entity, or from one that came before, is known to no query
  if (isTogether(machine, beside, side.of) || isOfSameAnswer(machine, beside, side.of)) {
    noteFor(machine, side, { guard, place, condition: () => undefined });
    return;
  }
  const compared = comparedWith(machine, beside);
  const constant = constantIn(machine, beside);
  const mayBeNothing = mayBeMissing(machine, beside);
  const positive = isOwn ? asked : MIRRORED[asked];
  noteFor(machine, side, {
    guard,
    place,
    ...(side.how === 'kind' && { isOfKind: true }),
    condition: (holds) => {
      if (compared === 'nothing' || side.how === 'kind' || side.how === 'mixed') return undefined;
      if (side.how === 'searched') return { property: side.name, how: 'searched' };
      const operator = holds ? positive : NEGATED[positive];
      const isInverted = !holds && positive !== 'eq';
      if (side.how === 'property') {
        const told = {
          ...(isInverted && { isInverted }),
          ...(constant !== undefined && { constant }),
          ...(mayBeNothing && { mayBeNothing }),
        };
        return { property: side.name, how: 'compared', operator, value, ...told };
      }
      // a number that is spelled out tells kinds apart: `Number(e.size) > 0`
      return compared === 'number' ? undefined : { property: side.name, how: 'converted', operator };
    },
  });
}

/** Whether a value comes from what the same query gave: `kept.some((other) => other.email === row.email)`. */
function isOfSameAnswer(machine: Machine, value: Value, of: Answer): boolean {
  const read = machine.reads.get(of);
  return (
    read !== undefined &&
    casesOf(machine, value).some(({ value: atom }) =>
      sourcesOf(machine, atom).some((one) => one.read === read),
    )
  );
}

/** Whether the query of one entity is asked for the other one, while a loop is at that: then the service can compare them. */
function isAskedFor({ turns }: Machine, one: Side, other: Side): boolean {
  const turn = turns.findLast(({ of }) => of === other.of);
  return turn !== undefined && one.of !== other.of && one.of.number >= turn.first;
}

/** How many there must be for a comparison of their number to be decided: of `length > 1` two. Undefined where all are counted. */
function countAsked(operator: string, constant: number | undefined): number | undefined {
  if (constant === undefined) return undefined;
  const isReached = operator === '>=' || operator === '<';
  const count = isReached ? Math.ceil(constant) : Math.floor(constant) + 1;
  return OPERATORS.has(operator) && count >= 1 && count <= MOST_COUNTED ? count : undefined;
}

/** More than this are a page of their own. */
const MOST_COUNTED = 1000;

/** What an entity's value is compared with: nothing that the service has a word for, a constant number, or something else. */
function comparedWith(machine: Machine, value: Value): 'nothing' | 'number' | 'other' {
  const atoms = casesOf(machine, value).map((one) => one.value);
  const isNothing = (atom: Atom): boolean =>
    atom.kind === 'nothing' || (atom.kind === 'number' && Number.isNaN(atom.number.constant));
  if (atoms.every(isNothing)) return 'nothing';
  const isNumber = (atom: Atom): boolean =>
    atom.kind === 'number' && atom.number.origin.kind === 'constant' && atom.number.constant !== undefined;
  return atoms.every(isNumber) ? 'number' : 'other';
}

/** Whether a value may be undefined or null here, as far as its type and what was asked of it tell. */
function mayBeMissing(machine: Machine, value: Value): boolean {
  const { and, not } = machine.guards;
  return casesOf(machine, value).some(({ guard, value: atom }) => {
    if (atom.kind === 'nothing') return true;
    const isOptional =
      (atom.kind === 'typed' && atom.type.isOptional === true) ||
      (atom.kind === 'unknown' && atom.isOptional === true);
    if (!isOptional) return false;
    const truth = machine.asked.get(`t:${atom.symbol}`);
    return truth === undefined || and(and(machine.reached, guard), not(truth)) !== NEVER;
  });
}

/** The one constant that a value is. */
function constantIn(machine: Machine, value: Value): string | number | boolean | undefined {
  const [only, ...others] = casesOf(machine, value);
  if (only === undefined || others.length > 0) return undefined;
  return only.value.kind === 'boolean'
    ? only.value.value
    : (constantText(only.value) ?? constantNumber(machine, value));
}

/** Names of properties that hold true or false. */
const IS_FLAG =
  /^(?:is|has|can|should)_?[A-Z]|^(?:active|enabled|disabled|deleted|archived|published|completed|verified|approved|hidden|locked|revoked|processed)$/i;

/** Notes that it is asked whether a value is truthy. */
export function noteTruth(machine: Machine, atom: Atom, guard: Guard, place: Place): void {
  noteAnyAsked(machine, place);
  if (machine.turns.length === 0) return;
  const side = sideOf(machine, atom);
  if (side === undefined) return;
  const { name, how } = side;
  const symbol = symbolOf(atom);
  const meaning = symbol === undefined ? undefined : machine.meanings.get(symbol);
  noteFor(machine, side, {
    guard,
    place,
    ...(how === 'kind' && { isOfKind: true as const }),
    condition: (holds) => {
      if (meaning !== undefined) return meaning(holds);
      if (how === 'searched') return { property: name, how };
      if (how !== 'property') return undefined;
      const flag = { property: name, how: 'compared', operator: 'eq', flag: holds } as const;
      return IS_FLAG.test(name) ? flag : { ...flag, isTruth: true };
    },
  });
}

/** Notes of what a question about a value of an entity gives what that demands of it. */
export function noteQuestion(
  machine: Machine,
  made: Value,
  about: Value,
  place: Place,
  condition: (property: string, holds: boolean) => Demanded | undefined,
): void {
  if (machine.turns.length === 0) return;
  const side = sideOf(machine, about);
  if (side?.how === 'property')
    noteAnswer(machine, made, side, place, (holds) => condition(side.name, holds));
}

/** Notes what is demanded where the answer to a question is yes, or no: it may be tested later. */
function noteAnswer(
  machine: Machine,
  made: Value,
  side: Side,
  place: Place,
  condition: (holds: boolean) => Demanded | undefined,
): void {
  const { or } = machine.guards;
  const cases = casesOf(machine, made);
  if (cases.every(({ value }) => value.kind === 'boolean')) {
    const isYes = ({ value }: Case): boolean => value.kind === 'boolean' && value.value;
    const guard = cases.filter(isYes).reduce((all, one) => or(all, one.guard), NEVER);
    noteFor(machine, side, { guard, place, condition });
    return;
  }
  for (const { value } of cases) {
    const symbol = symbolOf(value);
    if (symbol !== undefined) machine.meanings.set(symbol, condition);
  }
}

function symbolOf(atom: Atom): number | undefined {
  return atom.kind === 'unknown' || atom.kind === 'typed' || atom.kind === 'number' ? atom.symbol : undefined;
}

/** What has methods that are not seen. */
const OUTSIDE: ReadonlySet<Atom['kind']> = new Set(['unknown', 'typed', 'global', 'external']);

/** Methods that look for a text in another one. */
const SEARCHING: ReadonlySet<string> = new Set([
  ...['includes', 'endsWith', 'localeCompare', 'match', 'search', 'indexOf'],
]);

/** Notes of what a method gives what it asks of an entity: `e.name.includes(text)`, `wanted.has(e.kind)`. */
export function noteAskedByMethod(
  machine: Machine,
  made: Value,
  receiver: Atom,
  name: string,
  args: readonly Value[],
  { file, span }: Place,
): void {
  const [given] = args;
  if (machine.turns.length === 0 || given === undefined) return;
  const place = { file, span };
  const own = sideOf(machine, receiver);
  if (own === undefined) {
    const isAmong = name === 'has' || name === 'includes';
    const isSymbolic = OUTSIDE.has(receiver.kind);
    const isMap = receiver.kind === 'object' && machine.store.object(receiver.id).kind === 'map';
    if (isAmong && (isSymbolic || isMap))
      noteQuestion(machine, made, given, place, (property, holds) =>
        holds ? { property, how: 'among' } : undefined,
      );
    const tested = name === 'test' && isSymbolic ? sideOf(machine, given) : undefined;
    if (tested !== undefined) noteSearch(machine, made, tested, place);
    return;
  }
  if (name === 'startsWith') {
    if (sideOf(machine, given) !== undefined) return;
    noteQuestion(machine, made, receiver, place, (property, holds) =>
      holds ? { property, how: 'compared' } : undefined,
    );
  } else if (SEARCHING.has(name) && isGiven(machine, given)) noteSearch(machine, made, own, place);
}

function noteSearch(machine: Machine, made: Value, side: Side, place: Place): void {
  const { of, name: property } = side;
  noteAnswer(machine, made, side, place, () => ({ property, how: 'searched' }));
  for (const { value } of casesOf(machine, made)) {
    const isSymbolic = value.kind === 'unknown' || value.kind === 'typed' || value.kind === 'number';
    if (isSymbolic) mark(machine, value, { kind: 'derived', name: property, of, by: 'searched' });
  }
}

/** Whether a value comes from elsewhere, and is not spelled out where it is asked for. */
function isGiven(machine: Machine, value: Value): boolean {
  return (
    sideOf(machine, value) === undefined &&
    casesOf(machine, value).some(
      ({ value: atom }) =>
        atom.kind !== 'nothing' &&
        constantText(atom) === undefined &&
        atom.kind !== 'boolean' &&
        !isNumber(atom),
    )
  );
}

function isNumber(atom: Atom): boolean {
  return atom.kind === 'number' && atom.number.constant !== undefined;
}

/** Notes of a value that it says of what kind one of an entity is. */
export function noteKind(machine: Machine, made: Value, about: Value): void {
  const side = machine.turns.length === 0 ? undefined : sideOf(machine, about);
  if (side !== undefined) mark(machine, made, { kind: 'derived', name: side.name, of: side.of, by: 'kind' });
}

/** What a value is of an entity; undefined where it has nothing to do with one that a turn is about, or with several. */
function sideOf(machine: Machine, value: Value): Side | undefined {
  let found: Side | undefined;
  let isOther = false;
  for (const { value: atom } of casesOf(machine, value)) {
    const mark = markOf(machine, atom);
    // what stands in for it may be of another query
    const isOwn = mark !== undefined && isOfEntity(mark) && machine.turns.some(({ of }) => of === mark.of);
    if (!isOwn) {
      // code that is not seen may have put something else in its place
      if (atom.kind === 'unknown' && atom.why === 'too-complex') return undefined;
      isOther ||= atom.kind !== 'nothing';
      continue;
    }
    const how = mark.kind !== 'derived' ? 'property' : (mark.by ?? 'converted');
    if (found !== undefined && found.of !== mark.of) return undefined;
    // what stands in for another property is counted as that
    const isOne = found === undefined || (found.how === how && found.name === mark.name);
    found = { of: mark.of, name: found?.name ?? mark.name, how: isOne ? how : 'converted', atom };
  }
  return found !== undefined && isOther && found.how === 'property' ? { ...found, how: 'converted' } : found;
}

/** Notes a question with the innermost turn that is about that entity; loops in that ask other things. */
function noteFor(machine: Machine, { of, atom }: Side, asked: Asked): void {
  const turn = machine.turns.findLast((one) => one.of === of);
  if (turn === undefined || turn.isLost || !isAbout(machine, turn, atom)) return;
  if (turn.asked.length < MOST_ASKED) turn.asked.push(asked);
}

/** Questions of one turn that are kept. */
const MOST_ASKED = 60;

function isAbout(machine: Machine, { entities }: Turn, atom: Atom): boolean {
  const sources = sourcesOf(machine, atom);
  return sources.length === 0 || entities.size === 0 || sources.some(({ entity }) => entities.has(entity));
}

/** Notes that it is asked of how many there are by now whether that is enough. */
function noteCounted(
  machine: Machine,
  operator: string,
  [left, right]: readonly [Value, Value],
  guard: Guard,
  place: Place,
): void {
  const [isLeft, isRight] = [left, right].map((value) => isCounter(machine, value));
  if (isLeft === isRight) return;
  const turned = isLeft ? operator : (TURNED[operator] ?? operator);
  const limit = isLeft ? right : left;
  const isReached = turned === '>' || turned === '>=' || turned === '===' || turned === '==';
  const isDown = turned !== '>' && turned !== '>=' && constantNumber(machine, limit) === 0;
  const isBelow = turned === '<' || turned === '<=';
  if (!isReached && !isDown && !isBelow) return;
  const most = isDown ? undefined : constantNumber(machine, limit);
  // `count > 0` asks whether there is any
  const reached = isReached || isDown ? guard : machine.guards.not(guard);
  const isOver = turned === '>' || turned === '<=';
  const isOfList = isLength(machine, isLeft ? left : right);
  for (const turn of machine.turns) {
    if (turn.isLost || turn.asked.length >= MOST_ASKED) continue;
    // `++count > 10` before the entity is used has 10, and `count++ > 10` has 11
    const isAhead = !isOfList && turn.counted !== NEVER && isUnused(machine, turn);
    const count = most === undefined || isAhead ? undefined : most + (isOver ? 1 : 0);
    turn.asked.push({ guard: reached, place, condition: () => undefined, isCount: { most: count } });
  }
}

function isLength(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).every(
    ({ value: atom }) => atom.kind === 'number' && atom.lengthOf !== undefined,
  );
}

/** Whether a turn has done nothing with its entity so far but to count it. */
function isUnused({ guards }: Machine, { acted, kept, logged }: Turn): boolean {
  return guards.or(acted, guards.or(kept, logged)) === NEVER;
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Whether a value is a number that a loop counts, or how many a list has. */
function isCounter(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).some(({ value: atom }) => {
    if (atom.kind !== 'number' || markOf(machine, atom) !== undefined) return false;
    const { lengthOf } = atom;
    if (lengthOf !== undefined)
      return markOf(machine, lengthOf) === undefined && rowsOf(machine, lengthOf)?.state.isPage !== true;
    const { kind } = atom.number.origin;
    return atom.isCounted === true || kind === 'length' || kind === 'counter';
  });
}

function constantNumber(machine: Machine, value: Value): number | undefined {
  const [only, ...others] = casesOf(machine, value);
  const atom = only?.value;
  if (others.length > 0 || atom?.kind !== 'number' || atom.least !== undefined) return undefined;
  const { constant } = atom.number;
  return typeof constant === 'number' ? constant : undefined;
}
