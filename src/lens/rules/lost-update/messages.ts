import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `lost-update` says. */
export const say = messagesOf({
  upsert: () => ({
    message: l10n.t('This writes back what was read earlier: changes made in between are lost.'),
    help: l10n.t(
      "An upsert can't be conditional. Use updateEntity with the etag that was read, createEntity for a new entity, and start again on 412 or 409.",
    ),
  }),
  checked: (property: string) => ({
    message: l10n.t(
      'This writes {0} after a check: another caller can pass the same check in between.',
      property,
    ),
    help: l10n.t(
      'Pass the etag that was read in the options, the third argument. On 412, read and check again.',
    ),
  }),
  'checked-upsert': (property: string) => ({
    message: l10n.t(
      'This writes {0} after a check: another caller can pass the same check in between.',
      property,
    ),
    help: l10n.t(
      "An upsert can't be conditional. Use updateEntity with the etag that was read, and read and check again on 412.",
    ),
  }),
  update: () => ({
    message: l10n.t('This writes back what was read earlier: changes made in between are lost.'),
    help: l10n.t(
      'Pass the etag that was read in the options, the third argument, and read again on 412. Without an etag, the service never returns 412.',
    ),
  }),
});
