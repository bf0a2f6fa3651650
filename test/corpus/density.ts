/** A file that uses tables: its lines, and the operations that are surely of Azure Tables. */
export interface FileSize {
  readonly lines: number;
  readonly operations: number;
}

/** Lines from which a file is called large here. */
const LARGE = 400;

/** How closely operations stand in real files: what generated ones of the benchmark are measured by. */
export function densityText(files: readonly FileSize[]): string {
  const large = files.filter(({ lines }) => lines >= LARGE);
  return [
    `operations for each 1,000 lines, in files that have any: ${quantiles(files)}`,
    `in those of ${LARGE} lines and more: ${quantiles(large)}`,
  ].join('\n');
}

function quantiles(files: readonly FileSize[]): string {
  const sorted = files.map(({ lines, operations }) => (operations * 1000) / lines).sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `${files.length} files, median ${at(0.5)}, 95 of 100 at most ${at(0.95)}, at most ${at(1)}`;
}
