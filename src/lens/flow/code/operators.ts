import type { Place } from '../../../core/text/segments.ts';
import { arithmetic } from '../../link/values/number.ts';
import type { NumberFact } from '../../link/values/value.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { escape, markOf, noteDerived } from '../entities/answers.ts';
import { noteCompared } from '../entities/asked.ts';
import { countWith } from '../entities/counted-with.ts';
import { ALWAYS, type Guard, NEVER } from '../conditions/guards.ts';
import { isInstance } from '../conditions/instance-of.ts';
import {
  casesOf,
  decide,
  decideOnce,
  each,
  type Env,
  type Machine,
  nextSymbol,
  settled,
  type TestPlace,
  unknownOf,
} from '../machine.ts';
import { noteMade, noteRewritten } from '../values/identities.ts';
import { constantKey } from '../values/indexes.ts';
import { hasProperty } from '../values/membership.ts';
import { ownProperty, readProperty } from '../values/properties.ts';
import { constantOf, noteTest } from '../values/sizes.ts';
import { derive } from '../entities/sources.ts';
import { fromAbstract, toPlain } from '../values/symbols.ts';
import { concatenate, piece, pieces } from '../values/texts.ts';
import { booleanOf, comparison, equality, truthOf } from '../conditions/truth.ts';
import { type Atom, type NumberAtom, type Value } from '../values/values.ts';

/** Where an expression stands. */
export function placeIn({ file }: Env, { span }: Expression): Place {
  return { file, span };
}

/** Operators for which null and undefined are the same, or told apart by themselves. */
const OF_ANY_VALUE: ReadonlySet<string> = new Set(['===', '!==', '==', '!=', 'in', 'instanceof', ',']);

/** `left operator right`, with where that comes from. */
export function operatorValue(
  machine: Machine,
  code: Extract<Expression, { kind: 'binary' }>,
  left: Value,
  right: Value,
  env: Env,
): Value {
  const operands = [left, right];
  const isBeside = ARITHMETIC.has(code.operator) && operands.some((one) => isUnknown(machine, one));
  const made = noteDerived(machine, operated(machine, code, left, right, env), operands, { isBeside });
  return derive(machine, made, operands, 'made');
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '**']);

/** Whether a value is neither known nor of an entity. */
function isUnknown(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).some(
    ({ value: atom }) =>
      (atom.kind === 'unknown' || atom.kind === 'typed') && markOf(machine, atom) === undefined,
  );
}

function operated(
  machine: Machine,
  { operator, left: leftCode, right: rightCode, span }: Extract<Expression, { kind: 'binary' }>,
  left: Value,
  right: Value,
  env: Env,
): Value {
  const place = { file: env.file, span };
  const tested = (): TestPlace => {
    const isOfLength = noteTest(machine, operator, left, right, [
      placeIn(env, leftCode),
      placeIn(env, rightCode),
    ]);
    return isOfLength && env.isLoopTest !== true ? { ...place, isOfLength } : place;
  };
  const told = (guard: Guard): Guard => {
    const places = [placeIn(env, leftCode), placeIn(env, rightCode)] as const;
    noteCompared(machine, operator, [left, right], guard, places, place);
    return guard;
  };
  if (!TELLING.has(operator)) escape(machine, left, right);
  if (!OF_ANY_VALUE.has(operator)) countWith(machine, [left, right], place);
  switch (operator) {
    case '===':
    case '==':
      return booleanOf(machine, told(equality(machine, left, right, operator === '==', tested())));
    case '!==':
    case '!=':
      return booleanOf(
        machine,
        machine.guards.not(
          told(equality(machine, left, right, operator === '!=', { ...tested(), isOpposite: true })),
        ),
      );
    case '<':
    case '<=':
    case '>':
    case '>=':
      return booleanOf(machine, told(comparison(machine, operator, left, right, tested())));
    case '+':
      return added(machine, left, right, [placeIn(env, leftCode), placeIn(env, rightCode)], place);
    case 'in':
      return each(machine, right, (object) => {
        const name = constantKey(settled(machine, left));
        if ((object.kind === 'unknown' || object.kind === 'typed') && name !== undefined) {
          const isIn = decideOnce(machine, `in:#${object.symbol}:${name}`, () => ({
            kind: 'condition',
            ...place,
          }));
          return booleanOf(machine, heldBy(machine, object, name, isIn));
        }
        if (object.kind !== 'object') return unknownOf(machine, 'not-supported');
        if (name === undefined)
          return hasProperty(machine, object.id, left, place) ?? unknownOf(machine, 'not-supported');
        const { open: more, properties } = machine.store.object(object.id);
        const mayBe = (): Guard =>
          decideOnce(machine, `in:${object.id}:${name}`, () => ({ kind: 'condition', ...place }));
        if (more !== undefined && !properties.has(name))
          return booleanOf(machine, heldBy(machine, object, name, mayBe()));
        return each(machine, ownProperty(machine, object.id, name), (one) => {
          // it was read before, which says nothing, but that what is truthy is there
          if (
            more !== undefined &&
            (one.kind === 'unknown' || one.kind === 'typed' || one.kind === 'nothing')
          )
            return booleanOf(machine, machine.guards.or(truthOf(machine, one, place), mayBe()));
          return { kind: 'boolean', value: !(one.kind === 'nothing' && one.isAbsent === true) };
        });
      });
    case 'instanceof':
      return each(machine, left, (a) => each(machine, right, (b) => isInstance(machine, a, b)));
    default:
      return each(machine, left, (a) =>
        each(machine, right, (b) => operatorAtoms(machine, operator, a, b, place)),
      );
  }
}

