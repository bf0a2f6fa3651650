import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds that an answer waits for files that the document imports. */
const PATIENCE = 200;

/**
 * Waits for the work, but not for long; false when it goes on. An answer without it is silent about what it
 * does not know yet, not wrong.
 */
export async function inTime(work: Promise<void>): Promise<boolean> {
  const patience = new AbortController();
  const late = delay(PATIENCE, false, { signal: patience.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    patience.abort();
  }
}
