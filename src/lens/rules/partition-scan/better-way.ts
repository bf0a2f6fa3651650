import type { Comparison } from '../../../core/odata/ast.ts';
import type { Place } from '../../../core/text/segments.ts';
import { isKeyName } from '../../../core/shape/shape.ts';
import type { KeyExpression, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { partsOf, sides } from '../shared/filters.ts';
import { partsOfKey } from '../shared/key-values.ts';
import { bare, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { expressionAt, globalCallAt, pathAt } from '../shared/code-at.ts';
import { kindPrefixOf } from './kind-prefix.ts';
import { madeInto } from '../shared/writes.ts';

/** A condition that what is written to the table shows to be one on RowKey. */
export interface BetterWay {
  readonly condition: Comparison;
  readonly property: string;
  /** The RowKey that is written so. */
  readonly rowKey: KeyExpression;
  /** RowKey is the property, or a constant and the property; or begins with it; or has a prefix for its value. */
  readonly kind: 'whole' | 'beginning' | 'prefix';
  /** That prefix, with its separator. */
  readonly prefix?: string;
  /** The property is encoded there, or brought into one case. */
  readonly isEncoded?: true;
}

/** Writes to a table whose keys are looked at. */
const MOST_WRITES = 200;

/** The first condition of a query that a RowKey of its table answers; the keys' own conditions are left out. */
export function betterWay(context: RuleContext, query: Query): BetterWay | undefined {
  const filter = query.filter.kind === 'known' ? query.filter.worst.parsed.filter : undefined;
  if (filter === undefined) return undefined;
  const rowKeys = madeInto(context, query)
    .slice(0, MOST_WRITES)
    .flatMap(({ rowKey }) => rowKey ?? []);
  for (const condition of partsOf(filter, 'and')) {
    if (condition.kind !== 'comparison' || condition.operator !== 'eq') continue;
    const found = sides(condition);
    if (found === undefined || isKeyName(found.property)) continue;
    const { property, value } = found;
    const constant =
      value.kind === 'literal' && value.value.type === 'String' ? value.value.value : undefined;
    for (const rowKey of rowKeys) {
      const held = holds(context, rowKey, property);
      if (held !== undefined) return { condition, property, rowKey, ...held };
      const prefix = prefixFor(rowKey, constant);
      if (prefix !== undefined) return { condition, property, rowKey, kind: 'prefix', prefix };
    }
    const own = constant === undefined ? undefined : kindPrefixOf(context, query, property, constant);
    if (own !== undefined) return { condition, property, ...own, kind: 'prefix' };
  }
  return undefined;
}

/** Whether a RowKey is made of what goes by a property's name: `email_${employee.email}` of `email`. */
function holds(
  context: RuleContext,
  rowKey: KeyExpression,
  property: string,
): Pick<BetterWay, 'kind' | 'isEncoded'> | undefined {
  const [first, ...others] = partsOfKey(rowKey);
  const own = first && pathAt(context, first.place);
  const encoded = first !== undefined && own === undefined ? encodedAt(context, first.place) : undefined;
  const name = (own ?? encoded)?.at(-1);
  if (name?.toLowerCase() !== property.toLowerCase()) return undefined;
  const { value } = rowKey;
  const isLast = others.length === 0 && (value.kind !== 'text' || value.segments.at(-1)?.kind === 'hole');
  return { kind: isLast ? 'whole' : 'beginning', ...(encoded && { isEncoded: true }) };
}

/** The path that is encoded at a place, or brought into one case: `encodeURIComponent(employee.email)`, `email.trim().toLowerCase()`. */
function encodedAt(context: RuleContext, place: Place): readonly string[] | undefined {
  const [value] = globalCallAt(context, place, 'encodeURIComponent')?.args ?? [];
  if (value !== undefined) return pathOf(value);
  const code = expressionAt(context, place)?.expression;
  const plain = code && withoutCase(code);
  return plain === code ? undefined : plain && pathOf(plain);
}

function withoutCase(code: Expression): Expression {
  if (code.kind !== 'call' || code.args.length > 0 || code.callee.kind !== 'member') return code;
  return OF_CASE.has(code.callee.name) ? withoutCase(bare(code.callee.object)) : code;
}

const OF_CASE: ReadonlySet<string> = new Set(['toLowerCase', 'toUpperCase', 'trim']);

/** The constant and the separator that a RowKey begins with, where that is the value: `order_` of `'order'`. */
function prefixFor({ value }: KeyExpression, constant: string | undefined): string | undefined {
  const first = value.kind === 'text' && value.segments.length > 1 ? value.segments[0] : undefined;
  if (first?.kind !== 'literal' || constant === undefined) return undefined;
  const end = /(?<![_\-:|~.])[_\-:|~.]+$/.exec(first.text)?.index ?? 0;
  return end > 0 && first.text.slice(0, end).toLowerCase() === constant.toLowerCase()
    ? first.text
    : undefined;
}
