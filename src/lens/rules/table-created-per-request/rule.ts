import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { countUpTo } from '../../../core/text/sorted.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { CalledFunction, Caller, MakingCall, TableCall } from '../../model/tables/table-use.ts';
import { isSamePath, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, functionAround } from '../shared/code-at.ts';
import { onceForEach, oncePerFile } from '../shared/once.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';
import { isScheduled } from '../shared/scheduled.ts';
import { servesRequests } from './requests.ts';
import { areAmong, areLoops } from '../../syntax/facts/branches.ts';

/**
 * Making a table that is there is a request that the service answers with 409. A function pays for it with each of its own
 * requests where nothing remembers that the table was made.
 */
export const rule: Rule = {
  id: 'table-created-per-request',
  severity: 'information',
  title: () => l10n.t('A table is created for each request'),
  check: function* (context) {
    const { file } = context;
    // whoever makes the table elsewhere is what there is to mend: once a file is enough
    const told = new Set<string>();
    for (const call of context.tableUse().making.slice(0, MOST_CALLS)) {
      const { made } = call;
      const place: Place = { file: made.file, span: made.create.nameSpan };
      if (told.has(keyOf(place))) continue;
      const payer = isToldOrKept(context, call) ? undefined : usingPayer(context, call);
      if (payer === undefined || ONCE.test(payer.name ?? '')) continue;
      told.add(keyOf(place));
      yield {
        place: { file, span: call.nameSpan },
        ...explain(payer),
        related: [{ place, message: l10n.t('The table is created here.') }, ...related(file, payer)],
      };
    }
    for (const call of context.tableUse().calls.slice(0, MOST_CALLS)) {
      const isAgain =
        call.kind === 'create' &&
        call.isNew !== true &&
        !isKept(context, call) &&
        !isAskedEachTime(context, file, call);
      const payer = isAgain ? payerOf(context, call) : undefined;
      if (payer === undefined) continue;
      yield {
        place: { file, span: call.nameSpan },
        ...explain(payer),
        related: related(file, payer),
      };
    }
  },
};

function keyOf({ file, span }: Place): string {
  return `${span.start} ${file}`;
}

function related(file: string, { through }: Payer): NonNullable<Report['related']> {
  return through.map((span) => ({
    place: { file, span },
    message: l10n.t('It is called here each time.'),
  }));
}

/**
 * Whether something remembers that the table was made, here or in the function that is called, or that gives its callers the client: then it
 * is told of that function.
 */
function isToldOrKept(
  context: RuleContext,
  { nameSpan, made: { file, create, through } }: MakingCall,
): boolean {
  const isKeptThere = [create.nameSpan, ...through].some((span) => isKeptIn(context, { file, span }));
  return (
    isKeptThere ||
    isAskedEachTime(context, file, create) ||
    isKept(context, { nameSpan }) ||
    (through.length === 0 && isGivenBack(context, file, create))
  );
}

/** What people call functions that a program runs once, before anything else or for all of it. */
const ONCE =
  /^(?:main|run|boot(?:strap)?|start(?:up)?|init(?:iali[sz]e)?|set_?up|seed|migrate|import|install|prepare|restore|before)(?![a-z])/;

/** Calls of a file that make tables: nobody has a tenth of them. */
const MOST_CALLS = 200;

/** The function whose calls each send the request, and the calls that lead from there to it. */
interface Payer {
  readonly name?: string;
  /** It gives the client to those who call it, or serves requests. */
  readonly how?: 'asked' | 'served';
  readonly through: readonly Span[];
}

function explain({ name, how }: Payer): Message {
  if (how === 'served') return say('request');
  if (how === 'asked') return name === undefined ? say('client') : say('named-client', name);
  return name === undefined ? say('use') : say('named-use', name);
}

/** Who makes the table whenever it reads or writes, or asks for a client. */
function payerOf(context: RuleContext, call: TableCall): Payer | undefined {
  const asking =
    call.within && isGivenBack(context, context.file, call) ? clientUsers(context, call.within) : undefined;
  return asking ?? usingPayer(context, call);
}

/** The function that has the call and then, under no other condition, an operation. */
const usingPayer = onceForEach((context, call: Caller): Payer | undefined => {
  const { within, fn, branches, nameSpan } = call;
  if (within === undefined || branches.some(({ kind }) => kind === 'catch')) return undefined;
  const isUsed = context.operations.some(
    (operation) =>
      operation.fn === fn &&
      operation.nameSpan.start > nameSpan.end &&
      areAmong(branches, operation.branches),
  );
  if (branches.length === 0 && servesRequests(context, within.span) && !isRunByModule(within))
    return { ...(isUsed && isRunOften(context, within) ? named(within) : { how: 'served' }), through: [] };
  if (isUsed) return isRunOften(context, within) ? { ...named(within), through: [] } : undefined;
  // each table of a list
  if (!areLoops(branches)) return undefined;
  for (const caller of within.callers) {
    const payer = isKept(context, caller) ? undefined : usingPayer(context, caller);
    if (payer !== undefined) return { ...payer, through: [...payer.through, caller.nameSpan] };
  }
  return undefined;
});

/** What people call it; what a module of CommonJS exports as a whole has no name of its own. */
function named({ name }: CalledFunction): Pick<Payer, 'name'> {
  return name === undefined || name === 'exports' ? {} : { name };
}

