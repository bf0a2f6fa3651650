import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `reserved-property` says. */
export const say = messagesOf({
  timestamp: () => ({
    message: l10n.t('The service sets Timestamp itself: this value is ignored.'),
    help: l10n.t('Give the property another name, or leave it out.'),
  }),
  protocol: (name: string) => ({
    message: l10n.t('"{0}" is reserved: names that start with "odata." belong to the protocol.', name),
    help: l10n.t(
      'The value is dropped, or confused with what the service sends. Give the property another name, or leave it out.',
    ),
  }),
});
