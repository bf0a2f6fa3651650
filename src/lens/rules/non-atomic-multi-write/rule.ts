import * as l10n from '@vscode/l10n';
import { grouped } from '../../syntax/grouped.ts';
import type { KeyExpression, Write } from '../../model/operation.ts';
import { tableKey } from '../../model/tables.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isPath } from '../shared/code.ts';
import { areDifferent } from '../shared/different-keys.ts';
import { partsOfKey } from '../shared/key-values.ts';
import { textAt } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';

/** The guide, "Eventually consistent transactions pattern". */
export const rule: Rule = {
  id: 'non-atomic-multi-write',
  severity: 'information',
  title: () => l10n.t('Writes that belong together, and that no transaction spans'),
  check: function* (context) {
    for (const writes of byFunction(context)) {
      const pair = firstPair(context, writes);
      if (pair === undefined) continue;
      const [first, second] = pair;
      yield {
        place: methodOf(second),
        message: isSamePartition(context, first, second)
          ? l10n.t(
              'This goes to the same partition as the write before it, but in a request of its own: if it fails, the other one stays. Submit both in one transaction: both are written, or none.',
            )
          : isOtherTable(first, second)
            ? l10n.t(
                'This goes to another table than the write before it, and no transaction spans two tables: if this write fails, the other one stays. Make both so that doing them again is harmless (upsertEntity, a delete that accepts 404) and repeat them, from a queue if need be; or keep both entities in one partition and write them in a transaction.',
              )
            : l10n.t(
                'This goes to another partition than the write before it, and no transaction spans two partitions: if this write fails, the other one stays. Make both so that doing them again is harmless (upsertEntity, a delete that accepts 404) and repeat them, from a queue if need be; or give both entities one PartitionKey and write them in a transaction.',
              ),
        related: [{ place: methodOf(first), message: l10n.t('This is done before, on its own.') }],
      };
    }
  },
};

/** The writes of each function, but of those that undo something in a `catch`. */
function byFunction({ operations }: RuleContext): Iterable<readonly Write[]> {
  const all = operations.filter((operation) => operation.kind === 'write');
  return [...grouped(all, ({ fn }) => fn).values()].filter(
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
  // what is only ever overwritten can be done again
  if (a.method === 'upsertEntity' && b.method === 'upsertEntity') return false;
  if (!follows(a, b) || isRecord(a.table) || isRecord(b.table)) return false;
  const names = namesIn(context, a);
  const isApart = isOtherTable(a, b) || isOtherPartition(a, b) || isSamePartition(context, a, b);
  return isApart && namesIn(context, b).some((name) => names.includes(name));
}

/** Whether one transaction could do both: two entities of one partition that are about the same thing. */
function isSamePartition(context: RuleContext, a: Write, b: Write): boolean {
  if (isOtherTable(a, b) || a.receiver.text !== b.receiver.text || a.repeated || b.repeated) return false;
  const [own, other] = [keyText(context, a.partitionKey), keyText(context, b.partitionKey)];
  const [row, otherRow] = [keyText(context, a.rowKey), keyText(context, b.rowKey)];
  if (own === undefined || own !== other || row === undefined || otherRow === undefined || row === otherRow)
    return false;
  const between = context.sourceOf(context.file).slice(a.callSpan.end, b.callSpan.start);
  if (WAITS.test(between.replace(/\bawait\s*$/, ''))) return false;
  const things = thingsIn(row);
  return thingsIn(otherRow).some((thing) => things.includes(thing));
}

/** What is done between two writes so that one transaction cannot do both: a lock is held, an answer is looked at. */
const WAITS = /\b(?:await|return|throw|yield|if)\b/;

/** How a key is written, where that is in the file itself. */
function keyText(context: RuleContext, key: KeyExpression | undefined): string | undefined {
  return key?.place.file === context.file ? textAt(context, key.place) : undefined;
}

/** The names that the values in an expression begin with: `employee` of `idKey(employee.id)`. */
function thingsIn(code: string): readonly string[] {
  const values = code
    .replace(/`[^`]*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)(?:\}|$)/g)].map(([, hole]) => hole).join(' '),
    )
    .replace(/'[^']*'|"[^"]*"/g, '');
  return values.match(/(?<![\w$.])[A-Za-z_$][\w$]*(?![\w$]|\s*\()/g) ?? [];
}

/** Whether both are done in the same run of the function. */
function follows(a: Write, b: Write): boolean {
  const all = (inner: readonly string[], outer: readonly string[]): boolean =>
    inner.every((condition) => outer.includes(condition));
  return all(a.when, b.when) || all(b.when, a.when);
}

/** What is written about others, for people to read. */
function isRecord(table: string | undefined): boolean {
  return /log|audit|metric|trace|telemetry|history/i.test(table ?? '');
}

function isOtherTable(a: Write, b: Write): boolean {
  return a.table !== undefined && b.table !== undefined && tableKey(a.table) !== tableKey(b.table);
}

function isOtherPartition(a: Write, b: Write): boolean {
  if (tableKey(a.table ?? '') !== tableKey(b.table ?? '') || a.receiver.text !== b.receiver.text)
    return false;
  return (
    a.partitionKey !== undefined &&
    b.partitionKey !== undefined &&
    areDifferent(a.partitionKey.value, b.partitionKey.value)
  );
}

/** The names, and paths of names, that the keys of a write are made of. */
function namesIn(context: RuleContext, { partitionKey, rowKey }: Write): readonly string[] {
  return [partitionKey, rowKey].flatMap((key) =>
    key === undefined
      ? []
      : partsOfKey(key)
          .filter(({ place }) => place.file === context.file)
          .map(({ place }) => textAt(context, place))
          .filter(isPath),
  );
}
