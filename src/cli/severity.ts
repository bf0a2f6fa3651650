import * as l10n from '@vscode/l10n';
import type { Severity } from '../lens/rules/rule.ts';

/** From mild to grave. */
export const SEVERITIES: readonly Severity[] = ['hint', 'information', 'warning', 'error'];

/** From which severity on a finding fails the check. */
export type FailOn = Severity | 'never';

/** Undefined for a word that is neither a severity nor `never`. */
export function failOnOf(word: string): FailOn | undefined {
  return word === 'never' ? word : SEVERITIES.find((severity) => severity === word);
}

export function isFailure(severity: Severity, failOn: FailOn): boolean {
  return failOn !== 'never' && SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn);
}

export function severityName(severity: Severity): string {
  switch (severity) {
    case 'error':
      return l10n.t('error');
    case 'warning':
      return l10n.t('warning');
    case 'information':
      return l10n.t('information');
    case 'hint':
      return l10n.t('hint');
  }
}
