import type { Value as Plain } from '../../link/values/value.ts';
import { tellUndefined } from '../entities/answers.ts';
import { noteTruth } from '../entities/asked.ts';
import { noteCheck, noteTruthCheck } from '../entities/checks.ts';
import { passedBy, passes } from './asked-tests.ts';
import { ALWAYS, type Guard, NEVER } from './guards.ts';
import {
  casesOf,
  decide,
  decideOnce,
  type Machine,
  simplifiedTest,
  type Subject,
  type TestPlace,
} from '../machine.ts';
import { symbolTruth } from '../values/symbols.ts';
import { TEST_OF_NAN, testOfNumber, type ValueTest } from './value-tests.ts';
import type { Loop } from '../values/list-size.ts';
import { constantText } from '../values/texts.ts';
import { type Atom, FALSE, isSame, isSymbolic, type Symbolic, TRUE, type Value } from '../values/values.ts';

/** The condition under which a value is truthy; `at` is where it is asked for. */
export function truthOf(machine: Machine, value: Value, at: TestPlace): Guard {
  const { and, or } = machine.guards;
  const truth = casesOf(machine, value).reduce((all, { guard, value: atom }) => {
    const isIt = and(guard, truthOfAtom(machine, atom, at));
    noteTruth(machine, atom, isIt, at);
    noteTruthCheck(machine, atom, isIt);
    return or(all, isIt);
  }, NEVER);
  return simplifiedTest(machine, truth);
}

function truthOfAtom(machine: Machine, atom: Atom, at: TestPlace): Guard {
  const undecided = (): Guard => decide(machine, { kind: 'condition', ...at });
  switch (atom.kind) {
    case 'nothing':
      return NEVER;
    case 'boolean':
      return atom.value ? ALWAYS : NEVER;
    case 'text':
      return truthOfText(machine, atom, undecided);
    case 'number': {
      const { constant } = atom.number;
      if ((atom.least ?? 0) > 0) return ALWAYS;
      // a Date is an object
      if (atom.number.representation === 'date') return ALWAYS;
      if (constant !== undefined && atom.least === undefined) return constant ? ALWAYS : NEVER;
      return numberTruth(machine, atom, at) ?? undecided();
    }
    case 'unknown':
      return atom.is === 'array' || atom.is === 'object' || atom.is === 'bytes'
        ? decideOnce(machine, `t:${atom.symbol}`, () => ({ kind: 'truthy', name: atom.name ?? '' }))
        : symbolTruth(machine, atom.symbol, atom.name, atom, at);
    case 'typed':
      return literalsOf(atom) === undefined ? symbolTruth(machine, atom.symbol, atom.name, atom, at) : ALWAYS;
    case 'object':
    case 'function':
    case 'class':
    case 'client':
    case 'module':
    case 'method':
    case 'pattern':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return ALWAYS;
    case 'external':
    case 'global': {
      if (atom.kind === 'external') return atom.path.length <= 1 ? ALWAYS : undecided();
      const path = atom.path.join('.');
      if (OF_LANGUAGE.has(path) || atom.path[0] === 'Symbol') return ALWAYS;
      return decideOnce(machine, `g:${path}`, () => ({ kind: 'truthy', name: path }));
    }
  }
}

/** Whether a number that is not known is another one than 0. */
function numberTruth(
  machine: Machine,
  atom: Extract<Atom, { kind: 'number' }>,
  at: TestPlace,
): Guard | undefined {
  const symbol = atom.emptyWith ?? atom.symbol;
  if (symbol === undefined) return undefined;
  const { asked, guards } = machine;
  const isAsked = asked.has(`t:${symbol}`);
  const truth = isAsked ? symbolTruth(machine, symbol, undefined) : anyOf(machine, atom, symbol, at);
  const of = atom.emptyWith === undefined ? atom.lengthOf : undefined;
  if (isAsked || of === undefined || !isSymbolic(of)) return truth;
  // what has a length is not empty, nor missing
  const isThere = asked.get(`t:${of.symbol}`);
  if (isThere === undefined) {
    const other = symbolTruth(machine, of.symbol, of.name, of);
    asked.set(`t:${of.symbol}`, guards.or(truth, other));
    return truth;
  }
  const both = guards.and(isThere, truth);
  asked.set(`t:${symbol}`, both);
  return both;
}

