import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import { indentAt } from '../../../core/text/line.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Write } from '../../model/operations/operation.ts';
import { awaitStatement } from '../../syntax/edits/await-statement.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import { styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import { type Proposal, refused, type World } from '../pattern.ts';
import { inTransactions } from './helper.ts';
import { refusals } from './refusals.ts';

export const MIXED = 'transaction-mixed-partitions';

const NAMES = ['transaction', 'batch', 'tableTransaction'] as const;

/** One transaction for each PartitionKey of one that has several, which the SDK rejects. */
export function proposeParts(write: Write, world: World, text: string): Proposal | undefined {
  const { file, callSpan, via } = write;
  const own = [
    callSpan,
    ...(write.actions ?? []).flatMap(({ place }) => (place.file === file ? [place.span] : [])),
  ];
  const isMixed = world
    .analyze(file)
    .findings.some(({ rule, span }) => rule === MIXED && own.some((one) => contains(one, span)));
  if (!isMixed || via !== undefined) return undefined;
  const call = tableCallAt(file, text, callSpan);
  const statement = awaitStatement(file, text, callSpan);
  const [actions, ...others] = call?.args ?? [];
  if (call === undefined || statement === undefined || actions === undefined)
    return refused(refusals.awaited());
  if (others.length > 0) return refused(refusals.options());
  const { receiver, head } = call;
  if (!/^[\w$.#]+$/.test(receiver)) return refused(refusals.client(receiver));
  const visible = visibleNames(file, text, callSpan.start);
  const name = NAMES.find((one) => !visible.has(one));
  const helper = useHelper(world, file, inTransactions);
  if (helper === undefined || name === undefined) return refused(refusals.helper());
  const style = styleOf(text);
  const indent = indentAt(text, statement.start);
  const body = `\n${indent}${style.step}await ${receiver}.submitTransaction(${name});\n${indent}}`;
  const edits = [
    { span: { start: statement.start, end: head.end }, text: `for (const ${name} of ${helper.reference}(` },
    { span: { start: callSpan.end, end: statement.end }, text: `) {${body}` },
  ];
  return {
    kind: 'change',
    changes: [
      { kind: 'edit', file, edits: style.finish([...helper.edits, ...edits]) },
      ...(helper.created ? [helper.created] : []),
    ],
    isReached: (before, after) => mixed(after) < mixed(before),
    notes: [
      l10n.t(
        'Cost: one request for up to 100 entities of a partition. The SDK rejects a transaction of several partitions.',
      ),
      l10n.t(
        'Consistency: each transaction is written as a whole or not at all. If one fails, those before it stay written.',
      ),
    ],
  };
}

function mixed({ findings }: FileAnalysis): number {
  return findings.filter(({ rule }) => rule === MIXED).length;
}
