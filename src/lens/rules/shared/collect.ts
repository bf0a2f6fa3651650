import * as l10n from '@vscode/l10n';
import type { Query, Write } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { writeLoopAround } from '../../syntax/edits/write-loop.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { bare } from '../../syntax/program/names.ts';
import { isPath, SDK } from './code.ts';
import { expressionAt } from './code-at.ts';
import { queriesOf } from './filters.ts';

/** Most arguments that a method takes without options. */
const MOST_ARGUMENTS: Readonly<Record<Write['method'], number>> = {
  createEntity: 1,
  upsertEntity: 2,
  updateEntity: 2,
  deleteEntity: 2,
  submitTransaction: 0,
};

/** The writes of a loop that does nothing else, to one partition, collected into transactions of 100. */
export function collectFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { repeated, file, callSpan, nameSpan, argumentSpans, method, receiver, via } = write;
  if (repeated === undefined || repeated.calledAt !== undefined || via !== undefined) return [];
  if (argumentSpans.length > MOST_ARGUMENTS[method] || !isPath(receiver.text)) return [];
  if (repeated.isParallel || !isOfOnePartition(context, write)) return [];
  const source = context.sourceOf(file);
  const loop = writeLoopAround(file, source, callSpan);
  const name = ['transaction', 'batch'].find((one) => loop?.names.has(one) === false);
  const imported = useImport(file, source, SDK, 'TableTransaction');
  if (loop === undefined || name === undefined || imported === undefined) return [];
  const call = source.slice(nameSpan.start, callSpan.end);
  const { indent } = loop;
  const submit = `await ${receiver.text}.submitTransaction(${name}.actions);`;
  const text = [
    `let ${name} = new ${imported.reference}();`,
    `${indent}${source.slice(loop.head.start, loop.head.end).trimEnd()} {`,
    `${indent}  ${name}.${call};`,
    `${indent}  if (${name}.actions.length === 100) {`,
    `${indent}    ${submit}`,
    `${indent}    ${name} = new ${imported.reference}();`,
    `${indent}  }`,
    `${indent}}`,
    `${indent}if (${name}.actions.length > 0) ${submit}`,
  ].join('\n');
  const edits = [...imported.edits, { span: loop.span, text }];
  // a list query gives each row once
  return write.listed !== undefined && method === 'deleteEntity'
    ? [{ title: l10n.t('Delete in transactions of 100'), edits }]
    : [
        {
          title: l10n.t('Write in transactions of 100 (right if no row occurs twice)'),
          edits,
          isConditional: true,
        },
      ];
}

/** Whether each turn writes to the same partition: by its key, or by the filter that gives the entities. */
function isOfOnePartition(context: RuleContext, { repeated, listed, partitionKey, file }: Write): boolean {
  if (repeated?.partition === 'same') return true;
  if (repeated?.partition !== 'of-element' || listed?.file !== file || partitionKey?.place.file !== file)
    return false;
  const code = expressionAt(context, partitionKey.place);
  const key = code && bare(code.expression);
  const isOwn = key?.kind === 'member' && key.name === 'partitionKey';
  const query = queriesOf(context).find(({ callSpan }) => callSpan.start === listed.span.start);
  return isOwn && query !== undefined && asksForOnePartition(query);
}

/** Whatever is asked for, where a list is empty, too. */
function asksForOnePartition({ filter }: Query): boolean {
  return (
    filter.kind === 'known' &&
    filter.isPartial !== true &&
    filter.alternatives.length > 0 &&
    filter.alternatives.every(({ classification }) => classification.region.partitionKey.kind === 'fixed')
  );
}
