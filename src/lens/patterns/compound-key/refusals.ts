import * as l10n from '@vscode/l10n';
import { refusals as shared } from '../sites/index-refusals.ts';

/** Why a property isn't put into the RowKey, in words. `site` names a place in the program. */
export const refusals = {
  lookup: shared.lookup,
  names: shared.names,
  shared: shared.shared,
  attribute: (name: string) => l10n.t('The functions of the key need the name {0} for something else.', name),
  through: () =>
    l10n.t(
      'The query is sent by a function of yours that is given its filter. If you send it here with the client itself, it can be changed.',
    ),
  filter: () => l10n.t("The filter isn't written with odata in the call itself, with a name for the value."),
  type: (name: string) => l10n.t("It isn't certain that {0} is always text.", name),
  unknown: () => l10n.t("No write of this table is seen, so its RowKeys can't be changed."),
  write: (site: string) =>
    l10n.t("{0} doesn't create an entity whose RowKey is a random id or a time that is written there.", site),
  value: (site: string, name: string) =>
    l10n.t("{0} doesn't spell out {1} as a constant or a name beside the RowKey.", site, name),
  keyed: (site: string) => l10n.t('{0} uses a RowKey of today.', site),
  order: (site: string) => l10n.t('{0} reads entities in the order of their RowKeys of today.', site),
};
