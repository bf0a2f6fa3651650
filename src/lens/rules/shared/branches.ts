import type { Condition } from '../../../core/shape/condition.ts';
import type { Value } from '../../model/operations/operation.ts';

/** What is found in a value; `when`: the branch on which it is that value. */
export interface OnBranch<T> {
  readonly found: T;
  readonly when?: Condition;
}

/** What is found in a value, or in each of several that it may be: of these the first. */
export function onEveryBranch<T>(
  value: Value,
  find: (value: Value) => T | undefined,
): OnBranch<T> | undefined {
  if (value.kind !== 'oneOf') {
    const found = find(value);
    return found === undefined ? undefined : { found };
  }
  const all = value.values.map((one) => onEveryBranch(one.value, find));
  return all.every((one) => one !== undefined) ? all[0] : undefined;
}

/**
 * What is found in a value, or in one of several that stands under a condition: what a variable begins with before a loop
 * is seldom what is left after it, but for what nothing begins with (`isMeant`).
 */
export function onSomeBranch<T>(
  value: Value,
  find: (value: Value) => T | undefined,
  isMeant: (found: T) => boolean = () => false,
): OnBranch<T> | undefined {
  if (value.kind !== 'oneOf') return onEveryBranch(value, find);
  for (const { value: one, when } of value.values) {
    const inner = onSomeBranch(one, find, isMeant);
    if (inner === undefined || when === undefined) continue;
    if (isMeant(inner.found) || !isOfEmptyLists(when)) return { ...inner, when };
  }
  return undefined;
}

/** Whether it is so where a list has no elements, or too few: then it is what something begins with that the list changes. */
function isOfEmptyLists(when: Condition): boolean {
  return when.some((way) => way.some(({ fact, holds }) => fact.kind === 'elements' && !holds));
}
