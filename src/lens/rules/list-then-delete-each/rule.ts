import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { methodOf } from '../shared/repeated.ts';

/** The guide, "High volume delete pattern" and "Entity Group Transactions" (at most 100 actions). */
export const rule: Rule = {
  id: 'list-then-delete-each',
  severity: 'information',
  title: () => l10n.t('Entities listed to be deleted'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.listed === undefined || operation.isInCatch) continue;
      yield {
        place: methodOf(operation),
        message:
          operation.method === 'submitTransaction'
            ? l10n.t(
                'All entities that were listed are deleted in one transaction, which fails with more than 100. Submit them in groups of 100. If entities come to be deleted together again and again, a table of their own can be deleted in one request.',
              )
            : l10n.t(
                'Entities are listed only to be deleted, with one request for each. Delete those of one partition in transactions of up to 100, and list only their keys. If entities come to be deleted together again and again, a table of their own can be deleted in one request.',
              ),
        about: operation,
        ...(operation.method === 'submitTransaction' && { toldBy: 'transaction-too-large' }),
        related: [{ place: operation.listed, message: l10n.t('They are listed here.') }],
      };
    }
  },
};
