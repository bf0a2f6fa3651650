import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.ts';
import type { Result } from './measure.ts';
import { bareParse, measure, type Measured } from './others.ts';

const FORMATS = ['text', 'json', 'sarif', 'github', 'junit'];

/** Megabytes that the process may hold. */
const MOST_MEMORY = 200;

/** Base and product run alternately, and the best of so many turns counts. */
const TURNS = 2;

/** The cold check in each format, as a process with all that it loads, against one that parses the same files and does nothing else. */
export async function checkAsProcess(
  folder: string,
  files: readonly string[],
  budget: number,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const format of FORMATS) {
    const turns: { bare: Measured; check: Measured }[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const bare = await measure(bareParse(files), folder);
      turns.push({ bare, check: await measure(checkIn(folder, format), folder) });
    }
    results.push({
      what: `check as a process, ${format}`,
      value: Math.min(...turns.map(({ bare, check }) => check.seconds / bare.seconds)),
      unit: '× a bare parse',
      budget,
    });
    const ofProcessors = turns.flatMap(({ bare, check }) =>
      bare.processorSeconds === undefined || check.processorSeconds === undefined
        ? []
        : [check.processorSeconds / bare.processorSeconds],
    );
    if (ofProcessors.length > 0)
      results.push({
        what: `check as a process, ${format}, processor time`,
        value: Math.min(...ofProcessors),
        unit: '× a bare parse',
      });
    const held = turns.flatMap(({ check: { megabytes } }) => megabytes ?? []);
    if (held.length > 0)
      results.push({
        what: `check as a process, ${format}`,
        value: Math.max(...held),
        unit: 'MB',
        budget: MOST_MEMORY,
      });
  }
  return results;
}

function checkIn(folder: string, format: string): Parameters<typeof measure>[0] {
  const output = format === 'text' ? [] : ['--format', format];
  return {
    name: `check, ${format}`,
    args: [join(root, 'dist', 'cli.js'), 'check', folder, ...output],
  };
}
