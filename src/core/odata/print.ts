import type { EdmType, EdmValue } from '../edm/value.ts';
import { HOLE } from '../text/segments.ts';
import type { Filter, Operand } from './ast.ts';
import { quote } from './quote.ts';

/**
 * Writes a filter from its tree alone, with the fewest parentheses; `not` always takes them. A hole, and
 * whatever else is not known, becomes one HOLE character.
 */
export function print(filter: Filter): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `${inside(filter.left, filter.kind)} ${filter.kind} ${inside(filter.right, filter.kind, true)}`;
    case 'not':
      return `not (${print(filter.operand)})`;
    case 'comparison':
      return `${printOperand(filter.left)} ${filter.operator} ${printOperand(filter.right)}`;
    case 'bare':
      return printOperand(filter.operand);
    case 'unknown':
      return HOLE;
  }
}

/** `and` and `or` group to the left, and `and` binds tighter. */
function inside(filter: Filter, parent: 'and' | 'or', onRight = false): string {
  const looser = filter.kind === 'or' && parent === 'and';
  const sameOnRight = onRight && filter.kind === parent;
  return looser || sameOnRight ? `(${print(filter)})` : print(filter);
}

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'property':
      return operand.name;
    case 'literal':
      return printLiteral(operand.value);
    case 'composed':
      return `'${operand.parts.map((part) => (typeof part === 'string' ? part.replaceAll("'", "''") : HOLE)).join('')}'`;
    case 'hole':
      return printHole(operand.type);
    case 'missing':
      return '';
  }
}

function printHole(type: EdmType | undefined): string {
  switch (type) {
    case 'Int64':
      return `${HOLE}L`;
    case 'DateTime':
      return `datetime'${HOLE}'`;
    case 'Guid':
      return `guid'${HOLE}'`;
    case 'Binary':
      return `X'${HOLE}'`;
    default:
      return HOLE;
  }
}

/** A value as the literal that `$filter` has for its type. */
export function printLiteral(value: EdmValue): string {
  switch (value.type) {
    case 'String':
      return quote(value.value);
    case 'Boolean':
    case 'Int32':
      return String(value.value);
    case 'Int64':
      return `${value.value}L`;
    case 'Double':
      return value.text;
    case 'DateTime':
      return `datetime'${value.value}'`;
    case 'Guid':
      return `guid'${value.value}'`;
    case 'Binary':
      return `X'${value.value}'`;
  }
}
