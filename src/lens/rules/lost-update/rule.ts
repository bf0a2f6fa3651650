import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { StaleRead, TransactionAction, Write } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';
import { checkedBefore } from './checked.ts';
import { actionFixes, etagFixes } from './fix.ts';
import { say } from './messages.ts';

/** The guide, "Managing concurrency". Without an etag in the options the SDK sends `If-Match: *`. */
export const rule: Rule = {
  id: 'lost-update',
  severity: 'warning',
  title: () => l10n.t('An update that can overwrite another one'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.saves]) {
      if (operation.kind !== 'write') continue;
      for (const { place, stale, isUpsert, action } of staleWrites(operation)) {
        yield {
          place,
          about: operation,
          // an etag that is there, and is ignored, is the cause
          toldBy: 'misplaced-etag',
          ...(isUpsert ? say('upsert') : say('update')),
          related: [{ place: stale.place, message: l10n.t('It is read here.') }],
          fixes: () => {
            // the entity has another etag by then than the one that was read
            if (stale.isAgain === true) return [];
            return action === undefined
              ? etagFixes(context, operation)
              : actionFixes(context, operation, action);
          },
        };
      }
      const checked = checkedBefore(context, operation);
      if (checked === undefined) continue;
      yield {
        place: methodOf(operation),
        ...say(operation.method === 'upsertEntity' ? 'checked-upsert' : 'checked', shown(checked.property)),
        related: [{ place: checked.read.place, message: l10n.t('It is read here.') }],
        fixes: () =>
          operation.method === 'upsertEntity'
            ? []
            : etagFixes(context, { ...operation, stale: checked.read }),
      };
    }
  },
};

interface StaleWrite {
  readonly place: Place;
  readonly stale: StaleRead;
  readonly isUpsert: boolean;
  /** Of a transaction the one of its actions. */
  readonly action?: TransactionAction;
}

/** What an operation puts back; of a transaction its actions, each where it is written, if that is in the same file. */
function staleWrites(write: Write): readonly StaleWrite[] {
  const { stale, actions = [], method } = write;
  if (stale !== undefined) return [{ place: methodOf(write), stale, isUpsert: method === 'upsertEntity' }];
  return actions.flatMap((action) => {
    const { place, stale: read, kind } = action;
    const at = place.file === write.file ? place : methodOf(write);
    return read === undefined ? [] : [{ place: at, stale: read, isUpsert: kind === 'upsert', action }];
  });
}
