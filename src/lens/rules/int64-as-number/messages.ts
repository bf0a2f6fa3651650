import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `int64-as-number` says. */
export const say = messagesOf({
  constant: (code: string, stored: string) => ({
    message: l10n.t('{0} is too large for a number: {1} is stored instead.', code, stored),
    help: l10n.t('Write it as a bigint, which is stored as Int64.'),
  }),
  computed: (code: string) => ({
    message: l10n.t("{0} exceeds 2^53 and loses digits: it's stored as a Double.", code),
    help: l10n.t('Compute it with bigint, which is stored as Int64.'),
  }),
  id: (code: string) => ({
    message: l10n.t('{0} makes a number of an id: above 2^53 its last digits are lost.', code),
    help: l10n.t('Store the text, or BigInt(…), which is stored as Int64.'),
  }),
  elsewhere: (code: string, property: string) => ({
    message: l10n.t('{0} is stored as a number here; elsewhere {1} is an Int64.', code, property),
    help: l10n.t(
      'Pass a bigint here, too: filters compare values of one type, and a number loses digits above 2^53.',
    ),
  }),
  converted: (code: string) => ({
    message: l10n.t('{0} converts a bigint to a Double: above 2^53 its last digits are lost.', code),
    help: l10n.t('Pass the bigint itself, which is stored as Int64.'),
  }),
});
