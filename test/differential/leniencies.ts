import { datetimeTicks } from '../../src/core/edm/datetime.ts';
import type { EdmValue } from '../../src/core/edm/value.ts';
import type { Comparison, Filter, FilterError, Operand } from '../../src/core/odata/ast.ts';
import { evaluate, type EvaluatedEntity } from '../../src/core/odata/evaluate.ts';

/**
 * Where Azurite compares otherwise than the service does by its documentation: a comparison of the grammar,
 * and what its two sides hold for one entity.
 */
interface Comparing {
  readonly name: string;
  readonly differs: (a: EdmValue, b: EdmValue, operator: Comparison['operator']) => boolean;
  /** The query fails then, HTTP 500. */
  readonly fails?: boolean;
}

const isNumber = ({ type }: EdmValue): boolean => type === 'Int32' || type === 'Double';

const isOrder = (operator: Comparison['operator']): boolean => operator !== 'eq' && operator !== 'ne';

function isPair(
  a: EdmValue,
  b: EdmValue,
  one: (value: EdmValue) => boolean,
  type: EdmValue['type'],
): boolean {
  return (one(a) && b.type === type) || (one(b) && a.type === type);
}

/** Each pair of types belongs to the first that names it. */
export const COMPARING: readonly Comparing[] = [
  {
    name: 'an Int64 constant against a number or a Boolean is HTTP 500',
    differs: (a, b) => isPair(a, b, (value) => isNumber(value) || value.type === 'Boolean', 'Int64'),
    fails: true,
  },
  {
    name: 'an Int64 is a text, which constants of other types are compared with',
    differs: (a, b) => a.type !== b.type && (a.type === 'Int64' || b.type === 'Int64'),
  },
  { name: 'a Double equals the Int32 of its value', differs: (a, b) => isPair(a, b, isDouble, 'Int32') },
  {
    name: 'values of different types are compared as JavaScript does, and differ',
    differs: (a, b) => a.type !== b.type,
  },
  {
    name: 'a DateTime ends with its milliseconds',
    differs: (a, b) => a.type === 'DateTime' && b.type === 'DateTime' && a.value !== b.value && sameMs(a, b),
  },
  {
    name: 'a Guid is ordered by its base64, and has a case',
    differs: (a, b, operator) =>
      a.type === 'Guid' && b.type === 'Guid' && a.value !== b.value && (isOrder(operator) || sameGuid(a, b)),
  },
  {
    name: 'a Binary is ordered by its base64',
    differs: (a, b, operator) => a.type === 'Binary' && b.type === 'Binary' && isOrder(operator),
  },
  {
    name: 'NaN differs from every number',
    differs: (a, b, operator) =>
      operator === 'ne' && [a, b].some((value) => isDouble(value) && isNaN(value.value)),
  },
];

function isDouble(value: EdmValue): value is EdmValue & { type: 'Double' } {
  return value.type === 'Double';
}

function sameMs(a: { readonly value: string }, b: { readonly value: string }): boolean {
  const [left, right] = [datetimeTicks(a.value), datetimeTicks(b.value)];
  return left !== undefined && right !== undefined && left / 10_000n === right / 10_000n;
}

function sameGuid(a: { readonly value: string }, b: { readonly value: string }): boolean {
  return a.value.toLowerCase() === b.value.toLowerCase();
}

/** The leniency that decides a comparison for an entity; undefined where both compare alike. */
function leniencyOf(comparison: Comparison, entity: EvaluatedEntity): Comparing | undefined {
  const [a, b] = [valueOf(comparison.left, entity), valueOf(comparison.right, entity)];
  if (a === undefined || b === undefined) return undefined;
  return COMPARING.find(({ differs }) => differs(a, b, comparison.operator));
}

function valueOf(
  operand: Operand,
  { partitionKey, rowKey, properties }: EvaluatedEntity,
): EdmValue | undefined {
  if (operand.kind === 'literal') return operand.value;
  if (operand.kind !== 'property') return undefined;
  if (operand.name === 'PartitionKey') return { type: 'String', value: partitionKey };
  if (operand.name === 'RowKey') return { type: 'String', value: rowKey };
  return properties?.get(operand.name);
}

