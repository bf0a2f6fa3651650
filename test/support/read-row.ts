import type { Presentation } from '../../src/extension/sidebar/presentation.ts';

/** A row of the sidebar as it is read: its tooltip as one text. */
export type ReadRow = Omit<Presentation, 'tooltip'> & { readonly tooltip: string };

export function readRow(row: Presentation): ReadRow {
  return { ...row, tooltip: row.tooltip.join('\n') };
}
