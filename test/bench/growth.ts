import { StepCounter } from '../fuzz/steps.ts';
import { analysisSteps } from '../support/analysis-steps.ts';
import { GROWING, HEAD } from '../support/growing-sources.ts';
import type { Result } from './measure.ts';

/** So many of each a file has: each size is twice the one before. */
const SIZES = [100, 200, 400, 800];

/** What may be more than twice as many steps for twice as many: n log n is 2.2. */
const BUDGET = 2.6;

/** Steps that files take which have more and more of one thing, counted in calls of functions; the worst ratio of two sizes has a budget. */
export function growth(): readonly Result[] {
  const counter = new StepCounter();
  counter.start();
  const results = Object.entries(GROWING).map(([name, source]): Result => {
    const counts = SIZES.map((size) => analysisSteps(counter, HEAD + source(size)));
    const ratios = counts.slice(1).map((count, before) => count / (counts[before] ?? count));
    const curve = SIZES.map((size, at) => `${size}: ${counts[at]}`).join(', ');
    const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
    return {
      what: `${name}, steps of a file with ${curve} (${each}), at most`,
      value: Math.max(...ratios),
      unit: '× per doubling',
      budget: BUDGET,
    };
  });
  counter.stop();
  return results;
}
