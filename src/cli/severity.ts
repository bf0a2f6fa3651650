import * as l10n from '@vscode/l10n';
import type { Severity } from '../lens/rules/rule.ts';
import { isAtLeast, SEVERITIES } from '../lens/engine/severity.ts';

/** From which severity on a finding fails the check. */
export type FailOn = Severity | 'never';

/** Undefined for a word that is neither a severity nor `never`. */
export function failOnOf(word: string): FailOn | undefined {
  return word === 'never' ? word : SEVERITIES.find((severity) => severity === word);
}

export function isFailure(severity: Severity, failOn: FailOn): boolean {
  return failOn !== 'never' && isAtLeast(severity, failOn);
}

/** How many findings have a severity, in words: `2 warnings`. */
export function severityCount(severity: Severity, count: number): string {
  switch (severity) {
    case 'error':
      return count === 1 ? l10n.t('1 error') : l10n.t('{0} errors', count);
    case 'warning':
      return count === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', count);
    case 'information':
      return l10n.t('{0} information', count);
    case 'hint':
      return count === 1 ? l10n.t('1 hint') : l10n.t('{0} hints', count);
  }
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
