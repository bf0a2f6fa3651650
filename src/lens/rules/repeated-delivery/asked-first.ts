import { contains } from '../../../core/text/span.ts';
import type { Write } from '../../model/operations/operation.ts';
import { bindingOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type FunctionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from '../shared/code-at.ts';
import { throwsAlways } from '../shared/tries.ts';
import { type Delivery, localsIn } from './deliveries.ts';

/**
 * Whether something else than the message may decide whether a write is reached: a store may know that the message came before, whatever
 * the code calls the question.
 */
export function mayKnowMessage(
  context: RuleContext,
  delivery: Pick<Delivery, 'functions' | 'until' | 'hasMessage'>,
  { callSpan }: Pick<Write, 'callSpan'>,
): boolean {
  const { functions, until, hasMessage } = delivery;
  const around = functions.reduce<FunctionPart | undefined>(
    (inner, one) =>
      contains(one.fn.span, callSpan) && (inner === undefined || contains(inner.fn.span, one.fn.span))
        ? one
        : inner,
    undefined,
  );
  // what the handler calls decides by its answer alone over what the handler does itself
  const deciding = around !== undefined && around === functions[0] ? [around] : functions;
  const spans = [...deciding.map(({ fn }) => fn.span), ...(until === undefined ? [] : [until.within])];
  const parts = codeOfFile(context, context.file).parts;
  const answers = parts.flatMap((part) => answersAt(part, hasMessage));
  const isAnswer = (part: ExpressionPart): boolean => {
    const own = part.expression.kind === 'local' ? bindingOf(part.expression, part.frames) : undefined;
    return answers.some(({ scope, index }) => own?.scope === scope && own.index === index);
  };
  const isUnsure = (part: Part): boolean => {
    if (part.kind !== 'expression') return true;
    const { expression } = part;
    if (expression.kind === 'local') return !hasMessage(part) || isAnswer(part);
    if (expression.kind === 'call')
      return expression.isAwaited === true || expression.callee.kind !== 'member';
    return !SURE.has(expression.kind);
  };
  return parts.some((part) =>
    decisionsAt(part).some((decision) => {
      const { span } = decision.expression;
      const isLater = span.start > callSpan.end && around !== undefined && contains(around.fn.span, span);
      return !isLater && spans.some((one) => contains(one, span)) && someCode(decision, isUnsure);
    }),
  );
}

/** What gives the same for the same message. */
const SURE: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  'member',
  'index',
  'global',
  'text',
  'template',
  'number',
  'bigint',
  'boolean',
  'nothing',
  'pattern',
  'binary',
  'unary',
  'logical',
  'conditional',
  'typed',
]);

/** The names of what a function answers that is asked with something of the message: `const known = await inbox.has(message.id)`. */
function answersAt(part: Part, hasMessage: Delivery['hasMessage']): ReturnType<typeof localsIn> {
  if (part.kind !== 'statement' || part.statement.kind !== 'declare') return [];
  const { pattern, init } = part.statement;
  if (init === undefined) return [];
  const value: Part = { kind: 'expression', expression: init, frames: part.frames };
  return someCode(value, isAwaited) && hasMessage(value) ? localsIn(pattern, part.frames) : [];
}

/** What decides whether code goes on: what a branch asks, and what a `try` waits for whose `catch` may leave. */
function decisionsAt(part: Part): readonly ExpressionPart[] {
  const at = (expression: Expression): readonly ExpressionPart[] => [
    { kind: 'expression', expression, frames: part.frames },
  ];
  if (part.kind === 'expression') {
    const { expression } = part;
    if (expression.kind === 'conditional' && someCode(part, isAwaited)) return at(expression.test);
    if (expression.kind === 'logical' && someCode(part, isAwaited)) return at(expression.left);
    return [];
  }
  if (part.kind !== 'statement') return [];
  const { statement, frames } = part;
  if (statement.kind === 'if') return at(statement.test);
  if (statement.kind === 'switch') return at(statement.subject);
  if (statement.kind !== 'try' || statement.handler === undefined) return [];
  const { body: handler } = statement.handler;
  // then the message fails, and nothing is known of it
  if (throwsAlways(handler.kind === 'block' ? handler.body : [handler])) return [];
  const waited: ExpressionPart[] = [];
  someCode({ kind: 'statement', statement: statement.body, frames }, (inner) => {
    if (inner.kind === 'expression' && isAwaited(inner)) waited.push(inner);
    return false;
  });
  return waited;
}

function isAwaited(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'call' && part.expression.isAwaited === true;
}
