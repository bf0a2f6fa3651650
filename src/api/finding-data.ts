import type { Lines } from '../core/text/lines.ts';
import { type Finding as Found, listedAt } from '../lens/engine/finding.ts';
import type { Fingerprinted } from '../lens/engine/fingerprint.ts';
import { patternsFor } from '../lens/patterns/of-rules.ts';
import type { Fix as FoundFix } from '../lens/rules/rule.ts';
import { regionOf } from './region.ts';
import type { Finding, Fix, Related } from './types.ts';

/** A file by the name that it is given in data. */
export interface NamedLines {
  readonly name: string;
  readonly lines: Lines;
}

/** A finding as data, without its fixes; `table` is what `tableOfFindings` says of it. */
export function findingData(
  { name, lines }: NamedLines,
  finding: Fingerprinted,
  table: string | undefined,
  related: readonly Related[],
): Omit<Finding, 'fixes'> {
  const { rule, messageId, data, severity, message, help, fingerprint } = finding;
  return {
    rule,
    messageId,
    data,
    severity,
    file: name,
    ...regionOf(lines, listedAt(finding)),
    message,
    ...(help !== undefined && { help }),
    ...(table !== undefined && { table }),
    fingerprint,
    related,
    fixable: finding.proposed().length > 0,
    patterns: patternsFor(finding),
  };
}

/** The fixes of a finding in a text. */
export function fixesData(lines: Lines, finding: Found): readonly Fix[] {
  return finding.fixes().map((fix) => fixData(lines, fix));
}

function fixData(lines: Lines, { title, edits, placeholder, isConditional }: FoundFix): Fix {
  return {
    title,
    edits: edits.map(({ span, text }) => ({ ...regionOf(lines, span), text })),
    ...(placeholder !== undefined && { placeholder }),
    ...(isConditional === true && { conditional: true }),
  };
}
