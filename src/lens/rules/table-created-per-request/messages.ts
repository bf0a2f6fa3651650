import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `table-created-per-request` says. */
export const say = messagesOf({
  client: () => ({
    message: l10n.t('This function sends createTable each time it returns the client: one more request.'),
    help: l10n.t('Create the table once, when the program starts or is deployed.'),
  }),
  'named-client': (name: string) => ({
    message: l10n.t('{0} sends createTable each time it returns the client: one more request.', name),
    help: l10n.t('Create the table once, when the program starts or is deployed.'),
  }),
  request: () => ({
    message: l10n.t('createTable is sent with every request that is served here: one more each time.'),
    help: l10n.t('Create the table once, when the program starts or is deployed.'),
  }),
  use: () => ({
    message: l10n.t('This function sends createTable each time it reads or writes: one more request.'),
    help: l10n.t('Create the table once, when the program starts or is deployed.'),
  }),
  'named-use': (name: string) => ({
    message: l10n.t('{0} sends createTable each time it reads or writes: one more request.', name),
    help: l10n.t('Create the table once, when the program starts or is deployed.'),
  }),
});
