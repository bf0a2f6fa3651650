import { type Difference, type Score, type Scores, total } from './score.ts';

/** A table of recall and precision, for people. */
export function tableOf(repositories: readonly Scores[]): string {
  const all = total(repositories);
  const shapes = Object.values(all.shapes).reduce(
    (sum, { labelled, found }) => ({ labelled: sum.labelled + labelled, found: sum.found + found }),
    { labelled: 0, found: 0 },
  );
  const rows = [
    ['', 'labelled', 'found', 'recall', 'false', 'precision'],
    row('sites', all.sites),
    [
      'shapes of list queries',
      `${shapes.labelled}`,
      `${shapes.found}`,
      percent(shapes.found, shapes.labelled),
      '',
      '',
    ],
    ...Object.entries(all.shapes).map(([shape, score]) => row(`  ${shape}`, score)),
    ['findings', '', '', '', '', ''],
    ...Object.entries(all.rules).map(([rule, score]) => row(`  ${rule}`, score)),
  ];
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0))) ?? [];
  return rows
    .map((cells) =>
      cells
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * The numbers as JSON, of all and of each repository, one score a line. `corrected` are those of all repositories by
 * labels that were corrected.
 */
export function jsonOf(
  repositories: Readonly<Record<string, Scores>>,
  corrected?: readonly Scores[],
): string {
  const data = {
    total: total(Object.values(repositories)),
    ...(corrected && { totalAsCorrected: total(corrected) }),
    repositories,
  };
  return `${JSON.stringify(data, undefined, 2).replace(/\{\s+("labelled": \d+),\s+("found": \d+),\s+("false": \d+)\s+\}/g, '{ $1, $2, $3 }')}\n`;
}

/** Some differences of one repository, one a paragraph. */
export function listOf(repo: string, differences: readonly Difference[]): string {
  return differences
    .map(({ what, kind, path, line, label, said, note }) =>
      [
        `${what} ${kind}: ${repo} ${path}:${line}`,
        ...(label === '' ? [] : [`    labelled: ${label}`]),
        `    said: ${said}`,
        ...(note === '' ? [] : [`    note: ${note}`]),
      ].join('\n'),
    )
    .join('\n');
}

function row(name: string, score: Score): string[] {
  const { labelled, found } = score;
  return [
    name,
    `${labelled}`,
    `${found}`,
    percent(found, labelled),
    `${score.false}`,
    percent(found, found + score.false),
  ];
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}
