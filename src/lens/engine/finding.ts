import type { Place } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { Message } from '../rules/message.ts';
import type { Fix, Report, Severity } from '../rules/rule.ts';

/** One thing that a rule found in one file, after suppression. */
export interface Finding extends Message {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly span: Span;
  readonly related: NonNullable<Report['related']>;
  readonly about?: NonNullable<Report['about']>;
  readonly isOfCaller?: boolean;
  readonly toldBy?: string | readonly string[];
  readonly toldAt?: Place;
  /** Ids of rules whose findings this one is shown for as well. */
  readonly also?: readonly string[];
  /** Fixes that were checked: each drops this finding and adds none of equal or higher severity. */
  readonly fixes: () => readonly Fix[];
  /**
   * Whether `fixes` are any, for who asks it of all findings of a file: those are checked together, and not told of where that
   * would take too long.
   */
  readonly isFixable: () => boolean;
  /** The fixes as the rule proposes them, unchecked: for reports of all findings, which apply none. */
  readonly proposed: () => readonly Fix[];
  /** The work that `fixes` rests on, in steps; absent where there is none. */
  readonly fixSteps?: () => Iterable<void>;
}

/** Where lists by line have a finding: one that stands outside its call is listed at that, unless it is of who leads there. */
export function listedAt({ span, about, isOfCaller }: Finding): Span {
  return about === undefined || isOfCaller === true || contains(about.callSpan, span) ? span : about.nameSpan;
}

/** Equal for findings that say the same at the same place, if only of two calls. */
export function repetitionKey({ rule, span, message, help = '' }: Finding): string {
  return `${rule} ${span.start} ${span.end} ${message} ${help}`;
}
