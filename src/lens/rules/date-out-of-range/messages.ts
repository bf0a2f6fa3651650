import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `date-out-of-range` says. */
export const say = messagesOf({
  before: (date: string) => ({
    message: l10n.t('{0} is before 1601-01-01: the service rejects the entity.', date),
    help: l10n.t('Leave the property out, or store the date as text.'),
  }),
  after: (date: string) => ({
    message: l10n.t('{0} is after 9999-12-31: the service rejects the entity.', date),
    help: l10n.t('Leave the property out, or store the date as text.'),
  }),
});
