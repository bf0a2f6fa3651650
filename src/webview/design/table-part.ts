import * as l10n from '@vscode/l10n';
import type { RehearsalPlace, RehearsalView } from '../../protocol/design-page.ts';
import type {
  DesignChoice,
  DesignedKind,
  DesignedRead,
  DesignedTable,
  DesignedUse,
} from '../../protocol/designed.ts';
import { button, element } from '../grid/dom.ts';
import {
  badge,
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

/** What the parts of the page do. */
export interface Actions {
  /** Goes to a site by its index. */
  readonly open: (site: number) => void;
  /** Chooses a design by its title, and goes to what it makes of a read where one is given. */
  readonly choose: (title: string, id?: string) => void;
  /** Chooses a design by its title, and goes to it. */
  readonly visit: (title: string) => void;
  /** Saves the picture of a design by its index, or of the table as it is. */
  readonly save: (design?: number) => void;
  /** Writes a pattern of a design, by their indexes. */
  readonly apply: (design: number, assist: number) => void;
  /** Rehearses a design by its index. */
  readonly rehearse: (design: number, place: RehearsalPlace) => void;
  /** What came of it, for a design as it is shown. */
  readonly rehearsed: (design: DesignChoice) => RehearsalView | undefined;
  /** The read or write that the person came for. */
  readonly at: string | undefined;
}

/** A table as it is: kinds, reads, writes, relationships. */
export function tablePart(table: DesignedTable, actions: Actions): readonly Node[] {
  const { kinds, picture, reads, unknown, writes, unseenWrites, relationships, joins } = table;
  return [
    element('h1', keyed('heading'), table.table),
    ...firstDesign(table, actions),
    ...(kinds.length === 0
      ? []
      : [
          section(
            l10n.t('Kinds of entities'),
            ...pictureFrame(picture, l10n.t('Picture of the table as it is'), () => {
              actions.save();
            }),
            ...tableOf(
              l10n.t('Kinds of entities'),
              [l10n.t('Kind'), 'PartitionKey', 'RowKey', l10n.t('Properties')],
              kinds.map(kindRow),
            ),
          ),
        ]),
    section(
      l10n.t('Access patterns ({0})', reads.length),
      ...tableOf(
        l10n.t('Access patterns'),
        ['', l10n.t('What is read'), l10n.t('Shape'), l10n.t('Better in'), l10n.t('Where')],
        reads.map((read) => readRow(read, table, actions)),
      ),
      ...usesPart(l10n.t('Reads that are not known ({0})', unknown.length), unknown, actions),
    ),
    ...(writes.length + unseenWrites.length === 0
      ? []
      : [
          section(
            l10n.t('Writes'),
            ...tableOf(
              l10n.t('Writes'),
              ['', l10n.t('What is written'), l10n.t('Where')],
              writes.map((write) => useRow(write, actions)),
            ),
            ...(unseenWrites.length === 0
              ? []
              : [
                  element('h3', {}, l10n.t('Writes of unknown entities ({0})', unseenWrites.length)),
                  ...siteLinks('unseen', unseenWrites, actions.open),
                ]),
          ),
        ]),
    ...(relationships.length + joins.length === 0
      ? []
      : [section(l10n.t('Relationships'), ...bullets(relationships), ...bullets(joins))]),
  ];
}

/** The design that ranks first, which stands far below: what it is, why, and the way there. */
function firstDesign({ designs }: DesignedTable, { visit }: Actions): readonly Node[] {
  const [first] = designs;
  if (first === undefined) return [];
  const link = button(
    first.title,
    () => {
      visit(first.title);
    },
    { class: 'link', ...keyed('first design') },
  );
  return [
    element(
      'p',
      {},
      l10n.t('Design 1 of {0}:', designs.length),
      ' ',
      link,
      element('span', { class: 'choice-why' }, element('span', {}, l10n.t('Pros: {0}', first.why))),
    ),
  ];
}

function kindRow(kind: DesignedKind): HTMLTableRowElement {
  const { name, partitionKey, rowKey: row, properties, notes } = kind;
  return element(
    'tr',
    keyed(`kind ${name}`),
    element('td', {}, badge(kind), ' ', name, ...notesOf(notes)),
    element('td', { class: 'code' }, partitionKey),
    element('td', { class: 'code' }, row),
    element('td', {}, properties),
  );
}

function readRow(read: DesignedRead, { designs }: DesignedTable, actions: Actions): HTMLTableRowElement {
  const { id, words, shape, notes, sites } = read;
  const better = designs.flatMap(({ title, reads }, index) =>
    reads.some((change) => change.id === id && change.verdict === 'better')
      ? [
          button(
            String(index + 1),
            () => {
              actions.choose(title, id);
            },
            {
              class: 'secondary',
              'aria-label': l10n.t('Design {0}: {1}', index + 1, title),
              ...keyed(`better ${id} ${title}`),
            },
          ),
        ]
      : [],
  );
  return element(
    'tr',
    rowAttributes(id, actions),
    element('td', { class: 'id' }, id),
    element('td', {}, words, ...notesOf(notes)),
    element('td', {}, shapeText(shape)),
    element('td', { class: 'better' }, ...better),
    element('td', {}, ...siteLinks(id, sites, actions.open)),
  );
}

function useRow({ id, words, notes, sites }: DesignedUse, actions: Actions): HTMLTableRowElement {
  return element(
    'tr',
    rowAttributes(id, actions),
    element('td', { class: 'id' }, id),
    element('td', {}, words, ...notesOf(notes)),
    element('td', {}, ...siteLinks(id, sites, actions.open)),
  );
}

/** A row is gone to from the code: then it gets the focus, and is marked. */
function rowAttributes(id: string, { at }: Actions): Readonly<Record<string, string>> {
  return { tabindex: '-1', ...keyed(rowKey('use', id)), ...(id === at && { 'aria-current': 'true' }) };
}

function usesPart(title: string, uses: readonly DesignedUse[], actions: Actions): readonly Node[] {
  if (uses.length === 0) return [];
  const rows = uses.map(({ id, words, sites }) =>
    element('tr', {}, element('td', {}, words), element('td', {}, ...siteLinks(id, sites, actions.open))),
  );
  return [element('h3', {}, title), ...tableOf(title, [l10n.t('Why'), l10n.t('Where')], rows)];
}
