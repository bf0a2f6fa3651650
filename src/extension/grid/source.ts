import type { ConnectionInfo } from '../sidebar/nodes.ts';

/** What a panel shows: a table, or what a filter finds in it. */
export interface GridSource {
  readonly connection: ConnectionInfo;
  readonly table: string;
  /** Empty for the whole table. */
  readonly filter: string;
  /** Tells this panel from others of the table: the partition; undefined for the table's own panel. */
  readonly scope: string | undefined;
}

/** Long keys are cut: it is the title of a tab. */
export function titleOf({ table, scope }: GridSource): string {
  if (scope === undefined) return table;
  return `${table} · ${scope.length > 30 ? `${scope.slice(0, 29)}…` : scope}`;
}
