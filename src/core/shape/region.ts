import type { KeyBound, KeyCondition, KeyRegion, KeyValue, ProofStep } from './shape.ts';

/**
 * The steps that narrow one key most, lower bound before upper; one step if one of them fixes it. Which of
 * two values is the tighter may depend on a hole; then either is sound, and the constant is taken.
 */
export function tightest(steps: readonly ProofStep[]): ProofStep[] {
  const fixed = steps.filter(({ operator }) => operator === 'eq');
  const chosen = fixed.find(({ value }) => value.kind === 'known') ?? fixed[0];
  if (chosen) return [chosen];
  const best = (side: Side): ProofStep[] =>
    steps
      .filter((step) => isOn(step, side))
      .reduce<ProofStep[]>(
        ([current], step) => [current && !isTighter(step, current, side) ? current : step],
        [],
      );
  return [...best('lower'), ...best('upper')];
}

/** What the steps of {@link tightest} say about their key. */
export function conditionOf(steps: readonly ProofStep[]): KeyCondition {
  const [first] = steps;
  if (!first) return { kind: 'free' };
  if (first.operator === 'eq') return { kind: 'fixed', value: first.value, span: first.span };
  const lower = steps.find((step) => isOn(step, 'lower'));
  const upper = steps.find((step) => isOn(step, 'upper'));
  return { kind: 'range', ...(lower && { lower: boundOf(lower) }), ...(upper && { upper: boundOf(upper) }) };
}

/** Steps on one key that no text can satisfy together, whatever the holes hold: two, or one by itself. */
export function contradiction(steps: readonly ProofStep[]): ProofStep[] | undefined {
  for (const [index, step] of steps.entries()) {
    const { operator, value } = step;
    if (operator === 'lt' && value.kind === 'known' && value.value === '') return [step];
    const other = steps.slice(0, index).find((before) => exclude(step, before) || exclude(before, step));
    if (other) return [other, step];
  }
  return undefined;
}

/**
 * Whether an entity with these keys may lie in the region: exact for a region without holes; a hole can
 * hold any text that begins with its prefix.
 */
export function regionContains(
  region: KeyRegion,
  entity: { readonly partitionKey: string; readonly rowKey: string },
): boolean {
  return admits(region.partitionKey, entity.partitionKey) && admits(region.rowKey, entity.rowKey);
}

function admits(condition: KeyCondition, text: string): boolean {
  const key: KeyValue = { kind: 'known', value: text };
  switch (condition.kind) {
    case 'free':
      return true;
    case 'fixed':
      return !isLess(key, condition.value) && !isLess(condition.value, key);
    case 'range': {
      const { lower, upper } = condition;
      return !(lower && isOutside(key, lower.value, lower)) && !(upper && isOutside(upper.value, key, upper));
    }
  }
}

/** `low` should not be over `high`, nor equal where the bound is exclusive; holes are given the benefit. */
function isOutside(low: KeyValue, high: KeyValue, { inclusive }: KeyBound): boolean {
  return isLess(low, high) || (!inclusive && isAtMost(low, high));
}

type Side = 'lower' | 'upper';

function isOn({ operator }: ProofStep, side: Side): boolean {
  return side === 'lower' ? operator === 'gt' || operator === 'ge' : operator === 'lt' || operator === 'le';
}

function isInclusive({ operator }: ProofStep): boolean {
  return operator !== 'gt' && operator !== 'lt';
}

function boundOf(step: ProofStep): KeyBound {
  return { value: step.value, inclusive: isInclusive(step), span: step.span };
}

function isTighter(step: ProofStep, current: ProofStep, side: Side): boolean {
  const [low, high] = side === 'lower' ? [current, step] : [step, current];
  const tighter = isLess(low.value, high.value);
  const noLooser = isAtMost(low.value, high.value) && (!isInclusive(step) || isInclusive(current));
  const looser = isAtMost(step.value, current.value) || isAtMost(current.value, step.value);
  return tighter || noLooser || (!looser && step.value.kind === 'known');
}

/** Whether what `low` demands from below leaves nothing that `high` admits from above. */
function exclude(low: ProofStep, high: ProofStep): boolean {
  if (isOn(low, 'upper') || isOn(high, 'lower')) return false;
  if (isLess(high.value, low.value)) return true;
  if (isInclusive(low) && isInclusive(high)) return false;
  if (isAtMost(high.value, low.value)) return true;
  // No text lies between a text and the same text followed by U+0000.
  return (
    !isInclusive(low) &&
    !isInclusive(high) &&
    low.value.kind === 'known' &&
    high.value.kind === 'known' &&
    high.value.value === `${low.value.value}\0`
  );
}

/** Whether `a` sorts before `b` whatever the holes hold. Keys are ordered by UTF-16 code units. */
function isLess(a: KeyValue, b: KeyValue): boolean {
  const [low, high] = [leastText(a), leastText(b)];
  return low < high && !(a.kind === 'hole' && high.startsWith(low));
}

/** Whether `a` sorts before or with `b` whatever the holes hold. */
function isAtMost(a: KeyValue, b: KeyValue): boolean {
  return isLess(a, b) || (a.kind === 'known' && a.value === leastText(b));
}

function leastText(value: KeyValue): string {
  return value.kind === 'known' ? value.value : value.prefix;
}
