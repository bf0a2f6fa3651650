import type { Place } from '../../../core/text/segments.ts';
import { bindingOf, isSamePath } from '../../syntax/program/names.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';

/**
 * The size that a parameter at a place has where a caller gives none: a number by default. Undefined where the function uses the parameter
 * anywhere else, and so may look at it first.
 */
export function defaultSize(context: RuleContext, place: Place): number | undefined {
  const used = expressionAt(context, place);
  const binding = used?.expression.kind === 'local' ? bindingOf(used.expression, used.frames) : undefined;
  if (used === undefined || binding === undefined) return undefined;
  const { parts } = functionAround(context, place);
  const parameter = parts
    .flatMap((part) =>
      part.kind === 'function' && part.fn.scope === binding.scope ? part.fn.parameters : [],
    )
    .find(({ pattern }) => pattern.kind === 'local' && pattern.hops === 0 && pattern.index === binding.index);
  const isUsedAgain = parts.some(
    (part) =>
      part.kind === 'expression' &&
      part.expression !== used.expression &&
      part.expression !== parameter?.pattern &&
      isSamePath(part, used),
  );
  const { fallback } = parameter ?? {};
  return !isUsedAgain && fallback?.kind === 'number' ? fallback.value : undefined;
}
