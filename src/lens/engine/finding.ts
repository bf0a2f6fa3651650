import type { Span } from '../../core/text/span.ts';
import type { Fix, Report, Severity } from '../rules/rule.ts';

/** One thing that a rule found in one file, after suppression. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly span: Span;
  readonly message: string;
  readonly related: NonNullable<Report['related']>;
  /** Fixes that were checked: each drops this finding and adds none of equal or higher severity. */
  readonly fixes: () => readonly Fix[];
}
