import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `odata-composed-literal` says. */
export const say = messagesOf({
  called: () => ({
    message: l10n.t('odata is called as a function here, so it escapes nothing.'),
    help: l10n.t('Write odata`…` without parentheses.'),
  }),
  part: (code: string) => ({
    message: l10n.t(
      '{0} is only part of a text: odata adds its own quotes, and the service rejects the filter.',
      code,
    ),
    help: l10n.t('Build the whole text in one expression, without quotes around it.'),
  }),
  date: (code: string) => ({
    message: l10n.t(
      "{0} is a Date in quotes: odata adds datetime'…' itself, and the service rejects the filter.",
      code,
    ),
    help: l10n.t('Remove the quotes and what comes before them.'),
  }),
  'no-value': (code: string) => ({
    message: l10n.t(
      "{0} isn't a value here: odata quotes it as text, and the service rejects the filter.",
      code,
    ),
    help: l10n.t('Only values can be expressions of odata, not conditions, names or operators.'),
  }),
});
