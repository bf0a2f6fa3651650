import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

export const say = messagesOf({
  'deleted-copy': () => ({
    message: l10n.t('This deletes one of two copies of the entity: the other one stays.'),
    help: l10n.t('Change both copies, in one transaction if both have the same PartitionKey.'),
  }),
  'changed-copy': (name: string) => ({
    message: l10n.t('This changes "{0}" in one of two copies: the other one keeps the old value.', name),
    help: l10n.t('Change both copies, in one transaction if both have the same PartitionKey.'),
  }),
});
