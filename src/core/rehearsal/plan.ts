// How a design of a table is tried on data, as plain data: whoever designs makes it, whoever reads the table plays it.

/** What is tried of one table. */
export interface RehearsalPlan {
  readonly table: string;
  readonly kinds: readonly PlanKind[];
  readonly patterns: readonly PlanPattern[];
  /** Reads that can't be tried, with the reason. */
  readonly left: readonly { readonly id: string; readonly words: string; readonly why: string }[];
}

/** Entities with keys of one form. */
export interface PlanKind {
  readonly name: string;
  readonly attributes: readonly PlanAttribute[];
  /** Their keys today. */
  readonly partitionKey: readonly PlanPart[];
  readonly rowKey: readonly PlanPart[];
  /** Where they lie in the design; the first is that of the entities themselves. */
  readonly structures: readonly [PlanStructure, ...PlanStructure[]];
}

export interface PlanAttribute {
  readonly name: string;
  /** The property that holds it; absent of what is in a key alone. */
  readonly property?: string;
  /** What such a property is called in entities that the design adds. */
  readonly newProperty: string;
}

/** A piece of a key: constant, or a value in an encoding. */
export type PlanPart =
  | { readonly kind: 'literal'; readonly text: string }
  | {
      readonly kind: 'value';
      readonly attribute: string;
      readonly encoding: string;
      /** The text says only a part of the value: the day of a time. */
      readonly isCut?: true;
    };

export interface PlanStructure {
  /** `base`: the entities; `copy`: each once more; `index`: their keys, to be read by. */
  readonly role: 'base' | 'copy' | 'index';
  readonly partitionKey: readonly PlanPart[];
  readonly rowKey: readonly PlanPart[];
  /** The keys are those of today. */
  readonly isToday: boolean;
  /** It has a table of its own, as no transaction writes it with the entity. */
  readonly isApart: boolean;
}

/** A read, as it is sent today and in the design. */
export interface PlanPattern {
  readonly id: string;
  readonly words: string;
  /** Which of the kinds it reads. */
  readonly kind: number;
  /** It asks for these values alone, which the source says. */
  readonly constants: readonly { readonly attribute: string; readonly text: string }[];
  /** What the service is asked today, and all that the read demands: the program tests the rest. */
  readonly today: { readonly sent: PlanFilter; readonly whole: PlanFilter };
  /** Which of the kind's structures it is sent to, by what filter. */
  readonly then: { readonly structure: number; readonly sent: PlanFilter };
}

/** A filter in pieces; no piece at all reads the whole table. */
export type PlanFilter = readonly (string | PlanHole)[];

/** A value that is asked for. */
export interface PlanHole {
  readonly attribute: string;
  readonly end: 'value' | 'lower' | 'upper' | 'prefix';
  /** As it is in a key; absent for a property's literal. */
  readonly encoding?: string;
  /** The read doesn't know it: each of its buckets is asked. */
  readonly isEach?: true;
}

/** Buckets of the encoding {@link BUCKET}. */
export const BUCKETS = 16;

/** The encoding of a value as one of {@link BUCKETS}. */
export const BUCKET = 'hash:2';
