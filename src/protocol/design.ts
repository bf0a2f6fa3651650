// What the server says of how tables are designed, put into words: the client lays it out and adds nothing.

import type { RehearsalPlan } from '../core/rehearsal/plan.ts';
import type { DesignedTable, DesignSummary } from './designed.ts';
import type { Location, Site } from './messages.ts';

/** Request of the client, of a {@link DesignQuestion}: how the tables of the workspace are designed, and could be. */
export const DESIGN = 'partitionLens/design';

/** Request of the client, of a {@link RehearsalQuestion}: how a design is tried on data. */
export const REHEARSAL = 'partitionLens/rehearsal';

/** A design, by its table and its title. */
export interface RehearsalQuestion {
  readonly table: string;
  readonly title: string;
}

/** A plan, or why the design can't be tried; null where there is no such design any more. */
export type RehearsalAnswer =
  | { readonly kind: 'plan'; readonly plan: RehearsalPlan }
  | { readonly kind: 'not'; readonly why: string }
  | null;

/** Which table is wanted in full: that of the operation at a site, one by its name, one of the site's file; else the first. */
export interface DesignQuestion {
  readonly table?: string;
  readonly site?: Site;
}

export interface DesignAnswer {
  readonly tables: readonly DesignSummary[];
  /** Null where there is no table, or none of the name that was asked for. */
  readonly shown: DesignedTable | null;
  /** The id of the read or write at the site that was asked for; null where it is not known. */
  readonly at: string | null;
  /** Where the sites are that `shown` names by their index. */
  readonly locations: readonly Location[];
  /** The style sheet of a picture in a file of its own. */
  readonly pictureStyle: string;
}
