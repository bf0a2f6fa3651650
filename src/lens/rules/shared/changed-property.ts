import type { KeyExpression, Query } from '../../model/operations/operation.ts';
import { namesIn, pathOf } from '../../syntax/program/names.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt } from './code-at.ts';
import { type KeyPart, partsOfKey } from './key-values.ts';
import { operationsBeside } from './writes.ts';

/** Whether some update gives a property a value of its own: no key changes with it. */
export function isChanged(context: RuleContext, query: Query, property: string): boolean {
  const writes = operationsBeside(context, query).filter((one) => one.kind === 'write');
  return writes.some((write) => {
    const { method, values, actions = [] } = write;
    const inActions = actions.flatMap((one) => (one.kind === 'update' ? one.values : []));
    const isOne = method === 'updateEntity' || (method === 'upsertEntity' && write.mode === 'Merge');
    return [...(isOne ? values : []), ...inActions].some(({ name, isSpread, isOfType, place }) => {
      if (name !== property || isOfType) return false;
      const code = expressionAt(context, place);
      // what goes back as it was read is no change, as what is spread in may be unless it counts on
      if (code === undefined || pathOf(code.expression)?.at(-1) === property) return false;
      if (isSpread && !countsOn(code, property)) return false;
      return method !== 'upsertEntity' || isOfOtherNames(code, write.rowKey);
    });
  });
}

/** `rating + 16` */
function countsOn(code: ExpressionPart, property: string): boolean {
  return code.expression.kind === 'binary' && namesIn(code).includes(property);
}

/** Whether a key is what callers give, and the code of a value has nothing of that. */
function isOfOtherNames(code: ExpressionPart, key: KeyExpression | undefined): boolean {
  const names = key === undefined ? [] : partsOfKey(key).map(nameGiven);
  const used = new Set(namesIn(code));
  return names.length > 0 && names.every((name) => name !== undefined && !used.has(name));
}

function nameGiven({ value }: KeyPart): string | undefined {
  const isGiven = value.kind === 'unknown' && (value.why === 'parameter' || value.why === 'property');
  return isGiven ? value.name?.split('.').at(-1) : undefined;
}
