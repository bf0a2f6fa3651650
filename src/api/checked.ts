import * as l10n from '@vscode/l10n';
import type { Lines } from '../core/text/lines.ts';
import type { Engine, FileAnalysis } from '../lens/engine/engine.ts';
import { NOT_ANALYSED } from '../lens/engine/not-analysed.ts';

/** What is known of a file, or a sentence that says why nothing is. */
export type Checked =
  | { readonly kind: 'analysis'; readonly analysis: FileAnalysis }
  | { readonly kind: 'skipped'; readonly why: string };

/** Analyzes a file of an engine that wants no more files; of one that can't be read as code nothing is guessed. */
export function checked(engine: Engine, file: string, lines: Lines): Checked {
  const why = whyBroken(engine, file, lines);
  if (why !== undefined) return { kind: 'skipped', why };
  const analysis = engine.analyze(file);
  const givenUp = analysis.findings.find(({ rule }) => rule === NOT_ANALYSED);
  return givenUp === undefined ? { kind: 'analysis', analysis } : { kind: 'skipped', why: givenUp.message };
}

function whyBroken(engine: Engine, file: string, lines: Lines): string | undefined {
  const fault = engine.syntaxError(file);
  if (fault === undefined) return undefined;
  const { line, column } = lines.positionOf(fault.offset);
  return l10n.t("skipped: it can't be parsed; line {0}, column {1}: {2}", line, column, fault.message);
}

/** Says of a file, of which the rest is said, that a rule threw on it. */
export function describeRuleError(rule: string, error: unknown): string {
  return l10n.t('rule {0} failed, so its findings are missing: {1}', rule, String(error));
}
