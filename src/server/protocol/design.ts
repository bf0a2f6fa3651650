// What the server says of how tables are designed, put into words: the client lays it out and adds nothing.

import type { RehearsalPlan } from '../../core/rehearsal/plan.ts';
import type { SvgNode } from '../../core/text/svg.ts';
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

export interface DesignSummary {
  readonly table: string;
  readonly words: string;
}

export interface DesignedTable {
  readonly table: string;
  /** What is stored where today; null where nothing is known of it. */
  readonly picture: SvgNode | null;
  readonly kinds: readonly DesignedKind[];
  readonly reads: readonly DesignedRead[];
  /** Reads of which it is not known what they ask for. */
  readonly unknown: readonly DesignedUse[];
  readonly writes: readonly DesignedUse[];
  readonly unseenWrites: readonly DesignedSite[];
  /** Sentences. */
  readonly relationships: readonly string[];
  readonly joins: readonly string[];
  readonly designs: readonly DesignChoice[];
  /** What the figures rest on. */
  readonly assumption: string;
}

/** How a kind is marked in pictures and beside them. */
export interface KindMark {
  readonly letter: string;
  readonly color: number;
}

export interface DesignedKind extends KindMark {
  readonly name: string;
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: string;
  readonly notes: readonly string[];
}

/** How good a shape is: a seek or a range of one partition, a partition, more, not known. */
export type ShapeRank = 'good' | 'fair' | 'bad' | 'unknown';

export interface DesignedShape {
  readonly name: string;
  readonly rank: ShapeRank;
}

/** A place in the source; `index` is that of its location. */
export interface DesignedSite {
  readonly label: string;
  /** What is said of it; may be empty. */
  readonly words: string;
  readonly index: number;
}

export interface DesignedUse {
  readonly id: string;
  readonly words: string;
  readonly notes: readonly string[];
  readonly sites: readonly DesignedSite[];
}

export interface DesignedRead extends DesignedUse {
  readonly shape: DesignedShape;
}

export interface DesignChoice {
  /** Stable as long as the design is proposed. */
  readonly title: string;
  readonly why: string;
  readonly whyNot: string;
  /** Where entities move to, and copies that are added: sentences. */
  readonly moves: readonly string[];
  readonly picture: SvgNode | null;
  /** Reads that are asked in another way, or cost something else. */
  readonly reads: readonly ChangedRead[];
  /** Reads that stay as they are. */
  readonly same: number;
  readonly writes: readonly ChangedUse[];
  /** Kinds whose copies follow later; empty where all is atomic. */
  readonly eventuallyConsistent: string;
  /** Kinds whose new entities go to one partition at a time; empty where none do. */
  readonly hot: string;
  /** Places in the code that change. */
  readonly sites: readonly DesignedSite[];
  /** Patterns that make what it adds, each at a query. */
  readonly assists: readonly DesignedAssist[];
}

/** A pattern at a query: its site's words say what is written. */
export interface DesignedAssist {
  readonly pattern: string;
  readonly site: DesignedSite;
}

/** A read or write, and what it costs before and after. */
export interface ChangedUse {
  readonly id: string;
  readonly words: string;
  readonly before: string;
  readonly after: string;
}

export interface ChangedRead extends ChangedUse {
  readonly shapeBefore: DesignedShape;
  readonly shapeAfter: DesignedShape;
  /** The filter that it is asked by then; empty where it stays. */
  readonly filter: string;
  readonly notes: readonly string[];
  readonly verdict: 'better' | 'same' | 'worse';
}
