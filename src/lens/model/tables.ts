import type { Operation, Write } from './operation.ts';

/** What all operations of the workspace say about one table. */
export interface TableModel {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly writes: readonly Write[];
}
