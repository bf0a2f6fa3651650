import * as l10n from '@vscode/l10n';
import { asCsv, asJson, asKeys, asMarkdown } from './copy.ts';
import type { RowWriter } from './copy.ts';
import { formulaHint } from './csv.ts';
import type { MenuItem } from './menu.ts';
import { manyRowsHint } from './row-actions.ts';
import type { RowActions } from './row-actions.ts';

/** What the menu of a cell offers: for its value, its entity, and the rows that are selected. */
export function rowMenu(actions: RowActions): readonly MenuItem[] {
  const copied = (text: string, write: RowWriter, hint?: string): MenuItem => ({
    text,
    ...(hint !== undefined && { hint }),
    act: () => {
      actions.copyRows(write);
    },
  });
  return [
    { text: l10n.t('Open entity'), act: actions.openEntity },
    { text: l10n.t('View value'), act: actions.viewValue },
    { text: l10n.t('Copy value'), act: actions.copyValue },
    { text: l10n.t('Filter by this value'), act: actions.filterByValue },
    copied(l10n.t('Copy rows as JSON'), asJson),
    copied(l10n.t('Copy rows as CSV'), asCsv, formulaHint()),
    copied(l10n.t('Copy rows as Markdown'), asMarkdown),
    copied(l10n.t('Copy keys'), asKeys),
    {
      text: l10n.t('Copy getEntity call (TypeScript)'),
      hint: manyRowsHint(),
      act: () => {
        actions.code('copy', 'getEntity');
      },
    },
  ];
}
