import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `property-too-large` says. */
export const say = messagesOf({
  contents: (code: string) => ({
    message: l10n.t('{0} can be larger than 64 KiB, the limit of a property.', code),
    help: l10n.t(
      "It contains data of any size, such as a file, a response, or a query result. The service rejects an entity with a larger property (32,768 characters of text). Store the data in a blob, and the blob's address in the property.",
    ),
  }),
  grown: (name: string) => ({
    message: l10n.t('Each write adds to the list in "{0}", until it exceeds 64 KiB.', name),
    help: l10n.t(
      'The service rejects the entity then (32,768 characters of text). Store each element as an entity of its own, or keep the last ones only.',
    ),
  }),
  constant: (name: string, bytes: string) => ({
    message: l10n.t('{0} takes at least {1} bytes; a property can have at most 64 KiB.', name, bytes),
    help: l10n.t(
      "The service rejects the entity. Text takes two bytes a character. Store it in a blob, and the blob's address in the property.",
    ),
  }),
});
