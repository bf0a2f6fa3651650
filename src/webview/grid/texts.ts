import * as l10n from '@vscode/l10n';

/** The grid library's texts that a person or a screen reader can come upon here, by its own names for them. */
const TEXTS: Readonly<Record<string, () => string>> = {
  ariaRowSelect: () => l10n.t('Press Space to select this row'),
  ariaRowDeselect: () => l10n.t('Press Space to deselect this row'),
  ariaRowToggleSelection: () => l10n.t('Press Space to select or deselect this row'),
  ariaSortableColumn: () => l10n.t('Press Enter to sort the loaded rows'),
  ariaColumn: () => l10n.t('Column'),
  ariaHidden: () => l10n.t('hidden'),
  ariaVisible: () => l10n.t('visible'),
};

/** One of the library's texts in the person's language, its variables put in. */
export function gridText(key: string, original: string, variables: readonly string[] | undefined): string {
  const text = TEXTS[key]?.() ?? original;
  return (variables ?? []).reduce((said, value) => said.replace('${variable}', value), text);
}
