import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `ticks-without-unique-suffix` says. */
export const say = messagesOf({
  'time-alone': (code: string) => ({
    message: l10n.t('RowKey is only the time ({0}): entities made in the same tick get the same key.', code),
    help: l10n.t(
      'In one partition the second write then fails, or overwrites the first. Add an id after the time.',
    ),
  }),
});