/** What the language has under a name of its own; any other may be there or not. */
const OF_LANGUAGE: ReadonlySet<string> = new Set([
  ...[
    'Object',
    'Array',
    'String',
    'Number',
    'Boolean',
    'Symbol',
    'BigInt',
    'Date',
    'Math',
    'JSON',
    'Promise',
  ],
  ...['Map', 'Set', 'RegExp', 'Error', 'console', 'process', 'Buffer', 'globalThis', 'fetch', 'URL', 'Intl'],
]);

/** Whether there is any of what a number counts: there is none where a test tells that, and some where it tells more. */
function anyOf(
  machine: Machine,
  atom: Extract<Atom, { kind: 'number' }>,
  symbol: number,
  at: TestPlace,
): Guard {
  const truth = symbolTruth(machine, symbol, nameOf(atom), undefined, at);
  if (atom.least !== 0) return truth;
  const { or, not } = machine.guards;
  const more = (machine.tests.get(symbol) ?? []).reduce<Guard>(
    (all, { guard, holdsOf }) => or(all, holdsOf(0) ? not(guard) : guard),
    truth,
  );
  machine.asked.set(`t:${symbol}`, more);
  return more;
}

function nameOf(atom: Extract<Atom, { kind: 'number' }>): string | undefined {
  return atom.number.origin.kind === 'other' ? atom.number.origin.name : undefined;
}

/** A text is empty where all its parts are. */
function truthOfText(machine: Machine, atom: Extract<Atom, { kind: 'text' }>, undecided: () => Guard): Guard {
  let guard: Guard = NEVER;
  for (const segment of atom.segments) {
    if (segment.kind === 'literal') {
      if (segment.text !== '') return ALWAYS;
      continue;
    }
    const truth = truthOfHole(machine, segment.hole, segment.tagged === true);
    if (truth === ALWAYS) return ALWAYS;
    guard = machine.guards.or(guard, truth ?? undecided());
  }
  return guard;
}

function truthOfHole(machine: Machine, hole: Plain, isTagged: boolean): Guard | undefined {
  switch (hole.kind) {
    case 'time-text':
    case 'number-text':
    case 'random-text':
    case 'number':
    case 'nothing':
      return ALWAYS;
    case 'unknown':
      // a text made of something else is hardly ever empty, but of what is empty itself
      return hole.symbol === undefined || hole.isMadeText === true || isTagged
        ? undefined
        : symbolTruth(machine, hole.symbol, hole.name);
    default:
      return undefined;
  }
}

/** A value that is true on the ways of a condition, and false on all others. */
export function booleanOf(machine: Machine, guard: Guard): Value {
  if (guard === ALWAYS) return TRUE;
  if (guard === NEVER) return FALSE;
  return {
    kind: 'choice',
    cases: [
      { guard, value: TRUE },
      { guard: machine.guards.not(guard), value: FALSE },
    ],
  };
}

/**
 * Questions about two values, of which either may be several, that are told apart: each is another one for each two of these, and
 * which of them is asked depends on all, so that more of them are taken for one.
 */
const MOST_QUESTIONS = 16;

/** Whether a condition holds in some cases, and in others not. */
function isOpen(guard: Guard): boolean {
  return guard !== ALWAYS && guard !== NEVER;
}

/** The condition under which two values are equal, `===` or `==`. */
export function equality(
  machine: Machine,
  left: Value,
  right: Value,
  isLoose: boolean,
  at: TestPlace,
): Guard {
  const guard = overCases(machine, [left, right], at, (a, b) => equalAtoms(machine, a, b, isLoose, at));
  noteCheck(machine, [left, right], false, guard);
  return guard;
}

/** The condition under which two values pass a test, from what is said of each two atoms that they can be at once. */
function overCases(
  machine: Machine,
  [left, right]: readonly [Value, Value],
  at: TestPlace,
  guardOf: (left: Atom, right: Atom) => Guard,
): Guard {
  const { and, or } = machine.guards;
  let all: Guard = NEVER;
  let asked = 0;
  for (const a of casesOf(machine, left)) {
    for (const b of casesOf(machine, right)) {
      const both = and(a.guard, b.guard);
      if (and(both, machine.reached) === NEVER) continue;
      const guard = guardOf(a.value, b.value);
      if (isOpen(guard) && ++asked > MOST_QUESTIONS) return decide(machine, { kind: 'condition', ...at });
      all = or(all, and(both, guard));
    }
  }
  return simplifiedTest(machine, all);
}

