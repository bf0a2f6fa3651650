import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a state that nothing announces; rejects after `seconds`, naming it. */
export async function until<T>(
  state: () => T | Thenable<T>,
  what: string | (() => string),
  seconds = 60,
): Promise<NonNullable<T>> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await state();
    if (value !== false && value !== undefined && value !== null) return value;
    if (Date.now() > end) {
      throw new Error(`waited ${seconds} s in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await delay(50);
  }
}
