import { countUpTo } from '../../../core/text/sorted.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from './code-at.ts';
import { oncePerFile } from './once.ts';

/**
 * Whether each turn waits for something else than a table before it deletes: a message is sent, a file is removed. What is deleted then
 * tells what is done, so that it cannot wait for others.
 */
export function hasOwnStepBefore(context: RuleContext, { method, nameSpan, repeated }: Write): boolean {
  if (method !== 'deleteEntity' || repeated === undefined) return false;
  const at = repeated.calledAt ?? nameSpan;
  const steps = ownSteps(context);
  const step = steps[countUpTo(steps, at.start, ({ start }) => start) - 1];
  return (
    step !== undefined &&
    contains(repeated.span, step) &&
    step.start >= repeated.head.end &&
    step.end <= at.start
  );
}

/** The calls of the file that it waits for and that are none of tables, in order. */
const ownSteps = oncePerFile((context): readonly Span[] => {
  const asked = context.operations.map(({ nameSpan }) => nameSpan.start).sort((a, b) => a - b);
  const before = (offset: number): number => countUpTo(asked, offset, (start) => start);
  return codeOfFile(context, context.file)
    .parts.flatMap((part) =>
      part.kind === 'expression' && part.expression.kind === 'call' && part.expression.isAwaited === true
        ? [part.expression.span]
        : [],
    )
    .filter(({ start, end }) => before(start) === before(end))
    .sort((a, b) => a.start - b.start);
});
