import { isAtLeast } from './severity.ts';
import { applyEdits } from '../../core/text/edit.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/**
 * What is found in one file from `least` upwards, as if `text` were its content, everything else unchanged: in steps.
 * Undefined where the file is given up, and where something changed between the steps.
 */
export type AnalyzeText = (
  file: string,
  text: string,
  least: Severity,
) => Generator<void, TextAnalysis | undefined>;

export interface TextAnalysis {
  readonly findings: readonly Finding[];
  readonly syntaxErrors: number;
}

/** The content in which something was found, and all that is found in it. */
export interface Before {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly syntaxErrors: () => number;
}

/** Whether an edit broke what could be parsed; how well that was before is asked only where something is wrong now. */
export function hasMoreErrors(
  { syntaxErrors }: Pick<TextAnalysis, 'syntaxErrors'>,
  before: Pick<Before, 'syntaxErrors'>,
): boolean {
  return syntaxErrors > 0 && syntaxErrors > before.syntaxErrors();
}

/** Tells which fixes of a finding keep their promise; all that is asked is tried once. */
export interface Verifier {
  readonly kept: (finding: Finding, fixes: readonly Fix[]) => Generator<void, readonly Fix[]>;
  /** Whether one does, with how many were tried for that: none behind the first that does. */
  readonly someKept: (finding: Finding, fixes: readonly Fix[]) => Generator<void, SomeKept>;
}

interface SomeKept {
  readonly isKept: boolean;
  readonly tries: number;
}

/**
 * Makes what tells those fixes that keep their promise: the edited text still parses as well as before, has one finding of
 * the rule less, and no rule has more findings of equal or higher severity. Edits that several findings share are tried once.
 */
export function createVerifier(before: Before, analyzeText: AnalyzeText): Verifier {
  const tried = new Map<string, boolean>();
  const keeps = function* (finding: Finding, { edits }: Fix): Generator<void, boolean> {
    const edited = applyEdits(before.text, edits);
    const analysis = yield* analyzeText(finding.file, edited, finding.severity);
    if (analysis === undefined) return false;
    if (hasMoreErrors(analysis, before)) return false;
    const { findings } = analysis;
    const counted = countByRule(before.findings, finding.severity);
    const after = countByRule(findings, finding.severity);
    const drops = (after.get(finding.rule) ?? 0) < (counted.get(finding.rule) ?? 0);
    return drops && [...after].every(([rule, count]) => count <= (counted.get(rule) ?? 0));
  };
  const tryOnce = function* (finding: Finding, fix: Fix): Generator<void, boolean> {
    const key = JSON.stringify([finding.rule, finding.severity, fix.edits]);
    const isKept = tried.get(key) ?? (yield* keeps(finding, fix));
    tried.set(key, isKept);
    return isKept;
  };
  return {
    *kept(finding, fixes) {
      const kept: Fix[] = [];
      for (const fix of fixes) if (yield* tryOnce(finding, fix)) kept.push(fix);
      return kept;
    },
    *someKept(finding, fixes) {
      for (const [i, fix] of fixes.entries()) {
        if (yield* tryOnce(finding, fix)) return { isKept: true, tries: i + 1 };
      }
      return { isKept: false, tries: fixes.length };
    },
  };
}

/** How many findings each rule has, from `least` upwards. */
export function countByRule(findings: readonly Finding[], least: Severity): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    if (isAtLeast(severity, least)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}
