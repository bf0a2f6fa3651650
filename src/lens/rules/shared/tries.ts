import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Statement } from '../../syntax/program/program.ts';
import { type Frames, type Part, someCode, type StatementPart, within } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from './code-at.ts';
import { onceForEach } from './once.ts';

type Try = Extract<Statement, { readonly kind: 'try' }>;

type TryPart = StatementPart & { readonly statement: Try };

/** The `try` statements of a file, outer ones first. */
export const triesIn = onceForEach((context: RuleContext, file: string): readonly TryPart[] =>
  codeOfFile(context, file).parts.filter(
    (part): part is TryPart => part.kind === 'statement' && part.statement.kind === 'try',
  ),
);

/** Whether a call, or a part of one, stands in a piece of code. */
export function hasCallAt(part: Part, span: Span): boolean {
  return someCode(
    part,
    (inner) =>
      inner.kind === 'expression' &&
      inner.expression.kind === 'call' &&
      contains(inner.expression.span, span),
  );
}

/** What is done with what a call throws. */
export interface Handler {
  readonly statements: readonly Statement[];
  readonly frames: Frames;
}

/** The `catch` of each `try` around a call, and the functions that its `.catch(…)` is given right there. */
export function handlersAround(context: RuleContext, { file, span }: Place): readonly Handler[] {
  const ofTries = triesIn(context, file).flatMap(({ statement: { body, handler }, frames }) => {
    if (handler === undefined || !hasCallAt({ kind: 'statement', statement: body, frames }, span)) return [];
    const caught = within(frames, handler.scope);
    return handler.body.kind === 'block'
      ? [{ statements: handler.body.body, frames: within(caught, handler.body.scope) }]
      : [{ statements: [handler.body], frames: caught }];
  });
  const ofCalls = codeOfFile(context, file).parts.flatMap((part): readonly Handler[] => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return [];
    const { callee, args } = part.expression;
    if (callee.kind !== 'member' || callee.name !== 'catch' || !contains(callee.object.span, span)) return [];
    return args.flatMap((arg) =>
      arg.kind === 'function'
        ? [{ statements: arg.fn.body, frames: { scope: arg.fn.scope, outer: part.frames } }]
        : [],
    );
  });
  return [...ofTries, ...ofCalls];
}

/** Whether a `catch` does nothing but tell what was thrown, and throw again. */
export function throwsAlways(statements: readonly Statement[]): boolean {
  return (
    statements.at(-1)?.kind === 'throw' &&
    statements.every(({ kind }) => kind === 'expression' || kind === 'declare' || kind === 'throw')
  );
}
