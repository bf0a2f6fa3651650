import * as l10n from '@vscode/l10n';
import type { MisplacedEtag } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { optionsFixes } from './fix.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** The guide, "Managing concurrency". The SDK looks for an etag in the third argument of update and delete alone. */
export const rule: Rule = {
  id: 'misplaced-etag',
  severity: 'error',
  title: () => l10n.t('An etag that the SDK ignores'),
  check: function* (context) {
    // what several writes are given is told at the first of them
    const told = new Set<string>();
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.misplaced === undefined) continue;
      const { misplaced } = operation;
      const at = `${misplaced.place.span.start} ${misplaced.kind}`;
      if (told.has(at)) continue;
      told.add(at);
      yield {
        place: misplaced.place,
        about: operation,
        ...explain(misplaced.kind, operation.method),
        fixes: () => optionsFixes(context, operation, misplaced),
      };
    }
  },
};

function explain(kind: MisplacedEtag['kind'], method: string): Message {
  switch (kind) {
    case 'entity':
      return say('in-entity');
    case 'upsert':
      return say('upsert');
    case 'mode':
      return say('no-mode');
    case 'given-mode':
      return say('given-no-mode', method);
    case 'delete-action':
      return say('transaction-delete');
  }
}
