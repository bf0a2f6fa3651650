/** What is taken for granted where nobody says better. */
export interface Assumptions {
  /** Of each kind. */
  readonly entities: number;
  /** What tells the partitions of today apart. */
  readonly partitions: number;
  /** Of any other property. */
  readonly values: number;
  /** Times that a read in a loop runs for each time that others do. */
  readonly turns: number;
}

export const DEFAULTS: Assumptions = { entities: 10_000, partitions: 100, values: 100, turns: 10 };

/** Values of a property that code compares with a constant: a status, a category. */
export const NAMED_VALUES = 10;
