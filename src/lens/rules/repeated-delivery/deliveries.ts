import { contains, type Span } from '../../../core/text/span.ts';
import { type Binding, bindingOf, givenIn, nameIn } from '../../syntax/program/names.ts';
import type { Expression, Pattern, ScopeCode } from '../../syntax/program/program.ts';
import {
  type ExpressionPart,
  type Frames,
  type FunctionPart,
  type Part,
  someCode,
  type StatementPart,
  walkCode,
  within,
} from '../../syntax/program/walk.ts';
import { lazy } from '../../model/lazy.ts';
import type { RuleContext } from '../rule.ts';
import { ACKNOWLEDGING, isAcknowledging } from '../shared/acknowledging.ts';
import { codeOfFile, innerFunctionAround } from '../shared/code-at.ts';
import { functionOf, type GivenOf } from '../shared/function-of.ts';
import { oncePerFile } from '../shared/once.ts';

/** Code that runs once for each time that something is delivered: a message, an event, a change. */
export interface Delivery {
  /** Where its handler is handed over, or where what came is acknowledged. */
  readonly place: Span;
  /** The handler, and the functions of the file that it calls. */
  readonly functions: readonly FunctionPart[];
  /** Whether code has something of what was delivered in it. */
  readonly hasMessage: (part: Part) => boolean;
  /** It is acknowledged here: what comes later in that code is not repeated. */
  readonly until?: { readonly end: number; readonly within: Span };
}

/** The deliveries that a file handles. */
export const deliveriesIn = oncePerFile((context): readonly Delivery[] => {
  const { parts } = codeOfFile(context, context.file);
  const given = lazy(() => givenIn(parts));
  const functions = parts.filter((part) => part.kind === 'function');
  const loops = parts.filter((part): part is StatementPart => part.kind === 'statement').filter(spanOfLoop);
  const handed: Entry[] = [];
  // nearly all of a file hands over nothing, and makes no list of that
  for (const part of parts)
    if (mayHand(part)) handed.push(...entriesAt(context, part, given, functions, loops));
  const whole = exportedWhole(context, parts, given, functions);
  const received = functions.flatMap((part) =>
    givenReceived(part, part.fn === whole).map((entry) => ({ part, entry })),
  );
  // whoever calls a function of the file may look first whether the message came before
  const called = received.length === 0 ? NONE : calledIn(parts, given(), functions);
  const typed = received.flatMap(({ part, entry }) => (called.has(part.fn) ? [] : [entry]));
  const entries = [...handed, ...typed].slice(0, MOST_ENTRIES);
  return entries.map(({ code, message, ...entry }) => {
    const names = createNames(context);
    message.forEach(names.add);
    const reached = reachedFrom(code, names, given(), functions);
    return { ...entry, functions: reached, hasMessage: names.isIn };
  });
});

/** Handlers of one file that are looked at. */
const MOST_ENTRIES = 50;

/** Functions that one handler leads to. */
const MOST_FUNCTIONS = 20;

interface Entry extends Pick<Delivery, 'place' | 'until'> {
  /** The handler, or the loop through what came. */
  readonly code: FunctionPart | StatementPart;
  readonly message: readonly Binding[];
}

const NONE: ReadonlySet<FunctionPart['fn']> = new Set();

/** Whether it is of a kind that hands over a handler, or acknowledges something. */
function mayHand(part: Part): boolean {
  if (part.kind === 'statement') return part.statement.kind === 'declare';
  if (part.kind !== 'expression') return false;
  const { kind } = part.expression;
  return kind === 'new' || kind === 'member' || kind === 'call';
}

