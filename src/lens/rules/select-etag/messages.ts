import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `select-etag` says. */
export const say = messagesOf({
  'not-sent': () => ({
    message: l10n.t('etag in select does nothing: it always comes. Before SDK 13.0.0 it comes back as null.'),
    help: l10n.t('Remove it from the list. The service sends the etag of every entity, whatever you select.'),
  }),
});
