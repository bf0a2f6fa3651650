import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { constantPattern } from '../../model/key-pattern.ts';
import type { Query, TransactionAction, Write } from '../../model/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { pairsOf, placeOf, type Transaction, transactionsOf } from '../shared/actions.ts';
import { areDifferent, hasRandomPart } from '../shared/different-keys.ts';
import { queriesOf } from '../shared/filters.ts';
import { codeHas } from '../shared/code-has.ts';
import { oncePerFile } from '../shared/once.ts';
import { textAt } from '../shared/place.ts';
import { scanOf } from '../shared/scan.ts';

/** The guide, "Entity Group Transactions": all entities of one transaction are in the same partition. */
export const rule: Rule = {
  id: 'transaction-mixed-partitions',
  severity: 'error',
  title: () => l10n.t('A transaction over several partitions'),
  check: function* (context) {
    for (const transaction of transactionsOf(context)) {
      const report =
        eachItsOwn(context, transaction) ??
        differentOnes(context, transaction) ??
        ofSeveralPartitions(context, transaction);
      if (report !== undefined) yield report;
    }
  },
};

const message = (): string =>
  l10n.t(
    'All entities of a transaction must have the same PartitionKey: the SDK throws where one differs, and nothing is written. Submit one transaction for each partition, or give the entities that belong together one PartitionKey.',
  );

/** The first action whose PartitionKey is certainly another one than that of an action before it. */
function differentOnes(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  for (const [first, second] of pairsOf(actions)) {
    const [a, b] = [first.partitionKey, second.partitionKey];
    if (a === undefined || b === undefined) continue;
    const isMove = movesFrom(context, first, second) || movesFrom(context, second, first);
    if (!isMove && !areDifferent(a.value, b.value)) continue;
    return {
      place: keyPlace(write, second),
      message: message(),
      related: [{ place: keyPlace(write, first), message: l10n.t('This one goes to another partition.') }],
    };
  }
  return undefined;
}

/**
 * Whether `to` writes a copy of what `from` is about under another PartitionKey: `{ ...employee, partitionKey: to }`
 * beside `employee.partitionKey`. With the same one it would be one entity twice.
 */
function movesFrom(context: RuleContext, from: TransactionAction, to: TransactionAction): boolean {
  if (from.many || to.many || !from.partitionKey || !to.partitionKey || !to.entityPlace) return false;
  const [, whole] = /^([\w$.]+)\.partitionKey!?$/.exec(textAt(context, from.partitionKey.place)) ?? [];
  const key = textAt(context, to.partitionKey.place);
  if (whole === undefined || key.startsWith(`${whole}.`) || !/^[\w$.]+$/.test(key)) return false;
  return textAt(context, to.entityPlace).includes(`...${whole},`);
}

/** Entities of a list that no PartitionKey limits, in a table that is written to under several. */
function ofSeveralPartitions(context: RuleContext, { write, actions }: Transaction): Report | undefined {
  const place = write.partitionsFrom();
  if (place === undefined || codeHas(context, { file: write.file, span: write.callSpan }, GROUPS))
    return undefined;
  const query = place.file === context.file ? queriesByStart(context).get(place.span.start) : undefined;
  const isScan = query !== undefined && scanOf(query) !== undefined;
  if (!isScan || !hasSeveralPartitions(context, write.table)) return undefined;
  const [action] = actions;
  return {
    place: action ? placeOf(write, action) : { file: write.file, span: write.nameSpan },
    severity: 'warning',
    message: l10n.t(
      'These entities come from all partitions of the table, and a transaction takes those of one: the SDK throws where a PartitionKey differs, and nothing is written. Group them by PartitionKey first.',
    ),
    related: [{ place, message: l10n.t('They are listed here.') }],
  };
}

/** What code has that groups by PartitionKey, or compares it, before it submits. */
const GROUPS =
  /group\w{0,40}By|byPartition|\[[\w\s.!?$]*partitionKey[!?]*\s*\]|\b(?:get|set|has)\([\w\s.!?$]*partitionKey|partitionKey[!?]*\s*[!=]==?|[!=]==?\s*[\w.!?$]*partitionKey/i;

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
      many && key !== undefined && hasRandomPart(key.value) && textAt(context, key.place).includes('('),
  );
  return found && { place: keyPlace(write, found), message: message() };
}

function keyPlace(write: Write, action: TransactionAction): Place {
  const place = action.partitionKey?.place;
  return place?.file === write.file ? place : placeOf(write, action);
}
