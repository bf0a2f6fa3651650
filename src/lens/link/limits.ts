/**
 * How much is followed. Whatever goes beyond one of these is unknown, `too-complex`, and never a part of what it is: a
 * value that was cut would be another one. All of them are counts: what is said of a source does not depend on how fast
 * it is worked out. They are far beyond what anybody writes (a page of the service has 1,000 entities, a transaction 100,
 * a filter 15 comparisons, a text 32,768 characters).
 */

/** Expressions that the evaluation of one call site may look at; the most that real code needed were 16,000. */
export const BUDGET = 50_000;

/** The same for all call sites of one file, before the file is given up. */
export const FILE_BUDGET = 3_000_000;

/** Names and calls that lead to each other. */
export const MOST_VISITS = 60;

/** Expressions, and objects that are spread, within each other: the stack has room for several times as many. */
export const MOST_DEPTH = 300;

/** Values of which a value is one. */
export const MOST_ALTERNATIVES = 16;

/** Combinations of the alternatives of what is put together. */
export const MOST_COMBINATIONS = 64;

/** Literals and holes of one text. */
export const MOST_SEGMENTS = 10_000;

/** Characters of one text that is put together; what stands in the source as one literal may have more. */
export const MOST_CHARACTERS = 100_000;

/** Elements of one list. */
export const MOST_ELEMENTS = 10_000;

/** What is written to one name: assigned to it, or to a property, or added to a list. */
export const MOST_WRITES = 2_000;

/** Copied elements that take as long as looking at one expression. */
const COPIES = 64;

/** Of a budget, for a list or text of so many parts that is copied. */
export const costOf = (parts: number): number => Math.ceil(parts / COPIES);
