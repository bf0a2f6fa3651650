import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isOverOne, methodOf } from '../shared/repeated.ts';

/** The guide, "High volume delete pattern" and "Entity Group Transactions" (at most 100 actions). */
export const rule: Rule = {
  id: 'list-then-delete-each',
  severity: 'information',
  title: () => l10n.t('Entities listed to be deleted'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.listed === undefined || operation.isInCatch) continue;
      if (operation.repeated !== undefined && isOverOne(context, operation.repeated)) continue;
      yield {
        place: methodOf(operation),
        message: explain(operation, isReplaced(context, operation)),
        about: operation,
        ...(operation.method === 'submitTransaction' && { toldBy: 'transaction-too-large' }),
        related: [{ place: operation.listed, message: l10n.t('They are listed here.') }],
      };
    }
  },
};

function explain({ method }: Write, replaced: boolean): string {
  if (method === 'submitTransaction') {
    return l10n.t(
      'All entities that were listed are deleted in one transaction, which fails with more than 100. Submit them in groups of 100. If entities come to be deleted together again and again, a table of their own can be deleted in one request.',
    );
  }
  return replaced
    ? l10n.t(
        'Each entity that is listed is written anew and deleted, with a request for each delete. Delete those of one partition in transactions of up to 100; where the new one stays in that partition, create it in the same transaction, so that none is lost or there twice.',
      )
    : l10n.t(
        'Entities are listed only to be deleted, with one request for each. Delete those of one partition in transactions of up to 100, and list only their keys. If entities come to be deleted together again and again, a table of their own can be deleted in one request.',
      );
}

/** Whether another entity is put in the place of what is deleted, as who gives it another key must. */
function isReplaced({ operations }: RuleContext, { repeated, fn }: Write): boolean {
  return operations.some(
    (one) =>
      one.kind === 'write' &&
      (one.method === 'createEntity' || one.method === 'upsertEntity') &&
      !one.isInCatch &&
      one.fn === fn &&
      one.repeated !== undefined &&
      one.repeated.span.start === repeated?.span.start,
  );
}
