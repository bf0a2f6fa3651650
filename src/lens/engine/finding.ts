import type { Place } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { Fix, Report, Severity } from '../rules/rule.ts';

/** One thing that a rule found in one file, after suppression. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly span: Span;
  readonly message: string;
  readonly related: NonNullable<Report['related']>;
  readonly about?: NonNullable<Report['about']>;
  readonly toldBy?: string;
  readonly toldAt?: Place;
  /** Ids of rules whose findings this one is shown for as well. */
  readonly also?: readonly string[];
  /** Fixes that were checked: each drops this finding and adds none of equal or higher severity. */
  readonly fixes: () => readonly Fix[];
}

/** Where lists by line have a finding: one that stands outside its call is listed at that. */
export function listedAt({ span, about }: Finding): Span {
  return about === undefined || contains(about.callSpan, span) ? span : about.nameSpan;
}

/** Whether two findings say the same at the same place, if only of two calls. */
export function isRepeated(a: Finding, b: Finding): boolean {
  return (
    a.rule === b.rule && a.span.start === b.span.start && a.span.end === b.span.end && a.message === b.message
  );
}
