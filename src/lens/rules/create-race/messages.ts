import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `create-race` says. */
export const say = messagesOf({
  'upsert-after-404': () => ({
    message: l10n.t('Two callers that find nothing both write here, and the later overwrites the first.'),
    help: l10n.t(
      'Use createEntity instead: it fails with 409 when another caller was faster. Then read the entity again.',
    ),
  }),
});