/** Whether the function gives its callers the very client that it makes the table with, and nothing is asked before. */
function isGivenBack(context: RuleContext, file: string, { subject, branches, within }: TableCall): boolean {
  const [receiver, argument] = subject;
  const client = receiver && expressionAt(context, { file, span: receiver });
  const name = argument && expressionAt(context, { file, span: argument });
  if (client === undefined || within === undefined || branches.length > 0) return false;
  return functionAround(context, { file, span: within.span }).parts.some((part) => {
    const value =
      part.kind === 'statement' && part.statement.kind === 'return' ? part.statement.value : undefined;
    if (value === undefined || !contains(within.span, value.span)) return false;
    const given: ExpressionPart = { kind: 'expression', expression: value, frames: part.frames };
    return isSamePath(given, client) || (name !== undefined && isClientOf(given, name));
  });
}

/** Whether an expression makes the client of a table whose name stands elsewhere, too: `new TableClient(url, name, credential)`. */
function isClientOf({ expression, frames }: ExpressionPart, name: ExpressionPart): boolean {
  if (expression.kind !== 'new' && expression.kind !== 'call') return false;
  const { callee, args } = expression;
  const cls = expression.kind === 'new' ? callee : callee.kind === 'member' ? callee.object : undefined;
  const [, table] = args;
  return (
    cls !== undefined &&
    nameIn(cls) === 'TableClient' &&
    table !== undefined &&
    isSamePath({ kind: 'expression', expression: table, frames }, name)
  );
}

/** Who asks for a client again and again: other files, or functions of this one. */
function clientUsers(context: RuleContext, within: CalledFunction): Payer | undefined {
  const payer: Payer = { ...named(within), how: 'asked', through: [] };
  // who asks something first may have kept one
  const asking = within.callers.filter((caller) => caller.branches.length === 0 && !isKept(context, caller));
  if (!isEnclosed(context, within)) {
    const isAsked = asking.length > 0 || within.callers.length === 0;
    return isAsked && isOutermost(context, within) ? payer : undefined;
  }
  const often = asking.find((caller) => caller.within !== undefined && isRunOften(context, caller.within));
  return often && payer;
}

/** Whether a function runs for one thing after the other: others call it, or the file does in more than one run of its own. */
const isRunOften = onceForEach((context, within: CalledFunction): boolean => {
  if (!isEnclosed(context, within))
    return within.hasParameters && !isScheduled(context, within.span) && !isRunByModule(within);
  return within.callers.some((caller) => caller.within !== undefined && isRunOften(context, caller.within));
});

/** Whether the module's own code calls it: a script, which runs once. */
function isRunByModule({ callers }: CalledFunction): boolean {
  return callers.some(({ within }) => within === undefined);
}

/** Whether nothing but calls in this file reaches a function. */
function isEnclosed(context: RuleContext, { span }: CalledFunction): boolean {
  return enclosedIn(context).has(span.start);
}

/** Whether it stands in no other function, which might run it once and keep what it gives. */
function isOutermost({ programOf, file }: RuleContext, { span }: CalledFunction): boolean {
  return programOf(file)?.roots.some(({ fn }) => fn.span.start === span.start) === true;
}

const enclosedIn = oncePerFile((context): ReadonlySet<number> => {
  const enclosed = context.programOf(context.file)?.enclosed ?? [];
  return new Set([...enclosed].map(({ span }) => span.start));
});

/** Whether what a call gives, or that it was made, is remembered: `made ??= client.createTable()`. */
function isKept(context: RuleContext, { nameSpan }: Pick<Caller, 'nameSpan'>): boolean {
  return isKeptIn(context, { file: context.file, span: nameSpan });
}

function isKeptIn(context: RuleContext, { file, span }: Place): boolean {
  return decidedIn(context, file).some((decided) => contains(decided, span));
}

/** Whether a loop around it goes through anything but names that the code lists, or asks something of each: `if (made.has(name)) continue;`. */
function isAskedEachTime(context: RuleContext, file: string, { loops }: Pick<TableCall, 'loops'>): boolean {
  return loops.some(({ start }) => !plainLoops(context, file).has(start));
}

/** Where the loops of a file begin that go through names which the code lists, and ask nothing of them. */
const plainLoops = onceForEach((context, file: string): ReadonlySet<number> => {
  const { parts } = codeOfFile(context, file);
  const statements = parts.flatMap((part) => (part.kind === 'statement' ? part.statement : []));
  const asked = statements.flatMap((one) => (one.kind === 'if' ? one.test.span.start : []));
  asked.sort((a, b) => a - b);
  const asksIn = ({ start, end }: Span): boolean =>
    countUpTo(asked, end, (at) => at) > countUpTo(asked, start, (at) => at);
  return new Set(
    statements.flatMap((one) =>
      one.kind === 'for-of' && isListed(one.of) && !asksIn(one.span) ? one.span.start : [],
    ),
  );
});

/** `['Orders', 'Items']`, `Object.values(TABLES)` */
function isListed(list: Expression): boolean {
  if (list.kind !== 'call') return list.kind === 'array';
  const { callee, args } = list;
  const isOfObject =
    callee.kind === 'member' && nameIn(callee.object) === 'Object' && LISTING.has(callee.name);
  return isOfObject && args.every((arg) => nameIn(arg) !== undefined);
}

const LISTING: ReadonlySet<string> = new Set(['keys', 'values']);

/** Expressions that are only run where others beside them say so. */
const decidedIn = onceForEach((context, file: string): readonly Span[] =>
  codeOfFile(context, file).parts.flatMap(decided),
);

function decided(part: Part): readonly Span[] {
  if (part.kind !== 'expression') return [];
  const { expression } = part;
  switch (expression.kind) {
    case 'logical':
      return [expression.right.span];
    case 'conditional':
      return [expression.whenTrue.span, expression.whenFalse.span];
    case 'assign':
      return expression.operator !== undefined && LOGICAL.has(expression.operator)
        ? [expression.value.span]
        : [];
    default:
      return [];
  }
}

const LOGICAL: ReadonlySet<string> = new Set(['&&', '||', '??']);
