import * as l10n from '@vscode/l10n';
import { shownCode } from '../shown-code.ts';

/** Why a key gets no function of its own, in words. */
export const refusals = {
  table: () => l10n.t("The table isn't known here."),
  spelled: () => l10n.t("The key isn't spelled out as one template of one line."),
  once: () => l10n.t('The key is built in this place alone.'),
  differs: (one: string, other: string) =>
    l10n.t(
      '"{0}" and "{1}" write the same part of the key in different ways.',
      shownCode(one),
      shownCode(other),
    ),
  type: (code: string) => l10n.t('The type of "{0}" isn\'t seen.', shownCode(code)),
  packages: () => l10n.t('The key is built in several packages.'),
  language: () => l10n.t('The key is built in files that import modules in different ways.'),
  helper: (name: string) => l10n.t('{0} has another meaning in a file or folder: set another name.', name),
};
