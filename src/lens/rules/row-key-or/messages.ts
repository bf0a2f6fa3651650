import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `row-key-or` says. */
export const say = messagesOf({
  or: () => ({
    message: l10n.t('"or" between RowKeys reads the whole partition, not these rows.'),
    help: l10n.t('Read each entity with getEntity, in parallel.'),
  }),
});
