import * as l10n from '@vscode/l10n';
import type { ChangedRead, ChangedUse, DesignChoice, DesignedTable } from '../../protocol/designed.ts';
import { element } from '../grid/dom.ts';
import {
  bullets,
  keyed,
  notesOf,
  pictureFrame,
  rowKey,
  section,
  shapeText,
  siteLinks,
  tableOf,
} from './parts.ts';
import { applyPart } from './apply-part.ts';
import { rehearsalPart } from './rehearsal-part.ts';
import type { Actions } from './table-part.ts';

/** The heading of the design that is shown, in the page. */
export const EFFECT = 'effect';

/** The designs that would serve a table, one of which is shown with all that it changes. */
export function designsPart(
  { designs, assumption }: DesignedTable,
  chosen: DesignChoice | undefined,
  actions: Actions,
): readonly Node[] {
  if (chosen === undefined) return [];
  const title = l10n.t('Designs ({0})', designs.length);
  return [
    section(
      title,
      element(
        'div',
        { role: 'radiogroup', 'aria-label': l10n.t('Designs') },
        ...designs.map((design, index) => option(design, index, design === chosen, actions)),
      ),
      ...effectPart(chosen, designs.indexOf(chosen), actions),
      element('p', { class: 'dim' }, assumption),
    ),
  ];
}

function option(
  { title, why, whyNot }: DesignChoice,
  index: number,
  isChosen: boolean,
  { choose }: Actions,
): HTMLElement {
  const id = `design-${index}`;
  const radio = element('input', {
    type: 'radio',
    name: 'design',
    checked: isChosen,
    'aria-labelledby': id,
    'aria-describedby': `${id}-why`,
    ...keyed(`design ${title}`),
  });
  radio.addEventListener('change', () => {
    choose(title);
  });
  return element(
    'label',
    { class: 'choice' },
    radio,
    element(
      'span',
      {},
      element('span', { class: 'choice-title', id }, `${index + 1}. ${title}`),
      element(
        'span',
        { class: 'choice-why', id: `${id}-why` },
        element('span', {}, l10n.t('Pros: {0}', why)),
        element('span', {}, l10n.t('Cons: {0}', whyNot)),
      ),
    ),
  );
}

/** What a design changes: where entities lie, reads, writes, code. */
function effectPart(design: DesignChoice, index: number, actions: Actions): readonly Node[] {
  const { title, moves, picture, reads, same, writes, eventuallyConsistent, hot, sites } = design;
  const facts = [
    ...(eventuallyConsistent === '' ? [] : [l10n.t('Eventually consistent: {0}', eventuallyConsistent)]),
    ...(hot === '' ? [] : [l10n.t('New entities of {0} go to one partition at a time.', hot)]),
  ];
  return [
    element('h3', { tabindex: '-1', ...keyed(EFFECT) }, title),
    ...bullets(moves),
    ...(moves.length === 0
      ? []
      : pictureFrame(picture, l10n.t('Picture of the table in this design'), () => {
          actions.save(index);
        })),
    ...tableOf(
      l10n.t('Access patterns, before and after'),
      ['', l10n.t('What is read'), l10n.t('Before'), l10n.t('After')],
      reads.map((read) => readRow(read, actions)),
    ),
    ...(reads.length === 0 || same === 0
      ? []
      : [element('p', {}, l10n.t('Reads that stay as they are: {0}', same))]),
    ...tableOf(
      l10n.t('Writes, before and after'),
      ['', l10n.t('What is written'), l10n.t('Before'), l10n.t('After')],
      writes.map(writeRow),
    ),
    ...bullets(facts),
    ...rehearsalPart(design, index, actions),
    ...applyPart(design, index, actions),
    ...(sites.length === 0
      ? []
      : [
          element('h4', {}, l10n.t('Code that changes:')),
          ...siteLinks(`design ${title}`, sites, actions.open),
        ]),
  ];
}

function readRow(read: ChangedRead, { at }: Actions): HTMLTableRowElement {
  const { id, words, filter, notes, shapeBefore, shapeAfter, before, after, verdict } = read;
  return element(
    'tr',
    { tabindex: '-1', ...keyed(rowKey('change', id)), ...(id === at && { 'aria-current': 'true' }) },
    element('td', { class: 'id' }, id),
    element(
      'td',
      {},
      words,
      ...(filter === '' ? [] : [element('div', { class: 'code' }, filter)]),
      ...notesOf(notes),
    ),
    element('td', {}, shapeText(shapeBefore), element('div', { class: 'dim' }, before)),
    element(
      'td',
      {},
      shapeText(shapeAfter),
      ...(verdict === 'worse' ? [' ', element('strong', {}, l10n.t('worse'))] : []),
      element('div', { class: 'dim' }, after),
    ),
  );
}

function writeRow({ id, words, before, after }: ChangedUse): HTMLTableRowElement {
  return element(
    'tr',
    keyed(rowKey('change', id)),
    element('td', { class: 'id' }, id),
    element('td', {}, words),
    element('td', {}, before),
    element('td', {}, after),
  );
}
