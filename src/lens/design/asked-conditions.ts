import type { Filter, Operand } from '../../core/odata/ast.ts';
import { conjunctsOf, disjunctsOf, propertiesOf as propertiesIn } from '../../core/shape/conjuncts.ts';
import type { FlatText, Place } from '../../core/text/segments.ts';
import type { KeyPattern } from '../model/keys/key-pattern.ts';
import type {
  Consumption,
  FilterAlternative,
  ResultCondition,
  ResultFilter,
  Value,
} from '../model/operations/operation.ts';
import { amongIn, type AskedBound, type Compared, comparedIn, operandPatterns } from './asked-keys.ts';
import { type AttributeType, typeOfValue } from './attributes.ts';
import type { Condition, Test } from './conditions.ts';
import type { KeyName } from './kinds.ts';

/** What a filter, or code behind it, asks of a key. */
export type Asked =
  /** In any of these ways; `count`: how many values, one of which it must be. */
  | {
      readonly kind: 'eq';
      readonly patterns: readonly KeyPattern[];
      readonly count?: number;
      readonly inCode?: true;
    }
  | { readonly kind: 'range'; readonly lower?: AskedBound; readonly upper?: AskedBound }
  | { readonly kind: 'other'; readonly why: 'or' | 'ne' | 'not' | 'open' };

/** A demand on one of the keys. */
export interface AskedOf {
  readonly key: KeyName;
  readonly asked: Asked;
}

/** What a read demands, of keys and of properties before it is known which attributes of which kind those are. */
export interface Conjuncts {
  readonly keys: readonly AskedOf[];
  readonly properties: readonly Condition[];
  readonly others: readonly Condition[];
}

/** What a filter demands. */
export function conjunctsIn(alternative: FilterAlternative | undefined, place: Place): Conjuncts {
  const filter = alternative?.parsed.filter;
  const keys: AskedOf[] = [];
  const properties: Condition[] = [];
  const others: Condition[] = [];
  for (const conjunct of filter === undefined || alternative === undefined ? [] : conjunctsOf(filter)) {
    const one = conjunctIn(conjunct, alternative?.text ?? EMPTY, place);
    if ('key' in one) keys.push(one);
    else if (one.test.kind === 'other') others.push(one);
    else properties.push(one);
  }
  return { keys, properties, others };
}

const EMPTY: FlatText<Value> = { text: '', holes: new Map(), segments: [] };

function conjunctIn(conjunct: Filter, text: FlatText<Value>, place: Place): AskedOf | Condition {
  const service = { by: 'service' as const };
  switch (conjunct.kind) {
    case 'comparison': {
      const compared = comparedIn(conjunct);
      if (compared === undefined) return { ...service, attributes: propertiesIn(conjunct), test: OPEN };
      const key = keyOf(compared.property);
      return key === undefined
        ? propertyCondition(compared, text)
        : { key, asked: askedBy(compared, text, place) };
    }
    case 'bare':
      return conjunct.operand.kind === 'property'
        ? {
            ...service,
            attributes: [conjunct.operand.name],
            test: { kind: 'eq', constant: 'true' },
            type: 'boolean',
          }
        : { ...service, attributes: [], test: OPEN };
    case 'or': {
      const disjuncts = disjunctsOf(conjunct);
      const among = amongIn(disjuncts);
      if (among === undefined) {
        const isEqual = disjuncts.every(isOfGiven);
        const test: Test = { kind: 'other', why: 'or', ...(isEqual && { isEqual }) };
        return { ...service, attributes: propertiesIn(conjunct), test };
      }
      const key = keyOf(among.property);
      const count = among.values.length;
      if (key === undefined)
        return { ...service, attributes: [among.property], test: { kind: 'among', count } };
      const patterns = among.values.slice(0, 1).flatMap((value) => operandPatterns(text, value, place));
      return { key, asked: { kind: 'eq', patterns, count } };
    }
    case 'not':
      return { ...service, attributes: propertiesIn(conjunct), test: { kind: 'other', why: 'not' } };
    case 'and':
    case 'unknown':
      return { ...service, attributes: [], test: OPEN };
  }
}

/** Whether a condition is that a property equals a value that is only known when the program runs. */
function isOfGiven(filter: Filter): boolean {
  const compared = filter.kind === 'comparison' ? comparedIn(filter) : undefined;
  return (
    compared?.operator === 'eq' && (compared.value.kind === 'hole' || compared.value.kind === 'composed')
  );
}

/** A demand of which nothing is known. */
export const OPEN: Test = { kind: 'other', why: 'open' };

/** Which of the keys a property of a filter is; undefined of any other property. */
export function keyOf(property: string): KeyName | undefined {
  if (property === 'PartitionKey') return 'partitionKey';
  return property === 'RowKey' ? 'rowKey' : undefined;
}

function askedBy({ operator, value }: Compared, text: FlatText<Value>, place: Place): Asked {
  const patterns = operandPatterns(text, value, place);
  if (operator === 'ne') return { kind: 'other', why: 'ne' };
  if (operator === 'eq') return { kind: 'eq', patterns };
  const [pattern, ...others] = patterns;
  if (pattern === undefined || others.length > 0) return { kind: 'other', why: 'open' };
  const bound = { pattern, isInclusive: operator === 'ge' || operator === 'le' };
  return operator === 'gt' || operator === 'ge'
    ? { kind: 'range', lower: bound }
    : { kind: 'range', upper: bound };
}

