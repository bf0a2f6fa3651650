import * as l10n from '@vscode/l10n';
import {
  CellApiModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CellStyleModule,
  createGrid,
  EventApiModule,
  LocaleModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TooltipModule,
} from 'ag-grid-community';
import type { ColDef, GridApi, GridOptions } from 'ag-grid-community';
import { flawOf, isFlawed } from '../../core/edm/flaws.ts';
import type { Entity } from '../../core/edm/json.ts';
import type { EdmValue } from '../../core/edm/value.ts';
import { valueIn } from '../../core/edm/value-in.ts';
import type { ColumnChoice, Sort, TableKeys } from '../../protocol/grid.ts';
import { cellText, compareCells, isBlank } from './cell.ts';
import { COLUMN_WIDTH, isSystem, typesOf } from './columns.ts';
import type { SeenProperties } from './columns.ts';
import { TypedHeader } from './header.ts';
import { keyCell, keyTooltip, valueTooltip } from './key-cell.ts';
import { createKeptRows } from './kept-rows.ts';
import type { KeptRows, Row } from './kept-rows.ts';
import { keyDetails, keyOfColumn } from './keys.ts';
import { gridText } from './texts.ts';
import { editorTheme } from './theme.ts';

ModuleRegistry.registerModules([
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  EventApiModule,
  LocaleModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
  TooltipModule,
]);

/** What the rows' owner is told. */
export interface TableEvents {
  /** A cell was opened: by a double click or Enter. */
  readonly opened: (entity: Entity, column: string) => void;
  /** A person copies what is selected. */
  readonly copied: () => void;
  /** A person asks for the menu of the cell that has the focus now, at a place of the page. */
  readonly menuAsked: (x: number, y: number, cell: HTMLElement) => void;
  /** The person moved, sized, showed or hid columns. */
  readonly columnsChanged: (columns: readonly ColumnChoice[]) => void;
  readonly sorted: () => void;
  /** Who is at the first or last row wants to see what lies beyond it; `isAsked`: by a key for it, not by going on to scroll. */
  readonly beyond: (by: 1 | -1, isAsked: boolean) => void;
}

/** The rows on the screen. */
export interface Table {
  readonly root: HTMLElement;
  /** Takes all rows away. */
  readonly clear: () => void;
  readonly change: KeptRows['change'];
  /** Gives it these columns in this order; `choices` decide over width and what is hidden. */
  readonly setColumns: (names: readonly string[], choices: readonly ColumnChoice[]) => void;
  readonly columns: () => ColumnChoice[];
  /** How the loaded rows are sorted; undefined while they stand as the service has them. */
  readonly sort: () => Sort | undefined;
  /** Sorts the loaded rows, and those to come; whether there is such a column. */
  readonly sortBy: (sort: Sort) => boolean;
  /** The rows selected, in the order shown; the one with the focus where none is. */
  readonly selection: () => Entity[];
  readonly focused: () => { readonly entity: Entity; readonly column: string } | undefined;
  /** Scrolls to a row by its place in the order shown and puts the focus there; the row is the last that is seen, or the first. */
  readonly goTo: (row: number, at?: 'top' | 'bottom') => void;
  /** Scrolls to a row. The focus goes along if it is in the rows, and stays where it is elsewhere. */
  readonly show: (row: number) => void;
  /** Puts the focus into the rows: where it was last, else on the first. */
  readonly focus: () => void;
  /** The row where the person is: the one with the focus while it is seen, else the first that is. */
  readonly place: () => number;
}

/** Rows that are drawn beyond the edges of the view, above and below. */
const ROW_BUFFER = 5;
const ROW_HEIGHT = 24;
const KEY_WIDTH = 230;
const MAX_AUTO_WIDTH = 420;

