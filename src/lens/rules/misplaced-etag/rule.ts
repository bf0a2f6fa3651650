import * as l10n from '@vscode/l10n';
import type { MisplacedEtag } from '../../model/operation.ts';
import type { Rule } from '../rule.ts';
import { optionsFixes } from './fix.ts';

/** The guide, "Managing concurrency". The SDK looks for an etag in the third argument of update and delete alone. */
export const rule: Rule = {
  id: 'misplaced-etag',
  severity: 'error',
  title: () => l10n.t('An etag where the SDK does not look for it'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.misplaced === undefined) continue;
      const { misplaced } = operation;
      yield {
        place: misplaced.place,
        message: explain(misplaced.kind),
        fixes: () => optionsFixes(context, operation, misplaced),
      };
    }
  },
};

function explain(kind: MisplacedEtag['kind']): string {
  switch (kind) {
    case 'entity':
      return l10n.t(
        'An etag among the properties of the entity is ignored, and the update overwrites whatever is there. Give it in the options: updateEntity(entity, mode, { etag }).',
      );
    case 'upsert':
      return l10n.t(
        'An upsert is never conditional: the etag is ignored, and whatever is there is overwritten. Use updateEntity(entity, mode, { etag }), and createEntity for a new entity.',
      );
    case 'mode':
      return l10n.t(
        'Behind the entity stands the mode, "Merge" or "Replace": with an object in its place the call throws. Options stand behind the mode.',
      );
    case 'delete-action':
      return l10n.t(
        'In a transaction a delete ignores the etag and removes the entity, whatever it has become. Delete it by deleteEntity with { etag } on its own where that matters.',
      );
  }
}
