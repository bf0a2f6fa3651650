import { compareValues } from '../edm/compare.ts';
import type { EdmValue } from '../edm/value.ts';
import type { Comparison, ComparisonOperator, Filter, Operand } from './ast.ts';

/** What a filter is asked of. `properties` are those beside the keys, by name. */
export interface EvaluatedEntity {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties?: ReadonlyMap<string, EdmValue>;
}

/**
 * Whether an entity satisfies a filter. A comparison, `ne` too, is false where the entity lacks the
 * property or has it with another type than the constant; `not` then makes it true. Throws a RangeError
 * where the filter has holes or unknown parts: it has no value without the program that runs.
 */
export function evaluate(filter: Filter, entity: EvaluatedEntity): boolean {
  switch (filter.kind) {
    case 'and':
      return evaluate(filter.left, entity) && evaluate(filter.right, entity);
    case 'or':
      return evaluate(filter.left, entity) || evaluate(filter.right, entity);
    case 'not':
      return !evaluate(filter.operand, entity);
    case 'comparison':
      return compare(filter, entity);
    case 'bare': {
      const value = valueOf(filter.operand, entity);
      return value?.type === 'Boolean' && value.value;
    }
    case 'unknown':
      throw new RangeError('an unknown part of a filter has no value');
  }
}

function compare({ left, right, operator }: Comparison, entity: EvaluatedEntity): boolean {
  const [a, b] = [valueOf(left, entity), valueOf(right, entity)];
  const order = a && b && compareValues(a, b);
  return order !== undefined && holds(operator, order);
}

/** Whether a comparison holds whose left side sorts before (-), with (0) or after (+) its right side. */
export function holds(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
  }
}

function valueOf(operand: Operand, entity: EvaluatedEntity): EdmValue | undefined {
  switch (operand.kind) {
    case 'property':
      return propertyOf(operand.name, entity);
    case 'literal':
      return operand.value;
    case 'composed':
    case 'hole':
    case 'missing':
      throw new RangeError('an operand that is not known has no value');
  }
}

function propertyOf(
  name: string,
  { partitionKey, rowKey, properties }: EvaluatedEntity,
): EdmValue | undefined {
  if (name === 'PartitionKey') return { type: 'String', value: partitionKey };
  if (name === 'RowKey') return { type: 'String', value: rowKey };
  return properties?.get(name);
}
