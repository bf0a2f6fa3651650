import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { inTemplate } from '../shared/as-text.ts';
import { escapeFor } from '../shared/code.ts';
import { equalTo, partsOf, sides } from '../shared/filters.ts';
import { keyCode, readListCall } from '../shared/get-entity.ts';
import { shown, textAt } from '../shared/place.ts';
import { readInstead } from '../shared/read-instead.ts';
import type { BetterWay } from './better-way.ts';

/** `getEntity` where the filter names nothing but a partition and the property that is the RowKey as well. */
export function getEntityFixes(context: RuleContext, query: Query, way: BetterWay): Fix[] {
  // whoever reads must encode as whoever writes: that is for the person
  const read =
    way.kind === 'whole' && way.isEncoded !== true ? getEntityCall(context, query, way) : undefined;
  const edits = read === undefined ? undefined : readInstead(context, query, read);
  if (edits === undefined) return [];
  const code = shown(textAt(context, way.rowKey.place));
  return [
    {
      title: l10n.t('Use getEntity (right if every such entity has the RowKey {0})', code),
      edits,
      isConditional: true,
    },
  ];
}

function getEntityCall(context: RuleContext, query: Query, way: BetterWay): string | undefined {
  const call = readListCall(context, query);
  const filter = call?.filter.parsed.filter;
  const compared = sides(way.condition);
  if (call === undefined || filter === undefined || compared === undefined) return undefined;
  const conjuncts = partsOf(filter, 'and');
  const partition = conjuncts.flatMap((part) => equalTo(part, 'PartitionKey') ?? [])[0];
  if (conjuncts.length !== 2 || partition === undefined) return undefined;
  const partitionKey = keyCode(context, call.filter, partition);
  const value = keyCode(context, call.filter, compared.value);
  const before = constantBefore(way);
  if (partitionKey === undefined || value === undefined || before === undefined) return undefined;
  const rowKey = before === '' ? value : `\`${escapeFor('`', before)}\${${inTemplate(value)}}\``;
  return `${call.receiver}.getEntity${call.typeArguments}(${partitionKey}, ${rowKey}${call.options})`;
}

/** The constant characters that the RowKey has before the property's value. */
function constantBefore({ rowKey: { value } }: BetterWay): string | undefined {
  if (value.kind !== 'text') return '';
  const [first, ...others] = value.segments;
  if (first?.kind === 'hole') return others.length === 0 ? '' : undefined;
  return first !== undefined && others.length === 1 ? first.text : undefined;
}
