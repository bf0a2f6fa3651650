import * as l10n from '@vscode/l10n';
import { visible } from '../../../core/text/one-line.ts';
import { shortened } from '../../../core/text/shortened.ts';
import type { NotPaged } from '../../syntax/edits/paged-copy.ts';

/** Characters of code that a reason shows. */
const MOST = 60;

const of =
  (say: (code: string) => string): ((code: string) => string) =>
  (code) =>
    say(shortened(visible(code), MOST));

/** Why a function that returns a page isn't written, in words. */
export const refusals: Record<NotPaged['kind'] | 'helper', (code: string) => string> = {
  function: () => l10n.t("The query isn't in a function or method with a name of its own."),
  private: of((code) => l10n.t("{0} isn't exported, so nobody could call a new function beside it.", code)),
  parameters: of((code) => l10n.t('"{0}" decides on more than which part of the list is returned.', code)),
  type: of((code) => l10n.t('Its type "{0}" isn\'t a promise of an array.', code)),
  loop: () => l10n.t("It isn't one loop over the query that puts the entities into an array."),
  leaves: of((code) =>
    l10n.t('"{0}" leaves the loop: whether it does can depend on entities of other pages.', code),
  ),
  state: of((code) =>
    l10n.t('"{0}" keeps something from one entity to the next, which pages would lose.', code),
  ),
  returns: of((code) => l10n.t('"{0}" needs all entities: a page would have another result.', code)),
  layout: of((code) =>
    l10n.t('"{0}" shares lines with other code, or has lines that can\'t be moved.', code),
  ),
  arguments: of((code) => l10n.t('"{0}" can\'t take a token as one more argument.', code)),
  names: of((code) => l10n.t('A name that the new function needs is in use: {0}.', code)),
  paged: () => l10n.t('The function takes a continuation token already.'),
  helper: () => l10n.t('page-options has another meaning in this file or folder.'),
};
