import * as l10n from '@vscode/l10n';
import { refusals as shared } from '../sites/index-refusals.ts';

/** Why the kinds of a table's entities aren't stored, in words. `site` names a place in the program. */
export const refusals = {
  names: shared.names,
  shared: shared.shared,
  write: (site: string) =>
    l10n.t("{0} doesn't spell out the entity with its RowKey, so its kind isn't certain.", site),
  properties: (site: string) => l10n.t('{0} might put any property, so its kind is not certain.', site),
  kinds: (property: string) =>
    l10n.t("It isn't certain that all entities of one kind have {0}, and no others.", property),
  loop: () => l10n.t("The list isn't gone through by a loop that its entities could be left out in."),
  filter: () => l10n.t("The filter can't be changed with certainty."),
};
