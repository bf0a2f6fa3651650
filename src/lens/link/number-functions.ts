import { type Abstract, toValue } from './abstract.ts';
import { constant, numberFrom, toBigInt, toDouble } from './number.ts';
import { constantText } from './text.ts';
import type { NumberFact, Value } from './value.ts';

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
    case 'Math.min':
    case 'Math.max':
      return numberFrom({ kind: 'other' });
    default:
      return undefined;
  }
}

const SOME_BIGINT: Value = {
  kind: 'number',
  number: { representation: 'bigint', origin: { kind: 'other' }, inverted: false },
};

function asDouble(value: Abstract | undefined): Value {
  const fact = value && numberIn(value);
  return fact === undefined ? numberFrom({ kind: 'other' }) : toDouble(fact);
}

/** The number that a value is, or that its text was made of. */
function numberIn(value: Abstract): NumberFact | undefined {
  const plain = toValue(value);
  return plain.kind === 'number' || plain.kind === 'number-text' ? plain.number : undefined;
}

/** A constant text that is nothing but a number of no more digits than are followed. */
function digitsIn(value: Abstract): string | undefined {
  const text = constantText(value);
  return text !== undefined && /^\d{1,60}$/.test(text) ? text : undefined;
}
