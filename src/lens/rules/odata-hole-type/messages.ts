import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `odata-hole-type` says. */
export const say = messagesOf({
  array: (code: string) => ({
    message: l10n.t(
      '{0} is an array: odata joins its elements with commas, and the service rejects that.',
      code,
    ),
    help: l10n.t('Compare with each element, joined with "or", or send one query for each.'),
  }),
  object: (code: string) => ({
    message: l10n.t('{0} is an object: odata writes "[object Object]".', code),
    help: l10n.t('Use the property that you mean.'),
  }),
  bytes: (code: string) => ({
    message: l10n.t('{0} is binary: odata writes its bytes as numbers, separated by commas.', code),
    help: l10n.t("Write X'…' around its hexadecimal digits."),
  }),
  nothing: (code: string) => ({
    message: l10n.t('{0} is undefined: odata writes nothing, and the service rejects the filter.', code),
  }),
  perhaps: (code: string) => ({
    message: l10n.t(
      '{0} can be undefined: then odata writes nothing, and the service rejects the filter.',
      code,
    ),
    help: l10n.t('Check it first, or leave the condition out.'),
  }),
  optional: (code: string) => ({
    message: l10n.t('{0} can be undefined by its type: then the service rejects the filter.', code),
    help: l10n.t('odata writes nothing for undefined. Check it first, or leave the condition out.'),
  }),
  chain: (code: string) => ({
    message: l10n.t('{0} can be undefined because of "?.": then the service rejects the filter.', code),
    help: l10n.t('odata writes nothing for undefined. Check it first.'),
  }),
  bigint: (code: string) => ({
    message: l10n.t(
      '{0} is a bigint: odata writes it without "L", so it doesn\'t match a stored Int64.',
      code,
    ),
    help: l10n.t('Write L directly after the expression.'),
  }),
});
