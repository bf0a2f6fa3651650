import type { PatternOrder, Wanted } from '../access-patterns.ts';
import type { AttributeType } from '../attributes.ts';
import type { Condition } from '../conditions.ts';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Structure } from './structure.ts';

/** What the explorer is asked: how entities of one kind should lie, so that these questions and writes cost least. */
export interface Problem {
  readonly kind: string;
  readonly attributes: readonly ExploredAttribute[];
  /** How many entities there are. */
  readonly entities: number;
  /** The first is the base. */
  readonly today: readonly [Structure, ...Structure[]];
  readonly questions: readonly Question[];
  readonly changes: readonly Change[];
  /** All properties of the entities are seen. */
  readonly isWhole: boolean;
  /** The table has entities of no other kind. */
  readonly isAlone: boolean;
  /** No code writes it yet. */
  readonly isPlanned?: boolean;
  /** Writes of the table are known of which it isn't known what they write. */
  readonly hasStrangers?: boolean;
  /** The attributes by which entities of the kind belong to one of another kind of the table, or others to one of them. */
  readonly families?: readonly (readonly string[])[];
  /** What the RowKeys of the table's other kinds begin with, or would. */
  readonly words?: readonly string[];
}

export interface ExploredAttribute {
  readonly name: string;
  /** Absent of what only stands in a key. */
  readonly property?: string;
  readonly type: AttributeType;
  /** How many values it has. */
  readonly values: number;
  /** New values follow the clock, or a counter. */
  readonly isGrowing: boolean;
  /** The text that all entities of the kind have, and that tells them from others. */
  readonly constant?: string;
  /** It lies with a related entity, and with each of these only where a design carries it. */
  readonly related?: Related;
}

/** How entities belong to a related one that a value lies with. */
export interface Related {
  /** What they refer to it by; none where that is not known. */
  readonly by: readonly string[];
  /** How many of them refer to one. */
  readonly each: number;
}

/** What is read of a related entity, once for each result of a question. */
export interface Follow {
  /** Attributes of the related entity. */
  readonly names: readonly string[];
  /**
   * The question of the same table that these reads are, and what it costs for each time that the question before it is asked: that
   * is saved where the results carry the attributes. Absent where the reads are counted with the question itself.
   */
  readonly own?: { readonly pattern: number; readonly cost: number };
}

/** A question that reads entities of the kind. */
export interface Question {
  /** Which it is among the table's; absent of what writes read. */
  readonly id?: number;
  readonly conditions: readonly Condition[];
  readonly order?: PatternOrder;
  readonly wanted: Wanted;
  /** How often it is asked, against the others. */
  readonly weight: number;
  /** What it makes the service read today, as it is asked. */
  readonly shape: Shape;
  /** All places that ask it tell the service how many they want. */
  readonly isPaged: boolean;
  /** It takes several kinds together, so nothing but the base as it is can answer it. */
  readonly isOfSeveral: boolean;
  /** Those kinds lie in partitions that are named otherwise, so that no filter but the one of today finds all of them. */
  readonly isApart?: true;
  readonly follows?: readonly Follow[];
  /** The time by whose age all that it gives is deleted. */
  readonly deletesBy?: string;
  /** Writes ask it, which count one request for it themselves. */
  readonly isOfWrites?: true;
  /** The changes, by their places among the problem's, that must find their entity where it lies under other keys. */
  readonly finds?: readonly number[];
}

/** A write of entities of the kind, or of a related one that they may carry attributes of. */
export interface Change {
  /** Which it is among the table's writes; absent of another table's. */
  readonly id?: number;
  readonly does: 'create' | 'merge' | 'replace' | 'delete';
  readonly knows: readonly string[];
  readonly changes: readonly string[];
  readonly weight: number;
  /** It would merge or replace, were there such an entity: no program appends to a log so. */
  readonly isUpsert?: true;
  /** It merges or replaces, and creates the entity where there is none. */
  readonly mayCreate?: true;
  /** What else it puts into an entity that is there isn't seen. */
  readonly isOpen?: true;
  /** It changes these attributes of a related entity. */
  readonly ofRelated?: Related & { readonly names: readonly string[] };
  /** The time by whose age it deletes what a question gives. */
  readonly byAge?: string;
}

/** What is known beside a problem of the table that it is part of. */
export interface Surroundings {
  /** Entities of all kinds. */
  readonly inTable: number;
  /** Other kinds and copies that lie in the same partitions today. */
  readonly beside: number;
  /** Their entities, for each of the kind's own. */
  readonly besideEach: number;
}
