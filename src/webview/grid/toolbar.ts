import * as l10n from '@vscode/l10n';
import type { Ticks } from '../../core/keys/codec.ts';
import { UNIT } from '../../core/keys/time.ts';
import type { ExportFormat } from '../../protocol/grid.ts';
import { asCsv, asJson, asKeys, asMarkdown } from './copy.ts';
import type { RowWriter } from './copy.ts';
import { formulaHint } from './csv.ts';
import { button, element, rove, show } from './dom.ts';
import { ticksNow } from './keys.ts';
import { menuButton } from './menu.ts';
import { manyRowsHint } from './row-actions.ts';
import { askForRange } from './time-dialog.ts';

/** What the buttons above the rows do. */
export interface ToolbarActions {
  readonly chooseColumns: () => void;
  readonly copyRows: (write: RowWriter) => void;
  readonly exportRows: (format: ExportFormat) => void;
  readonly code: (use: 'copy' | 'insert', method: 'getEntity' | 'listEntities') => void;
  readonly openEntity: () => void;
  readonly viewValue: () => void;
  /** Both ends included. */
  readonly useTime: (from: Ticks, to: Ticks) => void;
}

/** The buttons above the rows; the one for times is there only while RowKeys tell times. */
export function createToolbar(actions: ToolbarActions): {
  readonly root: HTMLElement;
  readonly showTime: (isShown: boolean) => void;
} {
  const { chooseColumns, copyRows, exportRows, code, openEntity, viewValue, useTime } = actions;
  const copied = (text: string, write: RowWriter, hint?: string) => ({
    text,
    ...(hint !== undefined && { hint }),
    act: () => {
      copyRows(write);
    },
  });
  const call = (text: string, use: 'copy' | 'insert', method: 'getEntity' | 'listEntities') => ({
    text,
    ...(method === 'getEntity' && { hint: manyRowsHint() }),
    act: () => {
      code(use, method);
    },
  });
  const last = (text: string, length: Ticks) => ({
    text,
    act: () => {
      const now = ticksNow();
      useTime(now - length, now);
    },
  });
  const time = menuButton(l10n.t('Time'), [
    last(l10n.t('Last hour'), UNIT.hour),
    last(l10n.t('Last 24 hours'), UNIT.day),
    last(l10n.t('Last 7 days'), 7n * UNIT.day),
    {
      text: l10n.t('From … to …'),
      act: () => {
        askForRange(useTime);
      },
    },
  ]);
  const copy = menuButton(l10n.t('Copy'), [
    copied(l10n.t('Rows as JSON'), asJson),
    copied(l10n.t('Rows as CSV'), asCsv, formulaHint()),
    copied(l10n.t('Rows as Markdown'), asMarkdown),
    copied(l10n.t('Keys'), asKeys),
    call(l10n.t('listEntities call (TypeScript)'), 'copy', 'listEntities'),
    call(l10n.t('getEntity call (TypeScript)'), 'copy', 'getEntity'),
  ]);
  const insert = menuButton(l10n.t('Insert at cursor'), [
    call(l10n.t('listEntities call'), 'insert', 'listEntities'),
    call(l10n.t('getEntity call'), 'insert', 'getEntity'),
  ]);
  const exported = (text: string, format: ExportFormat, hint: string) => ({
    text,
    hint,
    act: () => {
      exportRows(format);
    },
  });
  const toFile = menuButton(l10n.t('Export'), [
    exported(
      l10n.t('Loaded rows to a JSON file…'),
      'json',
      l10n.t('Entities as the service writes them, each value with its type.'),
    ),
    exported(
      l10n.t('Loaded rows to a CSV file…'),
      'csv',
      `${l10n.t('UTF-8 with a byte order mark, which Excel needs; each value with its type next to it.')} ${formulaHint()}`,
    ),
  ]);
  const secondary = { class: 'secondary' };
  const root = element(
    'div',
    { class: 'line actions', role: 'toolbar', 'aria-label': l10n.t('Rows') },
    button(l10n.t('Columns…'), chooseColumns, secondary),
    time,
    copy,
    toFile,
    insert,
    button(l10n.t('Open entity'), openEntity, secondary),
    button(l10n.t('View value'), viewValue, secondary),
  );
  show(time, false);
  rove(root);
  return {
    root,
    showTime: (isShown) => {
      show(time, isShown);
    },
  };
}