/** The condition that an object has a property: what is truthy is there. */
function heldBy(machine: Machine, object: Atom, name: string, isIn: Guard): Guard {
  // of what a query gives each property that is read counts
  if (markOf(machine, object) !== undefined) return isIn;
  const property = readProperty(machine, object, name);
  if (property.kind !== 'unknown' && property.kind !== 'typed') return isIn;
  const { and, or } = machine.guards;
  const truth = machine.asked.get(`t:${property.symbol}`);
  if (truth !== undefined) return or(truth, isIn);
  const isSet = decide(machine, { kind: 'truthy', name: property.name ?? name });
  machine.asked.set(`t:${property.symbol}`, and(isIn, isSet));
  return isIn;
}

/** Operators that tell no more of an object than which one it is. */
const TELLING: ReadonlySet<string> = new Set(['===', '==', '!==', '!=', 'instanceof']);

/** `left + right`: a text where one of them is. */
export function added(
  machine: Machine,
  left: Value,
  right: Value,
  [leftPlace, rightPlace]: readonly [Place, Place],
  place: Place,
): Value {
  const isTextual = (value: Value): boolean => casesOf(machine, value).every((one) => isText(one.value));
  if (isTextual(left) || isTextual(right)) {
    return concatenate(
      machine,
      [pieces(machine, left, leftPlace), pieces(machine, right, rightPlace)],
      'mixed',
      place,
    );
  }
  // beside a number there is hardly a text: `(row.count ?? 0) + 1`
  const areNumbers = hasNumber(machine, left) && hasNumber(machine, right);
  return each(machine, left, (a) =>
    each(machine, right, (b) => {
      if (!isText(a) && !isText(b)) {
        const sum = operatorAtoms(machine, '+', a, b, place);
        return areNumbers || (isNumber(a) && isNumber(b)) ? sum : perhapsText(machine, sum);
      }
      return concatenate(
        machine,
        [
          [{ guard: ALWAYS, segments: piece(a, leftPlace) }],
          [{ guard: ALWAYS, segments: piece(b, rightPlace) }],
        ],
        'mixed',
        place,
      );
    }),
  );
}

/** Whether a value is a number in one of its cases. */
function hasNumber(machine: Machine, value: Value): boolean {
  return casesOf(machine, value).some((one) => isNumber(one.value));
}

function isNumber(atom: Atom): boolean {
  if (atom.kind === 'number') return atom.mayBeText !== true;
  return atom.kind === 'typed' && toPlain(atom).kind === 'number';
}

function perhapsText(machine: Machine, sum: Value): Value {
  return each(machine, sum, (atom) => (atom.kind === 'number' ? { ...atom, mayBeText: true } : atom));
}

function isText(atom: Atom): boolean {
  switch (atom.kind) {
    case 'text':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return true;
    case 'unknown':
      return atom.is === 'string';
    case 'typed':
      return atom.type.name === 'string' || atom.type.literals !== undefined;
    default:
      return false;
  }
}

/** A number that the program knows. */
export function toNumber(value: number): Atom {
  return {
    kind: 'number',
    number: {
      constant: value,
      representation: 'double',
      origin: { kind: 'constant' },
      inverted: false,
      magnitude: 1n,
    },
  };
}

/** Arithmetic on two atoms. */
export function operatorAtoms(
  machine: Machine,
  operator: string,
  left: Atom,
  right: Atom,
  place: Place,
): Value {
  const made = calculated(machine, operator, left, right, place);
  const by = constantOf(right);
  if (by !== undefined) noteRewritten(machine, made, left, `${operator}${by}`);
  return made;
}

