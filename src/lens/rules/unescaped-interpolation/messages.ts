import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unescaped-interpolation` says. */
export const say = messagesOf({
  unescaped: (code: string) => ({
    message: l10n.t("{0} isn't escaped: a quote in it breaks the filter or changes what it matches.", code),
    help: l10n.t(
      'Anyone who chooses the value can change the query. Use the odata tag, which quotes and escapes values.',
    ),
  }),
});
