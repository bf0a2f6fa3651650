import * as l10n from '@vscode/l10n';
import { quote } from '../odata/quote.ts';
import type { FlatText } from '../text/segments.ts';
import type { Span } from '../text/span.ts';
import type {
  Advice,
  Cause,
  Classification,
  KeyBound,
  KeyCondition,
  KeyName,
  KeyValue,
  ProofStep,
  Shape,
} from './shape.ts';

/** How a hole is shown, by its offset in the flattened text: `${department}`. */
export type HoleText = (offset: number) => string;

/** The name of a shape, for a lens or a heading. */
export function shapeName(shape: Shape): string {
  switch (shape) {
    case 'point':
      return l10n.t('Point query');
    case 'row-range':
      return l10n.t('Row range query');
    case 'partition-scan':
      return l10n.t('Partition scan');
    case 'partition-range':
      return l10n.t('Partition range scan');
    case 'table-scan':
      return l10n.t('Table scan');
    case 'empty':
      return l10n.t('Matches nothing');
    case 'unknown':
      return l10n.t('Unknown shape');
  }
}

/** What a query of this shape makes the service read: one sentence (costs: guide, "Design for querying"). */
export function costOf(shape: Shape): string {
  switch (shape) {
    case 'point':
      return l10n.t('Reads the one entity with these keys, directly.');
    case 'row-range':
      return l10n.t('Reads only the entities between the RowKey bounds in one partition.');
    case 'partition-scan':
      return l10n.t('Reads every entity of one partition.');
    case 'partition-range':
      return l10n.t('Reads every partition between the PartitionKey bounds.');
    case 'table-scan':
      return l10n.t('Reads every entity of the table, partition by partition.');
    case 'empty':
      return l10n.t('No entity can match: the conditions contradict each other.');
    case 'unknown':
      return l10n.t("What it reads isn't known.");
  }
}

/** A text between quotes, as in `$filter`; a hole as the caller shows it: `'emp_${id}'`, `${id}`. */
function valueText(value: KeyValue, flat: FlatText<unknown>, holeText: HoleText): string {
  return value.kind === 'known' ? quote(value.value) : sliceText(flat, value.span, holeText);
}

/** What stands in a span of the flattened text, holes as the caller shows them. */
export function sliceText(flat: FlatText<unknown>, { start, end }: Span, holeText: HoleText): string {
  let text = '';
  for (let at = start; at < end; at++) text += flat.holes.has(at) ? holeText(at) : flat.text.charAt(at);
  return text;
}

const SIGNS: Record<ProofStep['operator'], string> = { eq: '=', gt: '>', ge: '≥', lt: '<', le: '≤' };

/**
 * A key and what it is pinned to, in words: `PartitionKey is 'Sales'`, `RowKey from 'B' to before 'D'`,
 * `RowKey starts with 'emp_'`. Undefined for a key that is free.
 */
export function describeKey(
  key: KeyName,
  condition: KeyCondition,
  flat: FlatText<unknown>,
  holeText: HoleText,
): string | undefined {
  const text = ({ value }: { readonly value: KeyValue }): string => valueText(value, flat, holeText);
  switch (condition.kind) {
    case 'free':
      return undefined;
    case 'fixed':
      return l10n.t('{0} is {1}', key, text(condition));
    case 'range':
      return describeRange(key, condition, text);
  }
}

function describeRange(
  key: KeyName,
  { lower, upper }: Extract<KeyCondition, { kind: 'range' }>,
  text: (bound: KeyBound) => string,
): string {
  if (lower && upper) {
    if (isPrefix(lower, upper)) return l10n.t('{0} starts with {1}', key, text(lower));
    const sides = [key, text(lower), text(upper)] as const;
    if (lower.inclusive)
      return upper.inclusive
        ? l10n.t('{0} from {1} to {2}', ...sides)
        : l10n.t('{0} from {1} to before {2}', ...sides);
    return upper.inclusive
      ? l10n.t('{0} after {1}, up to {2}', ...sides)
      : l10n.t('{0} after {1} and before {2}', ...sides);
  }
  if (lower)
    return lower.inclusive
      ? l10n.t('{0} from {1} on', key, text(lower))
      : l10n.t('{0} after {1}', key, text(lower));
  if (upper)
    return upper.inclusive
      ? l10n.t('{0} up to {1}', key, text(upper))
      : l10n.t('{0} before {1}', key, text(upper));
  return key;
}

