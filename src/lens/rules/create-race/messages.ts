import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `create-race` says. */
export const say = messagesOf({
  'upsert-if-old': (property: string) => ({
    message: l10n.t(
      'Two callers that pass the check of {0} both write here: the later overwrites the first.',
      property,
    ),
    help: l10n.t(
      'Use createEntity if the read finds nothing, and updateEntity with the etag that it finds otherwise. On 409 or 412, read again.',
    ),
  }),
  'upsert-after-404': () => ({
    message: l10n.t('Two callers that find nothing both write here, and the later overwrites the first.'),
    help: l10n.t(
      'Use createEntity instead: it fails with 409 when another caller was faster. Then read the entity again.',
    ),
  }),
});
