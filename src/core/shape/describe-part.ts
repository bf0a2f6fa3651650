import * as l10n from '@vscode/l10n';
import type { EdmType } from '../edm/value.ts';
import type { ComparisonOperator } from '../odata/ast.ts';
import type { FlatText } from '../text/segments.ts';
import { type HoleText, sliceText } from './describe.ts';
import type { Effect, ExplainedPart, FilterPart } from './explain.ts';
import type { KeyName, ProofStep } from './shape.ts';

/**
 * What a part of a filter is, and what it does to what the service reads: sentences, the part itself first.
 * `flat` is the text that the filter was read from.
 */
export function describePart(
  { span, part, effect }: ExplainedPart,
  flat: FlatText<unknown>,
  holeText: HoleText,
): readonly string[] {
  const shown = sliceText(flat, span, holeText);
  return [describe(part, shown), effect && describeEffect(effect)].filter((text) => text !== undefined);
}

/** What the part is; undefined where its effect says all. */
function describe(part: FilterPart, shown: string): string | undefined {
  switch (part.kind) {
    case 'comparison':
    case 'unknown':
      return undefined;
    case 'property':
      return describeProperty(part.name);
    case 'operator':
      return describeOperator(part.operator);
    case 'literal':
      return describeLiteral(part, shown);
    case 'composed':
      return l10n.t('Text that the program builds when it runs: {0}.', shown);
    case 'hole':
      return part.type === undefined
        ? l10n.t('Value known only when the program runs: {0}.', shown)
        : l10n.t('Value known only when the program runs, sent as {0}: {1}.', describeType(part.type), shown);
    case 'and':
      return part.narrows
        ? l10n.t('"and": both conditions must be true, so each can reduce what is read.')
        : l10n.t(
            '"and": both conditions must be true. What surrounds it keeps them from reducing what is read.',
          );
    case 'or':
      return describeOr(part.over);
    case 'not':
      return l10n.t(
        '"not": the service reads every entity and returns those that don\'t match. Nothing in it reduces what is read.',
      );
    case 'bare':
      return l10n.t('{0} is a condition of its own.', shown);
  }
}

function describeLiteral(
  { value, against }: Extract<FilterPart, { kind: 'literal' }>,
  shown: string,
): string {
  const type = describeType(value.type);
  if (against !== 'PartitionKey' && against !== 'RowKey') {
    return l10n.t('{0} is {1}. Only values of the same type match.', shown, type);
  }
  return value.type === 'String'
    ? l10n.t('{0} is {1}, like every key.', shown, type)
    : l10n.t('{0} is {1}, but every key is a String.', shown, type);
}

function describeProperty(name: string): string {
  switch (name) {
    case 'PartitionKey':
      return l10n.t('PartitionKey says which partition an entity is in: the first half of the only index.');
    case 'RowKey':
      return l10n.t('RowKey identifies an entity in its partition: the second half of the only index.');
    default:
      return l10n.t('{0} has no index. Only PartitionKey and RowKey have one.', name);
  }
}

function describeOperator(operator: ComparisonOperator): string {
  switch (operator) {
    case 'eq':
      return l10n.t('eq: equal. Text is case-sensitive.');
    case 'ne':
      return l10n.t('ne: not equal. It excludes one value, so everything else is read.');
    case 'gt':
      return l10n.t('gt: greater than. Text is compared character by character, so "10" comes before "9".');
    case 'ge':
      return l10n.t(
        'ge: greater than or equal. Text is compared character by character, so "10" comes before "9".',
      );
    case 'lt':
      return l10n.t('lt: less than. Text is compared character by character, so "10" comes before "9".');
    case 'le':
      return l10n.t(
        'le: less than or equal. Text is compared character by character, so "10" comes before "9".',
      );
  }
}

/** A type with its article, for the middle of a sentence. */
export function describeType(type: EdmType): string {
  switch (type) {
    case 'String':
      return l10n.t('a String');
    case 'Boolean':
      return l10n.t('a Boolean');
    case 'Int32':
      return l10n.t('an Int32');
    case 'Int64':
      return l10n.t('an Int64');
    case 'Double':
      return l10n.t('a Double');
    case 'DateTime':
      return l10n.t('a DateTime');
    case 'Guid':
      return l10n.t('a Guid');
    case 'Binary':
      return l10n.t('Binary data');
  }
}

function describeOr(over: KeyName | undefined): string {
  switch (over) {
    case 'PartitionKey':
      return l10n.t('"or" between PartitionKeys: the service doesn\'t look up each key, it scans the table.');
    case 'RowKey':
      return l10n.t('"or" between RowKeys: the service doesn\'t look up each key, it scans the partition.');
    case undefined:
      return l10n.t('"or": one true condition is enough, so none of them reduces what is read.');
  }
}

function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'pins':
      return describePin(effect.key, effect.operator);
    case 'no-partition':
      return l10n.t(
        "It finds rows in one partition only, but PartitionKey isn't fixed. Every entity is read, then compared.",
      );
    case 'outdone':
      return l10n.t(
        'Another condition limits {0} at least as much, so this one changes nothing.',
        effect.key,
      );
    case 'excludes':
      return l10n.t('No entity can match all conditions: they contradict each other.');
    case 'not-pinned':
      return effect.under === 'ne'
        ? l10n.t(
            '{0} is compared with "ne", which limits nothing: every entity is read and compared.',
            effect.key,
          )
        : l10n.t(
            '{0} is under "{1}", so it limits nothing: every entity is read and compared.',
            effect.key,
            effect.under,
          );
    case 'after-reading':
      return l10n.t('Every entity is read, then compared: this reduces what is sent, not what is read.');
    case 'not-known':
      return l10n.t("Its effect isn't known.");
  }
}

function describePin(key: KeyName, operator: ProofStep['operator']): string {
  const isPartition = key === 'PartitionKey';
  switch (operator) {
    case 'eq':
      return isPartition
        ? l10n.t('It fixes the partition: the service reads no other.')
        : l10n.t('It fixes the row: the service reads one entity of the partition.');
    case 'gt':
    case 'ge':
      return isPartition
        ? l10n.t("It is the start of the partition range: partitions before it aren't read.")
        : l10n.t("It is the start of the row range: rows before it aren't read.");
    case 'lt':
    case 'le':
      return isPartition
        ? l10n.t("It is the end of the partition range: partitions after it aren't read.")
        : l10n.t("It is the end of the row range: rows after it aren't read.");
  }
}
