import type { Place } from '../../../core/text/segments.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { isSamePath, pathOf } from '../../syntax/program/names.ts';
import type { Code } from '../../syntax/program/code.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeAround } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';

/** `user?.id`: a chain of names and calls without anything that stands in for undefined. */
export function isOptionalChain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'member':
      return expression.isOptional ? isChain(expression.object) : isOptionalChain(expression.object);
    case 'call':
      return expression.isOptional ? isChain(expression.callee) : isOptionalChain(expression.callee);
    default:
      return false;
  }
}

function isChain(expression: Expression): boolean {
  switch (expression.kind) {
    case 'member':
      return isChain(expression.object);
    case 'call':
      return isChain(expression.callee);
    default:
      return pathOf(expression) !== undefined;
  }
}

/**
 * Whether code asks for a value, or for what it is taken from if that is there (`user` of `user?.id`), or gives it another one.
 * What looks like it, a call with nothing but the value as well, makes the rule silent.
 */
export function isAskedFor(context: RuleContext, place: Place, value: ExpressionPart): boolean {
  const asked = askedBy(context, codeAround(context, place));
  return [value, ...baseOf(value)].some((subject) =>
    asked.get(nameOf(subject) ?? '')?.some((one) => isSamePath(one, subject)),
  );
}

/** What code asks for, by how it is written. */
const askedBy = onceForEach((_: RuleContext, { parts }: Code) => {
  const asked = parts.flatMap((part) =>
    part.kind === 'function'
      ? []
      : askedIn(part).map((expression): ExpressionPart => ({
          kind: 'expression',
          expression,
          frames: part.frames,
        })),
  );
  return grouped(asked, nameOf);
});

function nameOf({ expression }: ExpressionPart): string | undefined {
  return pathOf(expression)?.join('.');
}

/** What stands before the first `?.`. */
function baseOf(part: ExpressionPart): ExpressionPart[] {
  let found: Expression | undefined;
  for (let at: Expression | undefined = part.expression; at !== undefined;) {
    const inner: Expression | undefined =
      at.kind === 'member' ? at.object : at.kind === 'call' ? at.callee : undefined;
    if ((at.kind === 'member' || at.kind === 'call') && at.isOptional) found = inner;
    at = inner;
  }
  return found === undefined ? [] : [{ ...part, expression: found }];
}

/** The expressions whose value a piece of code looks at, or replaces. */
function askedIn(part: Exclude<Part, { kind: 'function' }>): readonly Expression[] {
  if (part.kind === 'statement') {
    const { statement } = part;
    if (statement.kind === 'if') return [statement.test];
    if (statement.kind === 'for') return statement.test ? [statement.test] : [];
    return statement.kind === 'switch' ? [statement.subject] : [];
  }
  const { expression } = part;
  switch (expression.kind) {
    case 'unary':
      return expression.operator === '!' || expression.operator === 'typeof' ? [expression.operand] : [];
    case 'logical':
      return [expression.left, ...(expression.operator === '??' ? [] : [expression.right])];
    case 'conditional':
      return [expression.test];
    case 'binary':
      return EQUALITY.has(expression.operator) ? [expression.left, expression.right] : [];
    case 'assign': {
      const { target } = expression;
      return target.kind === 'object-pattern' || target.kind === 'array-pattern' ? [] : [target];
    }
    case 'call':
      return expression.args.length === 1 ? expression.args : [];
    default:
      return [];
  }
}

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);