/** Whether the bounds keep just the keys that begin with the lower one, as keys are compared by UTF-16 units. */
function isPrefix(
  { value: low, inclusive }: KeyBound,
  { value: high, inclusive: reaches }: KeyBound,
): boolean {
  if (low.kind !== 'known' || high.kind !== 'known' || !inclusive || reaches || low.value === '')
    return false;
  const last = low.value.length - 1;
  return high.value === low.value.slice(0, last) + String.fromCharCode(low.value.charCodeAt(last) + 1);
}

/** Why the shape is what it is: one sentence for each condition that pins a key. */
export function describeProof(
  { proof }: Classification,
  flat: FlatText<unknown>,
  holeText: HoleText,
): string[] {
  return proof.map((step) => {
    const condition = `${step.key} ${SIGNS[step.operator]} ${valueText(step.value, flat, holeText)}`;
    switch (step.operator) {
      case 'eq':
        return step.key === 'PartitionKey'
          ? l10n.t('{0} fixes the partition.', condition)
          : l10n.t('{0} fixes the row.', condition);
      case 'gt':
      case 'ge':
        return step.key === 'PartitionKey'
          ? l10n.t('{0} is the start of the partition range.', condition)
          : l10n.t('{0} is the start of the row range.', condition);
      case 'lt':
      case 'le':
        return step.key === 'PartitionKey'
          ? l10n.t('{0} is the end of the partition range.', condition)
          : l10n.t('{0} is the end of the row range.', condition);
    }
  });
}

/** Why the shape is no better: one sentence. */
export function describeCause(cause: Cause): string {
  switch (cause.kind) {
    case 'no-filter':
      return l10n.t('There is no filter.');
    case 'or-over-key':
      return cause.key === 'PartitionKey'
        ? l10n.t('"or" between PartitionKeys: the service doesn\'t look up each key, it scans the table.')
        : l10n.t('"or" between RowKeys: the service doesn\'t look up each key, it scans the partition.');
    case 'key-not-pinned':
      return l10n.t('{0} is under "{1}", so it limits nothing.', cause.key, cause.under);
    case 'row-key-without-partition-key':
      return l10n.t("RowKey alone can't use the index: PartitionKey comes first.");
    case 'only-properties':
      return cause.properties.length === 0
        ? l10n.t('No key is compared.')
        : l10n.t(
            'The service has no index on {0}, only on PartitionKey and RowKey.',
            cause.properties.join(', '),
          );
    case 'only-partition-key':
      return l10n.t('Only PartitionKey is given.');
    case 'only-bounds':
      return l10n.t('PartitionKey is bounded, not fixed.');
    case 'contradiction':
      return cause.spans.length === 1
        ? l10n.t('No key matches this condition.')
        : l10n.t('No key matches both conditions.');
    case 'not-known':
      return l10n.t("Part of the filter isn't known.");
  }
}

/** The smallest change that makes the query cheaper: one sentence. */
export function describeAdvice(advice: Advice): string {
  const reaches = shapeName(advice.reaches);
  switch (advice.kind) {
    case 'add-partition-key':
      return l10n.t("Add PartitionKey eq '…': {0}.", reaches);
    case 'add-row-range':
      return l10n.t("Add RowKey ge '…' and RowKey lt '…': {0}.", reaches);
    case 'add-bound':
      return advice.side === 'upper'
        ? l10n.t("Add {0} lt '…': without it, the range reads to the end.", advice.key)
        : l10n.t("Add {0} ge '…': without it, the range reads from the beginning.", advice.key);
    case 'fix-partition-key':
      return l10n.t("Use PartitionKey eq '…' instead of the bounds: {0}.", reaches);
    case 'split-or':
      return l10n.t('Send one query for each {0}, in parallel: {1} each.', advice.key, reaches);
    case 'use-get-entity':
      return l10n.t('Read it with getEntity(partitionKey, rowKey) instead of a list query.');
  }
}
