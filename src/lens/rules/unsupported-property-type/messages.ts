import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `unsupported-property-type` says. */
export const say = messagesOf({
  object: (code: string) => ({
    message: l10n.t("{0} is an object, and properties can't be nested: the SDK throws.", code),
    help: l10n.t(
      'Nothing is written. Store JSON.stringify(…), separate properties, or an entity of its own.',
    ),
  }),
  array: (code: string) => ({
    message: l10n.t('{0} is an array, and a property holds one value: the SDK throws.', code),
    help: l10n.t('Nothing is written. Store JSON.stringify(…), or one entity for each element.'),
  }),
  function: (code: string) => ({
    message: l10n.t('{0} is a function: the SDK throws, and nothing is written.', code),
    help: l10n.t('Store what it returns.'),
  }),
  'unknown-type': (type: string, types: string) => ({
    message: l10n.t('"{0}" isn\'t a type of the SDK: it throws, and nothing is written.', type),
    help: l10n.t('Valid types are {0}.', types),
  }),
  'int64-value': () => ({
    message: l10n.t('The value of an Int64 must be text here: a number is rejected, and a bigint throws.'),
    help: l10n.t('Write it in quotes or with String(…), or pass a bigint without a type.'),
  }),
});
