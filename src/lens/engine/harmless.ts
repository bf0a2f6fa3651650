import type { TextEdit } from '../../core/text/edit.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import type { Finding } from './finding.ts';
import { distinctEdits, TakenEdits } from './taken-edits.ts';
import { isAtLeast } from './severity.ts';
import { countByRule } from './verify-fixes.ts';

/** A fix that may be applied unseen, and the finding that it removes. */
export interface HarmlessFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** The fix to take where there is only one, which neither a person must complete nor anything unseen must hold for. */
export function soleFix(fixes: readonly Fix[]): Fix | undefined {
  const [first, ...others] = fixes;
  if (first === undefined || others.length > 0) return undefined;
  return first.placeholder === undefined && first.isConditional !== true ? first : undefined;
}

/** The fixes of these findings that may be applied unseen, in their order, without those that touch one before. Each is checked by itself. */
export function harmlessFixes(findings: readonly Finding[]): readonly HarmlessFix[] {
  const taken = new TakenEdits();
  return findings.flatMap((finding) => {
    const fix = finding.isFixable() ? soleFix(finding.fixes()) : undefined;
    return fix?.isHarmless === true && taken.take(fix.edits) ? [{ finding, fix }] : [];
  });
}

/** The edits of several fixes, once each. */
export function editsOf(fixes: readonly HarmlessFix[]): readonly TextEdit[] {
  return distinctEdits(fixes.flatMap(({ fix }) => fix.edits));
}

/** Whether fixes that were applied together removed what each of them is for, and brought nothing as bad. */
export function keptTogether(
  fixes: readonly HarmlessFix[],
  before: readonly Finding[],
  after: readonly Finding[],
): boolean {
  const least = fixes.reduce<Severity>(
    (mildest, { finding: { severity } }) => (isAtLeast(mildest, severity) ? severity : mildest),
    'error',
  );
  const [was, is] = [countByRule(before, least), countByRule(after, least)];
  const fixed = countByRule(
    fixes.map(({ finding }) => finding),
    least,
  );
  return [...is].every(([rule, count]) => count <= (was.get(rule) ?? 0) - (fixed.get(rule) ?? 0));
}
