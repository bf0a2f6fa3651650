import type { Condition } from '../../../core/shape/condition.ts';
import type { Place, Segment } from '../../../core/text/segments.ts';

/**
 * What the analyser knows of a value without running the program. `unknown` is always a right answer.
 */
export type Value =
  | {
      readonly kind: 'text';
      readonly segments: readonly Segment<Value>[];
      readonly form: TextForm;
      /** The one expression that spells it out, where there is one. */
      readonly place?: Place;
    }
  /** `isOptional`: its type says that it may be undefined or null as well. */
  | {
      readonly kind: 'number';
      readonly number: NumberFact;
      readonly isOptional?: boolean;
      /** It is optional only as what is stored may be without it: its type says that it is there. */
      readonly isDeclared?: boolean;
      /** Equal for the same number, where that is not known. */
      readonly symbol?: number;
    }
  /** `value` where it is a constant. */
  | { readonly kind: 'boolean'; readonly value?: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'oneOf'; readonly values: readonly Alternative[] }
  | OtherValue
  /** `name` is how the source calls it (`department`, `input.id`). */
  | {
      readonly kind: 'unknown';
      readonly name?: string;
      readonly why: UnknownWhy;
      /** Equal for what is the same value, whatever that is. */
      readonly symbol?: number;
      /** The function that is given it, or what it is taken from. */
      readonly given?: GivenTo;
      /** What it is in any case, where its type or its making says so. */
      readonly is?: ValueType;
      /** All the texts that its type allows. */
      readonly texts?: readonly string[];
      /** It was checked to be an id, a date or the like: it has no quote. */
      readonly isId?: boolean;
      /** Its type says that it may be undefined or null as well. */
      readonly isOptional?: boolean;
      /** What is made a text of here is empty, missing, 0 or false: nobody chose its characters. */
      readonly isOfNothing?: boolean;
      /** It was made a text of: what it was before is not known. */
      readonly isMadeText?: boolean;
      /** The setting of the environment that it is: `TABLE_PREFIX`. */
      readonly setting?: string;
      /** What the text of that name has been put through. */
      readonly through?: 'uri' | 'lower' | 'upper';
      /** The case that the letters of what was encoded were put into. */
      readonly inCase?: 'lower' | 'upper';
      /** The characters that something else in it was replaced by, such as the `-` of a slug. */
      readonly putIn?: string;
      /** How many characters zeros before it make it. */
      readonly padded?: number;
      /** What no key may have is encoded in it, and all else is as it was. */
      readonly isKeySafe?: boolean;
      /** Of bytes that are no Buffer: all that they are made of, or a part of what others use too. */
      readonly bytes?: 'whole' | 'part';
      /** The content of a file, or of what is received: nobody bounds its size. */
      readonly isUnbounded?: boolean;
      /** JSON of something of which no type says what it is. */
      readonly isOpenJson?: boolean;
      /** Of bytes how many there are, where that is a constant. */
      readonly length?: number;
      /** Properties that a pattern took out of it. */
      readonly without?: readonly string[];
    };

export type ValueType = 'string' | 'array' | 'object' | 'bytes';

/** A function whose callers decide a value. */
export interface GivenTo {
  readonly file: string;
  readonly fn: number;
}

export interface Alternative {
  readonly value: Value;
  /** The condition under which the value is this one. */
  readonly when?: Condition;
}

/** `odata`: the tag quotes and escapes its holes. */
export type TextForm = 'odata' | 'literal' | 'template' | 'mixed' | 'keys';

export type UnknownWhy =
  'parameter' | 'not-resolved' | 'too-complex' | 'property' | 'call-result' | 'not-supported';

/** A number (or Date) and where it comes from. */
export interface NumberFact {
  /** The constant, where it is one. */
  readonly constant?: number | bigint;
  readonly representation: 'double' | 'bigint' | 'date';
  /** Of a Date that is made of constants: the milliseconds since 1970 that it has at first. */
  readonly instant?: number;
  /** Of a date of a library, whose text is not that of a Date. */
  readonly isOfLibrary?: true;
  readonly origin: NumberOrigin;
  /** Whether it was subtracted from a constant: newest first. */
  readonly inverted: boolean;
  /** Made a double of a bigint of which nothing is known, or one that has more digits than a double. */
  readonly wasBigint?: boolean;
  /** The largest magnitude that the arithmetic is seen to reach, for the 2^53 question. */
  readonly magnitude?: bigint;
  /** The constant that it was added to, or subtracted from, and may be wide enough to hide how many digits it has. */
  readonly base?: bigint;
  /** The arithmetic that makes it, where that stands apart from the place of use (`const ticks = …`). */
  readonly place?: Place;
}

export type TimeUnit = 'seconds' | 'milliseconds' | 'microseconds' | 'ticks' | 'nanoseconds';

/** A field of a date and time, as text has them. */
export type DateField = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction';

export type NumberOrigin =
  | { readonly kind: 'constant' }
  /** Made from the clock or from a Date. */
  | {
      readonly kind: 'time';
      readonly unit: TimeUnit | 'other';
      /** One number of its date: the year, or another, which says little of when it was. */
      readonly part?: 'year' | 'other';
      /** Which one it is, where that is a field of dates. */
      readonly field?: DateField;
      /** It is the time at which the program runs. */
      readonly isNow?: boolean;
      /** In another unit it is the time divided, which goes up as that does. */
      readonly isInOrder?: boolean;
      /** It is what is between two times. */
      readonly isDifference?: boolean;
      /** What is added to it tells apart what is made at one moment: a random number, or one in digits below the clock's. */
      readonly isSpread?: boolean;
    }
  /** Counted up: `n++`, a loop variable, an array index. */
  | { readonly kind: 'counter' }
  | { readonly kind: 'length' }
  /** Made by `Math.random()`, or of random bytes. */
  | { readonly kind: 'random' }
  | { readonly kind: 'other'; readonly name?: string };

/** Values that are only met as parts of others. `symbol` is equal for the same one, where it is known from what it was made. */
export type OtherValue =
  /** Text made from time: `toISOString()`, a date's parts. `sorts` by time when compared as text. */
  | {
      readonly kind: 'time-text';
      readonly format: string;
      readonly isNow?: boolean;
      /** A part of it: the day, the hour. */
      readonly isCut?: boolean;
      /** Characters are replaced, or it is cut again: its format does not say any more how it is written. */
      readonly isChanged?: boolean;
      readonly symbol?: number;
    }
  /** A number turned into text; `width` is the fixed width that padding gives it. */
  | {
      readonly kind: 'number-text';
      readonly number: NumberFact;
      readonly width?: number;
      readonly symbol?: number;
    }
  | {
      readonly kind: 'random-text';
      readonly by: string;
      /** It is made of content whose size nobody bounds. */
      readonly isUnbounded?: boolean;
      readonly symbol?: number;
    };

/** The value that a key gets, and the expression that gives it. */
export interface KeyExpression {
  readonly place: Place;
  readonly value: Value;
  /** The place is that of more than the key: of an entity that has it, or of a call that is given one. */
  readonly isWithin?: true;
}
