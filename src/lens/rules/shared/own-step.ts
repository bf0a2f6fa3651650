import { countUpTo } from '../../../core/text/sorted.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Repetition, Value, Write } from '../../model/operations/operation.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from './code-at.ts';
import { oncePerFile } from './once.ts';
import { isKey } from './put-values.ts';

/**
 * Whether each turn waits for something else than a table before it writes: a message is sent, a file is removed. What is deleted then
 * tells what is done, so that it cannot wait for others; so does what is written after a step, if it says no more than that, and when.
 */
export function hasOwnStepBefore(context: RuleContext, write: Write): boolean {
  const { method, nameSpan, repeated } = write;
  if (repeated === undefined || (method !== 'deleteEntity' && !isMark(write))) return false;
  const steps = ownSteps(context);
  return isBefore(
    method === 'deleteEntity' ? steps.all : steps.alone,
    repeated,
    repeated.calledAt ?? nameSpan,
  );
}

/** Whether an entity gets nothing but constants and the time. */
function isMark({ isWhole, values }: Write): boolean {
  return isWhole === true && values.every(({ name, value }) => isKey(name) || isConstantOrNow(value));
}

function isConstantOrNow(value: Value): boolean {
  switch (value.kind) {
    case 'text':
      return value.segments.every((part) => part.kind === 'literal' || isConstantOrNow(part.hole));
    case 'number':
    case 'number-text': {
      const { constant, origin } = value.number;
      return constant !== undefined || (origin.kind === 'time' && origin.isNow === true);
    }
    case 'time-text':
      return value.isNow === true;
    case 'boolean':
      return value.value !== undefined;
    case 'nothing':
      return true;
    case 'oneOf':
      return value.values.every((one) => isConstantOrNow(one.value));
    case 'unknown':
    case 'random-text':
      return false;
  }
}

/** Whether a loop waits in each turn for a step of its own, of which it takes nothing. */
export function hasOwnStep(context: RuleContext, repeated: Repetition): boolean {
  const { span } = repeated;
  return isBefore(ownSteps(context).alone, repeated, { start: span.end, end: span.end });
}

function isBefore(steps: readonly Span[], { head, span }: Repetition, at: Span): boolean {
  const step = steps[countUpTo(steps, at.start, ({ start }) => start) - 1];
  return step !== undefined && contains(span, step) && step.start >= head.end && step.end <= at.start;
}

interface Steps {
  /** The calls of the file that it waits for and that are none of tables, in order. */
  readonly all: readonly Span[];
  /** Those that give nothing, and don't just let time pass. */
  readonly alone: readonly Span[];
}

const ownSteps = oncePerFile((context): Steps => {
  const asked = context.operations.map(({ nameSpan }) => nameSpan.start).sort((a, b) => a - b);
  const before = (offset: number): number => countUpTo(asked, offset, (start) => start);
  const { parts } = codeOfFile(context, context.file);
  const stepsAmong = (expressions: readonly Expression[]): readonly Span[] =>
    expressions
      .filter((one) => one.kind === 'call' && one.isAwaited === true)
      .map(({ span }) => span)
      .filter(({ start, end }) => before(start) === before(end))
      .sort((a, b) => a.start - b.start);
  return {
    all: stepsAmong(parts.flatMap((part) => (part.kind === 'expression' ? [part.expression] : []))),
    alone: stepsAmong(parts.flatMap(aloneIn)),
  };
});

function aloneIn(part: Part): readonly Expression[] {
  if (part.kind !== 'statement' || part.statement.kind !== 'expression') return [];
  const { expression } = part.statement;
  return expression.kind === 'call' && PASSES_TIME.test(nameIn(expression.callee) ?? '') ? [] : [expression];
}

const PASSES_TIME = /sleep|delay|pause|wait|timeout/i;
