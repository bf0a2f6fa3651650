import * as l10n from '@vscode/l10n';
import type { DesignChoice } from '../../protocol/designed.ts';
import { button, element } from '../grid/dom.ts';
import { bullets, keyed } from './parts.ts';
import type { Actions } from './table-part.ts';

/** Patterns that serve what a design makes better: what each writes, and where it is asked for; nothing where there are none. */
export function applyPart(
  { title, assists, left }: DesignChoice,
  index: number,
  { apply, open }: Pick<Actions, 'apply' | 'open'>,
): readonly Node[] {
  return [
    ...(assists.length === 0 ? [] : [element('h4', {}, l10n.t('Patterns that serve these reads:'))]),
    ...assists.map(({ site: { words, label, index: at } }, assist) => {
      const key = `${title} ${words} ${label}`;
      const id = `apply-${assist}`;
      const write = button(
        l10n.t('Apply…'),
        () => {
          apply(index, assist);
        },
        { class: 'secondary', 'aria-describedby': id, ...keyed(`apply ${key}`) },
      );
      const link = button(
        label,
        () => {
          open(at);
        },
        { class: 'link', ...keyed(`apply site ${key}`) },
      );
      return element('div', { class: 'actions' }, write, ' ', element('span', { id }, words), ' ', link);
    }),
    ...(left.length === 0
      ? []
      : [element('h4', {}, l10n.t('Left to you (no pattern writes it here):')), ...bullets(left)]),
  ];
}
