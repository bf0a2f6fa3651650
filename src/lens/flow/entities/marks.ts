import type { Place } from '../../../core/text/segments.ts';
import type { Guard } from '../conditions/guards.ts';
import type { Order } from '../../syntax/program/comparator.ts';
import type { Results } from './results.ts';

/** What becomes of the entities that one query gives, or of the one that a point read gives. */
export interface Answer {
  /** The call that asks for them. */
  readonly place: Place;
  /** It is a point read. */
  readonly isOne: boolean;
  /** Names and objects of a smaller number were there before it was asked for. */
  readonly number: number;
  /** Of a point read when its promise is rejected, as its caller has it that catches that. */
  rejected: Guard;
  /** The properties that are read of one, as first read. */
  readonly names: Set<string>;
  /** One goes where it is not followed, and with it properties that are not seen here. */
  isWhole: boolean;
  /** A property that an entity may lack is counted with, or compared by order: null is 0 there, and undefined no number. */
  isCounted: boolean;
  /** Where they are put into another order. */
  readonly sorts: AnswerSort[];
  /** Where JSON is made of them. */
  readonly inJson: InJson[];
  /** What is done with them as a list. */
  readonly results: Results;
}

/** A place that makes JSON of entities as they were read, or of one property of theirs. */
export interface InJson {
  readonly place: Place;
  readonly name?: string;
  /** Of whole entities the properties that were left out, or put anew. */
  readonly without: readonly string[];
}

/** A call that puts entities into an order of its own, by a property of theirs where that is seen, or that reverses theirs. */
export interface AnswerSort {
  readonly place: Place;
  readonly order?: Order | 'reversed';
  /** One page alone is sorted, or what is made in a turn of its own. */
  readonly isOfPage?: true;
}

/** What a value has to do with the answer of a query. */
export type Mark =
  | {
      /** A list is also one page; a step is what `next` gives of a list, or of pages. */
      readonly kind: 'list' | 'pages' | 'list-step' | 'page-step' | 'entity';
      readonly of: Answer;
      /** Of a list: it is one page. */
      readonly isPage?: true;
    }
  | ValueMark;

/** A property as it is, or one that no entity lacks, or what is worked out from one alone. */
export interface ValueMark {
  readonly kind: 'property' | 'key' | 'derived';
  readonly name: string;
  readonly of: Answer;
  /** What is worked out is where a text stands in it, or of what kind it is; or it is put together with others. */
  readonly by?: 'searched' | 'kind' | 'mixed';
  /** It is worked out with something else that is not known, which may be another for each entity: it says nothing of their order. */
  readonly isBeside?: true;
}

/** Whether it is a value of an entity's, with which nobody has the entity. */
export function isOfEntity(mark: Mark): mark is ValueMark {
  return mark.kind === 'property' || mark.kind === 'key' || mark.kind === 'derived';
}