/** The grid of a panel. `nonce` lets its styles in, `label` names it to who cannot see it. */
export function createTable(
  label: string,
  nonce: string,
  seen: SeenProperties,
  keys: () => TableKeys,
  events: TableEvents,
): Table {
  const root = document.createElement('div');
  root.className = 'rows';
  let isOurs = false;
  let isSized = false;
  let reach = { from: -1, to: -1 };
  const options: GridOptions<Row> = {
    theme: editorTheme,
    styleNonce: nonce,
    rowHeight: ROW_HEIGHT,
    rowBuffer: ROW_BUFFER,
    ensureDomOrder: true,
    suppressCellFocus: false,
    enableCellTextSelection: false,
    suppressColumnMoveAnimation: true,
    suppressDragLeaveHidesColumns: true,
    animateRows: false,
    tooltipShowDelay: 600,
    rowSelection: { mode: 'multiRow', checkboxes: false, headerCheckbox: false, enableClickSelection: true },
    getRowId: ({ data }) => String(data.number),
    getLocaleText: ({ key, defaultValue, variableValues }) => gridText(key, defaultValue, variableValues),
    suppressNoRowsOverlay: true,
    // one column: that is what is said under the rows, and remembered
    suppressMultiSort: true,
    // Tab leads in and out, arrows lead about: nobody has to go through a hundred thousand cells
    tabToNextCell: () => false,
    tabToNextHeader: () => false,
    focusGridInnerElement: () => {
      focus();
      return api.getDisplayedRowCount() > 0;
    },
    defaultColDef: { sortable: true, resizable: true, suppressHeaderMenuButton: true },
    columnDefs: [],
    rowData: [],
    onCellDoubleClicked: ({ data, column }) => {
      if (data !== undefined) events.opened(data.entity, column.getColId());
    },
    onCellKeyDown: (pressed) => {
      const { event, data } = pressed;
      if (!(event instanceof KeyboardEvent) || data === undefined) return;
      if (event.key === 'c' && (event.ctrlKey || event.metaKey)) events.copied();
      else if (event.key === 'Enter' && 'column' in pressed) {
        events.opened(data.entity, pressed.column.getColId());
      }
    },
    onCellContextMenu: ({ event, node, rowIndex, column }) => {
      if (!(event instanceof MouseEvent) || rowIndex === null) return;
      if (node.isSelected() !== true) node.setSelected(true, true);
      api.setFocusedCell(rowIndex, column);
      const cell = document.activeElement;
      if (cell instanceof HTMLElement) events.menuAsked(event.clientX, event.clientY, cell);
    },
    onSortChanged: () => {
      if (api.getDisplayedRowCount() > 0) api.ensureIndexVisible(0, 'top');
      events.sorted();
    },
    onColumnMoved: ({ finished, source }) => {
      if (finished && source !== 'api') changed();
    },
    onColumnResized: ({ finished, source }) => {
      if (finished && source !== 'api' && source !== 'autosizeColumns') changed();
    },
    onColumnVisible: () => {
      changed();
    },
  };
  const api: GridApi<Row> = createGrid(root, options);
  const rows = createKeptRows(api, () => root.querySelector('.ag-grid-viewport'), ROW_HEIGHT);
  api.setGridAriaProperty('label', label);
  api.setGridAriaProperty(
    'description',
    l10n.t(
      'Move with the arrow keys. Enter opens the entity on a key, or another value. Space selects a row, Shift with arrow keys several rows, and the context menu key opens a menu. From the first row, Arrow up goes to the column headers and Page up to the previous page; from the last row, Page down goes to the next page.',
    ),
  );
  // the grid tells of it only later, when the editor's own menu would be open over ours
  root.addEventListener('contextmenu', (event) => {
    if (event.target instanceof Element && event.target.closest('[role=gridcell]')) event.preventDefault();
  });

  // before the grid, which moves the focus, and tells of keys only later
  root.addEventListener(
    'keydown',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('[role=gridcell]')) return;
      const { key } = event;
      const isFar = event.ctrlKey || event.metaKey;
      if (event.shiftKey && key === 'ArrowDown') reachOn(isFar ? Infinity : 1);
      else if (event.shiftKey && key === 'ArrowUp') reachOn(isFar ? -Infinity : -1);
      else if (isFar && (key === 'Home' || key === 'End')) {
        // the page would scroll, and leave the focus where it is
        event.preventDefault();
        event.stopPropagation();
        goToCorner(key === 'Home' ? 0 : -1);
      } else if (!event.repeat && (key === 'PageUp' || key === 'PageDown')) {
        const end = key === 'PageUp' ? 0 : api.getDisplayedRowCount() - 1;
        if (api.getFocusedCell()?.rowIndex === end) events.beyond(key === 'PageUp' ? -1 : 1, true);
      }
    },
    true,
  );
  root.addEventListener(
    'wheel',
    ({ deltaY, ctrlKey }) => {
      // it makes all larger or smaller
      if (ctrlKey) return;
      const { top, bottom } = api.getVerticalPixelRange();
      if (deltaY < 0 && top <= 0) events.beyond(-1, false);
      else if (deltaY > 0 && bottom >= api.getDisplayedRowCount() * ROW_HEIGHT) events.beyond(1, false);
    },
    { passive: true },
  );

  function changed(): void {
    if (!isOurs) events.columnsChanged(columns());
  }

  function columns(): ColumnChoice[] {
    return api.getColumnState().map(({ colId, width, hide }) => ({
      name: colId,
      width: Math.round(width ?? COLUMN_WIDTH),
      hidden: hide === true,
    }));
  }

  function setColumns(names: readonly string[], choices: readonly ColumnChoice[]): void {
    isOurs = true;
    api.setGridOption(
      'columnDefs',
      names.map((name) => columnOf(name, seen, keys)),
    );
    const byName = new Map(choices.map((choice) => [choice.name, choice]));
    api.applyColumnState({
      state: names.map((name) => {
        const choice = byName.get(name);
        return { colId: name, hide: choice?.hidden ?? false, ...(choice && { width: choice.width }) };
      }),
      applyOrder: true,
    });
    isSized ||= choices.length > 0;
    isOurs = false;
  }

  function focus(): void {
    const last = api.getFocusedCell();
    const [first] = api.getAllDisplayedColumns();
    const row = Math.min(last?.rowIndex ?? 0, api.getDisplayedRowCount() - 1);
    const column = last?.column ?? first;
    if (row < 0 || column === undefined) return;
    api.ensureIndexVisible(row);
    api.setFocusedCell(row, column);
  }

  /** Goes to the first cell of all, or with -1 to the last. */
  function goToCorner(end: 0 | -1): void {
    const row = end === 0 ? 0 : api.getDisplayedRowCount() - 1;
    const column = api.getAllDisplayedColumns().at(end);
    if (row < 0 || column === undefined) return;
    api.ensureIndexVisible(row);
    api.ensureColumnVisible(column);
    api.setFocusedCell(row, column);
  }

  /** Selects the rows from where Shift and arrows began to the one where the next step leads, and no others. */
  function reachOn(step: number): void {
    const from = api.getFocusedCell()?.rowIndex;
    if (from === undefined) return;
    const to = Math.max(0, Math.min(from + step, api.getDisplayedRowCount() - 1));
    // a click elsewhere, other rows or another order began anew
    const goesOn = from === reach.to && api.getDisplayedRowAtIndex(reach.from)?.isSelected() === true;
    reach = { from: goesOn ? reach.from : from, to };
    const first = Math.min(reach.from, to);
    const rows = Array.from({ length: Math.abs(reach.from - to) + 1 }, (_, index) =>
      api.getDisplayedRowAtIndex(first + index),
    );
    api.deselectAll();
    api.setNodesSelected({ nodes: rows.flatMap((row) => row ?? []), newValue: true });
  }

  function change(...[entities, at, letGo]: Parameters<KeptRows['change']>): boolean {
    const isInPlace = rows.change(entities, at, letGo);
    // it is told by places, which are others now
    if (at === 'start' || letGo > 0) reach = { from: -1, to: -1 };
    if (!isSized && entities.length > 0) {
      isSized = true;
      api.autoSizeColumns({
        colIds: api.getColumnState().map(({ colId }) => colId),
        defaultMaxWidth: MAX_AUTO_WIDTH,
      });
    }
    return isInPlace;
  }

  function goTo(row: number, at: 'top' | 'bottom' = 'top'): void {
    api.ensureIndexVisible(row, at);
    const [column] = api.getAllDisplayedColumns();
    if (column !== undefined) api.setFocusedCell(row, column);
  }

  return {
    root,
    clear: rows.clear,
    change,
    setColumns,
    columns,
    sort: () => {
      const { colId, sort } = api.getColumnState().find(({ sort }) => typeof sort === 'string') ?? {};
      return colId === undefined ? undefined : { column: colId, isDescending: sort === 'desc' };
    },
    sortBy: ({ column, isDescending }) =>
      api.getColumn(column) !== null &&
      api.applyColumnState({ state: [{ colId: column, sort: isDescending ? 'desc' : 'asc' }] }),
    selection: () => {
      const chosen: Entity[] = [];
      api.forEachNodeAfterFilterAndSort((node) => {
        if (node.isSelected() === true && node.data !== undefined) chosen.push(node.data.entity);
      });
      const focused = focusedCell();
      return chosen.length > 0 || focused === undefined ? chosen : [focused.entity];
    },
    focused: focusedCell,
    focus,
    goTo,
    show: (row) => {
      if (document.activeElement?.closest('[role=gridcell]')) goTo(row);
      else api.ensureIndexVisible(row, 'top');
    },
    place: () => {
      const { top, bottom } = api.getVerticalPixelRange();
      const focused = api.getFocusedCell()?.rowIndex ?? -1;
      const isSeen = focused >= Math.floor(top / ROW_HEIGHT) && focused < Math.ceil(bottom / ROW_HEIGHT);
      return isSeen ? focused : Math.ceil(top / ROW_HEIGHT);
    },
  };

  function focusedCell(): { readonly entity: Entity; readonly column: string } | undefined {
    const cell = api.getFocusedCell();
    const entity = cell === null ? undefined : api.getDisplayedRowAtIndex(cell.rowIndex)?.data?.entity;
    return cell === null || entity === undefined ? undefined : { entity, column: cell.column.getColId() };
  }
}

