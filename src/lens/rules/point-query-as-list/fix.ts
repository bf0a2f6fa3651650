import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { equalTo, partsOf } from '../shared/filters.ts';
import { keyCode, readListCall } from '../shared/get-entity.ts';
import { readInstead } from '../shared/read-instead.ts';

/** `getEntity` with the keys of the filter, where it is certain what happens on no match. */
export function getEntityFixes(context: RuleContext, query: Query): Fix[] {
  const read = getEntityCall(context, query);
  const edits = read === undefined ? undefined : readInstead(context, query, read);
  return edits === undefined ? [] : [{ title: l10n.t('Use getEntity'), edits, isHarmless: true }];
}

function getEntityCall(context: RuleContext, query: Query): string | undefined {
  const call = readListCall(context, query);
  const filter = call?.filter.parsed.filter;
  if (call === undefined || filter === undefined) return undefined;
  const conjuncts = partsOf(filter, 'and');
  const keys = ['PartitionKey', 'RowKey'].map((key) => {
    const operand = conjuncts.map((part) => equalTo(part, key)).find((found) => found !== undefined);
    return operand && keyCode(context, call.filter, operand);
  });
  if (conjuncts.length !== 2 || !keys.every((key) => key !== undefined)) return undefined;
  return `${call.receiver}.getEntity${call.typeArguments}(${keys.join(', ')}${call.options})`;
}
