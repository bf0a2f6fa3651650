import { lazy } from '../model/lazy.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import { gravityOf, SEVERITIES } from './severity.ts';
import { type Finding, repetitionKey } from './finding.ts';

/**
 * Findings as people are shown them: one mistake once. What another rule's finding about the same call tells, if that
 * is no milder, is only named there, and brings its places and fixes along; so is what is said of several calls in
 * the same words at the same place.
 */
export function toldOnce<F extends Finding>(findings: readonly F[]): readonly F[] {
  const tellerOf = tellersAmong(findings);
  const groups = new Map<F, F[]>();
  for (const finding of findings) {
    const teller = tellerOf(finding);
    const others = groups.get(teller) ?? [];
    groups.set(teller, others);
    if (teller !== finding) others.push(finding);
  }
  return findings.flatMap((finding) => {
    const others = groups.get(finding);
    if (others === undefined) return [];
    return [others.length > 0 ? together(finding, others) : finding];
  });
}

/** Gives the finding that one is shown with: itself, unless another tells it. */
function tellersAmong<F extends Finding>(all: readonly F[]): (finding: F) => F {
  // of the findings of a rule about a call, the first of each severity
  const first = new Map<string, F>();
  const order = new Map<F, number>();
  const repeated = new Map<string, F>();
  for (const [nth, finding] of all.entries()) {
    order.set(finding, nth);
    const { rule, about, severity } = finding;
    note(repeated, repetitionKey(finding), finding);
    if (about !== undefined) note(first, callKey(rule, about, severity), finding);
  }
  const tellerOf = (finding: F): F => {
    const { toldBy, about, severity } = finding;
    const ids = toldBy === undefined ? [] : [toldBy].flat();
    const tellers =
      about === undefined
        ? []
        : SEVERITIES.slice(gravityOf(severity)).flatMap((grave) =>
            ids.flatMap((id) => first.get(callKey(id, about, grave)) ?? []),
          );
    const [teller] = tellers
      .filter((other) => other !== finding)
      .sort(
        (a, b) =>
          (ids.length > 1 ? gravityOf(b.severity) - gravityOf(a.severity) : 0) ||
          (order.get(a) ?? 0) - (order.get(b) ?? 0),
      );
    if (teller !== undefined) return tellerOf(teller);
    return repeated.get(repetitionKey(finding)) ?? finding;
  };
  return tellerOf;
}

function note<F>(known: Map<string, F>, key: string, finding: F): void {
  if (!known.has(key)) known.set(key, finding);
}

function callKey(rule: string, about: NonNullable<Finding['about']>, severity: Severity): string {
  return `${rule} ${about.nameSpan.start} ${severity}`;
}

/** Findings that are shown as one whose fixes are offered. */
const MOST_MENDED = 10;

function together<F extends Finding>(finding: F, others: readonly Finding[]): F {
  const also = [...new Set(others.map(({ rule }) => rule))].filter((rule) => rule !== finding.rule);
  const related = [finding, ...others].flatMap((each) => each.related);
  const mended = [finding, ...others.slice(0, MOST_MENDED - 1)];
  return {
    ...finding,
    related: distinct(related, ({ place }) => [place.file, place.span]),
    fixes: lazy(() => distinctFixes(mended.flatMap(({ fixes }) => fixes()))),
    proposed: lazy(() => distinctFixes(mended.flatMap(({ proposed }) => proposed()))),
    *fixSteps() {
      for (const { fixSteps } of mended) yield* fixSteps?.() ?? [];
    },
    ...(also.length > 0 && { also }),
  };
}

function distinctFixes(fixes: readonly Fix[]): readonly Fix[] {
  return distinct(fixes, ({ edits }) => edits);
}

/** The first of each key. */
function distinct<T>(all: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  const keys = new Set<string>();
  return all.filter((one) => {
    const key = JSON.stringify(keyOf(one));
    return keys.has(key) ? false : keys.add(key);
  });
}
