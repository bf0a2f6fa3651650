import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { constantPattern } from '../../model/keys/key-pattern.ts';
import type { Query, TransactionAction, Write } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { areAlwaysTogether, pairsOf, placeOf, type Transaction, transactionsOf } from '../shared/actions.ts';
import { areDifferent, hasRandomPart } from '../shared/different-keys.ts';
import { queriesOf } from '../shared/filters.ts';
import { isPathFrom, isSamePath, pathOf, propertyGiven } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { type ExpressionPart, type Part, someCode } from '../../syntax/program/walk.ts';
import { codeHas, expressionAt } from '../shared/code-at.ts';
import { onceForEach, oncePerFile } from '../shared/once.ts';
import { shown, textAt } from '../shared/place.ts';
import { scanOf } from '../shared/scan.ts';
import { ofIndex } from './by-index.ts';
import { isSplitElsewhere, ofElements } from './elements.ts';
import { say } from './messages.ts';
import { twoKeys } from './two-keys.ts';

/** The guide, "Entity Group Transactions": all entities of one transaction are in the same partition. */
export const rule: Rule = {
  id: 'transaction-mixed-partitions',
  severity: 'error',
  title: () => l10n.t('A transaction across partitions'),
  check: function* (context) {
    for (const transaction of transactionsOf(context)) {
      const report =
        eachItsOwn(context, transaction) ??
        differentOnes(context, transaction) ??
        givenApart(context, transaction) ??
        ofSeveralPartitions(context, transaction) ??
        ofEachElement(context, transaction) ??
        ofEachIndex(context, transaction);
      if (report !== undefined) yield report;
    }
  },
};

/** The first action whose PartitionKey is certainly another one than that of an action before it. */
function differentOnes(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  for (const [first, second] of pairsOf(actions)) {
    const [a, b] = [first.partitionKey, second.partitionKey];
    if (a === undefined || b === undefined) continue;
    const isMove = movesFrom(context, first, second) || movesFrom(context, second, first);
    if (!isMove && !areDifferent(a.value, b.value)) continue;
    return {
      place: keyPlace(write, second),
      ...say('several'),
      ...(!areAlwaysTogether(actions, first, second) && { severity: 'warning' }),
      related: [{ place: keyPlace(write, first), message: l10n.t('This entity goes to another partition.') }],
    };
  }
  return undefined;
}

/** Two actions whose PartitionKeys are given apart from each other, and that nothing compares. */
function givenApart(context: RuleContext, transaction: Transaction): Report | undefined {
  const found = twoKeys(context, transaction);
  if (found === undefined) return undefined;
  const { write } = transaction;
  const [one, other] = found.keys;
  return {
    place: keyPlace(write, found.second),
    severity: 'warning',
    ...say('parameters', shown(textAt(context, one)), shown(textAt(context, other))),
    related: [
      { place: keyPlace(write, found.first), message: l10n.t('This entity goes to another partition.') },
    ],
  };
}

/**
 * Whether `to` writes a copy of what `from` is about under another PartitionKey: `{ ...employee, partitionKey: to }`
 * beside `employee.partitionKey`. With the same one it would be one entity twice.
 */
function movesFrom(context: RuleContext, from: TransactionAction, to: TransactionAction): boolean {
  if (from.many || to.many) return false;
  const whole = ownerOfKey(context, from);
  if (whole === undefined) return false;
  const copy = copyIn(context, to);
  if (copy === undefined || isPathFrom(whole, copy.key)) return false;
  return copy.parts.some((part) => isSamePath(whole, part));
}

/** What has the `partitionKey` that an action gives as its PartitionKey. Each action is in many pairs. */
const ownerOfKey = onceForEach((context, { partitionKey }: TransactionAction): ExpressionPart | undefined => {
  const key = partitionKey && expressionAt(context, partitionKey.place);
  const isKey = key?.expression.kind === 'member' && key.expression.name === 'partitionKey';
  return isKey ? { ...key, expression: key.expression.object } : undefined;
});

/** What is spread into the entity of an action, and the path that is its PartitionKey. */
const copyIn = onceForEach(
  (
    context,
    { partitionKey, entityPlace }: TransactionAction,
  ): { readonly key: ExpressionPart; readonly parts: readonly ExpressionPart[] } | undefined => {
    const key = partitionKey && expressionAt(context, partitionKey.place);
    const copy = entityPlace && expressionAt(context, entityPlace);
    if (key === undefined || pathOf(key.expression) === undefined || copy?.expression.kind !== 'object')
      return undefined;
    const parts = copy.expression.parts.flatMap((part) =>
      part.kind === 'spread' ? [{ ...copy, expression: part.value }] : [],
    );
    return { key, parts };
  },
);