/** What Azurite may answer for an entity: as the service does, or either, where a leniency decides. */
export type Expected = boolean | 'either';

/** Whether an entity satisfies a filter, with each comparison that a leniency decides left open. */
export function expected(filter: Filter, entity: EvaluatedEntity): Expected {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const decisive = filter.kind === 'or';
      const [left, right] = [expected(filter.left, entity), expected(filter.right, entity)];
      if (left === decisive || right === decisive) return decisive;
      return left === 'either' || right === 'either' ? 'either' : !decisive;
    }
    case 'not': {
      const operand = expected(filter.operand, entity);
      return operand === 'either' ? operand : !operand;
    }
    case 'comparison':
      return leniencyOf(filter, entity) ? 'either' : evaluate(filter, entity);
    case 'bare':
    case 'unknown':
      return evaluate(filter, entity);
  }
}

/** The leniencies that decide any comparison of a filter for any of these entities. */
export function leniencies(filter: Filter, entities: readonly EvaluatedEntity[]): ReadonlySet<Comparing> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return new Set([...leniencies(filter.left, entities), ...leniencies(filter.right, entities)]);
    case 'not':
      return leniencies(filter.operand, entities);
    case 'comparison':
      return new Set(
        entities.map((entity) => leniencyOf(filter, entity)).filter((leniency) => leniency !== undefined),
      );
    case 'bare':
    case 'unknown':
      return new Set();
  }
}

/** What Azurite reads though the service's grammar does not have it. */
interface Reading {
  readonly name: string;
  readonly is: (error: FilterError) => boolean;
  /** It is read as it was meant, so that the rows are those of the repaired filter. */
  readonly asMeant?: boolean;
}

const literal =
  (pattern: RegExp) =>
  ({ kind, found }: FilterError): boolean =>
    kind === 'bad-literal' && pattern.test(found);

const kind =
  (...kinds: readonly FilterError['kind'][]) =>
  (error: FilterError): boolean =>
    kinds.includes(error.kind);

export const READING: readonly Reading[] = [
  { name: 'operators in upper case', is: kind('operator-case'), asMeant: true },
  { name: 'double quotes', is: kind('double-quotes'), asMeant: true },
  { name: 'a property alone', is: kind('bare-property') },
  { name: 'not without brackets', is: kind('not-without-brackets'), asMeant: true },
  { name: 'a text without its end', is: kind('unterminated-string') },
  { name: 'a datetime that is none', is: literal(/^datetime/) },
  { name: 'a guid that is none', is: literal(/^guid/) },
  { name: 'bytes that are none', is: literal(/^(?:X|binary)'/) },
  { name: 'more than 15 comparisons', is: kind('too-many-comparisons'), asMeant: true },
  { name: 'brackets more than a hundred deep', is: kind('too-deep') },
  { name: '1e3', is: literal(/^[\d.]+e/) },
  { name: '5l', is: literal(/^\d+l$/) },
  { name: '5.5d, 1.5f', is: literal(/^[\d.]+[df]$/) },
  { name: '+5', is: literal(/^\+/) },
  { name: '.5, 5.', is: literal(/^-?\.\d|^\d+\.$/) },
  { name: 'null', is: kind('null') },
  { name: 'an Int64 without L', is: literal(/^\d{10}$/) },
  { name: 'True, FALSE', is: literal(/^(?:True|FALSE)$/) },
  { name: 'a date without datetime', is: literal(/^\d{4}-/) },
  { name: 'a name on both sides', is: kind('two-properties') },
  { name: 'operators without spaces', is: kind('javascript-operator') },
  { name: 'signs in a name', is: kind('unexpected') },
  { name: 'a comparison of constants beside one of a property', is: kind('two-constants'), asMeant: true },
];

/** What Azurite rejects of the grammar: filters without a property (`True` is none to it), `not` twice. */
export const STRICTER: readonly RegExp[] = [/^(?:\s|\(|\)|(?:and|or|not|true|false)\b)*$/i, /\bnot\s+not\b/i];
