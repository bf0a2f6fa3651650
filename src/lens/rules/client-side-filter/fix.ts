import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Query } from '../../model/operation.ts';
import { useImport } from '../../syntax/edit-imports.ts';
import type { ResultCondition, ResultFilter } from '../../syntax/facts.ts';
import { withoutTest } from '../../syntax/results/without-test.ts';
import { visibleNames } from '../../syntax/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { escapeFor, isPath, SDK } from '../shared/code.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { textAt } from '../shared/place.ts';
import { serviceName } from '../shared/property-names.ts';
import { addQueryOption } from '../shared/query-options.ts';

/** Moves the test into the filter, where the service decides as the code does. */
export function filterFixes(context: RuleContext, query: Query, filter: ResultFilter): Fix[] {
  const { conditions, isWhole, span } = filter;
  if (query.via !== undefined || !isWhole) return [];
  const codes = conditions.map((condition) => conditionCode(context, query, condition));
  if (!codes.every((code) => code !== undefined)) return [];
  const removal = withoutTest(query.file, context.sourceOf(query.file), span);
  const addition = removal && added(context, query, codes.join(' and '));
  if (removal === undefined || addition === undefined) return [];
  return [
    { title: l10n.t('Put "{0}" into the filter', codes.join(' and ')), edits: [...addition, ...removal] },
  ];
}

/**
 * A condition as an `odata` template has it. Entities without the property fail every comparison in the service; in
 * code they pass `!==`, and are not passed over by `<`, so that only keys, which all entities have, may be compared so.
 */
function conditionCode(context: RuleContext, query: Query, condition: ResultCondition): string | undefined {
  const { property, how, operator, value, flag, isInverted } = condition;
  const name = serviceName(property);
  const isKey = name === 'PartitionKey' || name === 'RowKey';
  if (name === undefined || how !== 'compared' || operator === undefined) return undefined;
  if (flag !== undefined) return flag ? `${name} eq true` : undefined;
  const isLax = operator === 'ne' || isInverted === true;
  if (value === undefined || (isLax && !isKey)) return undefined;
  const code = valueCode(context, query, textAt(context, { file: query.file, span: value }));
  return code === undefined ? undefined : `${name} ${operator} ${code}`;
}

function valueCode(context: RuleContext, query: Query, code: string): string | undefined {
  const [, double, single] = /^(?:"([^"\\]*)"|'([^'\\]*)')$/.exec(code) ?? [];
  const text = double ?? single;
  if (text !== undefined) return `'${escapeFor('`', text.replaceAll("'", "''"))}'`;
  if (/^-?\d+(?:\.\d+)?$/.test(code) || code === 'true' || code === 'false') return code;
  const [root = ''] = code.split(/[.?!]/);
  const visible = visibleNames(query.file, context.sourceOf(query.file), query.callSpan.start);
  return isPath(code) && !code.includes('?') && visible.has(root) ? `\${${code}}` : undefined;
}

function added(context: RuleContext, query: Query, code: string): readonly TextEdit[] | undefined {
  const { filter } = query;
  if (filter.kind === 'none') {
    const tag = useImport(query.file, context.sourceOf(query.file), SDK, 'odata');
    const edit = tag && addQueryOption(context, query, `filter: ${tag.reference}\`${code}\``);
    return edit && [...tag.edits, edit];
  }
  if (filter.kind !== 'known' || filter.alternatives.length !== 1 || filter.worst.when !== undefined)
    return undefined;
  return odataEdits(context, query, filter.worst, code);
}
