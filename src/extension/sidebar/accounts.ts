import type { Opened } from './model.ts';
import type { ConnectionInfo, ConnectionNode } from './nodes.ts';

/** The accounts that the sidebar shows, for the parts of the extension that ask on which of them something is to be done. */
export interface Accounts {
  readonly list: () => Promise<readonly ConnectionNode[]>;
  readonly open: (id: string) => Promise<Opened>;
  /** The keys of a table's partitions that were found so far, each once, without asking the service. */
  readonly foundPartitions: (connection: ConnectionInfo, table: string) => readonly string[];
  /** Tells a connection from others of its name. */
  readonly nameOf: (connection: ConnectionInfo) => string;
}
