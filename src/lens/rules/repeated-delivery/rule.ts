import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { KeyExpression, PutProperty, Value, Write } from '../../model/operations/operation.ts';
import { isLocal, nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt } from '../shared/code-at.ts';
import { partsOfKey } from '../shared/key-values.ts';
import { shown } from '../shared/place.ts';
import { isKey } from '../shared/put-values.ts';
import { methodOf } from '../shared/repeated.ts';
import { handlersAround, throwsAlways } from '../shared/tries.ts';
import { mayKnowMessage } from './asked-first.ts';
import { deliveriesIn, type Delivery } from './deliveries.ts';
import { isFresh, isMadeOfGiven } from './made-keys.ts';
import { upsertFixes } from './fix.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/**
 * The guide, "Eventually consistent transactions pattern": a queue delivers at least once, so each step must do no harm when it is
 * done again.
 */
export const rule: Rule = {
  id: 'repeated-delivery',
  severity: 'information',
  title: () => l10n.t('A step that does harm when its message is delivered again'),
  check: function* (context) {
    for (const write of [...context.operations, ...context.called]) {
      if (write.kind !== 'write') continue;
      const delivery = deliveryOf(context, write);
      if (delivery === undefined) continue;
      const said = explain(context, delivery, write);
      if (said === undefined) continue;
      yield {
        place: methodOf(write),
        ...said,
        about: write,
        related: [
          {
            place: { file: write.file, span: delivery.place },
            message: l10n.t('The messages come in here.'),
          },
        ],
        fixes: () => upsertFixes(context, write),
      };
    }
  },
};

function explain(context: RuleContext, delivery: Delivery, write: Write): Message | undefined {
  const { inside } = write;
  const isFailing =
    inside === undefined
      ? failsAgain(context, delivery, write)
      : failsInside(context, delivery, write, inside);
  if (isFailing) return say('fails-again');
  const counted = countedAgain(context, delivery, write, inside ?? write);
  return counted && say('counted-again', shown(counted.name));
}

/** The delivery that runs a write before anybody says that the message is done with. */
function deliveryOf(context: RuleContext, { nameSpan }: Write): Delivery | undefined {
  return deliveriesIn(context).find(
    ({ functions, until }) =>
      (until === undefined || nameSpan.end <= until.end || !contains(until.within, nameSpan)) &&
      functions.some(({ fn }) => contains(fn.span, nameSpan)),
  );
}

/** Whether an entity is created whose keys are those of the message, and nobody looks whether it is there, or what the service says. */
function failsAgain(context: RuleContext, delivery: Delivery, write: Write): boolean {
  if (write.isInCatch || isHandled(context, write) || isAskedBefore(context, delivery, write)) return false;
  if (mayKnowMessage(context, delivery, write)) return false;
  if (write.method === 'createEntity') return isOfMessage(context, delivery, write);
  const actions = write.method === 'submitTransaction' ? (write.actions ?? []) : [];
  return actions.some(
    (action) =>
      action.kind === 'create' &&
      action.lists.every(({ when }) => when === undefined) &&
      isOfMessage(context, delivery, action),
  );
}

/** Whether a function of another file does so with what it is given of the message. */
function failsInside(context: RuleContext, delivery: Delivery, write: Write, inside: Write): boolean {
  return (
    !isHandled(context, write) &&
    !isAskedBefore(context, delivery, write) &&
    !mayKnowMessage(context, delivery, write) &&
    isCreatedOfMessage(context, delivery, write, inside)
  );
}

/** Whether a call of a function of another file creates an entity whose keys that makes of what it is given of the message. */
function isCreatedOfMessage(
  context: RuleContext,
  delivery: Delivery,
  { file, callSpan }: Write,
  inside: Write,
): boolean {
  const call = expressionAt(context, { file, span: callSpan });
  if (call?.expression.kind !== 'call' || inside.method !== 'createEntity') return false;
  const { args } = call.expression;
  return isMadeOfGiven(context, inside, (index) => {
    const arg = args.slice(0, index + 1).some(({ kind }) => kind === 'spread') ? undefined : args[index];
    const given: ExpressionPart | undefined = arg && { ...call, expression: arg };
    return given !== undefined && delivery.hasMessage(given) && !someCode(given, isOfOneDelivery);
  });
}

/** Whether somebody reads the table first. */
function isAskedBefore(context: RuleContext, delivery: Delivery, write: Write): boolean {
  const isOfOneTable = ({ table, receiver }: Pick<Write, 'table' | 'receiver'>): boolean =>
    table === undefined ? receiver.text === write.receiver.text : table === write.table;
  return context.operations.some(
    (other) =>
      other.kind !== 'write' &&
      other.nameSpan.start < write.nameSpan.start &&
      delivery.functions.some(({ fn }) => contains(fn.span, other.nameSpan)) &&
      isOfOneTable(other),
  );
}

/** Whether keys are worked out from the message alone, here or by a function of another file, and so the same each time. */
function isOfMessage(
  context: RuleContext,
  { hasMessage }: Delivery,
  { partitionKey, rowKey, values }: Pick<Write, 'partitionKey' | 'rowKey' | 'values'>,
): boolean {
  if (partitionKey === undefined || rowKey === undefined) return false;
  const partsOf = (key: KeyExpression, name: string): readonly { value: Value; place: Place }[] => {
    const given = values.find((put) => put.name === name)?.place;
    return partsOfKey(key).map(({ value, place }) => ({
      value,
      place: place.file === context.file ? place : (given ?? place),
    }));
  };
  const parts = [...partsOf(partitionKey, 'partitionKey'), ...partsOf(rowKey, 'rowKey')];
  return (
    parts.length > 0 &&
    parts.every(({ value, place }) => {
      const code = place.file === context.file ? expressionAt(context, place) : undefined;
      return code !== undefined && !isFresh(value) && hasMessage(code) && !someCode(code, isOfOneDelivery);
    })
  );
}

