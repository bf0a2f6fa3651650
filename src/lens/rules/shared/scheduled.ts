import { covered, isCovered, type Span } from '../../../core/text/span.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, givenToNames } from './code-at.ts';
import { functionOf } from './function-of.ts';
import { oncePerFile } from './once.ts';

/** Whether a function is run by the clock: once a night it may well ask for its table. */
export function isScheduled(context: RuleContext, { start }: Span): boolean {
  return startsIn(context).has(start);
}

/** Whether something stands in such a function. */
export function isInScheduled(context: RuleContext, span: Span): boolean {
  return isCovered(spansIn(context), span);
}

/** The functions of a file that a timer runs. */
const scheduledIn = oncePerFile((context): readonly Span[] => {
  const code = codeOfFile(context, context.file);
  const given = givenToNames(context, code);
  const functions = code.parts.filter((part) => part.kind === 'function');
  const timed = code.parts.flatMap((part) => (part.kind === 'expression' ? timedBy(part) : []));
  return [
    ...timed.flatMap((part) => functionOf(part, given, functions)?.fn.span ?? []),
    ...functions.filter(({ fn }) => takesTimer(fn)).map(({ fn }) => fn.span),
  ];
});

const startsIn = oncePerFile(
  (context): ReadonlySet<number> => new Set(scheduledIn(context).map(({ start }) => start)),
);

const spansIn = oncePerFile((context) => covered(scheduledIn(context)));

/** `app.timer('nightly', { schedule, handler })`, `cron.schedule('0 2 * * *', handler)`, `new CronJob('0 2 * * *', handler)`. */
function timedBy({ expression, frames }: ExpressionPart): readonly ExpressionPart[] {
  if (expression.kind !== 'call' && expression.kind !== 'new') return [];
  const as = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  const { callee, args } = expression;
  const [first, ...others] = args;
  if (first?.kind === 'text' && CRON.test(first.text.text)) return others.map(as);
  if (callee.kind !== 'member' || callee.name !== 'timer') return [];
  return args.flatMap((arg) =>
    arg.kind !== 'object'
      ? []
      : arg.parts.flatMap((part) =>
          part.kind === 'property' && part.name === 'handler' ? [as(part.value)] : [],
        ),
  );
}

/** Five or six fields of numbers, names of days, ranges, lists and steps. */
const CRON = /^(?:[\d*?][\w*?,/-]*\s+){4,5}[\w*?][\w*?,/#-]*$/;

/** `async function (context, nightlyTimer)`, `(timer: Timer) => …`: what Azure Functions gives to what a timer runs. */
function takesTimer({ parameters }: FunctionCode): boolean {
  return parameters.some(({ name, type }) => /timer$/i.test(name ?? '') || type?.name === 'Timer');
}
