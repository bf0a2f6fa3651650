import type { FilterTemplate } from '../odata/template.ts';
import type { Shape } from './shape.ts';

/** A read as the source has it, to be run on a table once its holes are filled. */
export interface RunnableQuery {
  /** The table, where the source names it. */
  readonly table?: string;
  /** The filters that it may send, the worst first. Empty where none is known. */
  readonly branches: readonly RunnableBranch[];
  /** Why a filter is not known: a sentence for people. */
  readonly unknownBecause?: string;
  /** The properties that it asks for; absent where it asks for all. */
  readonly select?: readonly string[];
}

export interface RunnableBranch {
  /** The condition in the source under which the filter is this one. */
  readonly when?: string;
  readonly filter: FilterTemplate;
  readonly shape: Shape;
}
