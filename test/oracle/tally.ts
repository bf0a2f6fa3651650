import type { Untruth } from './judge/judge.ts';
import type { Trial } from './try.ts';

/** What was counted over many programs; can be sent between threads and added up. */
export interface Tally {
  programs: number;
  runs: number;
  /** List queries that runs reached, and those whose shape is told. */
  sites: number;
  known: number;
  /** Programs with anything untrue that is worse than a hint. */
  untrue: number;
  /** Programs with an untruth of each kind. */
  readonly byKind: Record<string, number>;
  /** Programs with each untruth: `false-error invalid-filter`. */
  readonly byWhat: Record<string, number>;
  /** Programs that use a feature, and how many of those have something untrue, or a site that is not told. */
  readonly byFeature: Record<string, { programs: number; untrue: number; unknown: number }>;
  /** Findings of each rule by how they were judged. */
  readonly findings: Record<string, Record<string, number>>;
  /** The first programs with each untruth, by index. */
  readonly examples: Record<string, number[]>;
  /** Programs whose first run ended with an error, and those that go on for ever. */
  failing: number;
  endless: number;
}

/** Programs that are remembered of each untruth. */
const EXAMPLES = 40;

export function newTally(): Tally {
  return {
    programs: 0,
    runs: 0,
    sites: 0,
    known: 0,
    untrue: 0,
    byKind: {},
    byWhat: {},
    byFeature: {},
    findings: {},
    examples: {},
    failing: 0,
    endless: 0,
  };
}

export function count(tally: Tally, index: number, { program, runs, verdict }: Trial): void {
  const { untruths, sites, known, findings } = verdict;
  tally.programs += 1;
  for (const { times } of runs) tally.runs += times;
  tally.sites += sites;
  tally.known += known;
  const isUntrue = untruths.some(({ kind }) => kind !== 'false-hint' && kind !== 'unknown');
  if (isUntrue) tally.untrue += 1;
  for (const kind of new Set(untruths.map((untruth) => untruth.kind))) up(tally.byKind, kind);
  for (const name of new Set(untruths.map(nameOf))) {
    up(tally.byWhat, name);
    const examples = (tally.examples[name] ??= []);
    if (examples.length < EXAMPLES) examples.push(index);
  }
  for (const feature of program.features) {
    const counts = (tally.byFeature[feature] ??= { programs: 0, untrue: 0, unknown: 0 });
    counts.programs += 1;
    if (isUntrue) counts.untrue += 1;
    if (known < sites) counts.unknown += 1;
  }
  for (const { rule, judged } of findings) up((tally.findings[rule] ??= {}), judged);
  if (runs.every(({ error }) => error !== undefined)) tally.failing += 1;
  if (runs.some(({ isEndless }) => isEndless)) tally.endless += 1;
}

export function nameOf({ kind, what }: Untruth): string {
  return `${kind} ${what}`;
}

function up(counts: Record<string, number>, name: string, by = 1): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** Adds what another thread counted. */
export function addTally(tally: Tally, other: Tally): void {
  tally.programs += other.programs;
  tally.runs += other.runs;
  tally.sites += other.sites;
  tally.known += other.known;
  tally.untrue += other.untrue;
  tally.failing += other.failing;
  tally.endless += other.endless;
  for (const [name, more] of Object.entries(other.byKind)) up(tally.byKind, name, more);
  for (const [name, more] of Object.entries(other.byWhat)) up(tally.byWhat, name, more);
  for (const [name, { programs, untrue, unknown }] of Object.entries(other.byFeature)) {
    const counts = (tally.byFeature[name] ??= { programs: 0, untrue: 0, unknown: 0 });
    counts.programs += programs;
    counts.untrue += untrue;
    counts.unknown += unknown;
  }
  for (const [rule, counts] of Object.entries(other.findings)) {
    for (const [judged, more] of Object.entries(counts)) up((tally.findings[rule] ??= {}), judged, more);
  }
  for (const [name, indices] of Object.entries(other.examples)) {
    // the same ones, however many threads there are
    tally.examples[name] = [...(tally.examples[name] ?? []), ...indices]
      .sort((a, b) => a - b)
      .slice(0, EXAMPLES);
  }
}
