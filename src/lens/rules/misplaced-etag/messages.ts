import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `misplaced-etag` says. */
export const say = messagesOf({
  'in-entity': () => ({
    message: l10n.t("The etag is ignored: it's in the entity, not in the options."),
    help: l10n.t(
      'The update overwrites any change. Pass it in the options: updateEntity(entity, mode, { etag }).',
    ),
  }),
  upsert: () => ({
    message: l10n.t('An upsert ignores the etag and overwrites any change.'),
    help: l10n.t('Use updateEntity(entity, mode, { etag }), and createEntity for a new entity.'),
  }),
  'no-mode': () => ({
    message: l10n.t('The second argument must be the mode, "Merge" or "Replace": this call throws.'),
    help: l10n.t('Pass the options as the third argument.'),
  }),
  'given-no-mode': (method: string) => ({
    message: l10n.t('{0} gets this where it takes the mode, "Merge" or "Replace": it throws.', method),
    help: l10n.t('Let the function that you call here pass the mode second, and the options third.'),
  }),
  'transaction-delete': () => ({
    message: l10n.t('A delete in a transaction ignores the etag.'),
    help: l10n.t(
      'It deletes the entity even if it changed. If that matters, use deleteEntity with { etag } instead.',
    ),
  }),
});
