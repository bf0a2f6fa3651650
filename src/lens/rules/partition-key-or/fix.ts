import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { Filter } from '../../../core/odata/ast.ts';
import { contains } from '../../../core/text/span.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { loopOver } from '../../syntax/edits/loop-over.ts';
import { someCode } from '../../syntax/program/walk.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { isPath, keyList, SDK } from '../shared/code.ts';
import { expressionAt } from '../shared/code-at.ts';
import { equalTo, isBinding, partsOf } from '../shared/filters.ts';
import { keyCode } from '../shared/get-entity.ts';
import { odataWith } from '../shared/odata-code.ts';
import { piecesOf } from '../shared/pieces.ts';

/** What the query of one partition calls its key. */
const KEY = 'partitionKey';

/** The names that the new code declares around the call, which must not mean anything else in it. */
const NAMES: ReadonlySet<string> = new Set([KEY, 'found', 'entity']);

/**
 * One query for each partition, in a loop that goes on as before: no entity comes twice, and the order is the
 * service's, ascending by PartitionKey.
 */
export function parallelQueries(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  partitions: Filter,
): Fix[] {
  const source = context.sourceOf(query.file);
  const call = callOfOne(context, query, filter, partitions);
  const loop = loopOver(query.file, source, query.callSpan);
  const keys = partsOf(partitions, 'or').map((branch) => {
    const key = equalTo(branch, 'PartitionKey');
    return key && keyCode(context, filter, key);
  });
  if (call === undefined || loop === undefined || !keys.every((code) => code !== undefined)) return [];
  const tag = useImport(query.file, source, SDK, 'odata');
  if (tag === undefined) return [];

  const indent = indentAt(source, query.callSpan.start);
  const queries = [
    '(',
    `${indent}  await Promise.all(`,
    `${indent}    ${keyList(keys)}.map(async (${KEY}) => {`,
    `${indent}      const found = [];`,
    `${indent}      for await (const entity of ${deeper(call(tag.reference), '      ')}) {`,
    `${indent}        found.push(entity);`,
    `${indent}      }`,
    `${indent}      return found;`,
    `${indent}    }),`,
    `${indent}  )`,
    `${indent}).flat()`,
  ].join('\n');
  return [
    {
      title: l10n.t('Send one query for each partition, in parallel'),
      edits: [...tag.edits, { span: query.callSpan, text: queries }, { span: loop.awaitSpan, text: '' }],
    },
  ];
}

/** Code of several lines that stands further in; lines of a text are left as they are. */
function deeper(code: string, by: string): string {
  const isOfText = code.split('`').some((part, index) => index % 2 === 1 && part.includes('\n'));
  return isOfText ? code : code.replaceAll('\n', `\n${by}`);
}

/** The call with a filter for one partition in its place, given the name of the tag. */
function callOfOne(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  partitions: Filter,
): ((tag: string) => string) | undefined {
  const { expression } = filter;
  const { file, callSpan, filter: known, receiver, via } = query;
  if (isBinding(query) || via !== undefined || known.kind !== 'known' || known.alternatives.length !== 1)
    return undefined;
  if (expression?.file !== file || !contains(callSpan, expression.span)) return undefined;
  const template = odataWith(context, filter, bracketed(filter, partitions), `PartitionKey eq \${${KEY}}`);
  const source = context.sourceOf(file);
  const before = source.slice(callSpan.start, expression.span.start);
  const after = source.slice(expression.span.end, callSpan.end);
  if (template === undefined || isTaken(context, query, filter, partitions) || !isPath(receiver.text))
    return undefined;
  return (tag) => `${before}${tag}\`${template}\`${after}`;
}

/** Whether the call has one of the names that the new code declares, elsewhere than in the keys that are taken out of it. */
function isTaken(
  context: RuleContext,
  { file, callSpan }: Query,
  filter: FilterAlternative,
  { span }: Filter,
): boolean {
  const keys = (piecesOf(context, filter) ?? []).flatMap((piece) =>
    contains(span, piece.span) && piece.place !== undefined ? [piece.place.span] : [],
  );
  const call = expressionAt(context, { file, span: callSpan });
  return (
    call === undefined ||
    someCode(
      call,
      (part) =>
        part.kind === 'expression' &&
        (part.expression.kind === 'local' || part.expression.kind === 'global') &&
        NAMES.has(part.expression.name) &&
        !keys.some((key) => contains(key, part.expression.span)),
    )
  );
}

/** With the brackets that one condition alone needs no more. */
function bracketed({ text: { text } }: FilterAlternative, { span }: Filter): Filter['span'] {
  const isBracketed = text[span.start - 1] === '(' && text[span.end] === ')';
  return isBracketed ? { start: span.start - 1, end: span.end + 1 } : span;
}
