import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `hard-coded-account-key` says. */
export const say = messagesOf({
  'account-key': () => ({
    message: l10n.t('Account key in source code: anyone who reads it controls the whole account.'),
    help: l10n.t(
      'Anyone who sees this source, or any commit of it, can read, change and delete everything in the account. Read the key from the environment, or use DefaultAzureCredential, and rotate the key.',
    ),
  }),
  signature: () => ({
    message: l10n.t(
      'Shared access signature in source code: anyone who reads it can use it until it expires.',
    ),
    help: l10n.t(
      'Anyone who sees this source, or any commit of it, can do what the signature allows. Read it from the environment, or use DefaultAzureCredential, and revoke this one.',
    ),
  }),
});
