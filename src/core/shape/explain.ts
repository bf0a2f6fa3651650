import type { EdmType, EdmValue } from '../edm/value.ts';
import type { Comparison, ComparisonOperator, Filter, Operand, ParsedFilter } from '../odata/ast.ts';
import { contains, type Span } from '../text/span.ts';
import { classify } from './classify.ts';
import { conjunctsOf, disjunctsOf, propertiesOf, stepOf } from './conjuncts.ts';
import { type Classification, isKeyName, type KeyName, type ProofStep } from './shape.ts';

/** A part of a filter, and what it is good for. */
export interface ExplainedPart {
  /** In the flattened text. */
  readonly span: Span;
  readonly part: FilterPart;
  /** What the condition around it makes the service read; absent for what joins conditions. */
  readonly effect?: Effect;
}

export type FilterPart =
  | { readonly kind: 'comparison' }
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'operator'; readonly operator: ComparisonOperator }
  | { readonly kind: 'literal'; readonly value: EdmValue; readonly against?: string }
  /** A text with holes in it. */
  | { readonly kind: 'composed' }
  /** `offset` is the hole's in the flattened text, `isWhole` whether it is all of its operand. */
  | { readonly kind: 'hole'; readonly offset: number; readonly isWhole: boolean; readonly type?: EdmType }
  /** Whether its sides can narrow what is read: not where it stands under `or` or `not` itself. */
  | { readonly kind: 'and'; readonly narrows: boolean }
  /** `over`: the key that every branch compares. */
  | { readonly kind: 'or'; readonly over?: KeyName }
  | { readonly kind: 'not' }
  | { readonly kind: 'bare' }
  /** Nobody can tell what stands here: a hole for a clause, text that could not be read. */
  | { readonly kind: 'unknown' };

/** What one condition does to what the service reads. */
export type Effect =
  /** It says where in the index to look: `key` is fixed or bounded, as `operator` tells. */
  | { readonly kind: 'pins'; readonly key: KeyName; readonly operator: ProofStep['operator'] }
  /** It pins RowKey while PartitionKey is not fixed: rows are found only within a partition. */
  | { readonly kind: 'no-partition'; readonly operator: ProofStep['operator'] }
  /** Another condition pins the same key at least as tightly. */
  | { readonly kind: 'outdone'; readonly key: KeyName }
  /** No entity satisfies it together with another, or by itself. */
  | { readonly kind: 'excludes' }
  /** It names a key, and yet narrows nothing. */
  | { readonly kind: 'not-pinned'; readonly key: KeyName; readonly under: 'or' | 'not' | 'ne' }
  /** It is asked of every entity that the other conditions let the service read. */
  | { readonly kind: 'after-reading' }
  | { readonly kind: 'not-known' };

/**
 * The smallest part of a filter at `offset` of its flattened text, and what it does. Undefined where no part
 * stands: outside of the filter, on its outermost parentheses.
 */
export function explainPart({ filter }: ParsedFilter, offset: number): ExplainedPart | undefined {
  return filter && partAt(filter, { whole: classify(filter), offset, under: [] });
}

interface Walk {
  readonly whole: Classification;
  readonly offset: number;
  /** What the filter at hand stands under, outermost first, `and` left out. */
  readonly under: readonly ('or' | 'not')[];
}

function partAt(filter: Filter, walk: Walk): ExplainedPart | undefined {
  const { offset, under } = walk;
  if (!isAt(filter.span, offset)) return undefined;
  const { span } = filter;
  switch (filter.kind) {
    case 'and': {
      const part = { kind: 'and', narrows: under.length === 0 } as const;
      return partAt(filter.left, walk) ?? partAt(filter.right, walk) ?? { span, part };
    }
    case 'or': {
      const inner = { ...walk, under: [...under, filter.kind] };
      const over = keyOver(filter);
      const part = { kind: 'or', ...(over && { over }) } as const;
      return partAt(filter.left, inner) ?? partAt(filter.right, inner) ?? { span, part };
    }
    case 'not':
      return partAt(filter.operand, { ...walk, under: [...under, 'not'] }) ?? { span, part: { kind: 'not' } };
    case 'comparison':
      return within(filter, walk);
    case 'bare':
      return { span, part: { kind: 'bare' }, effect: { kind: 'after-reading' } };
    case 'unknown':
      return { span, part: { kind: 'unknown' }, effect: { kind: 'not-known' } };
  }
}

function isAt({ start, end }: Span, offset: number): boolean {
  return contains({ start, end }, { start: offset, end: offset + 1 });
}

function within(comparison: Comparison, walk: Walk): ExplainedPart {
  const { left, right, operator, operatorSpan, span } = comparison;
  const effect = effectOf(comparison, walk);
  if (isAt(operatorSpan, walk.offset)) {
    return { span: operatorSpan, part: { kind: 'operator', operator }, effect };
  }
  const found =
    operandAt(left, right, walk.offset) ??
    operandAt(right, left, walk.offset) ??
    ({ kind: 'comparison', span } as const);
  const { span: at, ...part } = found;
  return { span: at, part, effect };
}

function operandAt(
  operand: Operand,
  other: Operand,
  offset: number,
): (FilterPart & { readonly span: Span }) | undefined {
  const { span } = operand;
  if (!isAt(span, offset)) return undefined;
  switch (operand.kind) {
    case 'property':
      return { kind: 'property', name: operand.name, span };
    case 'literal': {
      const against = other.kind === 'property' ? { against: other.name } : {};
      return { kind: 'literal', value: operand.value, ...against, span };
    }
    case 'composed': {
      const hole = operand.parts.find((part) => typeof part !== 'string' && part.offset === offset);
      const holeSpan = { start: offset, end: offset + 1 };
      return hole === undefined
        ? { kind: 'composed', span }
        : { kind: 'hole', offset, isWhole: operand.parts.length === 1, span: holeSpan };
    }
    case 'hole': {
      const { hole, type } = operand;
      return { kind: 'hole', offset: hole.offset, isWhole: true, ...(type && { type }), span };
    }
    case 'missing':
      return undefined;
  }
}

function effectOf(comparison: Comparison, { whole, under }: Walk): Effect {
  const [outermost] = under;
  const key = propertiesOf(comparison).find(isKeyName);
  if (key === undefined) return { kind: 'after-reading' };
  const step = stepOf(comparison);
  if (step === undefined) {
    return comparison.operator === 'ne'
      ? { kind: 'not-pinned', key, under: outermost ?? 'ne' }
      : { kind: 'not-known' };
  }
  if (outermost !== undefined) return { kind: 'not-pinned', key, under: outermost };
  const { cause, proof, region } = whole;
  if (cause?.kind === 'contradiction' && cause.spans.some((span) => contains(span, step.span))) {
    return { kind: 'excludes' };
  }
  if (!proof.some((other) => isSame(other, step))) return { kind: 'outdone', key };
  return key === 'RowKey' && region.partitionKey.kind !== 'fixed'
    ? { kind: 'no-partition', operator: step.operator }
    : { kind: 'pins', key, operator: step.operator };
}

function isSame(a: ProofStep, b: ProofStep): boolean {
  return a.key === b.key && a.operator === b.operator && a.span.start === b.span.start;
}

/** The key that every branch of an `or` pins. */
function keyOver(filter: Filter): KeyName | undefined {
  const keys: readonly KeyName[] = ['PartitionKey', 'RowKey'];
  return keys.find((key) =>
    disjunctsOf(filter).every((branch) => conjunctsOf(branch).some((part) => stepOf(part)?.key === key)),
  );
}
