import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes by which the heap may grow over what it was at first before it is collected; and over what it holds, as a factor. */
const SLACK = 8 * 2 ** 20;
const GROWTH = 1.25;

/** Collects the garbage of this process if much has come to the heap. */
export type Collect = () => void;

/**
 * Makes what keeps the heap near what it was when that was called first, for a process that goes on from file to file: V8 lets it grow to
 * several times what it holds, as it cannot know that of what is made for a file nothing stays. To be called between two files; it costs a
 * look at a number, and some milliseconds where there is something to collect. Does nothing where V8 gives no way to collect.
 */
export function collectOften(): Collect {
  let most: number | undefined;
  let collect: Collect | undefined;
  return () => {
    most ??= heapNow() + SLACK;
    if (heapNow() < most) return;
    collect ??= collector();
    collect();
    most = Math.max(most, GROWTH * heapNow());
  };
}

function heapNow(): number {
  return getHeapStatistics().used_heap_size;
}

/** V8's own collection, which a context has that is made while a flag is set. With flags that are set V8 takes no code that was kept without. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as Collect) : () => undefined;
}
