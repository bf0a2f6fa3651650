import type { Answer } from './marks.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Guard } from '../conditions/guards.ts';
import type { Snapshot } from '../values/store.ts';
import type { Value } from '../values/values.ts';

/** A call: where the name begins that is called. */
export interface CalledAt extends Place {
  readonly nameStart: number;
}

/** A call that gives entities as they are in a table at that time. */
export interface Read {
  readonly place: Place;
  readonly kind: 'point' | 'list';
  /** The calls that lead to it from where the run began, outermost first. */
  readonly through: readonly CalledAt[];
  /** What is asked. */
  readonly client: Value;
  /** Of a point read both keys, as far as they are given. */
  readonly keys: readonly Value[];
  /** Of a query the value of its filter. */
  readonly filter: Value;
  /** Of which type the call says that its entities are. */
  readonly type?: TypeRef | undefined;
  /** Of a query what becomes of the entities that it gives. */
  readonly answer?: Answer;
}

/**
 * How much of its source a value has: it is the very same, the same written in another way (as a text, in other letters, by a
 * mapper), worked out from it, or given by code that is not seen and was handed it.
 */
export type Share = 'same' | 'like' | 'made' | 'far';

/** Where a value comes from: an entity as it was read, or a property of one. */
export interface Source {
  readonly read: Read;
  /** Which of the entities: the symbol of the value that it was first, or the object below zero. */
  readonly entity: number;
  /** Absent of the whole entity. */
  readonly name?: string;
  readonly share: Share;
}

/** What a write puts of entities that were read, and on what condition it asks the service to take it. */
export interface WrittenBack {
  readonly backs: readonly Back[];
  /** Whether its options bring an etag; `*` is none, as it fits whatever is there. */
  readonly etag: 'sent' | 'missing' | 'unknown';
  readonly mode?: string;
}

/** What it puts of one of them. */
export interface Back {
  readonly read: Read;
  readonly guard: Guard;
  /** The same entity may have been written before, since it was read. */
  readonly isAgain?: true;
  /** It has all that the entity has: the very same, or what a mapper makes of it. */
  readonly whole?: Share;
  /** Properties that come from it. */
  readonly parts: readonly BackPart[];
  /** PartitionKey and RowKey: that of the entity, or what else it is. */
  readonly keys: readonly (Value | 'own')[];
  /** What the source calls the entity there, and whether by that name there may be nothing. */
  readonly name?: string;
  readonly mayBeNothing?: boolean;
}

export interface BackPart {
  /** The property of the entity that was read, and the one that is written; {@link ANY_NAME} where that is not known. */
  readonly from: string;
  readonly to: string;
  readonly share: Share;
  /** It is put as it was read in case there is nothing new. */
  readonly isKept: boolean;
}

/** A point read of the row that a write puts, which comes to pass where that read gives nothing, and only there. */
export interface MissingRead {
  readonly place: Place;
  /** The calls that lead to it from where the run began, outermost first. */
  readonly through: readonly CalledAt[];
}

/** A question about a property of an entity that a point read gave. */
export interface Check {
  readonly property: string;
  readonly asks: Asks;
  /** Where the answer is yes. */
  readonly guard: Guard;
}

export type Asks =
  | { readonly kind: 'equal'; readonly to: CheckedValue | undefined }
  | { readonly kind: 'truthy' }
  /** Something else, such as whether it comes before something: of no value the answer is known. */
  | { readonly kind: 'open' };

/** A point read of the row that a write puts, of which the code asks something before it writes. */
export interface CheckedRead extends MissingRead {
  /** Properties that are written, and that keep the code from that where they are something else. */
  readonly properties: readonly CheckedProperty[];
  /** It is written where the read gave nothing, too. */
  readonly isMissingToo?: boolean;
  /** What the source calls the entity there, and whether by that name there may be nothing. */
  readonly name?: string;
  readonly mayBeNothing?: boolean;
}

export type CheckedValue = string | number | boolean;

export interface CheckedProperty {
  readonly property: string;
  /** The constants that it is compared with, and those of them that it must not be. */
  readonly known: readonly CheckedValue[];
  readonly blocked: readonly CheckedValue[];
  /** It must not be anything else either. */
  readonly isOtherBlocked: boolean;
  /** It must not come before something, or after. */
  readonly isOrdered: boolean;
}

/** What the options of a read ask for beside a filter, as it was made. */
export interface AskedBeside {
  readonly select: Snapshot;
  readonly top?: Top | undefined;
}

/** `top`, which the SDK does not declare but sends ([seen] with 13.3.2), as the size of every page. */
export interface Top {
  /** Where it is a constant. */
  readonly size?: number;
  /** It is seen to be there: options that a caller gives may well have it. */
  readonly isSeen: boolean;
}