/** What a message has that is another one each time it comes. */
function isOfOneDelivery(part: Part): boolean {
  return part.kind === 'expression' && PER_DELIVERY.has(nameIn(part.expression) ?? '');
}

const PER_DELIVERY: ReadonlySet<string> = new Set([
  'popReceipt',
  'dequeueCount',
  'deliveryCount',
  'lockToken',
  'nextVisibleOn',
  'lockedUntilUtc',
  'deliveryTag',
]);

/** Whether somebody may look at what the service says: where the write stands, and inside of the function that sends it. */
function isHandled(context: RuleContext, { file, callSpan, via }: Write): boolean {
  const own: Place = { file, span: callSpan };
  return mayHandle(context, own) || (via !== undefined && mayHandle(context, via.place));
}

function mayHandle(context: RuleContext, place: Place): boolean {
  return (
    handlersAround(context, place).some(({ statements }) => !throwsAlways(statements)) ||
    codeOfFile(context, place.file).parts.some((part) => isCaughtBy(part, place.span))
  );
}

/** `write.catch(…)`, or a function that others run: `retry(() => write)`. */
function isCaughtBy(part: Part, span: Span): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
  const { callee, args } = part.expression;
  if (callee.kind === 'member' && CATCHING.has(callee.name) && contains(callee.object.span, span))
    return true;
  const isInside = (arg: Expression): boolean => contains(arg.span, span);
  if (callee.kind === 'member' && callee.name === 'allSettled') return args.some(isInside);
  const name = nameIn(callee) ?? '';
  return !OF_EACH.has(name) && args.some((arg) => arg.kind === 'function' && isInside(arg));
}

const CATCHING: ReadonlySet<string> = new Set(['catch', 'then']);

/** Functions that run what they are given and let pass what it throws: of lists, and those that hand messages over. */
const OF_EACH: ReadonlySet<string> = new Set(['map', 'forEach', 'flatMap', 'then', 'consume', 'Worker']);

/** The property to which something is added that it had when it was read, where nothing tells a message from one that came before. */
function countedAgain(
  context: RuleContext,
  delivery: Delivery,
  write: Write,
  { values }: Pick<Write, 'values'>,
): PutProperty | undefined {
  if (write.method !== 'updateEntity' && write.method !== 'upsertEntity') return undefined;
  const counted = values.find((put) => !isKey(put.name) && isSum(context, put));
  if (counted === undefined || isTold(delivery, write) || isNotedBefore(context, delivery, write))
    return undefined;
  return counted;
}

/** Whether the message is created as an entity of its own first: the second time the service rejects that. */
function isNotedBefore(context: RuleContext, delivery: Delivery, { nameSpan }: Write): boolean {
  return [...context.operations, ...context.called].some(
    (other) =>
      other.kind === 'write' &&
      other.method === 'createEntity' &&
      other.nameSpan.start < nameSpan.start &&
      delivery.functions.some(({ fn }) => contains(fn.span, other.nameSpan)) &&
      (other.inside === undefined
        ? isOfMessage(context, delivery, other)
        : isCreatedOfMessage(context, delivery, other, other.inside)),
  );
}

/** `count: entity.count + 1`, `entity.count += 1`, also in a function of another file. */
function isSum(context: RuleContext, { name, at, place }: PutProperty): boolean {
  const assigned = expressionAt(context, at)?.expression;
  if (assigned?.kind === 'update') return true;
  if (assigned?.kind === 'assign' && assigned.operator !== undefined) return SUMS.has(assigned.operator);
  const code = expressionAt(context, place);
  return (
    code?.expression.kind === 'binary' &&
    SUMS.has(code.expression.operator) &&
    someCode(
      code,
      (part) =>
        part.kind === 'expression' && part.expression.kind === 'member' && part.expression.name === name,
    )
  );
}

const SUMS: ReadonlySet<string> = new Set(['+', '-']);

/** Whether a condition before a write compares the message with something else, as what was done before. */
function isTold({ functions, hasMessage }: Delivery, { callSpan }: Write): boolean {
  return functions.some((fn) =>
    someCode(fn, (part) => {
      const test = testOf(part);
      if (test === undefined || test.expression.span.start > callSpan.start) return false;
      return hasMessage(test) && someCode(test, (inner) => isOther(inner, hasMessage) || isAsking(inner));
    }),
  );
}

function testOf(part: Part): ExpressionPart | undefined {
  if (part.kind === 'statement')
    return part.statement.kind === 'if'
      ? { ...part, kind: 'expression', expression: part.statement.test }
      : undefined;
  return part.kind === 'expression' && part.expression.kind === 'conditional'
    ? { ...part, expression: part.expression.test }
    : undefined;
}

/** `await isFirst(message.id)` */
function isAsking(part: Part): boolean {
  return part.kind === 'expression' && part.expression.kind === 'call' && part.expression.isAwaited === true;
}

/** A name that has nothing of the message. */
function isOther(part: Part, hasMessage: Delivery['hasMessage']): boolean {
  return isLocal(part) && !hasMessage(part);
}
