import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import type { TableCall } from '../../model/tables/table-use.ts';
import { isSamePath } from '../../syntax/program/names.ts';
import type { ExpressionPart } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt } from '../shared/code-at.ts';
import { say } from './messages.ts';
import { areAmong } from '../../syntax/facts/branches.ts';

/** The guide, "High volume delete pattern": a table that was deleted keeps its name for a while. */
export const rule: Rule = {
  id: 'table-recreate',
  severity: 'warning',
  title: () => l10n.t('A table is deleted and created again'),
  check: function* (context) {
    const { file } = context;
    const calls = context.tableUse().calls.slice(0, MOST_CALLS);
    for (const [i, made] of calls.entries()) {
      if (made.kind !== 'create') continue;
      const removed = calls
        .slice(0, i)
        .find((one) => one.kind === 'delete' && isFollowedBy(context, one, made));
      if (removed === undefined) continue;
      yield {
        place: { file, span: made.nameSpan },
        ...say('recreated'),
        related: [{ place: { file, span: removed.nameSpan }, message: l10n.t('The table is deleted here.') }],
      };
    }
  },
};

/** Calls of a file that make or remove tables, and are compared with each other: nobody has a tenth of them. */
const MOST_CALLS = 200;

/** Whether the one call happens, and then the other, for the same table. */
function isFollowedBy(context: RuleContext, removed: TableCall, made: TableCall): boolean {
  // a loop of its own tries until it succeeds; what is done in a catch may be another try
  if (
    (made.fn !== removed.fn && !isThen(context, removed, made)) ||
    made.loops.length > removed.loops.length ||
    made.branches.some(({ kind }) => kind === 'catch')
  )
    return false;
  const isOnTheWay = areAmong(removed.branches, made.branches) || areAmong(made.branches, removed.branches);
  if (!isOnTheWay) return false;
  if (removed.table !== undefined || made.table !== undefined) {
    return removed.table?.toLowerCase() === made.table?.toLowerCase();
  }
  return isSameSubject(context, removed, made);
}

/** `service.deleteTable(name).then(() => service.createTable(name))`. */
function isThen(context: RuleContext, removed: TableCall, made: TableCall): boolean {
  return codeOfFile(context, context.file).parts.some((part) => {
    if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
    const { callee, args } = part.expression;
    const [next] = args;
    return (
      callee.kind === 'member' &&
      callee.name === 'then' &&
      next?.kind === 'function' &&
      contains(callee.object.span, removed.nameSpan) &&
      contains(next.span, made.nameSpan)
    );
  });
}

function isSameSubject(context: RuleContext, removed: TableCall, made: TableCall): boolean {
  const subjectOf = ({ subject }: TableCall): readonly (ExpressionPart | undefined)[] =>
    subject.map((span) => expressionAt(context, { file: context.file, span }));
  const [own, others] = [subjectOf(removed), subjectOf(made)];
  return (
    own.length === others.length &&
    own.every((one, i) => {
      const other = others[i];
      return one !== undefined && other !== undefined && isSamePath(one, other);
    })
  );
}
