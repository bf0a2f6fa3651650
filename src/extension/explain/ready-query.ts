import type { TableService } from '../../data/service.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';

/** A table of an account. */
export interface Target {
  readonly connection: ConnectionInfo;
  readonly service: TableService;
  readonly table: string;
}

/** A query of the source with everything filled in. */
export interface ReadyQuery extends Target {
  /** Empty where it asks for every entity. */
  readonly filter: string;
  readonly select?: readonly string[] | undefined;
}