/** What a constant is told apart by. */
function constantKey(atom: Atom): string | undefined {
  switch (atom.kind) {
    case 'text': {
      const text = constantText(atom);
      return text === undefined ? undefined : JSON.stringify(text);
    }
    case 'number':
      return atom.number.constant === undefined || atom.least !== undefined
        ? undefined
        : String(atom.number.constant);
    case 'boolean':
      return String(atom.value);
    default:
      return undefined;
  }
}

function equalAtoms(machine: Machine, a: Atom, b: Atom, isLoose: boolean, at: TestPlace): Guard {
  if (a.kind === 'nothing' && b.kind === 'nothing')
    return isLoose || (a.isNull ?? false) === (b.isNull ?? false) ? ALWAYS : NEVER;
  if (!isLoose && a.kind === 'nothing') tellUndefined(machine, b);
  if (!isLoose && b.kind === 'nothing') tellUndefined(machine, a);
  if (isSymbolic(a) && isSymbolic(b) && a.symbol === b.symbol) return ALWAYS;
  if (isSymbolic(b) && !isSymbolic(a)) return equalAtoms(machine, b, a, isLoose, at);
  if (isSymbolic(a)) return equalToSymbol(machine, a, b, isLoose, at);
  const [left, right] = [constantKey(a), constantKey(b)];
  if (left !== undefined && right !== undefined) {
    // `1 == '1'`
    const isOdd = isLoose && a.kind !== b.kind;
    if (isMet(machine, a, b) || isMet(machine, b, a)) return decide(machine, { kind: 'condition', ...at });
    return isOdd ? decide(machine, { kind: 'condition', ...at }) : left === right ? ALWAYS : NEVER;
  }
  if (a.kind === 'nothing' || b.kind === 'nothing') {
    const other = a.kind === 'nothing' ? b : a;
    // a setting of the environment is not there, or it is a text, which may be empty
    if (other.kind === 'global') {
      const name = other.path.join('.');
      const isNothing = decideOnce(machine, `n:g:${name}`, () => ({ kind: 'nothing', name }));
      return machine.guards.and(machine.guards.not(truthOfAtom(machine, other, at)), isNothing);
    }
    if (other.kind === 'external') return decide(machine, { kind: 'condition', ...at });
    return NEVER;
  }
  if (a.kind === 'object' && b.kind === 'object') return a.id === b.id ? ALWAYS : NEVER;
  // `===` of a text and an object
  if (!isLoose && (isReference(a) ? isPrimitive(b) : isReference(b) && isPrimitive(a))) return NEVER;
  if (a.kind === 'number' && b.kind === 'number' && a.symbol !== undefined && a.symbol === b.symbol)
    return ALWAYS;
  if (a.kind === 'text' && b.kind === 'text') {
    if (isSame(a, b)) return ALWAYS;
    const empty = [a, b].find((one) => constantText(one) === '');
    const other = empty === a ? b : a;
    if (empty !== undefined) return machine.guards.not(truthOfAtom(machine, other, at));
  }
  const number = a.kind === 'number' ? a : b.kind === 'number' ? b : undefined;
  const key = number === a ? right : left;
  if (number?.symbol !== undefined && key !== undefined) {
    const constant = number === a ? b : a;
    if (
      number.least !== undefined &&
      constant.kind === 'number' &&
      (Number(constant.number.constant) < number.least || Number(constant.number.constant) > MOST_ELEMENTS)
    )
      return NEVER;
    const isNone = number.least === 0 && key === '0';
    const truth = isNone ? numberTruth(machine, number, opposite(at)) : undefined;
    if (truth !== undefined) return machine.guards.not(truth);
    return symbolEquals(machine, number.symbol, nameOf(number), constant, key, at);
  }
  return decide(machine, { kind: 'condition', ...at });
}

function isReference({ kind }: Atom): boolean {
  return (
    kind === 'object' || kind === 'function' || kind === 'class' || kind === 'client' || kind === 'pattern'
  );
}

function isPrimitive({ kind }: Atom): boolean {
  return kind === 'text' || kind === 'boolean' || kind === 'time-text' || kind === 'number-text';
}

