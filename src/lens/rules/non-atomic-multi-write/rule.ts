import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { areOtherTables } from '../../model/tables/accounts.ts';
import type { KeyExpression, Value, Write } from '../../model/operations/operation.ts';
import { tableKey } from '../../model/tables/tables.ts';
import { bare, isSameCode, isSamePath, namedIn, nameIn, pathOf } from '../../syntax/program/names.ts';
import type { Statement } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeBetween, codeOfFile, expressionAt, functionAround } from '../shared/code-at.ts';
import { copiesIn } from '../shared/copies.ts';
import { areDifferent, areSame } from '../shared/different-keys.ts';
import { constantKey, partsOfKey } from '../shared/key-values.ts';
import { onceForEach, oncePerFile } from '../shared/once.ts';
import { isKey } from '../shared/put-values.ts';
import { ranIn } from '../shared/ran-in.ts';
import { loopOf, methodOf } from '../shared/repeated.ts';
import { handlersAround } from '../shared/tries.ts';
import { areTwoTables } from '../shared/two-tables.ts';
import { isTransfer, shareAmount } from './amounts.ts';
import { transactionFixes } from './fix.ts';
import { say } from './messages.ts';
import { moves } from './moved.ts';
import { areAmong } from '../../syntax/facts/branches.ts';

/** The guide, "Eventually consistent transactions pattern". */
export const rule: Rule = {
  id: 'non-atomic-multi-write',
  severity: 'information',
  title: () => l10n.t('Related writes without a transaction'),
  check: function* (context) {
    for (const writes of byFunction(context)) {
      for (const write of writes.filter((one) => isOfSeveralPartitions(context, one))) {
        const { repeated } = write;
        yield {
          place: methodOf(write),
          ...say('other-partition'),
          related: repeated === undefined ? [] : loopOf(write, repeated),
        };
      }
      const pair = firstPair(context, writes);
      if (pair === undefined) continue;
      const [first, second] = pair;
      yield {
        place: methodOf(second),
        ...(isOnePartition(context, first, second)
          ? say('same-partition')
          : areTwoTables(first, second)
            ? say('other-table')
            : say('other-partition')),
        related: [{ place: methodOf(first), message: l10n.t('The first write is here.') }],
        fixes: () => (isOnePartition(context, first, second) ? transactionFixes(context, first, second) : []),
      };
    }
  },
};

/**
 * Whether a loop through what the code lists writes about one thing to partitions of which each is another one: `[byId(user),
 * byEmail(user)]`. What is constant in all of them is no one thing.
 */
function isOfSeveralPartitions(context: RuleContext, write: Write): boolean {
  const { method, repeated, partitionKey, rowKey, values } = write;
  if (method === 'submitTransaction' || repeated?.over !== 'others' || repeated.partition !== 'other')
    return false;
  const partitions = partitionKey?.value.kind === 'oneOf' ? partitionKey.value.values : [];
  const [first, ...others] = partitions.filter(({ when }) => when === undefined);
  const areApart =
    first !== undefined &&
    others.length > 0 &&
    others.length === partitions.length - 1 &&
    others.every(({ value }) => areDifferent(first.value, value));
  const shared = [rowKey?.value, ...values.flatMap(({ name, value }) => (isKey(name) ? [] : [value]))].filter(
    (value) => value?.kind === 'unknown' && value.symbol !== undefined && value.given !== undefined,
  );
  if (!areApart || shared.length === 0 || isRecord(write)) return false;
  return shared.length >= LEAST_SHARED || !canRepeat(context, write);
}

/** The writes of each function, but of those that undo something in a `catch`. */
function byFunction({ operations, called }: RuleContext): Iterable<readonly Write[]> {
  const own = operations.filter((operation) => operation.kind === 'write');
  const single = called.filter(({ method }) => method !== 'submitTransaction');
  const all = [...own, ...single].sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  return [...grouped(all, (write) => ranIn(write).fn).values()].filter(
    (writes) => !writes.some(({ isInCatch }) => isInCatch),
  );
}

/** Writes of one function that are compared with each other. */
const MOST_WRITES = 50;

function firstPair(context: RuleContext, all: readonly Write[]): readonly [Write, Write] | undefined {
  const writes = all.slice(0, MOST_WRITES);
  for (const [i, second] of writes.entries()) {
    const first = writes.slice(0, i).find((one) => belongTogether(context, one, second));
    if (first !== undefined) return [first, second];
  }
  return undefined;
}

