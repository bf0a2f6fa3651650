import { type Guard, NEVER } from './guards.ts';
import type { Machine } from '../machine.ts';

/** What is known of values that are not known, over all runs. */
type Known = Pick<Machine, 'asked' | 'equalities' | 'guards' | 'rewritten'>;

/** Whether a value can only be falsy where a condition holds. */
export function isFalsyOn({ asked, guards }: Known, symbol: number, on: Guard): boolean {
  const truth = asked.get(`t:${symbol}`);
  return truth !== undefined && guards.and(on, truth) === NEVER;
}

/** Whether all that a text was written anew from is falsy where a condition holds. */
export function isMadeOfFalsyOn(known: Known, symbol: number, on: Guard): boolean {
  const before = known.rewritten.get(symbol);
  return before !== undefined && isFalsyOn(known, before.root, on);
}

/** The texts that a value can be where a condition holds, as far as it was compared with them; undefined where it can be another one. */
export function textsOn(
  { equalities, guards }: Known,
  symbol: number,
  on: Guard,
): readonly string[] | undefined {
  const { and, not } = guards;
  const found: string[] = [];
  let left = on;
  for (const [key, isIt] of equalities.get(symbol) ?? []) {
    if (!key.startsWith('"') || and(on, isIt) === NEVER) continue;
    found.push(JSON.parse(key) as string);
    left = and(left, not(isIt));
  }
  return found.length > 0 && left === NEVER ? found : undefined;
}
