import type { Scope } from './scope.ts';
import { type Pieces, textOf } from './text.ts';

/** A value that a condition compares with: a constant, or what an input has, escaped in one way or another or not at all. */
function valueOf(scope: Scope, constant: string): Pieces {
  const text = (): string => scope.need('text');
  const { choices } = scope.writer;
  switch (choices.below(scope.writer.hasRoomFor('text') ? 10 : 1)) {
    case 0:
    case 1:
    case 2:
      return [constant];
    case 3:
      return [{ expression: text() }];
    case 4:
      return [{ expression: `${text()}.replace(/'/g, "''")` }];
    case 5:
      return [{ expression: `${text()}.replaceAll("'", "''")` }];
    case 6:
      return [`${constant}-`, { expression: text() }];
    case 7:
      return [{ expression: `String(${scope.need('count')}).padStart(4, '0')` }];
    default:
      return [{ expression: choices.pick(WORKED_OUT)(text()) }];
  }
}

/** What code works out from a text to compare with, the end of what begins with it above all. */
const WORKED_OUT: readonly ((text: string) => string)[] = [
  (text) => `${text}.slice(0, -1) + String.fromCharCode(${text}.charCodeAt(${text}.length - 1) + 1)`,
  (text) => `${text}.substring(0, ${text}.length - 1).concat('~')`,
  (text) => `${text} + 1`,
  (text) => `${text} + '_' + ${text}.length`,
  (text) => `${text}.trim().toLowerCase()`,
  (text) => `encodeURIComponent(${text})`,
  (text) => `${text}.length + 1`,
  (text) => `${text}.indexOf('a') + 1`,
];

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
  (scope) => ['isActive eq ', { expression: scope.need('flag') }],
  () => ["Timestamp ge datetime'2026-01-02T00:00:00Z'"],
  () => ["Timestamp ge datetime'", { expression: 'new Date(0).toISOString()' }, "'"],
];

/** One condition, as an expression. */
export function condition(scope: Scope): string {
  return textOf(scope, scope.writer.choices.pick(CONDITIONS)(scope));
}

const CONSTANTS = [
  "PartitionKey eq 'Books'",
  "RowKey eq 'b1'",
  "PartitionKey eq 'Books' and RowKey eq 'b1'",
  "PartitionKey eq 'Books' and RowKey ge 'b-' and RowKey lt 'b.'",
  "status eq 'open'",
  'count gt 5',
  "PartitionKey ge 'B' and PartitionKey lt 'C'",
  "PartitionKey eq 'Books' and status eq 'open'",
];

/** A whole filter without a value of the running program, as a literal. */
export function constantFilter(scope: Scope): string {
  return textOf(scope, [scope.writer.choices.pick(CONSTANTS)]);
}

/** A comparison of a property with this text, as an expression. */
export function comparedWith(scope: Scope, value: string): string {
  const property = scope.writer.choices.pick(['PartitionKey', 'RowKey', 'tag']);
  return textOf(scope, [`${property} eq '`, { expression: value }, `'`]);
}

type Whole = (scope: Scope) => Pieces;

const partition: Whole = (scope) => compared(scope, 'PartitionKey', 'eq', 'Books');
const any: Whole = (scope) => scope.writer.choices.pick(CONDITIONS)(scope);

function all(scope: Scope, ...parts: readonly Pieces[]): Pieces {
  const word = scope.writer.choices.oneIn(6) ? ' or ' : ' and ';
  return parts.flatMap((part, index) => (index === 0 ? part : [word, ...part]));
}

const WHOLES: readonly Whole[] = [
  partition,
  (scope) => all(scope, partition(scope), compared(scope, 'RowKey', 'eq', 'b1')),
  (scope) => [...partition(scope), " and RowKey ge 'b-' and RowKey lt 'b.'"],
  (scope) => all(scope, partition(scope), any(scope)),
  (scope) => all(scope, any(scope), any(scope)),
  any,
];

/** A whole filter that is spelled out in one place, as an expression. */
export function writtenFilter(scope: Scope): string {
  return textOf(scope, scope.writer.choices.pick(WHOLES)(scope));
}
