import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

export const say = messagesOf({
  'both-copies': () => ({
    message: l10n.t('Each entity comes twice: the table has two copies of it, and this reads both.'),
    help: l10n.t('Query the range of RowKeys of one kind.'),
  }),
  'other-kind': (property: string) => ({
    message: l10n.t('Some entities that this reads are of another kind, which has no "{0}".', property),
    help: l10n.t('Query the range of RowKeys of one kind.'),
  }),
});