/** Entities of a list that no PartitionKey limits, in a table that is written to under several. */
function ofSeveralPartitions(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  const { partitionsFrom: place } = write;
  if (place === undefined || codeHas(context, { file: write.file, span: write.callSpan }, groups))
    return undefined;
  const query = place.file === context.file ? queriesByStart(context).get(place.span.start) : undefined;
  const isScan = query !== undefined && scanOf(query) !== undefined;
  if (!isScan || !hasSeveralPartitions(context, write.table) || isSplitElsewhere(context, write))
    return undefined;
  const [action] = actions;
  return {
    place: action ? placeOf(write, action) : { file: write.file, span: write.nameSpan },
    severity: 'warning',
    ...say('listed'),
    related: [{ place, message: l10n.t('They are listed here.') }],
  };
}

/** Many actions whose PartitionKey is a property of what a caller's list has, by which nothing groups it. */
function ofEachElement(context: RuleContext, transaction: Transaction): Report | undefined {
  const found = ofElements(context, transaction);
  if (found === undefined) return undefined;
  const { action, key, list, isMapped } = found;
  const { write } = transaction;
  const at: Place = { file: context.file, span: key.expression.span };
  return {
    place: isMapped ? { file: write.file, span: write.nameSpan } : keyPlace(write, action),
    severity: 'warning',
    ...say('elements', shown(textAt(context, at)), shown(list)),
    ...(isMapped && { related: [{ place: at, message: l10n.t('The key is built here.') }] }),
  };
}

/** Many actions whose PartitionKey is made of the index of each, and differs for the first two. */
function ofEachIndex(context: RuleContext, transaction: Transaction): Report | undefined {
  const found = ofIndex(context, transaction);
  if (found === undefined) return undefined;
  const { action, key, list } = found;
  const place = keyPlace(transaction.write, action);
  if (list === undefined) return { place, ...say('several') };
  const code = shown(textAt(context, { file: context.file, span: key.expression.span }));
  return { place, severity: 'warning', ...say('indexes', code, shown(list)) };
}

/** What code has that groups by PartitionKey, or compares it, before it submits. */
function groups(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  switch (expression.kind) {
    case 'call':
      return groupsByCall(expression);
    case 'index':
      return isPartitionKey(expression.index);
    case 'binary':
      return EQUALITY.has(expression.operator) && [expression.left, expression.right].some(isPartitionKey);
    default:
      return false;
  }
}

const EQUALITY: ReadonlySet<string> = new Set(['===', '!==', '==', '!=']);

function groupsByCall({ callee, args }: Extract<Expression, { kind: 'call' }>): boolean {
  const name = pathOf(callee)?.at(-1) ?? (callee.kind === 'member' ? callee.name : '');
  if (/^(?:get|set|has)$/.test(name)) return args.slice(0, 1).some(isPartitionKey);
  if (/byPartition/i.test(name)) return true;
  if (!/group\w{0,40}By/i.test(name)) return false;
  // by what it groups is told by a name, or by what a function gives; else it may be anything
  const told = args.flatMap((arg) =>
    arg.kind === 'function' ? [propertyGiven(arg.fn)] : arg.kind === 'text' ? [arg.text.text] : [],
  );
  return told.length === 0 || told.some((one) => one === undefined || /partitionKey/i.test(one));
}

function isPartitionKey(expression: Expression): boolean {
  const name = expression.kind === 'typed' ? undefined : pathOf(expression)?.at(-1);
  return name !== undefined && /partitionKey$/i.test(name);
}

/** The first query that is called where each begins. */
const queriesByStart = oncePerFile(
  (context): ReadonlyMap<number, Query> =>
    new Map(
      queriesOf(context)
        .toReversed()
        .map((query) => [query.callSpan.start, query]),
    ),
);

function hasSeveralPartitions(context: RuleContext, table: string | undefined): boolean {
  const keys = context.table(table)?.keys().partitionKey ?? [];
  const written = keys.filter(({ uses }) => uses.some(({ how }) => how === 'written'));
  return written.length > 1 || written.some(({ pattern }) => constantPattern(pattern) === undefined);
}

/** Many actions of which each makes a random PartitionKey. */
function eachItsOwn(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  const found = actions.find(
    ({ many, partitionKey: key }) =>
      many && key !== undefined && hasRandomPart(key.value) && isCalled(context, key.place),
  );
  return found && { place: keyPlace(write, found), ...say('several') };
}

/** Whether what is written at a place makes its value there, each time that it is run. */
function isCalled(context: RuleContext, place: Place): boolean {
  const part = expressionAt(context, place);
  return part !== undefined && someCode(part, isCall);
}

function isCall(part: Part): boolean {
  return part.kind === 'expression' && (part.expression.kind === 'call' || part.expression.kind === 'new');
}

function keyPlace(write: Write, action: TransactionAction): Place {
  const place = action.partitionKey?.place;
  return place?.file === write.file ? place : placeOf(write, action);
}