function equalToSymbol(machine: Machine, a: Symbolic, b: Atom, isLoose: boolean, at: TestPlace): Guard {
  const { and, not } = machine.guards;
  const truth = symbolTruth(machine, a.symbol, a.name, a);
  if (b.kind === 'nothing') {
    // a type does not tell the two apart, and hardly anybody gives null where undefined is asked for
    const key = isLoose || a.kind === 'typed' || b.isNull !== true ? 'loose' : 'null';
    // its type says that it is always there
    if (a.kind === 'typed' && a.type.isOptional !== true) return NEVER;
    const empty = isOptionalText(a) ? machine.equalities.get(a.symbol)?.get(EMPTY) : undefined;
    // a text that is falsy, and not the empty one, is missing
    if (empty !== undefined) return and(not(truth), not(empty));
    const name = a.name ?? '';
    const isNothing = decideOnce(machine, `n:${a.symbol}:${key}`, () =>
      b.isNull === true && !isLoose ? { kind: 'equal', name, to: 'null' } : { kind: 'nothing', name },
    );
    const sort = machine.named.get(`typeof ${a.symbol}`);
    const sorts = [...(sort === undefined ? [] : (machine.equalities.get(sort) ?? []))];
    const others = [
      ...(machine.equalities.get(a.symbol)?.values() ?? []),
      ...sorts.flatMap(([of, guard]) => (of === UNDEFINED_SORT ? [] : [guard])),
    ];
    return others.reduce((all, other) => and(all, not(other)), and(not(truth), isNothing));
  }
  const key = constantKey(b);
  if (key !== undefined) return symbolEquals(machine, a.symbol, a.name, b, key, at, a);
  if (!isSymbolic(b)) return decide(machine, { kind: 'condition', ...at });
  const [first, second] = [Math.min(a.symbol, b.symbol), Math.max(a.symbol, b.symbol)];
  return decideOnce(machine, `e:${first}:#${second}`, () => ({ kind: 'condition', ...at }));
}

