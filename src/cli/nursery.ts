import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes for new objects that are enough: V8 takes up to 128 MB by itself, and a check isn't faster with them (`npm run bench`). */
const ENOUGH = 16 * 2 ** 20;

/**
 * Keeps the part of V8's heap for new objects from growing once it has 16 MB, for this whole process. Its limit can only be set where a
 * process starts, its growth at any time.
 */
export function boundNursery(): void {
  const collections = new PerformanceObserver(() => {
    const nursery = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    if (nursery === undefined || nursery.space_size < ENOUGH) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    collections.disconnect();
  });
  collections.observe({ entryTypes: ['gc'] });
}
