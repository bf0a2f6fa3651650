import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `contradictory-filter` says. */
export const say = messagesOf({
  'two-conditions': () => ({
    message: l10n.t('This condition and another exclude each other: the query never returns anything.'),
    help: l10n.t('Check the values and operators. If either condition is enough, join them with "or".'),
  }),
  'no-key': () => ({
    message: l10n.t('No key meets this condition: the query never returns anything.'),
    help: l10n.t('Compare with a value that a key can have.'),
  }),
});
