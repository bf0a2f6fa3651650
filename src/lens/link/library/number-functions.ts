import { type Abstract, toValue } from '../values/abstract.ts';
import { clock, constant, numberFrom, toBigInt, toDouble } from '../values/number.ts';
import { constantText } from '../values/text.ts';
import type { NumberFact, Value } from '../values/value.ts';

/** What a function of the language that makes a number gives; undefined for others. */
export function numberMade(path: readonly string[], args: readonly Abstract[]): Value | undefined {
  const [first] = args;
  switch (path.join('.')) {
    case 'Number': {
      const digits = first && digitsIn(first);
      return digits === undefined ? asDouble(first) : constant(Number(digits));
    }
    case 'BigInt': {
      const digits = first && digitsIn(first);
      if (digits !== undefined) return constant(BigInt(digits));
      const fact = first && numberIn(first);
      return fact === undefined ? SOME_BIGINT : toBigInt(fact);
    }
    case 'Date.UTC':
      return timeOf(args);
    case 'process.hrtime.bigint':
      return SOME_BIGINT;
    case 'Math.floor':
    case 'Math.round':
    case 'Math.trunc':
    case 'Math.ceil':
    case 'Math.abs':
      return asDouble(first);
    case 'Math.random':
      return numberFrom({ kind: 'random' });
    case 'parseInt':
    case 'parseFloat':
    case 'Number.parseInt':
    case 'Number.parseFloat':
      return numberFrom({ kind: 'other' });
    case 'Math.min':
    case 'Math.max': {
      const numbers = args.flatMap(constantIn);
      if (numbers.length === args.length && args.length > 0)
        return constant(path[1] === 'min' ? Math.min(...numbers) : Math.max(...numbers));
      const now = args.find((arg) => arg.kind === 'number' && isClock(arg.number));
      return now?.kind === 'number' ? now : numberFrom({ kind: 'other' });
    }
    default:
      return undefined;
  }
}

/** The milliseconds of `Date.UTC` where it is given constants. */
function timeOf(args: readonly Abstract[]): Value {
  const parts = args.flatMap((arg) =>
    arg.kind === 'number' && typeof arg.number.constant === 'number' ? [arg.number.constant] : [],
  );
  const [year, ...others] = parts;
  return year === undefined || parts.length < args.length
    ? clock('double')
    : constant(Date.UTC(year, ...others));
}

function isClock({ origin, place }: NumberFact): boolean {
  return origin.kind === 'time' && origin.isNow === true && place === undefined;
}

const SOME_BIGINT: Value = {
  kind: 'number',
  number: { representation: 'bigint', origin: { kind: 'other' }, inverted: false },
};

/** A double that is made of a value; of one of which nothing is known it is what the source calls that. */
function asDouble(value: Abstract | undefined): Value {
  if (value === undefined) return numberFrom({ kind: 'other' });
  const fact = numberIn(value);
  if (fact !== undefined) return toDouble(fact);
  const isNamed = (value.kind === 'unknown' || value.kind === 'typed') && value.name !== undefined;
  return numberFrom({ kind: 'other', ...(isNamed && { name: value.name }) });
}

/** The number that a value is, or that its text was made of. */
function numberIn(value: Abstract): NumberFact | undefined {
  const plain = toValue(value);
  return plain.kind === 'number' || plain.kind === 'number-text' ? plain.number : undefined;
}

/** A number that is constant. */
function constantIn(value: Abstract): readonly number[] {
  const number = value.kind === 'number' ? value.number.constant : undefined;
  return typeof number === 'number' ? [number] : [];
}

/** A constant text that is nothing but a number of no more digits than are followed. */
function digitsIn(value: Abstract): string | undefined {
  const text = constantText(value);
  return text !== undefined && /^\d{1,60}$/.test(text) ? text : undefined;
}
