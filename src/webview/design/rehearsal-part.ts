import * as l10n from '@vscode/l10n';
import type { DesignChoice } from '../../protocol/designed.ts';
import { button, element } from '../grid/dom.ts';
import { bullets, keyed, tableOf } from './parts.ts';
import type { Actions } from './table-part.ts';

/** The key of what came of a rehearsal, which gets the focus when it is there. */
export const REHEARSED = 'rehearsed';

/** What rehearses a design, and what came of that; nothing where a design changes nothing. */
export function rehearsalPart(
  design: DesignChoice,
  index: number,
  { rehearse, rehearsed }: Actions,
): readonly Node[] {
  if (design.moves.length === 0 && design.reads.length === 0) return [];
  const offer = (text: string, place: 'data' | 'azurite'): Node =>
    button(
      text,
      () => {
        rehearse(index, place);
      },
      { class: 'secondary', ...keyed(`rehearse ${place} ${design.title}`) },
    );
  const view = rehearsed(design);
  return [
    element(
      'div',
      { class: 'actions', role: 'group', 'aria-label': l10n.t('Rehearse this design') },
      offer(l10n.t('Rehearse on Data…'), 'data'),
      ' ',
      offer(l10n.t('Rehearse in Azurite…'), 'azurite'),
    ),
    ...(view === undefined
      ? []
      : [
          element('h4', { tabindex: '-1', ...keyed(REHEARSED) }, view.title),
          ...bullets(view.sentences),
          ...view.tables.flatMap(({ label, headings, rows }) => [
            ...(rows.length === 0 ? [] : [element('h5', {}, label)]),
            ...tableOf(
              label,
              headings,
              rows.map((row) =>
                element(
                  'tr',
                  {},
                  ...row.map((text, column) =>
                    element('td', headings[column] === '' ? { class: 'id' } : {}, text),
                  ),
                ),
              ),
            ),
          ]),
        ]),
  ];
}