/** The handlers that a piece of code hands over, or the one that it acknowledges in. */
function entriesAt(
  context: RuleContext,
  part: Part,
  given: () => GivenOf,
  functions: readonly FunctionPart[],
  loops: readonly StatementPart[],
): readonly Entry[] {
  if (part.kind === 'statement') {
    const { statement, frames } = part;
    if (statement.kind !== 'declare' || statement.pattern.kind !== 'local' || statement.init === undefined)
      return [];
    const isTrigger =
      statement.type?.name === 'AzureFunction' && TRIGGERS.has(statement.pattern.name.toLowerCase());
    const init: ExpressionPart = { kind: 'expression', expression: statement.init, frames };
    return isTrigger ? handler(init, statement.pattern.span, given, functions, 1) : [];
  }
  if (part.kind !== 'expression') return [];
  const { expression, frames } = part;
  if (expression.kind !== 'new' && expression.kind !== 'member' && expression.kind !== 'call') return [];
  const at = (inner: Expression): ExpressionPart => ({ kind: 'expression', expression: inner, frames });
  if (expression.kind === 'new') {
    const { callee, args } = expression;
    const isWorker = callee.kind === 'import' && callee.module === 'bullmq' && callee.name === 'Worker';
    return isWorker && args[1] ? handler(at(args[1]), callee.span, given, functions) : [];
  }
  if (expression.kind === 'member' && expression.name === 'messageText')
    return readAt(context, at, expression);
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return [];
  const { callee, args } = expression;
  const place = { start: callee.nameStart, end: callee.span.end };
  const acknowledged = ACKNOWLEDGING.get(callee.name);
  if (acknowledged !== undefined && args.length >= acknowledged)
    return acknowledgedAt(context, at, args[0], place, loops);
  if (callee.name === 'consume' && args[1]) return handler(at(args[1]), place, given, functions);
  const isTrigger = (FUNCTIONS.has(callee.name) && nameIn(callee.object) === 'app') || isActivity(callee);
  return args.flatMap((arg) => {
    if (arg.kind !== 'object') return [];
    return arg.parts.flatMap((inner) => {
      if (inner.kind !== 'property' || typeof inner.name !== 'string') return [];
      const isHandler = isTrigger ? inner.name === 'handler' : HANDLERS.has(inner.name);
      return isHandler ? handler(at(inner.value), place, given, functions) : [];
    });
  });
}

/** Azure Functions, "Reliable event processing" and "Error handling and retries": triggers whose events come at least once. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'storageQueue',
  'serviceBusQueue',
  'serviceBusTopic',
  'eventHub',
  'eventGrid',
  'storageBlob',
  'cosmosDB',
]);

/** Durable Functions, "Activity functions": each is run at least once. `app.activity` of that package, or of what it is imported as. */
function isActivity({ name, object }: Extract<Expression, { kind: 'member' }>): boolean {
  const root = name === 'activity' && object.kind === 'member' ? object.object : object;
  return name === 'activity' && root.kind === 'import' && root.module === 'durable-functions';
}

/** The same where the template of the older model names the function so. */
const TRIGGERS: ReadonlySet<string> = new Set([
  'queuetrigger',
  'servicebusqueuetrigger',
  'servicebustopictrigger',
  'eventhubtrigger',
  'eventgridtrigger',
  'blobtrigger',
  'cosmosdbtrigger',
]);

/** Properties that `subscribe` of Service Bus and Event Hubs, `run` of kafkajs and `create` of sqs-consumer take. */
const HANDLERS: ReadonlySet<string> = new Set([
  'processMessage',
  'processEvents',
  'eachMessage',
  'eachBatch',
  'handleMessage',
  'handleMessageBatch',
]);

/** A function that is given what is delivered. */
function handler(
  value: ExpressionPart,
  place: Span,
  given: () => GivenOf,
  functions: readonly FunctionPart[],
  index = 0,
): readonly Entry[] {
  const fn = functionOf(value, given(), functions);
  return fn ? [{ place, code: fn, message: parameterOf(fn, index) }] : [];
}

/**
 * The function around an acknowledgement, which names the message: `queue.deleteMessage(message.messageId, message.popReceipt)`; in the
 * code of a module the loop.
 */
function acknowledgedAt(
  context: RuleContext,
  at: (inner: Expression) => ExpressionPart,
  named: Expression | undefined,
  place: Span,
  loops: readonly StatementPart[],
): readonly Entry[] {
  const root = named && rootOf(named);
  const fn = innerFunctionAround(context, { file: context.file, span: place });
  const message = root && bindingOf(root, at(root).frames);
  const loop = loops.findLast((one) => contains(spanOfLoop(one) ?? NOWHERE, place));
  const code = fn ?? loop;
  const within = fn?.fn.span ?? (loop && spanOfLoop(loop));
  if (code === undefined || within === undefined || message === undefined) return [];
  return [{ place, until: { end: place.start, within }, code, message: [message] }];
}

