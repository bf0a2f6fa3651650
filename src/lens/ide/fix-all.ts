import { applyEdits, type TextEdit } from '../../core/text/edit.ts';
import type { Engine, FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import { editsOf, type HarmlessFix, harmlessFixes, keptTogether } from '../engine/harmless.ts';

/** Findings whose fixes one request checks at most: each reads the file again. */
const MOST_FINDINGS = 100;

/** Fixes of one file that may be applied together unseen. */
export interface FixesTogether {
  readonly fixes: readonly HarmlessFix[];
  readonly edits: readonly TextEdit[];
}

/**
 * The fixes of these findings of a file that are right whatever the code is for, as one change: all of them, where together they remove what
 * each is for, else the first alone. Undefined where there are none. In steps; `text` is the analyzed file's.
 */
export function* fixAll(
  { analyzeAsIf }: Pick<Engine, 'analyzeAsIf'>,
  { file, findings: before }: FileAnalysis,
  text: string,
  findings: readonly Finding[],
): Generator<void, FixesTogether | undefined> {
  const asked = findings.slice(0, MOST_FINDINGS);
  for (const finding of asked) for (const _ of finding.fixSteps?.() ?? []) yield;
  const fixes = harmlessFixes(asked);
  for (const tried of fixes.length > 1 ? [fixes, fixes.slice(0, 1)] : [fixes]) {
    if (tried.length === 0) break;
    const edits = editsOf(tried);
    const [after] = analyzeAsIf(new Map([[file, applyEdits(text, edits)]]));
    if (after !== undefined && keptTogether(tried, before, after.findings)) return { fixes: tried, edits };
    yield;
  }
  return undefined;
}
