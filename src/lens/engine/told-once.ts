import * as l10n from '@vscode/l10n';
import { lazy } from '../model/lazy.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import { type Finding, isRepeated } from './finding.ts';

const FROM_MILD_TO_GRAVE: readonly Severity[] = ['hint', 'information', 'warning', 'error'];

/**
 * Findings as people are shown them: one mistake once. What another rule's finding about the same call tells, if that
 * is no milder, is only named there, and brings its places and fixes along; so is what is said of several calls in
 * the same words at the same place.
 */
export function toldOnce(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<Finding, Finding[]>();
  for (const finding of findings) {
    const teller = tellerOf(finding, findings);
    groups.set(teller, [...(groups.get(teller) ?? []), ...(teller === finding ? [] : [finding])]);
  }
  return findings.flatMap((finding) => {
    const others = groups.get(finding);
    if (others === undefined) return [];
    return [others.length > 0 ? together(finding, others) : finding];
  });
}

/** The finding that one is shown with: itself, unless another tells it. */
function tellerOf(finding: Finding, all: readonly Finding[]): Finding {
  const teller = all.find((other) => other !== finding && tells(other, finding));
  if (teller !== undefined) return tellerOf(teller, all);
  return all.find((other) => isRepeated(other, finding)) ?? finding;
}

function tells(teller: Finding, told: Finding): boolean {
  return (
    told.toldBy === teller.rule &&
    told.about !== undefined &&
    told.about.nameSpan.start === teller.about?.nameSpan.start &&
    FROM_MILD_TO_GRAVE.indexOf(teller.severity) >= FROM_MILD_TO_GRAVE.indexOf(told.severity)
  );
}

function together(finding: Finding, others: readonly Finding[]): Finding {
  const also = [...new Set(others.map(({ rule }) => rule))].filter((rule) => rule !== finding.rule);
  const all = [finding, ...others];
  const related = all.flatMap((each) => each.related);
  return {
    ...finding,
    related: distinct(related, ({ place }) => [place.file, place.span]),
    fixes: lazy(() =>
      distinct<Fix>(
        all.flatMap(({ fixes }) => fixes()),
        ({ edits }) => edits,
      ),
    ),
    ...(also.length > 0 && {
      also,
      message: `${finding.message} ${l10n.t('Also reported by: {0}.', also.join(', '))}`,
    }),
  };
}

/** The first of each key. */
function distinct<T>(all: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  const keys = new Set<string>();
  return all.filter((one) => {
    const key = JSON.stringify(keyOf(one));
    return keys.has(key) ? false : keys.add(key);
  });
}