function propertyCondition({ property, operator, value }: Compared, { holes }: FlatText<Value>): Condition {
  const constant = value.kind === 'literal' ? { constant: constantText(value) } : {};
  const type = typeOfOperand(value, holes);
  const base = { attributes: [property], by: 'service' as const, ...(type !== 'unknown' && { type }) };
  if (operator === 'ne') return { ...base, test: { kind: 'other', why: 'ne', ...constant } };
  if (operator === 'eq') return { ...base, test: { kind: 'eq', ...constant } };
  const bound = { isInclusive: operator === 'ge' || operator === 'le', ...constant };
  const isLower = operator === 'gt' || operator === 'ge';
  return { ...base, test: isLower ? { kind: 'range', lower: bound } : { kind: 'range', upper: bound } };
}

function constantText(operand: Extract<Operand, { kind: 'literal' }>): string {
  const { value } = operand;
  return value.type === 'Double' ? value.text : String(value.value);
}

function typeOfOperand(operand: Operand, holes: FlatText<Value>['holes']): AttributeType {
  switch (operand.kind) {
    case 'literal':
      return typeOfLiteral(operand.value.type);
    case 'hole': {
      const value = holes.get(operand.hole.offset);
      return operand.type === undefined
        ? value === undefined
          ? 'unknown'
          : typeOfValue(value)
        : typeOfLiteral(operand.type);
    }
    case 'composed':
      return 'text';
    case 'property':
    case 'missing':
      return 'unknown';
  }
}

function typeOfLiteral(type: Extract<Operand, { kind: 'literal' }>['value']['type']): AttributeType {
  switch (type) {
    case 'String':
      return 'text';
    case 'Boolean':
      return 'boolean';
    case 'Int32':
    case 'Int64':
    case 'Double':
      return 'number';
    case 'DateTime':
      return 'time';
    case 'Guid':
      return 'id';
    case 'Binary':
      return 'unknown';
  }
}

/** A test of the program's own that no filter can make. */
export const OWN: Condition = { attributes: [], by: 'code', test: { kind: 'other', why: 'own' } };

/** What the program itself tests of the entities that the service sent, where that is a test that the service could make. */
export function codeConditions({ filters = [], filteredBefore = [], ofEach }: Consumption): Conjuncts {
  const keys: AskedOf[] = [];
  const properties: Condition[] = [];
  const others: Condition[] = [];
  const isTold = ({ isWhole, conditions }: ResultFilter): boolean =>
    isWhole && conditions.every(({ isTruth }) => isTruth !== true);
  const whole = [...filteredBefore.filter(isTold), ...(ofEach === true ? filters.filter(isTold) : [])];
  for (const condition of whole.flatMap(({ conditions }) => conditions)) {
    const { property, how, operator, isInverted, flag } = condition;
    if (how !== 'compared' || isInverted === true) continue;
    const key = property === 'partitionKey' ? 'partitionKey' : property === 'rowKey' ? 'rowKey' : undefined;
    if (key !== undefined) {
      if (operator === 'eq') keys.push({ key, asked: { kind: 'eq', patterns: [], inCode: true } });
      else others.push(OWN);
    } else if (flag !== undefined) {
      properties.push({
        attributes: [property],
        by: 'code',
        test: { kind: 'eq', constant: String(flag) },
        type: 'boolean',
      });
    } else if (operator !== undefined) {
      properties.push({ attributes: [property], by: 'code', ...testInCode(operator, condition.constant) });
    } else {
      properties.push({ attributes: [property], by: 'code', test: { kind: 'prefix' } });
    }
  }
  const isOwn =
    filters.length > 0 &&
    (ofEach !== true ||
      filters.some(
        ({ isWhole, conditions }) =>
          !isWhole || conditions.some(({ how, isInverted }) => how !== 'compared' || isInverted === true),
      ));
  return { keys, properties, others: isOwn && others.length === 0 ? [OWN] : others };
}

function testInCode(
  operator: NonNullable<ResultCondition['operator']>,
  value: ResultCondition['constant'],
): Pick<Condition, 'test' | 'type'> {
  const constant = value === undefined ? {} : { constant: String(value) };
  const type = typeof value === 'boolean' ? { type: 'boolean' as const } : {};
  if (operator === 'eq') return { test: { kind: 'eq', ...constant }, ...type };
  if (operator === 'ne') return { test: { kind: 'other', why: 'ne', ...constant }, ...type };
  const bound = { isInclusive: operator === 'ge' || operator === 'le', ...constant };
  const isLower = operator === 'gt' || operator === 'ge';
  return { test: isLower ? { kind: 'range', lower: bound } : { kind: 'range', upper: bound } };
}

/** All that is asked of each key: bounds go together, and a value makes bounds superfluous. */
export function askedOf(all: readonly AskedOf[]): ReadonlyMap<KeyName, Asked> {
  const found = new Map<KeyName, Asked>();
  for (const { key, asked } of all) {
    const known = found.get(key);
    if (known === undefined || asked.kind === 'eq') found.set(key, asked);
    else if (known.kind === 'range' && asked.kind === 'range') found.set(key, { ...asked, ...known });
  }
  return found;
}
