import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `open-row-range` says. */
export const say = messagesOf({
  'no-end': () => ({
    message: l10n.t('This RowKey range has no end: the service reads on to the end of the partition.'),
    help: l10n.t('It looks like a range over a prefix. Add an upper bound with "lt".'),
  }),
  'no-start': () => ({
    message: l10n.t('This RowKey range has no start: the service reads from the start of the partition.'),
    help: l10n.t('It looks like a range over a prefix. Add a lower bound with "ge".'),
  }),
});
