import * as l10n from '@vscode/l10n';
import type { Obstacle } from '../../syntax/edits/retry-region.ts';
import { ofCode } from '../shown-code.ts';

type Reason = (code: string) => string;

/** Why a change isn't made to run again, in words. */
export const refusals = {
  apart: () => l10n.t("The read and the write aren't in the same function."),
  unnamed: () => l10n.t('The entity that is read has no name that is still in scope at the write.'),
  mapped: ofCode((code) => l10n.t('What is read goes through "{0}", which might drop the ETag.', code)),
  typed: ofCode((code) => l10n.t('Its type "{0}" has no etag. Add one, or let the SDK\'s type apply.', code)),
  'not-awaited': () => l10n.t('Nothing waits for the write.'),
  nested: () => l10n.t('The write is in a loop, a callback, or a try of its own.'),
  handled: () => l10n.t('The code handles 412 already.'),
  effect: ofCode((code) =>
    l10n.t('"{0}" is between the read and the write, and might not be safe to repeat.', code),
  ),
  returns: ofCode((code) => l10n.t('"{0}" leaves the function between the read and the write.', code)),
  reassigned: ofCode((code) =>
    l10n.t('"{0}" changes a name that is set between the read and the write.', code),
  ),
  narrowed: ofCode((code) =>
    l10n.t('A condition narrows the type of "{0}", which a callback would lose.', code),
  ),
  layout: () => l10n.t('The statements share lines with other code.'),
  helper: () => l10n.t('retry-on-conflict has another meaning in this file or folder.'),
  nothing: () => l10n.t('There might be no entity to update, and so no ETag.'),
  arguments: () => l10n.t("The arguments of the write can't take the ETag as they are written."),
  mapper: ofCode((code) =>
    l10n.t("{0} doesn't return the entity as it was read, so its ETag might be missing.", code),
  ),
  interface: ofCode((code) =>
    l10n.t('{0} is called on something whose type might not allow one more argument.', code),
  ),
  upserts: ofCode((code) => l10n.t("{0} upserts, and an upsert can't send an ETag.", code)),
  wrapper: ofCode((code) => l10n.t("{0} can't take an ETag as one more parameter.", code)),
  handedOn: ofCode((code) =>
    l10n.t('{0} is passed on as a value, so its callers might pass more arguments.', code),
  ),
} satisfies Record<Obstacle['kind'], Reason> & Record<string, Reason>;