/** What is equal to one constant is equal to no other, and as truthy as that is. */
function symbolEquals(
  machine: Machine,
  symbol: number,
  name: string | undefined,
  constant: Atom,
  key: string,
  at: TestPlace,
  of?: Atom,
): Guard {
  const { and, not } = machine.guards;
  const isIt = (): Subject =>
    name === undefined ? { kind: 'condition', ...at } : { kind: 'equal', name, to: key };
  // of what is true or false alone
  if (constant.kind === 'boolean' && of?.kind === 'typed' && of.type.name === 'boolean') {
    const isTrue = symbolTruth(machine, symbol, name);
    if (constant.value) return isTrue;
    if (of.type.isOptional !== true) return not(isTrue);
  }
  const truth = symbolTruth(machine, symbol, name);
  const truthy =
    constant.kind === 'text'
      ? constantText(constant) !== ''
      : constant.kind === 'number'
        ? Boolean(constant.number.constant)
        : constant.kind === 'boolean' && constant.value;
  if (constant.kind === 'boolean' && !truthy) {
    // of what is false or true alone
    return and(not(truth), decideOnce(machine, `e:${symbol}:${key}`, isIt));
  }
  const literals = literalsOf(of);
  if (literals !== undefined) return oneOfLiterals(machine, symbol, name, literals, key);
  if (key === EMPTY && isTextAlone(of)) return not(truth);
  if (key === '0' && isNumberAlone(of)) return not(truth);
  const known = machine.equalities.get(symbol) ?? new Map<string, Guard>();
  machine.equalities.set(symbol, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  const nothing = machine.asked.get(`n:${symbol}:loose`);
  if (key === EMPTY && nothing !== undefined && isOptionalText(of)) {
    const isEmpty = and(not(truth), not(nothing));
    known.set(key, isEmpty);
    return isEmpty;
  }
  let guard = and(truthy ? truth : not(truth), decide(machine, isIt()));
  for (const other of known.values()) guard = and(guard, not(other));
  if (nothing !== undefined && !truthy) guard = and(guard, not(nothing));
  const value = constant.kind === 'number' ? constant.number.constant : constantText(constant);
  if (typeof value === 'string' || typeof value === 'number')
    guard = and(guard, passedBy(machine, symbol, value));
  known.set(key, guard);
  return guard;
}

/** What `'undefined'` and `''` are told apart by. */
const UNDEFINED_SORT = '"undefined"';
const EMPTY = '""';

/** Whether a value is a text by its type, and never missing: of those the empty one alone is falsy. */
export function isTextAlone(atom: Value | undefined): atom is Symbolic {
  if (atom?.kind === 'unknown') return atom.is === 'string' && atom.isOptional !== true;
  return atom?.kind === 'typed' && atom.type.name === 'string' && atom.type.isOptional !== true;
}

/** Whether it is a text by its type, or missing. */
function isOptionalText(atom: Atom | undefined): boolean {
  const isText = atom?.kind === 'typed' && atom.type.name === 'string' && atom.type.literals === undefined;
  return isText && atom.type.isOptional === true;
}

/** The same of a number, of which 0 alone is falsy. */
function isNumberAlone(atom: Atom | undefined): boolean {
  return atom?.kind === 'typed' && atom.type.name === 'number' && atom.type.isOptional !== true;
}

/** The condition under which the text that an unknown value is passes a test; `at` is where it is asked. */
export function truthOfTest(machine: Machine, atom: Symbolic, test: ValueTest, at: TestPlace): Guard {
  const { and, or, not } = machine.guards;
  const literals = literalsOf(atom);
  if (literals !== undefined)
    return literals
      .filter(test.holdsOf)
      .map((text) => oneOfLiterals(machine, atom.symbol, atom.name, literals, JSON.stringify(text)))
      .reduce(or, NEVER);
  return passes(machine, atom.symbol, test, () => {
    const asked = decide(machine, { kind: 'condition', ...at });
    // nobody needs to be told that it is there who did not ask
    const truth = machine.asked.get(`t:${atom.symbol}`);
    if (truth === undefined) return asked;
    if (!MISSING.some(test.holdsOf)) return and(truth, asked);
    return isTextAlone(atom) && test.holdsOf('') ? or(not(truth), asked) : asked;
  });
}

/** The condition under which a number that is not known is NaN, which is falsy. */
export function truthOfNaN(machine: Machine, symbol: number, at: TestPlace): Guard {
  const { and, not } = machine.guards;
  return passes(machine, symbol, TEST_OF_NAN, () => {
    const asked = decide(machine, { kind: 'condition', ...at });
    const truth = machine.asked.get(`t:${symbol}`);
    return truth === undefined ? asked : and(not(truth), asked);
  });
}

/** What is asked where a value is empty or missing. */
const MISSING = ['', 'undefined', 'null'];

/** The texts that a value can be by its type, which is never anything else. */
function literalsOf(atom: Atom | undefined): readonly string[] | undefined {
  if (atom?.kind === 'unknown') return atom.isOptional === true ? undefined : atom.texts;
  if (atom?.kind !== 'typed' || atom.type.isOptional === true) return undefined;
  return atom.type.literals?.every((text) => text !== '') === true ? atom.type.literals : undefined;
}

/** What is none of the others is the last one. */
function oneOfLiterals(
  machine: Machine,
  symbol: number,
  name: string | undefined,
  literals: readonly string[],
  key: string,
): Guard {
  const { and, not } = machine.guards;
  let left: Guard = ALWAYS;
  for (const [index, text] of literals.entries()) {
    const own = JSON.stringify(text);
    const isLast = index === literals.length - 1;
    const isIt = isLast
      ? ALWAYS
      : decideOnce(machine, `e:${symbol}:${own}`, () => ({ kind: 'equal', name: name ?? '', to: own }));
    if (own === key) return and(left, isIt);
    left = and(left, not(isIt));
  }
  return NEVER;
}

/** `left < right` and its siblings; of numbers that are constants. */
export function comparison(
  machine: Machine,
  operator: string,
  left: Value,
  right: Value,
  at: TestPlace,
): Guard {
  const guard = overCases(machine, [left, right], at, (a, b) => {
    const decided = compareAtoms(operator, a, b);
    if (decided === undefined) return undecided(machine, operator, a, b, at);
    if (isPassed(machine, operator, a, b, decided)) return decide(machine, { kind: 'condition', ...at });
    return decided ? ALWAYS : NEVER;
  });
  noteCheck(machine, [left, right], true, guard);
  return guard;
}

/** Where a number goes on to that a loop counts with, or the length of a list that it fills, in a turn that stands for more. */
function endOf(machine: Machine, atom: Atom): number | undefined {
  if (atom.kind !== 'number') return undefined;
  const { counter, lengthOf } = atom;
  const standsForMore = (loop: Loop): boolean => loop.more !== NEVER && machine.loops.includes(loop);
  if (counter !== undefined) return standsForMore(counter.loop) ? counter.to : undefined;
  const growth = lengthOf?.kind === 'object' ? machine.store.object(lengthOf.id).growth : undefined;
  const isFilled = [...(growth?.values() ?? [])].some(({ loops }) => loops.some(standsForMore));
  return isFilled ? MOST_ELEMENTS : undefined;
}

/** More than a list ever has, and than anything that is counted one by one. */
const MOST_ELEMENTS = Number.MAX_SAFE_INTEGER - 1;

/** Whether a comparison of two constants has another result in a later turn. */
function isPassed(machine: Machine, operator: string, a: Atom, b: Atom, now: boolean): boolean {
  if (a.kind !== 'number' || b.kind !== 'number' || a.least !== undefined || b.least !== undefined)
    return false;
  const [x, y] = [a.number.constant, b.number.constant];
  if (x === undefined || y === undefined) return false;
  const later = compare(operator, endOf(machine, a) ?? x, endOf(machine, b) ?? y);
  return later !== now;
}

/** Whether a number that a loop counts with is another one now, or in a later turn, and equal in the other. */
function isMet(machine: Machine, counted: Atom, other: Atom): boolean {
  const end = endOf(machine, counted);
  if (end === undefined || counted.kind !== 'number' || other.kind !== 'number') return false;
  const [x, y] = [Number(counted.number.constant), Number(other.number.constant)];
  return end > 0 ? y >= x && y <= end : y <= x && y >= end;
}

/** The same two values compare the same way wherever they are compared. */
function undecided(machine: Machine, operator: string, a: Atom, b: Atom, at: TestPlace): Guard {
  const told = hasElement(machine, operator, a, b) ?? isAnyOf(machine, operator, a, b, at);
  if (told !== undefined) return told;
  const tested =
    testedNumber(machine, operator, a, b, at) ?? testedNumber(machine, TURNED[operator] ?? '', b, a, at);
  if (tested !== undefined) return tested;
  const [left, right] = [identity(a), identity(b)];
  if (left === undefined || right === undefined) return decide(machine, { kind: 'condition', ...at });
  // all four are told by "is less than": `a >= b` is where `a < b` is not
  const isTurned = operator === '>' || operator === '<=';
  const key = isTurned ? `<:${right}:${left}` : `<:${left}:${right}`;
  const isLess = operator === '<' || operator === '>';
  const less = decideOnce(machine, key, () => ({ kind: 'condition', ...at, isOpposite: !isLess }));
  return isLess ? less : machine.guards.not(less);
}

/** Elements that are seen of a list of which nothing is known. */
const SEEN = 2;

/** `i < list.length` of a loop that counts: whether there is an element of that number. */
function hasElement(machine: Machine, operator: string, a: Atom, b: Atom): Guard | undefined {
  if (operator === '>' || operator === '<=') return hasElement(machine, TURNED[operator] ?? '', b, a);
  if (operator === '>=') {
    const has = hasElement(machine, '<', a, b);
    return has === undefined ? undefined : machine.guards.not(has);
  }
  if (operator !== '<' || a.kind !== 'number' || b.kind !== 'number' || a.least !== undefined)
    return undefined;
  const { counts } = b;
  if (counts === undefined || typeof a.number.constant !== 'number') return undefined;
  if (a.isCounted !== true && counts.less === 0) return undefined;
  const symbol = counts.symbol;
  const index = a.number.constant + counts.less;
  // two elements are seen, and stand for more
  if (index >= SEEN) return a.isCounted === true ? NEVER : undefined;
  const has = (least: number): Subject => ({ kind: 'elements', name: counts.name, least });
  const any = decideOnce(machine, `t:${symbol}`, () => has(1));
  if (index <= 0) return any;
  // before it was counted through nobody knew that it is a list
  for (const decision of machine.guards.support(any)) machine.subjects[decision] = has(1);
  const more = passes(machine, symbol, testOfNumber('>', index), () => decide(machine, has(index + 1)));
  return machine.guards.and(any, more);
}

/** `count > 0` and its like, of a number that is never less than 0: whether there is any. */
function isAnyOf(machine: Machine, operator: string, a: Atom, b: Atom, at: TestPlace): Guard | undefined {
  if (a.kind !== 'number' || b.kind !== 'number') return undefined;
  if (b.least === 0 && a.least === undefined) return isAnyOf(machine, TURNED[operator] ?? '', b, a, at);
  if (a.least !== 0 || b.least !== undefined) return undefined;
  const asked = `${operator}${String(b.number.constant)}`;
  if (asked === '>0' || asked === '>=1') return numberTruth(machine, a, at);
  if (asked !== '<1' && asked !== '<=0') return undefined;
  const truth = numberTruth(machine, a, opposite(at));
  return truth === undefined ? undefined : machine.guards.not(truth);
}

/** A number that is not known beside one that is: all four are told by "is less than" and "is more than". */
function testedNumber(
  machine: Machine,
  operator: string,
  a: Atom,
  b: Atom,
  at: TestPlace,
): Guard | undefined {
  const symbol = isSymbolic(a) || a.kind === 'number' ? a.symbol : undefined;
  const limit = b.kind === 'number' && b.least === undefined ? b.number.constant : undefined;
  if (symbol === undefined || typeof limit !== 'number') return undefined;
  const isOpposite = operator === '<=' || operator === '>=';
  const place = isOpposite ? opposite(at) : at;
  const test = testOfNumber(operator === '<' || operator === '>=' ? '<' : '>', limit);
  const guard = passes(machine, symbol, test, () => {
    const asked = decide(machine, { kind: 'condition', ...place });
    const truth = machine.asked.get(`t:${symbol}`);
    if (truth === undefined) return asked;
    if (!test.holdsOf(0)) return machine.guards.and(truth, asked);
    // what is never less than 0 is falsy where it is 0
    const isCount = a.kind === 'number' && a.least === 0;
    return isCount ? machine.guards.or(machine.guards.not(truth), asked) : asked;
  });
  return isOpposite ? machine.guards.not(guard) : guard;
}

function opposite(at: TestPlace): TestPlace {
  return { ...at, isOpposite: at.isOpposite !== true };
}

const TURNED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Equal for values that are the same. */
function identity(atom: Atom): string | undefined {
  if (isSymbolic(atom)) return `#${atom.symbol}`;
  if (atom.kind === 'number' && atom.symbol !== undefined) return `#${atom.symbol}`;
  return constantKey(atom);
}

function compareAtoms(operator: string, a: Atom, b: Atom): boolean | undefined {
  const [left, right] = [constantText(a), constantText(b)];
  if (left !== undefined && right !== undefined) return compare(operator, left, right);
  if (a.kind !== 'number' || b.kind !== 'number') return undefined;
  const x = a.number.constant;
  const y = b.number.constant;
  if (a.least === undefined && b.least === undefined)
    return x === undefined || y === undefined ? undefined : compare(operator, x, y);
  if (a.isCounted === true && hasSeen(b) && typeof x === 'number') return compare(operator, x, b.least);
  if (b.isCounted === true && hasSeen(a) && typeof y === 'number') return compare(operator, a.least, y);
  // one of them is at least so much
  if (a.least !== undefined && y !== undefined && b.least === undefined) {
    if ((operator === '>' && a.least > y) || (operator === '>=' && a.least >= y)) return true;
    if ((operator === '<' && a.least >= y) || (operator === '<=' && a.least > y)) return false;
    if (typeof y === 'number' && y > MOST_ELEMENTS) return compare(operator, MOST_ELEMENTS, y);
  }
  if (b.least !== undefined && x !== undefined && a.least === undefined) {
    if ((operator === '<' && x < b.least) || (operator === '<=' && x <= b.least)) return true;
    if ((operator === '>' && x <= b.least) || (operator === '>=' && x < b.least)) return false;
    if (typeof x === 'number' && x > MOST_ELEMENTS) return compare(operator, x, MOST_ELEMENTS);
  }
  return undefined;
}

/** Whether a number counts elements that are seen: of a list of which nothing is known it is not even told that there are any. */
function hasSeen(atom: Extract<Atom, { kind: 'number' }>): atom is typeof atom & { readonly least: number } {
  return atom.least !== undefined && atom.least > 0;
}

function compare(operator: string, a: string | number | bigint, b: string | number | bigint): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    default:
      return a >= b;
  }
}
