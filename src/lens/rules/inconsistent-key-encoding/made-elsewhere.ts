import type { Place } from '../../../core/text/segments.ts';
import type { Expression, Pattern, ScopeCode } from '../../syntax/program/program.ts';
import { bindingOf } from '../../syntax/program/names.ts';
import { type ExpressionPart, type Frames, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, functionAround } from '../shared/code-at.ts';

/** Declarations that one name is followed through, each made of the next. */
const MOST_STEPS = 8;

/** As frameworks call what gives a part of a request as it came. */
const AS_IT_CAME: ReadonlySet<string> = new Set([
  'get',
  'json',
  'text',
  'formData',
  'query',
  'param',
  'header',
]);

/**
 * Whether the value at a place comes from a function of which nobody says what form it gives: `const { id } = await resolve(request)`.
 * What is taken from a request or a parameter does not.
 */
export function isMadeElsewhere(context: RuleContext, place: Place): boolean {
  const { parts } = functionAround(context, place);
  const declarations = parts.flatMap((part) =>
    part.kind === 'statement' && part.statement.kind === 'declare' && part.statement.init !== undefined
      ? [{ pattern: part.statement.pattern, init: part.statement.init, frames: part.frames }]
      : [],
  );
  let open = [expressionAt(context, place)].filter((one) => one !== undefined);
  for (let left = MOST_STEPS; left > 0 && open.length > 0; left--) {
    if (open.some((part) => someCode(part, isMaking))) return true;
    const used = open.flatMap(localsIn);
    open = declarations
      .filter(({ pattern, frames }) =>
        used.some(({ scope, index }) => declares(pattern, frames, scope, index)),
      )
      .map(({ init, frames }): ExpressionPart => ({ kind: 'expression', expression: init, frames }));
  }
  return false;
}

function isMaking(part: { readonly kind: string; readonly expression?: Expression }): boolean {
  const { expression } = part;
  if (expression?.kind !== 'call') return false;
  // what is encoded here has the form that it came in
  if (expression.callee.kind === 'global' && expression.callee.name === 'encodeURIComponent') return false;
  return expression.callee.kind !== 'member' || !AS_IT_CAME.has(expression.callee.name);
}

function localsIn(part: ExpressionPart): { scope: ScopeCode; index: number }[] {
  const found: { scope: ScopeCode; index: number }[] = [];
  someCode(part, (one) => {
    if (one.kind === 'expression' && one.expression.kind === 'local') {
      const binding = bindingOf(one.expression, one.frames);
      if (binding !== undefined) found.push(binding);
    }
    return false;
  });
  return found;
}

function declares(pattern: Pattern, frames: Frames, scope: ScopeCode, index: number): boolean {
  switch (pattern.kind) {
    case 'local': {
      const own = bindingOf(pattern, frames);
      return own?.scope === scope && own.index === index;
    }
    case 'object-pattern':
    case 'array-pattern':
      return [...pattern.parts.map((part) => part?.target), pattern.rest].some(
        (inner) => inner !== undefined && declares(inner, frames, scope, index),
      );
    case 'member':
    case 'index':
    case 'global':
      return false;
  }
}
