import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `retired-sdk` says. */
export const say = messagesOf({
  deprecated: (retired: string, replacement: string) => ({
    message: l10n.t("{0} is deprecated, and its queries aren't analyzed: use {1}.", retired, replacement),
  }),
});
