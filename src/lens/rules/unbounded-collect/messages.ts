import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unbounded-collect` says. */
export const say = messagesOf({
  array: () => ({
    message: l10n.t('The whole scan goes into an array: time and memory grow with the table.'),
    help: l10n.t('Process one page after the other, or keep an entity with the totals you need.'),
  }),
  count: () => ({
    message: l10n.t('Entities are read only to be counted or added up: time and cost grow with the table.'),
    help: l10n.t("The service can't count or add up. Keep the number in an entity of its own."),
  }),
});