/** The function that is given a message of a storage queue, whose text it reads, and that leaves it to its caller to say that it is done with. */
function readAt(
  context: RuleContext,
  at: (inner: Expression) => ExpressionPart,
  { object, nameStart, span }: Extract<Expression, { kind: 'member' }>,
): readonly Entry[] {
  const fn = innerFunctionAround(context, { file: context.file, span });
  const message = object.kind === 'local' ? bindingOf(object, at(object).frames) : undefined;
  if (fn === undefined || message === undefined || someCode(fn, isAcknowledging)) return [];
  const isGiven = parameterOf(fn, 0).some(
    ({ scope, index }) => scope === message.scope && index === message.index,
  );
  return isGiven ? [{ place: { start: nameStart, end: span.end }, code: fn, message: [message] }] : [];
}

/**
 * The function that is given what a client received, by its type, or what a trigger of the older model of Azure Functions brings, by the
 * names of its template, and that leaves it to its caller to say that it is done with.
 */
function givenReceived(code: FunctionPart, isWhole: boolean): readonly Entry[] {
  const [first, second] = code.fn.parameters;
  const name = second?.name ?? '';
  const isTrigger = first?.name === 'context' && (BROUGHT.has(name) || (isWhole && isMessageName(name)));
  const index = isTrigger ? 1 : 0;
  const given = isTrigger ? second : first;
  if (given === undefined || (!isTrigger && !RECEIVED.has(given.type?.name ?? ''))) return [];
  if (someCode(code, isAcknowledging)) return [];
  const place = given.pattern.kind === 'local' ? given.pattern.span : code.fn.span;
  return [{ place, code, message: parameterOf(code, index) }];
}

/** What templates of the older model call what their triggers bring. */
const BROUGHT: ReadonlySet<string> = new Set([
  'myQueueItem',
  'mySbMsg',
  'eventGridEvent',
  'eventHubMessages',
  'myBlob',
]);

/**
 * What people call what a trigger of a queue brings. A trigger of requests brings `req`, and one of the clock a timer, also as an event;
 * what is but an `event` state machines and callbacks are given, too.
 */
const MESSAGES = /^(?:\w*(?:message|msg)|\w+event|queue_?item)s?$/i;

function isMessageName(name: string): boolean {
  return MESSAGES.test(name) && !/timer/i.test(name);
}

/** The function that is all of what a file exports, as the older model of Azure Functions has it: `module.exports = async function …`. */
function exportedWhole(
  context: RuleContext,
  parts: readonly Part[],
  given: () => GivenOf,
  functions: readonly FunctionPart[],
): FunctionPart['fn'] | undefined {
  const assigned = parts.flatMap((part): readonly ExpressionPart[] => {
    if (part.kind !== 'expression' || part.expression.kind !== 'assign') return [];
    const { target, value } = part.expression;
    const isExports = target.kind === 'member' && target.name === 'exports';
    const isModule = isExports && target.object.kind === 'global' && target.object.name === 'module';
    return isModule ? [{ ...part, expression: value }] : [];
  });
  const exported = context.programOf(context.file)?.exports.get('default');
  if (exported?.kind === 'function') return exported.fn;
  const [one, ...others] = assigned;
  return one === undefined || others.length > 0 ? undefined : functionOf(one, given(), functions)?.fn;
}

/** What clients of Service Bus, Event Hubs, storage queues, kafkajs and amqplib call what they received. */
const RECEIVED: ReadonlySet<string> = new Set([
  'ServiceBusReceivedMessage',
  'ReceivedEventData',
  'DequeuedMessageItem',
  'ReceivedMessageItem',
  'EachMessagePayload',
  'ConsumeMessage',
]);

function calledIn(
  parts: readonly Part[],
  given: GivenOf,
  functions: readonly FunctionPart[],
): ReadonlySet<FunctionPart['fn']> {
  return new Set(
    parts.flatMap((part) => {
      if (part.kind !== 'expression' || part.expression.kind !== 'call') return [];
      const called = functionOf({ ...part, expression: part.expression.callee }, given, functions);
      return called === undefined ? [] : [called.fn];
    }),
  );
}

const NOWHERE: Span = { start: -1, end: -1 };

function spanOfLoop({ statement }: StatementPart): Span | undefined {
  return statement.kind === 'for-of' ? statement.span : undefined;
}