function calculated(machine: Machine, operator: string, left: Atom, right: Atom, place: Place): Value {
  const [a, b] = [operandOf(left), operandOf(right)];
  if (a === undefined || b === undefined) return unknownOf(machine, 'not-supported');
  const made = arithmetic(operator, a, b, place);
  if (made === undefined) return unknownOf(machine, 'not-supported');
  const value = noteMade(machine, fromAbstract(machine, made), operator, [left, right]);
  // the turn that runs stands for more
  if (
    operator === '%' &&
    left.kind === 'number' &&
    left.isCounted &&
    machine.loops.some(({ more }) => more !== NEVER)
  )
    return vagueNumber(machine, value);
  const past = operator === '+' ? pastOf(left, right) : undefined;
  if (past !== undefined && value.kind === 'number') {
    // of what nobody knows no more is known than that it counts on
    const isForgotten = left.kind === 'unknown' && left.why === 'too-complex';
    const number = isForgotten ? vagueNumber(machine, value) : value;
    return { symbol: nextSymbol(machine), ...number, past } as Atom;
  }
  const end = endOf(operator, left, right);
  if (end !== undefined && value.kind === 'number') return { ...vagueNumber(machine, value), end } as Atom;
  const least = leastOf(operator, left, right);
  if (least === undefined || value.kind !== 'number') {
    const isVague =
      (left.kind === 'number' && left.least !== undefined) ||
      (right.kind === 'number' && right.least !== undefined);
    if (isVague) return vagueNumber(machine, value);
    const varies = variesWith(left) ?? variesWith(right);
    return value.kind === 'number' && varies !== undefined ? { ...value, varies } : value;
  }
  const counts = countsOf(operator, left, right);
  return { ...vagueNumber(machine, value), least, ...(counts !== undefined && { counts }) } as Atom;
}

function variesWith(atom: Atom): NumberAtom['varies'] {
  return atom.kind === 'number' ? atom.varies : undefined;
}

/** `list.length - 1` */
function countsOf(operator: string, left: Atom, right: Atom): NumberAtom['counts'] {
  if (left.kind !== 'number' || left.counts === undefined || right.kind !== 'number') return undefined;
  const less = right.least === undefined ? right.number.constant : undefined;
  if (operator !== '-' || typeof less !== 'number' || less < 0) return undefined;
  return { ...left.counts, less: left.counts.less + less };
}

/** `start + 100` of a number that is not known. */
function pastOf(left: Atom, right: Atom): NumberAtom['past'] {
  const symbol = 'symbol' in left ? left.symbol : undefined;
  const by = constantOf(right);
  return symbol === undefined || by === undefined ? undefined : { symbol, by };
}

/** `text.length - 5` */
function endOf(operator: string, left: Atom, right: Atom): NumberAtom['end'] {
  if (left.kind !== 'number' || left.end === undefined || right.kind !== 'number') return undefined;
  const less = right.least === undefined ? right.number.constant : undefined;
  if (operator !== '-' || typeof less !== 'number' || less < 0) return undefined;
  return { of: left.end.of, before: left.end.before + less };
}

/** A number that is not known any more. */
export function vagueNumber(machine: Machine, value: Value): Value {
  if (value.kind !== 'number') return value;
  const { constant: _, ...number } = value.number;
  return { kind: 'number', number: { ...number, origin: { kind: 'counter' } }, symbol: nextSymbol(machine) };
}

/** Whether a value is one number that is known. */
export function isConstant(atom: Atom): boolean {
  return atom.kind === 'number' && atom.number.constant !== undefined;
}

/** A number that is counted up from one that is not known. */
export function someCounter(value: Value): Atom {
  const atoms = value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
  const isBig = atoms.some((atom) => atom.kind === 'number' && atom.number.representation === 'bigint');
  const representation = isBig ? 'bigint' : 'double';
  return { kind: 'number', number: { representation, origin: { kind: 'counter' }, inverted: false } };
}

/** What counts up, or down, in a loop. */
export function counted(machine: Machine, value: Value, isUp: boolean): Value {
  const loop = machine.loops.at(-1);
  const counter = loop && { loop, to: isUp ? Infinity : -Infinity };
  return each(machine, value, (atom) =>
    atom.kind === 'number' && atom.number.constant !== undefined && atom.least === undefined
      ? { ...atom, isCounted: true, varies: true, ...(counter && { counter }) }
      : atom,
  );
}

function leastOf(operator: string, left: Atom, right: Atom): number | undefined {
  if (left.kind !== 'number' || right.kind !== 'number') return undefined;
  const less = right.least === undefined ? right.number.constant : undefined;
  if (operator === '-' && left.least !== undefined && typeof less === 'number') return left.least - less;
  if (operator !== '+') return undefined;
  if (left.least === undefined && right.least === undefined) return undefined;
  const [a, b] = [left.least ?? left.number.constant, right.least ?? right.number.constant];
  return typeof a === 'number' && typeof b === 'number' ? a + b : undefined;
}

/** What arithmetic knows of a value; undefined for one that is no number. */
export function operandOf(atom: Atom): NumberFact | undefined {
  if (atom.kind === 'number') return atom.number;
  if (atom.kind !== 'unknown' && atom.kind !== 'typed') return undefined;
  const plain = toPlain(atom);
  if (plain.kind === 'number') return plain.number;
  const origin = { kind: 'other' as const, ...(atom.name !== undefined && { name: atom.name }) };
  return { representation: 'double', origin, inverted: false };
}
