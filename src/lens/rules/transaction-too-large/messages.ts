import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `transaction-too-large` says. */
export const say = messagesOf({
  count: (count: number, most: number) => ({
    message: l10n.t('This transaction can have {0} actions; the service takes at most {1}.', count, most),
    help: l10n.t('A larger transaction fails as a whole. Submit groups of {0}.', most),
  }),
  query: (most: number) => ({
    message: l10n.t(
      'The query can return any number of entities; a transaction takes at most {0} actions.',
      most,
    ),
    help: l10n.t('A larger transaction fails as a whole. Submit groups of {0}.', most),
  }),
  unbounded: (most: number) => ({
    message: l10n.t('Nothing limits the number of actions; a transaction takes at most {0}.', most),
    help: l10n.t('A larger transaction fails as a whole. Submit groups of {0}.', most),
  }),
});
