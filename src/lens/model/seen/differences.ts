/** What differs from turn to turn in what an operation asks for. */
export interface Differences {
  /** `of-element`: the PartitionKey that each element has; undefined where it cannot be told. */
  readonly partition: 'same' | 'of-element' | 'other' | undefined;
  /** `new`: drawn, read from the clock, or made by code that is not seen. */
  readonly row: 'same' | 'other' | 'new';
  /** What a turn asks for is handed on by those before it. */
  readonly isCarried: boolean;
}

/** Of a call that is not seen in two turns of a loop. */
export const NO_DIFFERENCES: Differences = { partition: undefined, row: 'same', isCarried: false };
