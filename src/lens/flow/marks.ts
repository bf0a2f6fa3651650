/** What becomes of the entities that one query gives. */
export interface Answer {
  /** The properties that are read of one, as first read. */
  readonly names: Set<string>;
  /** One goes where it is not followed, and with it properties that are not seen here. */
  isWhole: boolean;
  /** A property that an entity may lack is counted with, or compared by order: null is 0 there, and undefined no number. */
  isCounted: boolean;
}

/** What a value has to do with the answer of a query. */
export interface Mark {
  /** A list is also one page; a step is what `next` gives of a list, or of pages. */
  readonly kind: 'list' | 'pages' | 'list-step' | 'page-step' | 'entity' | 'property';
  readonly of: Answer;
}
