import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `table-recreate` says. */
export const say = messagesOf({
  recreated: () => ({
    message: l10n.t("A deleted table can't be created again at once: the service returns 409."),
    help: l10n.t(
      "The service removes a deleted table in the background, which takes at least 40 seconds (TableBeingDeleted). Azurite doesn't. Use a new name each time, or delete the entities.",
    ),
  }),
});
