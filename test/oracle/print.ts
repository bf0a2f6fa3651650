import type { Tally } from './tally.ts';

/** How far a run is, and what came of it so far. */
export function lineOfTally({ programs, sites, known, byKind }: Tally): string {
  const counts = ['false-error', 'false-warning', 'untrue-shape', 'false-hint'].map(
    (kind) => `${byKind[kind] ?? 0} ${kind}`,
  );
  return `${programs} programs: ${counts.join(', ')}, ${((100 * known) / Math.max(sites, 1)).toFixed(2)} % known`;
}

/** Programs that `--show` shows. */
const SHOWN = 5;

function firstOf(what: string, { examples }: Tally): string {
  const indices = what.startsWith('unknown ') ? [] : (examples[what] ?? []);
  return indices.length === 0 ? '' : `  (${indices.slice(0, SHOWN).join(', ')})`;
}

/** The figures as people read them. */
export function printTally(tally: Tally): string {
  const { programs, runs, sites, known, untrue, byKind, byWhat, byFeature, findings } = tally;
  const share = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(whole, 1)).toFixed(2)} %`;
  const ofPrograms = (part: number): string => `${String(part).padStart(7)}  ${share(part, programs)}`;
  const features = Object.entries(byFeature).sort(
    ([, a], [, b]) => (b.untrue + b.unknown) / b.programs - (a.untrue + a.unknown) / a.programs,
  );
  return [
    `${programs} programs, ${runs} runs, ${tally.failing} that always end with an error, ${tally.endless} without end`,
    `${sites} list queries reached, ${known} of known shape: ${share(known, sites)}`,
    '',
    'programs with',
    ...['false-error', 'false-warning', 'untrue-shape', 'false-hint', 'unknown'].map(
      (kind) => `  ${kind.padEnd(16)}${ofPrograms(byKind[kind] ?? 0)}`,
    ),
    `  ${'anything untrue'.padEnd(16)}${ofPrograms(untrue)}  (hints apart)`,
    '',
    ...Object.entries(byWhat)
      .sort(([, a], [, b]) => b - a)
      .map(([what, count]) => `${ofPrograms(count)}  ${what}${firstOf(what, tally)}`),
    '',
    'findings by rule: always, sometimes, never true; not judged; call not reached',
    ...Object.entries(findings)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([rule, counts]) => {
        const columns = ['always', 'sometimes', 'never', 'unjudged', 'unreached'];
        return `  ${rule.padEnd(32)}${columns.map((name) => String(counts[name] ?? 0).padStart(8)).join('')}`;
      }),
    '',
    'of the programs with each way of writing: something untrue, a site of unknown shape',
    ...features.map(
      ([name, counts]) =>
        `  ${name.padEnd(32)}${String(counts.programs).padStart(8)}${share(counts.untrue, counts.programs).padStart(10)}${share(counts.unknown, counts.programs).padStart(10)}`,
    ),
  ].join('\n');
}
