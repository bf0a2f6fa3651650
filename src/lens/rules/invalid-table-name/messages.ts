import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `invalid-table-name` says. */
export const say = messagesOf({
  length: (name: string, fewest: number, most: number) => ({
    message: l10n.t('Invalid table name "{0}": use {1} to {2} characters.', name, fewest, most),
  }),
  reserved: (name: string) => ({
    message: l10n.t('Invalid table name "{0}": the service reserves it.', name),
  }),
  characters: (name: string) => ({
    message: l10n.t('Invalid table name "{0}": use letters and digits only.', name),
  }),
  'first-character': (name: string) => ({
    message: l10n.t('Invalid table name "{0}": start with a letter.', name),
  }),
});
