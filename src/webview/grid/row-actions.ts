import * as l10n from '@vscode/l10n';
import type { Entity } from '../../core/edm/json.ts';
import { valueText } from '../../core/edm/text.ts';
import { printLiteral } from '../../core/odata/print.ts';
import type { ToHost } from '../../protocol/grid.ts';
import { grouped } from '../../core/text/numbers.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import { asJson } from './copy.ts';
import type { RowWriter } from './copy.ts';
import { keyOfColumn } from './keys.ts';
import type { Results } from './results.ts';
import type { Table } from './table.ts';
import { viewValue } from './viewer.ts';

/** What row actions work on. */
export interface RowActionsHost {
  readonly table: () => Table;
  readonly results: () => Results;
  readonly post: (message: ToHost) => void;
  readonly say: (text: string) => void;
  /** Puts a condition on a property into the filter. */
  readonly ask: (property: string, condition: string) => void;
}

/** What can be done with the rows that are selected, or the one with the focus. */
export interface RowActions {
  /** A key leads to its entity, any other value to its viewer. */
  readonly open: (entity: Entity, column: string) => void;
  readonly openEntity: () => void;
  readonly viewValue: () => void;
  readonly copyRows: (write: RowWriter) => void;
  /** Copies the value in the cell that has the focus. */
  readonly copyValue: () => void;
  /** Copies the rows that are selected, as JSON, where there are several; else the value in the cell that has the focus. */
  readonly copySelected: () => void;
  /** Asks in the filter for the value in the cell that has the focus. */
  readonly filterByValue: () => void;
  readonly code: (use: 'copy' | 'insert', method: 'getEntity' | 'listEntities') => void;
}

/** What becomes of a call of each row where there are many; the extension's `codeOf` does it. */
export function manyRowsHint(): string {
  return l10n.t(
    'For more than 20 rows, a listEntities call over the range of their keys: fewer requests, fewer lines.',
  );
}

function noSuch(property: string): string {
  return l10n.t('This entity has no {0}.', property);
}

function noKeys(): string {
  return l10n.t(
    "Its keys are missing or aren't text, so it can't be read alone. “View value” shows what the service sent.",
  );
}

export function rowActions({ table, results, post, say, ask }: RowActionsHost): RowActions {
  const copy = (text: string, what: string): void => {
    post({ kind: 'copy', text, what });
  };

  function show({ partitionKey, rowKey, lacks }: Entity): void {
    if (lacks === undefined) post({ kind: 'openEntity', keys: { partitionKey, rowKey } });
    else say(noKeys());
  }

  function view(entity: Entity, column: string): void {
    const value = valueIn(entity, column);
    if (value === undefined) say(noSuch(column));
    else {
      viewValue(column, value, (text) => {
        copy(text, column);
      });
    }
  }

  function withRow(act: (entity: Entity) => void): void {
    const [first] = table().selection();
    if (first === undefined) say(l10n.t('Select a row first.'));
    else act(first);
  }

  function copyRows(write: RowWriter): void {
    const rows = table().selection();
    if (rows.length === 0) {
      say(
        l10n.t(
          'Select rows first: click one, then others with Shift or Ctrl. With the keyboard, press Space.',
        ),
      );
      return;
    }
    const columns = table()
      .columns()
      .flatMap(({ name, hidden }) => (hidden ? [] : name));
    copy(
      write(rows, columns),
      rows.length === 1 ? l10n.t('1 row') : l10n.t('{0} rows', grouped(rows.length)),
    );
  }

  function copyValue(): void {
    const focused = table().focused();
    if (focused === undefined) return;
    const value = valueIn(focused.entity, focused.column);
    if (value === undefined) say(noSuch(focused.column));
    else copy(valueText(value), focused.column);
  }

  return {
    open: (entity, column) => {
      if (keyOfColumn(column) === undefined) view(entity, column);
      else show(entity);
    },
    openEntity: () => {
      withRow(show);
    },
    viewValue: () => {
      const focused = table().focused();
      if (focused === undefined) say(l10n.t('Select a cell first.'));
      else view(focused.entity, focused.column);
    },
    copyRows,
    copyValue,
    copySelected: () => {
      if (table().selection().length > 1) copyRows(asJson);
      else copyValue();
    },
    filterByValue: () => {
      const focused = table().focused();
      if (focused === undefined) return;
      const { entity, column } = focused;
      const value = valueIn(entity, column);
      if (value === undefined) say(noSuch(column));
      else ask(column, `${column} eq ${printLiteral(value)}`);
    },
    code: (use, method) => {
      const { filter, select } = results();
      if (method === 'listEntities') post({ kind: 'code', use, call: { method, filter, select } });
      else {
        withRow(() => {
          const rows = table().selection();
          if (rows.some(({ lacks }) => lacks !== undefined)) {
            say(noKeys());
            return;
          }
          const entities = rows.map(({ partitionKey, rowKey }) => ({ partitionKey, rowKey }));
          post({ kind: 'code', use, call: { method, entities } });
        });
      }
    },
  };
}
