import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `imprecise-ticks` says. */
export const say = messagesOf({
  'always-equal': (code: string) => ({
    message: l10n.t('{0} is always the same number: the time is lost in rounding.', code),
    help: l10n.t(
      'A number this large has no digits left for the time. Subtract from 8640000000000000, the latest time of a Date, or compute ticks with bigint.',
    ),
  }),
  'lost-digits': (code: string) => ({
    message: l10n.t('{0} exceeds 2^53 and loses digits: different times make the same key.', code),
    help: l10n.t(
      'Compute it with bigint: 10000n instead of 10000, BigInt(Date.now()) instead of Date.now().',
    ),
  }),
});