function columnOf(name: string, seen: SeenProperties, keys: () => TableKeys): ColDef<Row, EdmValue> {
  const key = keyOfColumn(name);
  const types = isSystem(name) ? [] : typesOf(seen, name);
  const [main] = types;
  return {
    colId: name,
    headerName: name,
    headerComponentParams: { innerHeaderComponent: TypedHeader, innerHeaderComponentParams: { types } },
    initialWidth: key ? KEY_WIDTH : COLUMN_WIDTH,
    valueGetter: ({ data }) => data && valueIn(data.entity, name),
    valueFormatter: ({ value }) => {
      if (value === null || value === undefined) return '';
      return types.length > 1 && value.type !== main ? `${cellText(value)} · ${value.type}` : cellText(value);
    },
    tooltip: ({ value, data }) => {
      if (data !== undefined && key !== undefined) {
        return keyTooltip(data.entity, key, (text) => keyDetails(text, key, keys()));
      }
      return value ? valueTooltip(value, undefined) : undefined;
    },
    comparator: (a, b, _rowA, _rowB, isDescending) =>
      compareCells(a ?? undefined, b ?? undefined) *
      // no value stays last either way
      (isDescending && (a === undefined || b === undefined) ? -1 : 1),
    ...(key && { cellRenderer: keyCell(key, keys) }),
    cellClassRules: {
      number: () => main !== undefined && NUMERIC.has(main),
      blank: ({ value }) => value !== null && value !== undefined && isBlank(value),
      flawed: ({ value, data }) =>
        key === undefined
          ? value !== null && value !== undefined && flawOf(value) !== undefined
          : data !== undefined && isFlawed(data.entity),
    },
  };
}

const NUMERIC: ReadonlySet<string> = new Set(['Int32', 'Int64', 'Double']);
