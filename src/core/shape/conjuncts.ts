import { valueText } from '../edm/text.ts';
import type { Comparison, ComparisonOperator, Filter, Operand } from '../odata/ast.ts';
import type { Span } from '../text/span.ts';
import { isKeyName, type KeyName, type KeyValue, type ProofStep } from './shape.ts';

/** The conditions that every match must satisfy: what `and` joins at the top of the tree. */
export function conjunctsOf(filter: Filter): Filter[] {
  return joinedBy('and', filter, []);
}

/** The alternatives of an `or`; any other filter is its only one. */
export function disjunctsOf(filter: Filter): Filter[] {
  return joinedBy('or', filter, []);
}

/** Adds what an operator joins to a list: a long filter is as deep as it is long. */
function joinedBy(kind: 'and' | 'or', filter: Filter, found: Filter[]): Filter[] {
  if (filter.kind !== kind) found.push(filter);
  else {
    joinedBy(kind, filter.left, found);
    joinedBy(kind, filter.right, found);
  }
  return found;
}

/** What a condition on a key with `eq` or a bound says; undefined for every other filter. */
export function stepOf(filter: Filter): ProofStep | undefined {
  if (filter.kind !== 'comparison') return undefined;
  const compared = keyComparison(filter);
  if (!compared || compared === 'unknown' || compared.operator === 'ne') return undefined;
  const { key, operator, value } = compared;
  return { key, operator, value, span: filter.span };
}

/** The first place where nobody can tell what is asked: it may concern a key. */
export function firstUnknown(filter: Filter): Span | undefined {
  switch (filter.kind) {
    case 'unknown':
      return filter.span;
    case 'and':
    case 'or':
      return firstUnknown(filter.left) ?? firstUnknown(filter.right);
    case 'not':
      return firstUnknown(filter.operand);
    case 'comparison':
      return keyComparison(filter) === 'unknown' ? filter.span : undefined;
    case 'bare':
      return undefined;
  }
}

/** The names of the properties that a filter compares, each once, in order of appearance. */
export function propertiesOf(filter: Filter): string[] {
  return [
    ...new Set(operandsIn(filter).flatMap((operand) => (operand.kind === 'property' ? operand.name : []))),
  ];
}

/** Both sides of every comparison of a filter, in the order in which they are written. */
export function operandsIn(filter: Filter): readonly Operand[] {
  return operandsOf(filter, []);
}

function operandsOf(filter: Filter, found: Operand[]): Operand[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      operandsOf(filter.left, found);
      return operandsOf(filter.right, found);
    case 'not':
      return operandsOf(filter.operand, found);
    case 'comparison':
      found.push(filter.left, filter.right);
      return found;
    case 'bare':
      found.push(filter.operand);
      return found;
    case 'unknown':
      return found;
  }
}

interface KeyComparison {
  readonly key: KeyName;
  readonly operator: ComparisonOperator;
  readonly value: KeyValue;
}

/** What an operator becomes when its sides change places. */
export const MIRRORED: Record<ComparisonOperator, ComparisonOperator> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
};

/** What a comparison says about a key; undefined when it concerns none, for certain. */
function keyComparison({ left, right, operator }: Comparison): KeyComparison | 'unknown' | undefined {
  const mirrored = left.kind !== 'property';
  const [name, constant] = mirrored ? [right, left] : [left, right];
  if (name.kind !== 'property' || constant.kind === 'property') {
    return [name, constant].every((side) => side.kind === 'property' && !isKeyName(side.name))
      ? undefined
      : 'unknown';
  }
  if (!isKeyName(name.name)) return undefined;
  const value = keyValue(constant);
  if (!value) return 'unknown';
  return { key: name.name, operator: mirrored ? MIRRORED[operator] : operator, value };
}

/**
 * What a key is compared with. A constant of another type than String is taken for its text, which is what was
 * meant: that it is no text is a mistake of its own, not one of the shape.
 */
function keyValue(operand: Operand): KeyValue | undefined {
  const { span } = operand;
  switch (operand.kind) {
    case 'literal':
      return { kind: 'known', value: valueText(operand.value) };
    case 'composed': {
      const [first] = operand.parts;
      const hole = operand.parts.find((part) => typeof part !== 'string');
      const prefix = typeof first === 'string' ? first : '';
      return hole && { kind: 'hole', offset: hole.offset, prefix, span };
    }
    case 'hole':
      return { kind: 'hole', offset: operand.hole.offset, prefix: '', span };
    case 'property':
    case 'missing':
      return undefined;
  }
}
