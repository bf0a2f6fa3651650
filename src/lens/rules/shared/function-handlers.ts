import { nameIn } from '../../syntax/program/names.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, givenToNames } from './code-at.ts';
import { functionOf } from './function-of.ts';
import { oncePerFile } from './once.ts';

/** The functions that a file gives Azure Functions to run: once one has ended, the host may stop what it left behind. */
export const functionHandlersIn = oncePerFile((context: RuleContext): ReadonlySet<FunctionCode> => {
  const code = codeOfFile(context, context.file);
  const given = givenToNames(context, code);
  const functions = code.parts.filter((part) => part.kind === 'function');
  const handed = code.parts.flatMap((part) => (part.kind === 'expression' ? handedIn(part) : []));
  return new Set(handed.flatMap((part) => functionOf(part, given, functions)?.fn ?? []));
});

/** `app.http('orders', { handler })` */
function handedIn({ expression, frames }: ExpressionPart): readonly ExpressionPart[] {
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return [];
  const { callee, args } = expression;
  if (!TRIGGERS.has(callee.name) || nameIn(callee.object) !== 'app') return [];
  const as = (one: Expression): ExpressionPart => ({ kind: 'expression', expression: one, frames });
  return args.flatMap((arg) =>
    arg.kind !== 'object'
      ? []
      : arg.parts.flatMap((part) =>
          part.kind === 'property' && part.name === 'handler' ? [as(part.value)] : [],
        ),
  );
}

/** Azure Functions, "Node.js developer guide", version 4: the triggers of `app`. */
const TRIGGERS: ReadonlySet<string> = new Set([
  ...['http', 'timer', 'storageBlob', 'storageQueue', 'serviceBusQueue', 'serviceBusTopic'],
  ...['eventHub', 'eventGrid', 'cosmosDB', 'generic', 'warmup'],
]);
