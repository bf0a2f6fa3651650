import type { Scope } from '../scope.ts';

/** Writes a further filter, of those that are left to be nested, into a scope; gives the expression that is it. */
export type Sub = (scope: Scope) => string;

/**
 * Writes what makes a filter into the scope, and gives the expression that is it: a text that asks for something, an empty one,
 * or undefined.
 */
export type Maker = (scope: Scope, sub: Sub) => string;
