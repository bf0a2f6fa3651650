import type { TextEdit } from '../../core/text/edit.ts';
import { countUpTo } from '../../core/text/sorted.ts';
import type { Severity } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/** What edits did to the findings of a text. */
export interface Moved {
  /** Findings that were to be mended, at whose place their rule finds more than the others of before. */
  readonly left: ReadonlySet<Finding>;
  /** Where more of a rule are found than were, as an offset in the text before, and how bad they are. */
  readonly come: readonly { readonly offset: number; readonly severity: Severity }[];
}

/**
 * Compares the findings of a text with those of the edited one, each by its rule and the call that it is about, else the place at which
 * it begins; what begins in or beside an edit begins with it. Edits must not touch each other.
 */
export function findingsMoved(
  edits: readonly TextEdit[],
  before: readonly Finding[],
  after: readonly Finding[],
  mended: readonly Finding[],
): Moved {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start);
  const [wasAt, isAt] = [placesBefore(sorted), placesAfter(sorted)];
  const keyBefore = (finding: Finding): string => keyOf(finding, wasAt);
  const keyAfter = (finding: Finding): string => keyOf(finding, isAt);
  const [was, is, going] = [
    countsOf(before.map(keyBefore)),
    countsOf(after.map(keyAfter)),
    countsOf(mended.map(keyBefore)),
  ];
  const count = (counts: ReadonlyMap<string, number>, key: string): number => counts.get(key) ?? 0;
  return {
    left: new Set(
      mended.filter((finding) => {
        const key = keyBefore(finding);
        return count(is, key) > count(was, key) - count(going, key);
      }),
    ),
    come: after.flatMap((finding) => {
      const key = keyAfter(finding);
      const { span, severity } = finding;
      return count(is, key) > count(was, key) ? [{ offset: isAt(span.start), severity }] : [];
    }),
  };
}

function keyOf({ rule, span, about }: Finding, at: (offset: number) => number): string {
  return `${rule} ${at((about?.nameSpan ?? span).start)}`;
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The place in the text before of an offset in it. */
function placesBefore(edits: readonly TextEdit[]): (offset: number) => number {
  return (offset) => {
    const edit = edits[countUpTo(edits, offset, ({ span }) => span.start) - 1];
    return edit !== undefined && offset <= edit.span.end ? edit.span.start : offset;
  };
}

/** The place in the text before of an offset in the edited one. */
function placesAfter(edits: readonly TextEdit[]): (offset: number) => number {
  let grown = 0;
  const made = edits.map((edit) => {
    const start = edit.span.start + grown;
    grown += edit.text.length - (edit.span.end - edit.span.start);
    return { edit, start, end: start + edit.text.length, grown };
  });
  return (offset) => {
    const one = made[countUpTo(made, offset, ({ start }) => start) - 1];
    if (one === undefined) return offset;
    return offset <= one.end ? one.edit.span.start : offset - one.grown;
  };
}
