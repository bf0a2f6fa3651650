import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `replace-drops-properties` says. */
export const say = messagesOf({
  replace: (properties: string) => ({
    message: l10n.t("Replace removes the properties that you don't pass: {0} would be lost.", properties),
    help: l10n.t('Use Merge, which keeps the others.'),
  }),
});
