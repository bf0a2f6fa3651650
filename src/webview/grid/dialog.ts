import * as l10n from '@vscode/l10n';
import { button, element } from './dom.ts';

/** Opens a dialog over the page; it is gone when it is closed, and the focus is back where it was. */
export function openDialog(
  title: string,
  content: readonly Node[],
  buttons: readonly HTMLButtonElement[] = [],
): HTMLDialogElement {
  const heading = element('h2', { id: 'dialog-title' }, title);
  const close = button(
    l10n.t('Close'),
    () => {
      dialog.close();
    },
    { class: 'secondary' },
  );
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'dialog-title' },
    heading,
    ...content,
    element('div', { class: 'buttons' }, ...buttons, close),
  );
  const before = document.activeElement;
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
