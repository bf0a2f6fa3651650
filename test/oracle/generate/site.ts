import type { Scope } from './scope.ts';

/** Writes statements for which fixes are offered; gives the expression of what comes of them. */
export type Site = (scope: Scope) => string;