function belongTogether(context: RuleContext, a: Write, b: Write): boolean {
  // of what one function writes together that function tells
  const isOneCall = a.callSpan.start === b.callSpan.start;
  if (isOneCall || !follows(a, b)) return false;
  if (isRecord(a) || isRecord(b))
    return (
      areTwoTables(a, b) &&
      isIndex(b, a) &&
      !(canRepeat(context, a) && (canRepeat(context, b) || isThereAccepted(context, b)))
    );
  // what is only ever overwritten can be done again, but one transaction keeps copies of one entity equal
  if (canRepeat(context, a) && (canRepeat(context, b) || isThereAccepted(context, b)))
    return copiesOf(context).get(a)?.has(b) === true || isSamePartition(context, a, b, true);
  if (moves(context, a, b) !== undefined) return true;
  if (copiesOf(context).get(a)?.has(b) === true && !isSamePartition(context, a, b)) return true;
  const areTables = areTwoTables(a, b);
  if ((areTables || areGivenApart(context, a, b)) && isTransfer(context, a, b)) return true;
  if (!areTables && !isOtherPartition(a, b) && !isSamePartition(context, a, b)) return false;
  const names = pathsIn(context, a);
  if (pathsIn(context, b).some((path) => names.some((one) => isSamePath(one, path)))) return true;
  const isPointed = points(a, b) || points(b, a);
  return areTables ? isPointed || keysHold(context, a, b) : isPointed && isOtherPartition(a, b);
}

/**
 * Whether one value is in the keys of both, whatever the code calls it in the functions that write them. What is listed to be deleted first
 * is listed again where it failed.
 */
function keysHold(context: RuleContext, a: Write, b: Write): boolean {
  const own = keySymbols(a);
  return [...keySymbols(b), ...listedPartition(context, b)].some((symbol) => own.includes(symbol));
}

/** What names the partition of which all is deleted that is listed. */
function listedPartition(context: RuleContext, { listed }: Write): readonly number[] {
  const query = context.operations.find(
    ({ kind, file, callSpan }) =>
      kind === 'query' && file === listed?.file && callSpan.start === listed.span.start,
  );
  if (query?.kind !== 'query' || query.filter.kind !== 'known') return [];
  return query.filter.alternatives.flatMap(({ text, classification: { region } }) => {
    const { partitionKey } = region;
    const hole =
      partitionKey.kind === 'fixed' && partitionKey.value.kind === 'hole'
        ? text.holes.get(partitionKey.value.offset)
        : undefined;
    return hole === undefined ? [] : symbolsIn(hole);
  });
}

/** Whether an entity says where another one is: it has all that is not constant in the other one's keys. */
function points(from: Write, to: Write): boolean {
  const keys = keySymbols(to);
  const held = new Set([...keySymbols(from), ...from.values.flatMap(({ value }) => symbolsIn(value))]);
  return keys.length > 0 && keys.every((symbol) => held.has(symbol));
}

function keySymbols(write: Write): readonly number[] {
  const { readRow } = write;
  // an entity that was read has the keys by which it was
  const asked = readRow === undefined ? [] : [readRow.partitionKey, readRow.rowKey];
  const parts = [
    ...keysIn(write).flatMap(partsOfKey),
    ...asked.flatMap((value) => partsOfKey({ value, place: methodOf(write) })),
  ];
  return parts.flatMap(({ value }) => symbolsIn(value));
}

/** The keys of a write, or of the actions of a transaction. */
function keysIn({ partitionKey, rowKey, actions = [] }: Write): readonly KeyExpression[] {
  return [partitionKey, rowKey, ...actions.flatMap((action) => [action.partitionKey, action.rowKey])].filter(
    (key) => key !== undefined,
  );
}

function symbolsIn(value: Value): readonly number[] {
  // an id that was drawn for both says more than a value that both were given
  const isOne = value.kind === 'unknown' || value.kind === 'random-text';
  return isOne && value.symbol !== undefined ? [value.symbol] : [];
}

/** A write that can be done again after it was done: one that overwrites, or a delete whose error is handled right there. */
function canRepeat(
  context: RuleContext,
  { method, callSpan, file, etag, stale, actions = [] }: Write,
): boolean {
  if (method === 'submitTransaction')
    return actions.every(
      (action) => action.kind === 'upsert' || (action.kind === 'update' && action.stale === undefined),
    );
  if (method === 'upsertEntity') return true;
  if (method === 'updateEntity') return (etag === 'missing' || etag === 'any') && stale === undefined;
  if (method !== 'deleteEntity') return false;
  if (isMissingAccepted(context, { file, span: callSpan })) return true;
  return functionAround(context, { file, span: callSpan }).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
    const { callee } = part.expression;
    return callee.kind === 'member' && callee.name === 'catch' && callee.object.span.end === callSpan.end;
  });
}

/** Whether a `catch` around a delete knows that there may be nothing to delete anymore, and goes on then. */
function isMissingAccepted(context: RuleContext, place: Place): boolean {
  return handlersAround(context, place).some(({ statements, frames }) =>
    statements.some((statement) => someCode({ kind: 'statement', statement, frames }, isMissing)),
  );
}