function rootOf(expression: Expression): Extract<Expression, { kind: 'local' }> | undefined {
  if (expression.kind === 'member') return rootOf(expression.object);
  return expression.kind === 'local' ? expression : undefined;
}

/** The names that have something of a message. */
interface Names {
  readonly add: (binding: Binding) => void;
  readonly isIn: (part: Part) => boolean;
  /** Goes through a function in order, and adds what gets something of what is there. */
  readonly follow: (code: FunctionPart | StatementPart) => void;
}

function createNames(context: RuleContext): Names {
  const known = new Map<ScopeCode, Set<number>>();
  const add = ({ scope, index }: Binding): void => {
    known.set(scope, (known.get(scope) ?? new Set()).add(index));
  };
  const has = (part: Part): boolean => {
    if (part.kind !== 'expression' || part.expression.kind !== 'local') return false;
    const { scope, index } = bindingOf(part.expression, part.frames) ?? {};
    return scope !== undefined && index !== undefined && known.get(scope)?.has(index) === true;
  };
  const isIn = (part: Part): boolean => someCode(part, has);
  // what the table says is not what was delivered
  const isAsked = ({ expression: { span } }: ExpressionPart): boolean =>
    context.operations.some(({ callSpan }) => contains(span, callSpan));
  const take = (targets: readonly Binding[], value: ExpressionPart): void => {
    if (targets.length > 0 && !isAsked(value) && isIn(value)) targets.forEach(add);
  };
  const follow = (code: FunctionPart | StatementPart): void => {
    walkCode(code, (part) => {
      if (part.kind === 'function') return;
      const { frames } = part;
      const at = (expression: Expression): ExpressionPart => ({ kind: 'expression', expression, frames });
      if (part.kind === 'statement') {
        const { statement } = part;
        if (statement.kind === 'declare' && statement.init)
          take(localsIn(statement.pattern, frames), at(statement.init));
        if (statement.kind === 'for-of')
          take(localsIn(statement.target, within(frames, statement.scope)), at(statement.of));
        return;
      }
      const { expression } = part;
      if (expression.kind === 'assign') take(localsIn(expression.target, frames), at(expression.value));
      // `messages.map((message) => …)`
      if (expression.kind !== 'call' || expression.callee.kind !== 'member') return;
      const { args, callee } = expression;
      for (const arg of args) {
        if (arg.kind !== 'function') continue;
        take(parameterOf({ kind: 'function', fn: arg.fn, frames }, 0), at(callee.object));
      }
    });
  };
  return { add, isIn, follow };
}

/** The names that a pattern gives something to. */
export function localsIn(pattern: Pattern, frames: Frames): readonly Binding[] {
  switch (pattern.kind) {
    case 'local': {
      const binding = bindingOf(pattern, frames);
      return binding ? [binding] : [];
    }
    case 'object-pattern':
    case 'array-pattern':
      return [...pattern.parts.map((part) => part?.target), pattern.rest].flatMap((target) =>
        target === undefined ? [] : localsIn(target, frames),
      );
    default:
      return [];
  }
}

function parameterOf({ fn, frames }: FunctionPart, index: number): readonly Binding[] {
  const pattern = fn.parameters[index]?.pattern;
  return pattern ? localsIn(pattern, { scope: fn.scope, outer: frames }) : [];
}

/** A handler and the functions of the file that it leads to, with the names there that get something of the message. */
function reachedFrom(
  first: Entry['code'],
  names: Names,
  given: GivenOf,
  functions: readonly FunctionPart[],
): readonly FunctionPart[] {
  const reached: FunctionPart[] = first.kind === 'function' ? [first] : [];
  const all = [first];
  for (const one of all) {
    names.follow(one);
    walkCode(one, (part) => {
      if (part.kind !== 'expression' || part.expression.kind !== 'call') return;
      const { callee, args } = part.expression;
      const called = functionOf({ ...part, expression: callee }, given, functions);
      if (called === undefined || reached.length >= MOST_FUNCTIONS) return;
      for (const [index, arg] of args.entries())
        if (names.isIn({ ...part, expression: arg })) parameterOf(called, index).forEach(names.add);
      if (reached.some(({ fn }) => fn === called.fn)) return;
      reached.push(called);
      all.push(called);
    });
  }
  return reached;
}
