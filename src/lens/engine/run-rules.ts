import { lazy } from '../model/lazy.ts';
import type { Fix, Report, Rule, RuleContext, Severity } from '../rules/rule.ts';
import { type Finding, isRepeated } from './finding.ts';
import { inStyleOf } from './semicolons.ts';
import { syntaxErrorCount } from '../syntax/parse.ts';
import { readSuppressions, UNKNOWN_RULE } from './suppress.ts';
import { type AnalyzeText, isAtLeast, verifyFixes } from './verify-fixes.ts';
import { relatedOf } from './wrappers.ts';

export interface RunnerOptions {
  readonly rules: readonly Rule[];
  /** Told of a rule that throws: once for each rule and file. The message must not be shown as a finding. */
  readonly onRuleError: (rule: string, file: string, error: unknown) => void;
  /** Analyses an edited text, to check a fix. */
  readonly analyzeText: AnalyzeText;
}

/**
 * Makes the function that runs all rules over one file. It gives the findings sorted by place, without
 * doubles and without those that a comment silences. A rule that throws costs its own findings in that
 * file; the other rules are served. Rules that find nothing as bad as `least` are left out.
 */
export function createRunner(options: RunnerOptions): (context: RuleContext, least?: Severity) => Finding[] {
  const { rules, analyzeText } = options;
  const known = new Set(rules.map((rule) => rule.id));
  const told = new Set<string>();
  const guard = <T>(rule: string, file: string, work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      const key = `${rule}\n${file}`;
      if (!told.has(key)) {
        told.add(key);
        options.onRuleError(rule, file, error);
      }
      return otherwise;
    }
  };

  return (context, least = 'hint') => {
    const { file } = context;
    const text = context.sourceOf(file);
    const suppressions = readSuppressions(file, text, known);
    const style = lazy(() => inStyleOf(text));
    const findings: Finding[] = [];
    const wrapped = context.operations.filter(({ via }) => via !== undefined);
    const before = { findings, syntaxErrors: lazy(() => syntaxErrorCount(file, text)) };
    const add = (rule: Pick<Rule, 'id' | 'severity'>, report: Report): void => {
      if (report.place.file !== file) return;
      const { place, about, toldBy, toldAt } = report;
      const lines = [place.span, ...(about ? [about.nameSpan] : [])];
      if (lines.some(({ start }) => suppressions.silences(rule.id, start))) return;
      const finding: Finding = {
        rule: rule.id,
        severity: severityOf(report, rule),
        file,
        span: place.span,
        message: report.message,
        related: relatedOf(report, wrapped),
        ...(about && { about }),
        ...(toldBy !== undefined && { toldBy }),
        ...(toldAt && { toldAt }),
        fixes: lazy(() =>
          guard<readonly Fix[]>(
            rule.id,
            file,
            () => verifyFixes(finding, (report.fixes?.() ?? []).map(style()), text, before, analyzeText),
            [],
          ),
        ),
      };
      if (!findings.some((other) => isSame(other, finding))) findings.push(finding);
    };
    for (const rule of rules) {
      if (!isAtLeast(rule.severity, least)) continue;
      const reports = guard<readonly Report[]>(rule.id, file, () => [...rule.check(context)], []);
      for (const report of reports) add(rule, report);
    }
    for (const problem of suppressions.problems) add({ id: UNKNOWN_RULE, severity: 'warning' }, problem);
    return findings.sort(
      (a, b) => a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : 1),
    );
  };
}

/** A report may be milder than its rule, never worse. */
function severityOf({ severity }: Report, rule: Pick<Rule, 'severity'>): Severity {
  return severity !== undefined && isAtLeast(rule.severity, severity) ? severity : rule.severity;
}

function isSame(a: Finding, b: Finding): boolean {
  return isRepeated(a, b) && a.about?.nameSpan.start === b.about?.nameSpan.start;
}
