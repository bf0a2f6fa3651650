import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unsortable-date-in-key` says. */
export const say = messagesOf({
  unsorted: (key: string, format: string) => ({
    message: l10n.t('{0} has dates as "{1}", which don\'t sort by time: keys sort as text.', key, format),
    help: l10n.t('Use a format that starts with the year and has fixed widths, such as ISO 8601.'),
  }),
  ambiguous: (key: string, format: string) => ({
    message: l10n.t('{0} has dates as "{1}": 3 a.m. and 3 p.m. make the same key.', key, format),
    help: l10n.t('Use the 24-hour clock.'),
  }),
});
