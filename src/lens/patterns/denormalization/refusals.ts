import * as l10n from '@vscode/l10n';
import type { NotJoined } from '../../syntax/edits/joined-read.ts';
import { ofCode } from '../shown-code.ts';

const reads: Record<NotJoined['kind'], (code: string) => string> = {
  keys: ofCode((code) =>
    l10n.t("The keys in {0} aren't properties of one listed entity, or constants.", code),
  ),
  entity: ofCode((code) => l10n.t("{0} isn't a listed entity itself.", code)),
  options: () => l10n.t('The read has options.'),
  layout: () => l10n.t('The read is within a text.'),
};

/** Why properties of another table aren't copied, in words. */
export const refusals = {
  read: (kind: NotJoined['kind'], code: string) => reads[kind](code),
  call: () => l10n.t('The read is called in a way that is not certain.'),
  through: () => l10n.t('The read is made by a function of yours.'),
  list: () => l10n.t("It isn't known which one table the listed entities are of."),
  same: () => l10n.t('Both entities are of one table.'),
  uses: () =>
    l10n.t(
      'It must be seen that 1 to 3 properties of what is read are used, and neither its keys nor its ETag.',
    ),
  select: () => l10n.t("The list has a select that can't be changed with certainty."),
  names: () => l10n.t('The names of the new functions or their module already have another meaning.'),
  writes: () =>
    l10n.t('No write of the listed entities is in an async function that has the client of the other table.'),
} as const;
