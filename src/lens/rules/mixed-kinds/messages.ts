import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

export const say = messagesOf({
  'both-copies': () => ({
    message: l10n.t('Each entity comes twice: the table has two copies of it, and this reads both.'),
    help: l10n.t('Query the range of RowKeys of one kind.'),
  }),
});