/** Whether a `catch` around a write that creates takes it well that the entity is there: what comes after that may not be done then. */
function isThereAccepted(context: RuleContext, { method, file, callSpan }: Write): boolean {
  if (method !== 'createEntity') return false;
  return handlersAround(context, { file, span: callSpan }).some(({ statements, frames }) => {
    const at = statements.findIndex(({ kind }) => kind === 'if');
    const first = statements[at];
    if (first?.kind !== 'if' || statements.slice(0, at).some(leaves)) return false;
    // `if (error.statusCode !== 409) throw error;`, or `if (error.statusCode === 409) return; throw error;`
    const asks = (operators: ReadonlySet<string>): boolean =>
      someCode({ kind: 'expression', expression: first.test, frames }, (part) => isOfThere(part, operators));
    return asks(NOT) ? !statements.slice(at + 1).some(throws) : asks(IS) && !throws(first.then);
  });
}

const NOT: ReadonlySet<string> = new Set(['!==', '!=']);
const IS: ReadonlySet<string> = new Set(['===', '==']);

/** Whether an error is compared with the answer that an entity is there. */
function isOfThere(part: Part, operators: ReadonlySet<string>): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'binary') return false;
  const { operator, left, right } = part.expression;
  return (
    operators.has(operator) &&
    [left, right].some(
      (side) =>
        (side.kind === 'number' && side.value === 409) ||
        (side.kind === 'text' && side.text.text === 'EntityAlreadyExists'),
    )
  );
}

/** What comes after it is not reached. */
function leaves(statement: Statement): boolean {
  return statement.kind === 'return' || throws(statement);
}

function throws(statement: Statement): boolean {
  return statement.kind === 'throw' || (statement.kind === 'block' && statement.body.some(throws));
}

function isMissing(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'number') return expression.value === 404;
  return expression.kind === 'text' && expression.text.text === 'ResourceNotFound';
}

/** Whether both are of one partition, as far as that is seen. */
function isOnePartition(context: RuleContext, a: Write, b: Write): boolean {
  return isSamePartition(context, a, b) || moves(context, a, b) === 'row';
}

/** Whether one transaction could do both: two entities of one partition that are about the same thing, or copies of it. */
function isSamePartition(context: RuleContext, a: Write, b: Write, onlyCopies = false): boolean {
  if (areOtherTables(a, b) || a.receiver.text !== b.receiver.text || a.repeated || b.repeated) return false;
  const isCopy = copiesOf(context).get(a)?.has(b) === true;
  // what a function makes of its arguments is not written here
  if (a.via !== undefined || b.via !== undefined) return isCopy && haveOnePartition(a, b);
  const [own, other] = [keyCode(context, a.partitionKey), keyCode(context, b.partitionKey)];
  const [row, otherRow] = [keyCode(context, a.rowKey), keyCode(context, b.rowKey)];
  if (own === undefined || other === undefined || row === undefined || otherRow === undefined) return false;
  if (!isSameCode(own, other, true) || isSameCode(row, otherRow, true)) return false;
  if (!isCopy) {
    const things = onlyCopies ? [] : thingsIn(row);
    const areOfOne = thingsIn(otherRow).some((thing) => things.some((one) => isSamePath(one, thing)));
    if (!areOfOne && (onlyCopies || !shareAmount(context, a, b))) return false;
  }
  const place = { file: context.file, span: a.callSpan };
  return !codeBetween(context, place, b.callSpan.start).some(waits);
}

/** Whether the PartitionKey of two rows is one in every run. */
function haveOnePartition({ partitionKey, rowKey }: Write, other: Write): boolean {
  if (!partitionKey || !rowKey || !other.partitionKey || !other.rowKey) return false;
  return areSame(partitionKey.value, other.partitionKey.value) && !areSame(rowKey.value, other.rowKey.value);
}

/** The writes of the file that make a copy of what another one makes, by that one. */
const copiesOf = oncePerFile((context): ReadonlyMap<Write, ReadonlySet<Write>> => {
  const writes = context.operations.filter((operation) => operation.kind === 'write');
  const pairs = grouped(copiesIn(writes), ({ first }) => first.write);
  return new Map([...pairs].map(([write, all]) => [write, new Set(all.map(({ second }) => second.write))]));
});

/** What is done between two writes so that one transaction cannot do both: a lock is held, an answer is looked at. */
function waits(part: Part): boolean {
  switch (part.kind) {
    case 'statement':
      return ['if', 'return', 'throw'].includes(part.statement.kind);
    case 'expression':
      return part.expression.kind === 'call'
        ? part.expression.isAwaited === true
        : part.expression.kind === 'yield';
    case 'function':
      return false;
  }
}

