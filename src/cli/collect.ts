import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes by which the heap may grow before it is collected, and the part of what it held after the last time. */
const LEAST_GROWTH = 36 * 2 ** 20;
const GROWTH = 0.25;

/** Collects the garbage of this process if much has come to the heap since the last time. */
export type Collect = () => void;

/**
 * Makes what keeps the heap near what is needed, for a process that goes from file to file: V8 lets it grow to several times what it holds,
 * as of that it cannot know that nearly all goes soon. To be called between two files; it costs a look at a number, and a few
 * milliseconds where there is something to collect. Does nothing where V8 gives no way to collect.
 */
export function collectOften(): Collect {
  let most = grownFrom(getHeapStatistics().used_heap_size);
  let collect: Collect | undefined;
  return () => {
    if (getHeapStatistics().used_heap_size < most) return;
    collect ??= collector();
    collect();
    most = grownFrom(getHeapStatistics().used_heap_size);
  };
}

function grownFrom(bytes: number): number {
  return bytes + Math.max(LEAST_GROWTH, GROWTH * bytes);
}

/** V8's own collection, which a context has that is made while a flag is set. With flags that are set V8 takes no code that was kept without. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as Collect) : () => undefined;
}
