import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { Filter, Operand } from '../../../core/odata/ast.ts';
import { type Place, toPlaces } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { literalAt } from '../../syntax/edits/literal-at.ts';
import { loopOver } from '../../syntax/edits/loop-over.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { inTemplate } from '../shared/as-text.ts';
import { isPath, keyList, stringCode } from '../shared/code.ts';
import { equalTo, partsOf } from '../shared/filters.ts';
import { keyCode, orUndefined, readListCall } from '../shared/get-entity.ts';

/**
 * One `getEntity` for each key, in a loop that goes on as before: rows that do not exist are left out, no row
 * comes twice, and the order is the service's, ascending by RowKey.
 */
export function parallelReads(context: RuleContext, query: Query, orSpan: Span): Fix[] {
  const call = readListCall(context, query);
  const source = context.sourceOf(query.file);
  const loop = loopOver(query.file, source, query.callSpan);
  const filter = call?.filter.parsed.filter;
  if (call === undefined || loop === undefined || filter === undefined) return [];
  const keys = readKeys(filter, orSpan);
  const partitionKey = keys && keyCode(context, call.filter, keys.partitionKey);
  const rowKeys = keys?.rowKeys.map((key) => keyCode(context, call.filter, key));
  if (partitionKey === undefined || rowKeys?.every((code) => code !== undefined) !== true) return [];
  if (!isPath(call.receiver) || !(isPath(inTemplate(partitionKey)) || partitionKey.startsWith("'")))
    return [];

  const indent = indentAt(source, query.callSpan.start);
  const read = `${call.receiver}.getEntity${call.typeArguments}(${partitionKey}, rowKey${call.options})`;
  const reads = [
    'await Promise.all(',
    `${indent}  ${keyList(rowKeys)}.map((rowKey) =>`,
    `${indent}    ${read}${orUndefined(`${indent}    `)},`,
    `${indent}  ),`,
    `${indent})`,
  ].join('\n');
  const { variable, body, isBlock } = loop;
  const inBody = body.start + (isBlock ? 1 : 0);
  const skip = isBlock
    ? `\n${indentAt(source, loop.head.start)}  if (${variable} === undefined) continue;`
    : `if (${variable} !== undefined) `;
  return [
    {
      title: l10n.t('Read each entity with getEntity, in parallel'),
      edits: [
        { span: query.callSpan, text: reads },
        { span: loop.awaitSpan, text: '' },
        { span: { start: inBody, end: inBody }, text: skip },
      ],
    },
  ];
}

interface KeyOperands {
  readonly partitionKey: Operand;
  readonly rowKeys: readonly Operand[];
}

/** Of `PartitionKey eq p and (RowKey eq a or RowKey eq b …)`, in any order and nothing else. */
function readKeys(filter: Filter, orSpan: Span): KeyOperands | undefined {
  const conjuncts = partsOf(filter, 'and');
  const group = conjuncts.find((part) => part.kind === 'or' && contains(part.span, orSpan));
  const other = conjuncts.find((part) => part !== group);
  if (group === undefined || other === undefined || conjuncts.length !== 2) return undefined;
  const partitionKey = equalTo(other, 'PartitionKey');
  const rowKeys = partsOf(group, 'or').map((part) => equalTo(part, 'RowKey'));
  if (partitionKey === undefined || !rowKeys.every((key) => key !== undefined)) return undefined;
  return { partitionKey, rowKeys };
}

/** Keys that follow each other (`0007`, `0008`) as one range, in the filter. */
export function rangeInstead(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  orSpan: Span,
): Fix[] {
  const keys = filter.parsed.filter && readKeys(filter.parsed.filter, orSpan);
  const group =
    filter.parsed.filter && partsOf(filter.parsed.filter, 'and').find((part) => part.kind === 'or');
  const [place, ...others] = group === undefined ? [] : toPlaces(filter.text, group.span);
  if (keys === undefined || place === undefined || others.length > 0 || place.file !== query.file) return [];
  const texts = keys.rowKeys.map((key) =>
    key.kind === 'literal' && key.value.type === 'String' ? key.value.value : undefined,
  );
  const ends = texts.every((text) => text !== undefined) ? neighbours(texts) : undefined;
  if (ends === undefined) return [];
  const quote = quoteIn(context, place);
  if (quote === undefined) return [];
  return [
    {
      title: l10n.t('Read the range {0} to {1} (right if no other key is between)', ends.first, ends.last),
      edits: [
        {
          span: place.span,
          text: `RowKey ge ${quote}${ends.first}${quote} and RowKey le ${quote}${ends.last}${quote}`,
        },
      ],
      isConditional: true,
    },
  ];
}

/** How the source writes the filter's quotes: `'`, or escaped. */
function quoteIn(context: RuleContext, { file, span }: Place): string | undefined {
  const literal = literalAt(file, context.sourceOf(file), span.start);
  return literal && (literal.quote === "'" ? "\\'" : "'");
}

/** The ends of texts that differ by numbers of one width which follow each other. */
function neighbours(texts: readonly string[]): { readonly first: string; readonly last: string } | undefined {
  const sorted = [...new Set(texts)].sort();
  const [first] = sorted;
  const last = sorted.at(-1);
  const digits = first === undefined ? undefined : /^(.*?)(\d{1,15})$/.exec(first);
  if (first === undefined || last === undefined || digits?.[2] === undefined) return undefined;
  const [, prefix = '', number] = digits;
  const follow = sorted.every(
    (text, i) =>
      text === prefix + String(Number(number) + i).padStart(number.length, '0') &&
      text.length === first.length,
  );
  return follow && sorted.every((text) => stringCode(text) === `'${text}'`) ? { first, last } : undefined;
}
