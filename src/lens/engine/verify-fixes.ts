import { applyEdits } from '../../core/text/edit.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import { syntaxErrorCount } from '../syntax/parse.ts';
import type { Finding } from './finding.ts';

/** Findings of one file as if `text` were its content, everything else unchanged. */
export type AnalyzeText = (file: string, text: string) => readonly Finding[];

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, information: 1, hint: 0 };

/**
 * Those of the fixes that keep their promise: the edited text still parses as well as before, has one
 * finding of this rule less, and no rule has more findings of equal or higher severity.
 *
 * `text` is the content in which `finding` was found, `before` are all findings in it.
 */
export function verifyFixes(
  finding: Finding,
  fixes: readonly Fix[],
  text: string,
  before: readonly Finding[],
  analyzeText: AnalyzeText,
): Fix[] {
  if (fixes.length === 0) return [];
  const counted = countByRule(before, finding.severity);
  const syntaxErrors = syntaxErrorCount(finding.file, text);
  return fixes.filter((fix) => {
    const edited = applyEdits(text, fix.edits);
    if (syntaxErrorCount(finding.file, edited) > syntaxErrors) return false;
    const after = countByRule(analyzeText(finding.file, edited), finding.severity);
    const drops = (after.get(finding.rule) ?? 0) < (counted.get(finding.rule) ?? 0);
    return drops && [...after].every(([rule, count]) => count <= (counted.get(rule) ?? 0));
  });
}

/** How many findings each rule has, from `least` upwards. */
function countByRule(findings: readonly Finding[], least: Severity): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings) {
    if (RANK[severity] >= RANK[least]) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return counts;
}
