import * as l10n from '@vscode/l10n';
import { flawOf } from '../../core/edm/flaws.ts';
import { valueText } from '../../core/edm/text.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { sizeText } from './cell.ts';
import { openDialog } from './dialog.ts';
import { button, element } from './dom.ts';

/** Shows a value whole, as plain text: bytes as hexadecimal digits, sixteen to a line. */
export function viewValue(name: string, value: EdmValue, copy: (text: string) => void): void {
  const text = valueText(value);
  const shown = value.type === 'Binary' ? hexLines(text) : text;
  const area = element('textarea', { readonly: true, rows: '16', spellcheck: 'false', 'aria-label': name });
  area.value = shown;
  // else the focus shows its end
  area.setSelectionRange(0, 0);
  const flaw = flawOf(value);
  openDialog(
    `${name} · ${flaw ?? `Edm.${value.type}`} ${sizeText(value)}`,
    [area],
    [
      button(l10n.t('Copy'), () => {
        copy(text);
      }),
    ],
  );
}

/** Hexadecimal digits in lines of sixteen bytes, each with its offset. */
export function hexLines(digits: string): string {
  const lines = digits.match(/.{1,32}/g) ?? [];
  return lines
    .map((line, index) => {
      const offset = (index * 16).toString(16).padStart(6, '0');
      return `${offset}  ${(line.match(/../g) ?? []).join(' ')}`;
    })
    .join('\n');
}
