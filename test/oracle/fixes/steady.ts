import { webcrypto } from 'node:crypto';

const START = Date.parse('2026-01-02T03:04:05Z');

/** Does the work with a clock that begins at one time and moves on whenever it is asked, and with random values that are always the same. */
export async function steadily<T>(work: () => Promise<T>): Promise<T> {
  const [RealDate, random] = [Date, Math.random];
  let [now, count] = [START, 0];
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [(now += 1)] : given) as [number]));
    }
    static override now(): number {
      return (now += 1);
    }
  } as DateConstructor;
  Math.random = () => ((count += 1) % 997) / 997;
  const uuid = Object.getOwnPropertyDescriptor(webcrypto, 'randomUUID');
  Object.defineProperty(webcrypto, 'randomUUID', {
    configurable: true,
    value: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
    Math.random = random;
    if (uuid === undefined) delete (webcrypto as { randomUUID?: unknown }).randomUUID;
    else Object.defineProperty(webcrypto, 'randomUUID', uuid);
  }
}
