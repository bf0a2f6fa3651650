import type { Span } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import { bare, bindingOf } from '../../syntax/program/names.ts';
import type { Expression, Pattern } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { functionAround } from '../shared/code-at.ts';
import { bindingAt, isSame } from '../shared/given-lists.ts';

/**
 * Whether a call of a function that gives its first page with a token is all that is asked: of what it gives one property alone is used,
 * and so the token is not.
 */
export function isFirstPageAlone(context: RuleContext, { consumption, via, file, callSpan }: Query): boolean {
  if (consumption.isFirstPage !== true || via === undefined) return false;
  const { parts } = functionAround(context, { file, span: callSpan });
  return parts.some(
    (part) =>
      isMemberOf(part, callSpan) || namesGiven(part, callSpan).some((name) => isOneTaken(name, parts)),
  );
}

/** `(await firstPage()).items` */
function isMemberOf(part: Part, call: Span): boolean {
  return (
    part.kind === 'expression' && part.expression.kind === 'member' && isAt(part.expression.object, call)
  );
}

interface Name {
  readonly pattern: Pattern;
  readonly frames: Part['frames'];
}

/** What a declaration calls the result of a call: `const { items } = await firstPage()`. */
function namesGiven(part: Part, call: Span): readonly Name[] {
  if (part.kind !== 'statement' || part.statement.kind !== 'declare') return [];
  const { pattern, init } = part.statement;
  return init !== undefined && isAt(init, call) ? [{ pattern, frames: part.frames }] : [];
}

function isAt(expression: Expression, { start, end }: Span): boolean {
  const { span } = bare(expression);
  return span.start === start && span.end === end;
}

/** Whether one property is all that is taken out of something: by its pattern, or wherever its name is used. */
function isOneTaken({ pattern, frames }: Name, parts: readonly Part[]): boolean {
  if (pattern.kind === 'object-pattern') return pattern.parts.length === 1 && pattern.rest === undefined;
  if (pattern.kind !== 'local') return false;
  const own = bindingOf(pattern, frames);
  const isOwn = (part: ExpressionPart): boolean => own !== undefined && isSame(bindingAt(part), own);
  const all = parts.filter(
    (part): part is ExpressionPart => part.kind === 'expression' && part.target === undefined,
  );
  const taken = all.flatMap((part) => {
    const { expression } = part;
    const isIts = expression.kind === 'member' && isOwn({ ...part, expression: bare(expression.object) });
    return isIts ? [expression.name] : [];
  });
  return taken.length > 0 && new Set(taken).size === 1 && all.filter(isOwn).length === taken.length;
}
