import * as l10n from '@vscode/l10n';
import type { NotCollected } from '../../syntax/edits/collected-writes.ts';
import { ofCode } from '../shown-code.ts';

type Reason = (code: string) => string;

/** Why the writes of a loop aren't sent together, in words. */
export const refusals = {
  loop: () => l10n.t('The loop might end by something that changes while it waits for the writes.'),
  handled: () => l10n.t('The loop handles the error of each write.'),
  result: () => l10n.t('The loop uses the result of the write, or nothing waits for it.'),
  waits: ofCode((code) =>
    l10n.t('The loop also waits for "{0}", which might need the writes before it.', code),
  ),
  leaves: ofCode((code) => l10n.t('"{0}" leaves the loop, and the writes before it would be lost.', code)),
  effect: ofCode((code) => l10n.t('"{0}" would happen before the writes.', code)),
  stream: ofCode((code) => l10n.t('The pages that "{0}" reads aren\'t seen here.', code)),
  layout: () => l10n.t('The statements share lines with other code.'),
  client: ofCode((code) => l10n.t('The client "{0}" might be another one in each iteration.', code)),
  clients: () => l10n.t('The loop writes with several clients.'),
  generic: ofCode((code) =>
    l10n.t('The type of "{0}" is a parameter, which a transaction might not take.', code),
  ),
  options: () => l10n.t("The write has options or an ETag that a transaction can't take."),
  wrapper: ofCode((code) =>
    l10n.t(
      "{0} does more than one write with what it is given, or a function like it can't be put beside it.",
      code,
    ),
  ),
  changed: ofCode((code) => l10n.t('The loop changes what it has given {0}.', code)),
  called: () => l10n.t('The loop is around a call of the function that writes, not in it.'),
  parallel: () => l10n.t('The writes of the loop are started in parallel.'),
  awaited: () => l10n.t("The transaction isn't a statement of its own that waits for it."),
  helper: () => l10n.t('in-transactions has another meaning in this file or folder.'),
} satisfies Record<NotCollected['kind'], Reason> & Record<string, Reason>;
