import type { Level } from '../../core/config/settings.ts';
import type { Finding } from './finding.ts';

/** Findings as loud as a person wants their rules to be. Fixes are checked at the rules' own severities. */
export function withLevels<F extends Finding>(
  findings: readonly F[],
  levels: ReadonlyMap<string, Level>,
): readonly F[] {
  if (levels.size === 0) return findings;
  return findings.flatMap((finding) => {
    const level = levels.get(finding.rule) ?? 'default';
    switch (level) {
      case 'off':
        return [];
      case 'default':
        return [finding];
      default:
        return [{ ...finding, severity: level }];
    }
  });
}
