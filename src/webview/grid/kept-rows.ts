import type { GridApi, IRowNode } from 'ag-grid-community';
import type { Entity } from '../../core/edm/json.ts';

/** A row of the grid; its number tells it from all others. */
export interface Row {
  readonly number: number;
  readonly entity: Entity;
}

/** The rows of a grid as a window on longer results. */
export interface KeptRows {
  readonly clear: () => void;
  /**
   * Adds rows at one end and lets go of so many at the other. Of those that stay the selected are selected, and the ones that
   * are seen or have the focus do not move from under the person. Tells whether some stay of those that were seen, if any were.
   */
  readonly change: (entities: readonly Entity[], at: 'start' | 'end', letGo: number) => boolean;
}

/** More than are ever kept together: numbers are used again, as the grid has a place for each up to the largest one. */
const NUMBERS = 1 << 18;

/** `viewport` is what scrolls the rows, `rowHeight` in CSS pixels. */
export function createKeptRows(
  api: GridApi<Row>,
  viewport: () => Element | null,
  rowHeight: number,
): KeptRows {
  /** Where the first row stands among all that came, and where they end. */
  let from = 0;
  let to = 0;

  function change(entities: readonly Entity[], at: 'start' | 'end', letGo: number): boolean {
    const hadRows = from < to;
    const begin = at === 'end' ? to : from - entities.length;
    const add = entities.map((entity, index) => ({ number: numberAt(begin + index), entity }));
    const gone = at === 'end' ? from : to - letGo;
    const remove = Array.from(
      { length: letGo },
      (_, index) => api.getRowNode(String(numberAt(gone + index)))?.data,
    ).filter((row) => row !== undefined);
    if (at === 'end') {
      to += add.length;
      from += letGo;
    } else {
      from -= add.length;
      to -= letGo;
    }
    if (add.length === to - from) {
      api.setGridOption('rowData', add);
      return !hadRows;
    }
    if (at === 'end' && letGo === 0) {
      api.applyTransaction({ add });
      return true;
    }
    return stayingInPlace(() => {
      api.applyTransaction({ add, remove, ...(at === 'start' && { addIndex: 0 }) });
    });
  }

  /**
   * Changes rows so that those which stay are seen where they were, and the focus is on the row where it was. Tells whether any of those
   * that were seen stays.
   */
  function stayingInPlace(act: () => void): boolean {
    const top = viewport()?.scrollTop ?? 0;
    const first = Math.floor(top / rowHeight);
    const inView = Math.ceil((viewport()?.clientHeight ?? 0) / rowHeight) + 1;
    const seen = Array.from({ length: inView }, (_, index) => api.getDisplayedRowAtIndex(first + index));
    const focused = api.getFocusedCell();
    const withFocus = focused ? api.getDisplayedRowAtIndex(focused.rowIndex) : undefined;
    const active = document.activeElement;
    const isInside = viewport()?.contains(active) === true;
    act();
    if (focused) {
      // where the row is gone, what has come in its place keeps the focus from getting lost
      const row = rowOf(withFocus) ?? Math.min(focused.rowIndex, api.getDisplayedRowCount() - 1);
      // a cell that is not drawn cannot have it
      if (isInside) api.ensureIndexVisible(row);
      api.setFocusedCell(row, focused.column);
      if (!isInside && active instanceof HTMLElement) active.focus({ preventScroll: true });
    }
    const anchor = seen.findIndex((node) => rowOf(node) !== undefined);
    const row = rowOf(seen[anchor]);
    if (row === undefined) return false;
    api.ensureIndexVisible(row, 'top');
    viewport()?.scrollBy({ top: top - (first + anchor) * rowHeight });
    return true;
  }

  /** The place of a row that is still there. */
  function rowOf(node: IRowNode<Row> | undefined): number | undefined {
    const isThere = node?.id !== undefined && api.getRowNode(node.id) === node;
    return isThere ? (node.rowIndex ?? undefined) : undefined;
  }

  return {
    clear: () => {
      from = 0;
      to = 0;
      api.setGridOption('rowData', []);
    },
    change,
  };
}

/** Of a row by its place, which is below zero when more rows are found before the first than there were. */
function numberAt(place: number): number {
  return (place + NUMBERS) % NUMBERS;
}
