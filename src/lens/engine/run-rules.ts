import { either } from '../../core/shape/condition.ts';
import { lazy } from '../model/lazy.ts';
import type { Message } from '../rules/message.ts';
import type { Fix, Report, Rule, RuleContext, Severity } from '../rules/rule.ts';
import { type Finding, repetitionKey } from './finding.ts';
import { isAtLeast } from './severity.ts';
import { onBranch } from '../rules/shared/place.ts';
import { fixableOf, type Proposal } from './fixable.ts';
import { MOST_FINDINGS } from './limits.ts';
import { inStyleOf } from './semicolons.ts';
import { finish, stepwise } from '../model/seen/stepwise.ts';
import { syntaxErrorCount } from '../syntax/parse.ts';
import { readSuppressions, UNKNOWN_RULE } from './suppress.ts';
import { type AnalyzeText, createVerifier, type Verifier } from './verify-fixes.ts';
import { relatedIn } from './wrappers.ts';

export interface RunnerOptions {
  readonly rules: readonly Rule[];
  /** Told of a rule that throws: once for each rule and file. The message must not be shown as a finding. */
  readonly onRuleError: (rule: string, file: string, error: unknown) => void;
  /** Analyses an edited text, to check a fix. */
  readonly analyzeText: AnalyzeText;
}

/** Runs all rules over one file, one a step; `too-many` where there are more findings than anybody could want. */
export type Runner = (context: RuleContext, least?: Severity) => Generator<void, Finding[] | 'too-many'>;

/**
 * Makes the function that runs all rules over one file. It gives the findings sorted by place, without
 * doubles and without those that a comment silences. A rule that throws costs its own findings in that
 * file; the other rules are served. Rules that find nothing as bad as `least` are left out.
 */
export function createRunner(options: RunnerOptions): Runner {
  const { rules, analyzeText } = options;
  const known = new Set(rules.map((rule) => rule.id));
  const told = new Set<string>();
  const tell = (rule: string, file: string, error: unknown): void => {
    const key = `${rule}\n${file}`;
    if (told.has(key)) return;
    told.add(key);
    options.onRuleError(rule, file, error);
  };

  return function* (context, least = 'hint') {
    const { file } = context;
    const text = context.sourceOf(file);
    const suppressions = readSuppressions(file, text, known);
    yield;
    const style = lazy(() => inStyleOf(text));
    const findings: Finding[] = [];
    const relatedOf = relatedIn([
      ...context.operations.filter(({ via }) => via !== undefined),
      ...context.listings,
      ...context.saves,
      ...context.dropped,
      ...context.looped,
      ...context.called,
      ...context.inJson,
    ]);
    const before = { text, findings, syntaxErrors: lazy(() => syntaxErrorCount(file, text)) };
    const verifier = createVerifier(before, analyzeText);
    const proposals: (() => Proposal | undefined)[] = [];
    const proposed = lazy(() =>
      proposals.map((propose) => propose()).filter((proposal) => proposal !== undefined),
    );
    const fixable = lazy(() => finish(fixableOf(proposed(), before, analyzeText, someKept)));
    const someKept: Verifier['someKept'] = function* (finding, fixes) {
      try {
        return yield* verifier.someKept(finding, fixes);
      } catch (error) {
        tell(finding.rule, file, error);
        return { isKept: false, tries: fixes.length };
      }
    };
    const proposalOf = (finding: Finding, proposed: () => readonly Fix[]): Proposal | undefined => {
      try {
        const [first, ...others] = proposed();
        return first && { finding, fixes: [first, ...others] };
      } catch (error) {
        tell(finding.rule, file, error);
        return undefined;
      }
    };
    const seen = new Set<string>();
    const add = (rule: Pick<Rule, 'id' | 'severity'>, report: Report): void => {
      if (report.place.file !== file) return;
      const { place, about, isOfCaller, toldBy, toldAt, messageId, data, message, help } = report;
      const lines = [place.span, ...(about ? [about.nameSpan] : [])];
      if (lines.some(({ start }) => suppressions.silences(rule.id, start))) return;
      const proposedFor = lazy((): readonly Fix[] => (report.fixes?.() ?? []).map(style()));
      const fixes = stepwise(function* () {
        try {
          return yield* verifier.kept(finding, proposedFor());
        } catch (error) {
          tell(rule.id, file, error);
          return [];
        }
      });
      const finding: Finding = {
        rule: rule.id,
        severity: severityOf(report, rule),
        file,
        span: place.span,
        messageId,
        data,
        message,
        ...(help !== undefined && { help }),
        related: relatedOf(report),
        ...(about && { about }),
        ...(isOfCaller === true && { isOfCaller }),
        ...(toldBy !== undefined && { toldBy }),
        ...(toldAt && { toldAt }),
        fixes: fixes.value,
        isFixable: () => fixable().has(finding),
        proposed: () => proposalOf(finding, proposedFor)?.fixes ?? [],
        fixSteps: fixes.steps,
      };
      const key = `${about?.nameSpan.start ?? ''} ${repetitionKey(finding)}`;
      if (seen.has(key)) return;
      seen.add(key);
      findings.push(finding);
      if (report.fixes !== undefined) proposals.push(() => proposalOf(finding, proposedFor));
    };
    let left = MOST_FINDINGS;
    for (const rule of rules) {
      if (!isAtLeast(rule.severity, least)) continue;
      const reports: Report[] = [];
      try {
        for (const report of rule.check(context)) {
          reports.push(report);
          if (--left < 0) return 'too-many';
        }
      } catch (error) {
        tell(rule.id, file, error);
        reports.length = 0;
      }
      for (const report of onceForAllBranches(reports)) add(rule, report);
      yield;
    }
    for (const problem of suppressions.problems) add({ id: UNKNOWN_RULE, severity: 'warning' }, problem);
    if (findings.length > MOST_FINDINGS) return 'too-many';
    return findings.sort(
      (a, b) => a.span.start - b.span.start || a.span.end - b.span.end || (a.rule < b.rule ? -1 : 1),
    );
  };
}

/**
 * What is said in the same words of the same place on several branches is said once, of all of them together; what so is true on every
 * way, without a condition.
 */
function onceForAllBranches(reports: readonly Report[]): readonly Report[] {
  const byWords = new Map<string, Report[]>();
  for (const report of reports) {
    if (report.branch === undefined) continue;
    const key = wordsKey(report, report.branch.said);
    byWords.set(key, [...(byWords.get(key) ?? []), report]);
  }
  return reports.flatMap((report) => {
    if (report.branch === undefined) return [report];
    const { said } = report.branch;
    const [first, ...others] = byWords.get(wordsKey(report, said)) ?? [];
    if (first === undefined || others.length === 0) return [report];
    if (report !== first) return [];
    const when = either([first, ...others].map(({ branch }) => branch?.when));
    const { help: _, ...rest } = report;
    return [{ ...rest, ...onBranch(when, said) }];
  });
}

function wordsKey({ place, about, severity }: Report, { messageId, message, help }: Message): string {
  return JSON.stringify([place, about?.nameSpan.start, severity, messageId, message, help]);
}

/** A report may be milder than its rule, never worse. */
function severityOf({ severity }: Report, rule: Pick<Rule, 'severity'>): Severity {
  return severity !== undefined && isAtLeast(rule.severity, severity) ? severity : rule.severity;
}
