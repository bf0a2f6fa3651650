import * as l10n from '@vscode/l10n';
import type {
  DesignRehearsed,
  DesignShown,
  DesignState,
  FromDesignPage,
} from '../../protocol/design-page.ts';
import { button, element } from '../grid/dom.ts';
import type { DesignChoice } from '../../protocol/designed.ts';
import { designsPart, EFFECT } from './designs-part.ts';
import { rowKey } from './parts.ts';
import { REHEARSED } from './rehearsal-part.ts';
import { drawKeeping, type Goal } from './place.ts';
import { tableList } from './table-list.ts';
import { type Actions, tablePart } from './table-part.ts';

/** What the page needs from around it. */
export interface DesignSurroundings {
  readonly post: (message: FromDesignPage) => void;
  readonly remember: (state: DesignState) => void;
}

/** The page of a design panel. */
export interface DesignApp {
  readonly root: HTMLElement;
  readonly receive: (message: DesignShown | DesignRehearsed) => void;
  /** Gives the focus to the table that is shown, unless something has it. */
  readonly enter: () => void;
}

/** Makes the page; `saved` is what it remembered before its window was loaded again. */
export function createDesignApp({ post, remember }: DesignSurroundings, saved: DesignState): DesignApp {
  const root = element('main', {}, element('p', { class: 'empty' }, l10n.t('Reading the workspace…')));
  /** The design that was chosen of each table, by its title. */
  const chosen = new Map<string, string>();
  if (saved.table !== undefined && saved.design !== undefined) chosen.set(saved.table, saved.design);
  let last: DesignShown | undefined;
  /** What came of the last rehearsal. */
  let rehearsed: DesignRehearsed | undefined;
  /** The read or write that the person came for. */
  let at: string | undefined;

  const draw = (message: DesignShown, goal: Goal): void => {
    const { tables, shown, wanted, number } = message;
    const table = shown?.table;
    const title = table === undefined ? undefined : chosen.get(table);
    if (table !== undefined) remember({ table, design: title });
    const actions: Actions = {
      at,
      open: (site) => {
        post({ kind: 'open', number, site });
      },
      save: (design) => {
        post({ kind: 'save', number, design });
      },
      apply: (design, assist) => {
        post({ kind: 'apply', number, design, assist });
      },
      rehearse: (design, place) => {
        post({ kind: 'rehearse', number, design, place });
      },
      rehearsed: (design) =>
        rehearsed?.table === table && isSame(rehearsed?.design, design) ? rehearsed?.view : undefined,
      choose: (design, id) => {
        if (table !== undefined) chosen.set(table, design);
        draw(message, id === undefined ? { kind: 'stay' } : { kind: 'part', key: rowKey('change', id) });
      },
      visit: (design) => {
        if (table !== undefined) chosen.set(table, design);
        draw(message, { kind: 'part', key: EFFECT });
      },
    };
    const content =
      shown === null
        ? [
            element('p', { class: 'empty' }, nothingText(wanted)),
            button(l10n.t('Design a New Table…'), () => {
              post({ kind: 'new' });
            }),
          ]
        : [
            ...tablePart(shown, actions),
            ...designsPart(
              shown,
              shown.designs.find((design) => design.title === title) ?? shown.designs[0],
              actions,
            ),
          ];
    const choose = (wanted: string): void => {
      post({ kind: 'table', table: wanted });
    };
    drawKeeping(
      root,
      () => {
        root.replaceChildren(tableList(tables, table, choose), element('article', {}, ...content));
      },
      goal,
    );
  };

  return {
    root,
    receive: (message) => {
      if (message.kind === 'rehearsed') {
        rehearsed = message;
        if (last?.shown?.table !== message.table) return;
        chosen.set(message.table, message.design.title);
        draw(last, { kind: 'part', key: REHEARSED });
        return;
      }
      const isOther = message.shown?.table !== last?.shown?.table;
      if (isOther || message.at !== undefined) at = message.at;
      last = message;
      draw(message, goalOf(message.at, isOther));
    },
    enter: () => {
      if (document.activeElement !== document.body) return;
      root.querySelector<HTMLElement>('nav [tabindex="0"]')?.focus();
    },
  };
}

/** Whether a design is what it was: its effects, too. Places in the code may move. */
function isSame(one: DesignChoice | undefined, other: DesignChoice): boolean {
  return JSON.stringify({ ...one, sites: [] }) === JSON.stringify({ ...other, sites: [] });
}

function goalOf(at: string | undefined, isOther: boolean): Goal {
  if (at !== undefined) return { kind: 'part', key: rowKey('use', at) };
  return { kind: isOther ? 'top' : 'stay' };
}

function nothingText(wanted: string | undefined): string {
  return wanted === undefined
    ? l10n.t('No operation on a table is found in this workspace.')
    : l10n.t('No operation on {0} is found in this workspace.', wanted);
}
