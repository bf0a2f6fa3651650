import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unbounded-parallel` says. */
export const say = messagesOf({
  all: (code: string) => ({
    message: l10n.t('Nothing limits how many requests start at once: one for each of {0}.', code),
    help: l10n.t('Start a limited number at a time.'),
  }),
});
