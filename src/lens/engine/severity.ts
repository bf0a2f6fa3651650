import type { Severity } from '../rules/rule.ts';

/** All severities, from mild to grave. */
export const SEVERITIES: readonly Severity[] = ['hint', 'information', 'warning', 'error'];

/** How bad a severity is, as a number: the graver, the larger. */
export function gravityOf(severity: Severity): number {
  return SEVERITIES.indexOf(severity);
}

/** Whether something of a severity is at least as bad as something of another. */
export function isAtLeast(severity: Severity, least: Severity): boolean {
  return gravityOf(severity) >= gravityOf(least);
}
