import type { Finding } from '../lens/engine/finding.ts';
import type { Severity } from '../lens/rules/rule.ts';
import type { Tally } from '../protocol/messages.ts';

/** What the workspace's files were found to have when each was checked last. */
export interface Known {
  readonly set: (file: string, findings: readonly Finding[]) => void;
  /** Every one of these files was checked, and there are no others. */
  readonly complete: (files: ReadonlySet<string>) => void;
  /** All findings, the gravest first, then as they stand in the files; undefined until all files were checked once. */
  readonly findings: () => readonly Finding[] | undefined;
}

const FROM_GRAVE_TO_MILD: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function createKnown(): Known {
  const known = new Map<string, readonly Finding[]>();
  let isComplete = false;
  return {
    set: (file, findings) => {
      if (findings.length === 0) known.delete(file);
      else known.set(file, findings);
    },
    complete: (files) => {
      for (const file of known.keys()) if (!files.has(file)) known.delete(file);
      isComplete = true;
    },
    findings: () =>
      isComplete
        ? [...known.values()]
            .flat()
            .sort(
              (a, b) =>
                FROM_GRAVE_TO_MILD.indexOf(a.severity) - FROM_GRAVE_TO_MILD.indexOf(b.severity) ||
                (a.file < b.file ? -1 : a.file > b.file ? 1 : a.span.start - b.span.start),
            )
        : undefined,
  };
}

/** Rules about a query whose filter shape reads more than it asks for. */
const SCANS: ReadonlySet<string> = new Set([
  'table-scan',
  'partition-scan',
  'partition-range-scan',
  'open-row-range',
  'partition-key-or',
  'row-key-or',
]);

/** What a finding counts as. */
export function countedAs({ severity, rule }: Pick<Finding, 'severity' | 'rule'>): keyof Tally {
  if (severity === 'information' || severity === 'hint') return 'notes';
  return SCANS.has(rule) ? 'scans' : 'risks';
}

/** Counts findings by {@link countedAs}. */
export function tallyOf(findings: readonly Pick<Finding, 'severity' | 'rule'>[]): Tally {
  const tally = { scans: 0, risks: 0, notes: 0 };
  for (const finding of findings) tally[countedAs(finding)]++;
  return tally;
}
