import type { TooLarge } from '../syntax/facts/facts.ts';

/**
 * Characters of a text that is analysed. The largest hand-written files that use tables have a third of it; a parser cannot
 * be interrupted, and takes longer for more than a person who types should wait.
 */
export const MAX_SIZE = 150_000;

/** Findings in one file, those counted of which several say the same. */
export const MOST_FINDINGS = 5_000;

/** Why a file is not analysed. */
export type GivenUp = TooLarge | 'findings';
