import type { Scope } from './scope.ts';
import { type Pieces, textOf } from './text.ts';

/** A value that a condition compares with: of an input, or a constant. */
function valueOf(scope: Scope, constant: string): Pieces {
  switch (scope.writer.choices.below(4)) {
    case 0:
    case 1:
      return [constant];
    case 2:
      return [{ expression: scope.need('text') }];
    default:
      return [{ expression: `${scope.need('text')}.replace(/'/g, "''")` }];
  }
}

function compared(scope: Scope, property: string, operator: string, constant: string): Pieces {
  return [`${property} ${operator} '`, ...valueOf(scope, constant), `'`];
}

const CONDITIONS: readonly ((scope: Scope) => Pieces)[] = [
  (scope) => compared(scope, 'PartitionKey', 'eq', 'Books'),
  (scope) => compared(scope, 'RowKey', 'eq', 'b1'),
  (scope) => compared(scope, 'status', 'eq', 'open'),
  (scope) => compared(scope, 'RowKey', 'ge', 'b'),
  (scope) => compared(scope, 'RowKey', 'lt', 'c'),
  (scope) => compared(scope, 'PartitionKey', 'ge', 'B'),
  () => ['count gt 5'],
  (scope) => ['count eq ', { expression: scope.need('count') }],
  () => ['isActive eq true'],
];

/** One condition, as pieces. */
function conditionPieces(scope: Scope): Pieces {
  return scope.writer.choices.pick(CONDITIONS)(scope);
}

/** One condition, as an expression. */
export function condition(scope: Scope): string {
  return textOf(scope, conditionPieces(scope));
}

/** A comparison of a key with this value, as an expression. */
export function comparedWith(scope: Scope, value: string): string {
  const property = scope.writer.choices.pick(['PartitionKey', 'RowKey', 'tag']);
  return textOf(scope, [`${property} eq '`, { expression: value }, `'`]);
}

type Whole = (scope: Scope) => Pieces;

const partition: Whole = (scope) => compared(scope, 'PartitionKey', 'eq', 'Books');

function all(scope: Scope, ...parts: readonly Pieces[]): Pieces {
  const word = scope.writer.choices.oneIn(6) ? ' or ' : ' and ';
  return parts.flatMap((part, index) => (index === 0 ? part : [word, ...part]));
}

const WHOLES: readonly Whole[] = [
  partition,
  (scope) => all(scope, partition(scope), compared(scope, 'RowKey', 'eq', 'b1')),
  (scope) => [...partition(scope), " and RowKey ge 'b-' and RowKey lt 'b.'"],
  (scope) => all(scope, partition(scope), conditionPieces(scope)),
  (scope) => all(scope, conditionPieces(scope), conditionPieces(scope)),
  conditionPieces,
];

/** The pieces of a whole filter that asks for something. */
export function wholePieces(scope: Scope): Pieces {
  return scope.writer.choices.pick(WHOLES)(scope);
}
