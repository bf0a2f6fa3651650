import type { Finding } from './finding.ts';
import { NOT_ANALYSED } from './not-analysed.ts';
import { UNKNOWN_RULE } from './suppress.ts';

/** Whether a rule says it, which has a page and can be silenced: some is said of a file as a whole, or of its comments. */
export function isOfRule({ rule }: Finding): boolean {
  return rule !== UNKNOWN_RULE && rule !== NOT_ANALYSED;
}
