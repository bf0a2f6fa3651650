import * as l10n from '@vscode/l10n';
import { shortened } from '../../../core/text/shortened.ts';
import { messagesOf } from '../message.ts';

/** What `unawaited-write` says. */
export const say = messagesOf({
  'not-awaited': () => ({
    message: l10n.t("This write isn't awaited: errors are lost, and it might never be sent."),
    help: l10n.t(
      'Await the write. Otherwise, the code after it can run first, an error can end the process, and a function that ends early might never send it.',
    ),
  }),
  'call-not-awaited': (name: string) => ({
    message: l10n.t(
      "{0} writes, but isn't awaited: errors are lost, and it might never be sent.",
      shortened(name, 40),
    ),
    help: l10n.t(
      'Await the call. Otherwise, the code after it can run first, an error can end the process, and a function that ends early might never send the write.',
    ),
  }),
  then: () => ({
    message: l10n.t("If this write fails, nobody handles the error: then() isn't followed by catch()."),
    help: l10n.t(
      'Await the write, or add catch(). By default, Node ends the process when nobody handles an error, and what then() does never happens.',
    ),
  }),
  'left-behind': () => ({
    message: l10n.t("Nobody waits for this write: the function can end before it's sent."),
    help: l10n.t(
      'Await it, the catch() too. Azure Functions can stop what still runs when a function has ended.',
    ),
  }),
  map: () => ({
    message: l10n.t("The promises of map aren't awaited: errors of these writes are lost."),
    help: l10n.t('What comes next runs before the writes. Await Promise.all over map.'),
  }),
  'for-each': () => ({
    message: l10n.t("forEach doesn't wait for these writes, and their errors are lost."),
    help: l10n.t(
      'What comes next runs before the writes. Use for … of with await, or await Promise.all over map.',
    ),
  }),
});
