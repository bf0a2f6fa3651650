import type { Fault, FixTrial } from './try-fixes.ts';

/** What came of the fixes of many programs; can be sent between threads and added up. */
export interface FixTally {
  programs: number;
  fixes: number;
  /** Fixes by rule. */
  readonly byRule: Record<string, number>;
  /** Faults by kind, rule and title. */
  readonly faults: Record<string, number>;
  /** The first programs with each fault, by index. */
  readonly examples: Record<string, number[]>;
}

/** Programs that are remembered of each fault. */
const EXAMPLES = 5;

export function newFixTally(): FixTally {
  return { programs: 0, fixes: 0, byRule: {}, faults: {}, examples: {} };
}

export function nameOfFault({ kind, rule }: Fault): string {
  return `${kind} ${rule}`;
}

export function countFixes(tally: FixTally, index: number, { tried, faults }: FixTrial): void {
  tally.programs += 1;
  tally.fixes += tried.length;
  for (const { rule } of tried) tally.byRule[rule] = (tally.byRule[rule] ?? 0) + 1;
  for (const fault of faults) {
    const name = nameOfFault(fault);
    tally.faults[name] = (tally.faults[name] ?? 0) + 1;
    const examples = (tally.examples[name] ??= []);
    if (examples.length < EXAMPLES && !examples.includes(index)) examples.push(index);
  }
}

export function addFixTally(tally: FixTally, other: FixTally): void {
  tally.programs += other.programs;
  tally.fixes += other.fixes;
  for (const [rule, count] of Object.entries(other.byRule))
    tally.byRule[rule] = (tally.byRule[rule] ?? 0) + count;
  for (const [name, count] of Object.entries(other.faults))
    tally.faults[name] = (tally.faults[name] ?? 0) + count;
  for (const [name, indices] of Object.entries(other.examples)) {
    tally.examples[name] = [...(tally.examples[name] ?? []), ...indices].slice(0, EXAMPLES);
  }
}

/** How far a run is, and what came of it so far. */
export function lineOfFixes({ programs, fixes, faults }: FixTally): string {
  const bad = Object.values(faults).reduce((sum, count) => sum + count, 0);
  return `${programs} programs: ${fixes} fixes, ${bad} faults`;
}

/** The figures as people read them. */
export function printFixes({ programs, fixes, byRule, faults }: FixTally): string {
  const most = (counts: Readonly<Record<string, number>>): string[] =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${String(count).padStart(7)}  ${name}`);
  const bad = Object.values(faults).reduce((sum, count) => sum + count, 0);
  return [
    `${programs} programs, ${fixes} fixes, ${bad} faults`,
    '',
    'faults: it differs, it does not load, or two are preferred at one place',
    ...most(faults),
    '',
    'fixes by rule',
    ...most(byRule),
  ].join('\n');
}
