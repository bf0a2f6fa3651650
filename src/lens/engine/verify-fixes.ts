import { applyEdits } from '../../core/text/edit.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/** What is found in one file from `least` upwards, as if `text` were its content, everything else unchanged. */
export type AnalyzeText = (file: string, text: string, least: Severity) => TextAnalysis;

export interface TextAnalysis {
  readonly findings: readonly Finding[];
  readonly syntaxErrors: number;
}

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, information: 1, hint: 0 };

/** Whether something of a severity is at least as bad as something of another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return RANK[severity] >= RANK[least];
}

/**
 * Those of the fixes that keep their promise: the edited text still parses as well as before, has one
 * finding of this rule less, and no rule has more findings of equal or higher severity.
 *
 * `text` is the content in which `finding` was found, `before` is all that is found in it.
 */
export function verifyFixes(
  finding: Finding,
  fixes: readonly Fix[],
  text: string,
  before: { readonly findings: readonly Finding[]; readonly syntaxErrors: () => number },
  analyzeText: AnalyzeText,
): Fix[] {
  if (fixes.length === 0) return [];
  const counted = countByRule(before.findings, finding.severity);
  return fixes.filter((fix) => {
    const edited = applyEdits(text, fix.edits);
    const { findings, syntaxErrors } = analyzeText(finding.file, edited, finding.severity);
    if (syntaxErrors > before.syntaxErrors()) return false;
    const after = countByRule(findings, finding.severity);
    const drops = (after.get(finding.rule) ?? 0) < (counted.get(finding.rule) ?? 0);
    return drops && [...after].every(([rule, count]) => count <= (counted.get(rule) ?? 0));
  });
}

/** How many findings each rule has, from `least` upwards. */
function countByRule(findings: readonly Finding[], least: Severity): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    if (isAtLeast(severity, least)) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}
