import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { methodOf } from '../shared/repeated.ts';
import { etagFixes } from './fix.ts';

/** The guide, "Managing concurrency". Without an etag in the options the SDK sends `If-Match: *`. */
export const rule: Rule = {
  id: 'lost-update',
  severity: 'warning',
  title: () => l10n.t('A change that can undo another one'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.stale === undefined) continue;
      const { stale } = operation;
      yield {
        place: methodOf(operation),
        message:
          operation.method === 'upsertEntity'
            ? l10n.t(
                'This writes back what was read before, whatever has happened to the entity in between: what somebody else changed is lost. An upsert cannot be made conditional. Use updateEntity with the etag that was read as options, createEntity for a new entity, and start again on a 412 or 409.',
              )
            : l10n.t(
                'This writes back what was read before, whatever has happened to the entity in between: what somebody else changed is lost. Give the etag that was read in the options, the third argument, and read again on a 412. Without it a 412 never comes.',
              ),
        related: [{ place: stale.place, message: l10n.t('It is read here.') }],
        fixes: () => etagFixes(context, operation),
      };
    }
  },
};
