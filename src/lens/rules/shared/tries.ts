import { contains, type Span } from '../../../core/text/span.ts';
import type { Statement } from '../../syntax/program/program.ts';
import { type Part, someCode, type StatementPart } from '../../syntax/program/walk.ts';
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
