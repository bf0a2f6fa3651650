import type { KeyWorld } from './key-row.ts';

/** How a row looks, in terms of no editor. */
export interface Presentation {
  readonly label: string;
  /** Said beside the label, dimmed. */
  readonly description: string;
  readonly tooltip: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The name of a theme colour for it. */
  readonly color?: string;
  readonly foldable: boolean;
  /** What menus choose their commands by. */
  readonly context: string;
}

/** What rows are shown by: how keys are read, what was counted, and by what texts the tables of a connection are filtered. */
export interface World extends KeyWorld {
  /** How many entities were counted below a row, as shown. */
  readonly count: (node: string) => string | undefined;
  readonly tableFilter: (connection: string) => string | undefined;
}
