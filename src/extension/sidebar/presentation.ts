import type { KeyWorld } from './key-row.ts';
import type { PartitionNode } from './nodes.ts';
import type { Counted } from './row-texts.ts';

/** How a row looks, in terms of no editor. */
export interface Presentation {
  readonly label: string;
  /** Said beside the label, dimmed. */
  readonly description: string;
  /** Lines. */
  readonly tooltip: readonly string[];
  /** The name of a codicon. */
  readonly icon: string;
  /** The name of a theme colour for it. */
  readonly color?: string;
  readonly foldable: boolean;
  /** What menus choose their commands by. */
  readonly context: string;
}

/** A row's kind with what holds of it, for menus to choose by: `table.timed`. */
export function contextOf(kind: string, traits: Readonly<Record<string, boolean>>): string {
  return [kind, ...Object.keys(traits).filter((trait) => traits[trait])].join('.');
}

/** What rows are shown by: how keys are read, what was counted, by what texts the tables of a connection are filtered, and what can be done. */
export interface World extends KeyWorld {
  /** What was counted below a row. */
  readonly count: (node: string) => Counted | undefined;
  /** How many entities of a partition were counted with all of its table. */
  readonly sizeOf: (node: PartitionNode) => number | undefined;
  readonly tableFilter: (connection: string) => string | undefined;
  /** Whether Azurite can be stopped from here. */
  readonly canStopAzurite: boolean;
}
