import { contains } from '../../../core/text/span.ts';
import { bare, isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeAround, expressionAt, givenToNames } from '../shared/code-at.ts';
import type { Put } from '../shared/put-values.ts';

/**
 * Whether a property is the JSON of the very list that an entity had in it when it was read, with one more element: whatever that is, it
 * grows with each write. `JSON.stringify([...JSON.parse(row.history), move])`, or the same with `push`.
 */
export function growsEachTime(context: RuleContext, { name, place, write }: Put): boolean {
  if (write.method !== 'updateEntity' && write.method !== 'upsertEntity') return false;
  const written = place.file === context.file ? expressionAt(context, place) : undefined;
  if (written === undefined) return false;
  const code = codeAround(context, place);
  const given = givenToNames(context, code);
  /** What a name is given, once and for all. */
  const behind = (part: ExpressionPart): ExpressionPart => {
    const [only, ...others] = given(part);
    return only?.kind === 'expression' && others.length === 0
      ? { ...only, expression: bare(only.expression) }
      : part;
  };
  const isRead = (root: ExpressionPart): boolean => {
    const { expression } = behind(root);
    return (
      root.expression.kind === 'local' &&
      context.operations.some((one) => one.kind !== 'write' && contains(expression.span, one.callSpan))
    );
  };
  /** `JSON.parse(row.history)`, also with something else where there is none yet. */
  const isStored = (part: ExpressionPart): boolean => {
    const list = behind({ ...part, expression: bare(part.expression) });
    const text = jsonCall(list.expression, 'parse');
    const property = text?.kind === 'logical' ? text.left : text;
    if (property?.kind !== 'member' || property.name !== name) return false;
    return isRead({ ...list, expression: bare(property.object) });
  };
  const put = jsonCall(behind(written).expression, 'stringify');
  if (put === undefined) return false;
  const list = behind({ ...written, expression: bare(put) });
  if (list.expression.kind === 'array') {
    const { elements } = list.expression;
    return (
      elements.some(({ kind }) => kind !== 'spread') &&
      elements.some((one) => one.kind === 'spread' && isStored({ ...list, expression: one.operand }))
    );
  }
  const named: ExpressionPart = { ...written, expression: bare(put) };
  return named.expression.kind === 'local' && isStored(named) && isOnlyPushedTo(named, code.parts);
}

/** What `JSON.parse` or `JSON.stringify` is given. */
function jsonCall(code: Expression, method: 'parse' | 'stringify'): Expression | undefined {
  const call = bare(code);
  if (call.kind !== 'call' || call.callee.kind !== 'member' || call.callee.name !== method) return undefined;
  return nameIn(call.callee.object) === 'JSON' ? call.args[0] && bare(call.args[0]) : undefined;
}

/** Whether code does nothing with a list but push to it, and make JSON of it: who asks for its length may cut it. */
function isOnlyPushedTo(list: ExpressionPart, parts: readonly Part[]): boolean {
  const isIt = (expression: Expression, { frames }: Part): boolean =>
    isSamePath(list, { kind: 'expression', expression: bare(expression), frames });
  const uses = parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'local' && isIt(part.expression, part)
      ? [part.expression.span.start]
      : [],
  );
  const pushes: number[] = [];
  const others: number[] = [];
  for (const part of parts) {
    if (part.kind === 'statement' && part.statement.kind === 'declare')
      others.push(part.statement.pattern.kind === 'local' ? part.statement.pattern.span.start : -1);
    if (part.kind !== 'expression' || part.expression.kind !== 'call') continue;
    const { callee } = part.expression;
    const put = jsonCall(part.expression, 'stringify');
    if (put !== undefined && isIt(put, part)) others.push(put.span.start);
    if (callee.kind === 'member' && callee.name === 'push' && isIt(callee.object, part))
      pushes.push(callee.object.span.start);
  }
  return pushes.length > 0 && uses.every((start) => pushes.includes(start) || others.includes(start));
}