/** A key, where it is written in the file itself. */
function keyCode(context: RuleContext, key: KeyExpression | undefined): ExpressionPart | undefined {
  return key?.place.file === context.file ? expressionAt(context, key.place) : undefined;
}

/** The names that the values in an expression begin with: `employee` of `idKey(employee.id)`. */
function thingsIn(code: ExpressionPart): readonly ExpressionPart[] {
  return namedIn(code).filter(({ expression }) => expression.kind !== 'member');
}

/** Whether both are done in the same run of the function. */
function follows(a: Write, b: Write): boolean {
  const [own, other] = [ranIn(a).branches, ranIn(b).branches];
  return areAmong(own, other) || areAmong(other, own);
}

/** What is written about others, for people to read. */
function isRecord({ table, receiver, partitionKey }: Write): boolean {
  const kind = partitionKey && constantKey(partitionKey.value);
  return OF_RECORDS.test(table ?? receiver.text) || (kind !== undefined && IS_RECORD.test(kind));
}

const OF_RECORDS = /log|audit|metric|trace|telemetry|history/i;
const IS_RECORD = /(?:^|[^a-z])(?:logs?|audits?|metrics?|traces?|telemetry|history)(?:$|[^a-z])/i;

/** A value, such as an id, that another record has says only what both are about. */
const LEAST_SHARED = 2;

/** Whether all that a record says is in another one, too, which so is found through it: who looks there misses what is not. */
function isIndex(index: Write, whole: Write): boolean {
  if (!isRecord(index) || !isRecord(whole)) return false;
  const { values } = index;
  const held = new Set(whole.values.flatMap(({ value }) => symbolsIn(value)));
  const own = values.filter(({ name }) => !isKey(name));
  return (
    own.length >= LEAST_SHARED &&
    own.every(({ value }) => symbolsIn(value).some((symbol) => held.has(symbol)))
  );
}

function isOtherPartition(a: Write, b: Write): boolean {
  if (
    tableKey(a.table ?? '') !== tableKey(b.table ?? '') ||
    areOtherTables(a, b) ||
    a.receiver.text !== b.receiver.text
  )
    return false;
  return (
    a.partitionKey !== undefined &&
    b.partitionKey !== undefined &&
    areDifferent(a.partitionKey.value, b.partitionKey.value)
  );
}

/** Whether the PartitionKeys of two writes through one client are two parameters that nothing compares, and no caller in the file gives. */
function areGivenApart(context: RuleContext, a: Write, b: Write): boolean {
  if (areOtherTables(a, b) || a.receiver.text !== b.receiver.text) return false;
  const [own, other] = [parameterIn(a), parameterIn(b)];
  if (own === undefined || own.fn !== other?.fn || own.name === other.name) return false;
  // with one PartitionKey, too, it would be one entity
  if (!a.rowKey || !b.rowKey || !isOneRow(a.rowKey.value, b.rowKey.value)) return false;
  const names = [own.name, other.name];
  return (
    !isEnclosed(context, a) &&
    !functionAround(context, { file: a.file, span: a.callSpan }).parts.some((part) => comparesOf(part, names))
  );
}

/** Whether an operation is in a function that only calls in its file reach: they may give one value for both. */
function isEnclosed(context: RuleContext, { file, callSpan }: Write): boolean {
  const enclosed = context.programOf(file)?.enclosed;
  return codeOfFile(context, file).parts.some(
    (part) => part.kind === 'function' && contains(part.fn.span, callSpan) && enclosed?.has(part.fn) === true,
  );
}

function isOneRow(a: Value, b: Value): boolean {
  const constant = constantKey(a);
  return areSame(a, b) || (constant !== undefined && constant === constantKey(b));
}

/** The parameter that a PartitionKey is. */
function parameterIn({ partitionKey }: Write): { readonly name: string; readonly fn: number } | undefined {
  const value = partitionKey?.value;
  if (value?.kind !== 'unknown' || value.why !== 'parameter' || value.texts !== undefined) return undefined;
  const { name, given } = value;
  return name === undefined || given === undefined || name.includes('.') ? undefined : { name, fn: given.fn };
}

function comparesOf(part: Part, names: readonly string[]): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'binary') return false;
  const { operator, left, right } = part.expression;
  if (!NOT.has(operator) && !IS.has(operator)) return false;
  return [left, right].some((side) => names.includes(nameIn(bare(side)) ?? ''));
}

/** The names, and paths of names, that the keys of a write are, and are made of. */
const pathsIn = onceForEach((context, write: Write): readonly ExpressionPart[] =>
  keysIn(write).flatMap((key) =>
    [key, ...partsOfKey(key)].flatMap(({ place }) => {
      const code = place.file === context.file ? expressionAt(context, place) : undefined;
      return code !== undefined && pathOf(code.expression) !== undefined ? [code] : [];
    }),
  ),
);
