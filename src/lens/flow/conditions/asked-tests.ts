import { ALWAYS, type Guard, NEVER } from './guards.ts';
import type { Machine } from '../machine.ts';
import { canAnswer, type Constant, type ValueTest } from './value-tests.ts';

/** Tests of one value that are held against each other; each of more stands by itself. */
const MOST_TESTS = 8;

/**
 * The condition under which the value that a symbol stands for passes a test; `asked` is a decision of its own. What the value is
 * equal to tells whether it passes, and two tests pass together, or one without the other, only where some value does so.
 */
export function passes(machine: Machine, symbol: number, test: ValueTest, asked: () => Guard): Guard {
  const { and, or, not } = machine.guards;
  const others = machine.tests.get(symbol) ?? [];
  const before = others.find(({ key }) => key === test.key);
  if (before !== undefined) return before.guard;
  if (others.length >= MOST_TESTS) return once(machine, `v:${symbol}:${test.key}`, asked);
  let guard = asked();
  for (const [value, isIt] of equalConstants(machine, symbol))
    guard = test.holdsOf(value) ? or(guard, isIt) : and(guard, not(isIt));
  for (const other of others) {
    const where = (isOther: boolean): Guard => {
      if (!canAnswer(test, true, other, isOther)) return NEVER;
      return canAnswer(test, false, other, isOther) ? guard : ALWAYS;
    };
    guard = or(and(other.guard, where(true)), and(not(other.guard), where(false)));
  }
  machine.tests.set(symbol, [...others, { ...test, guard }]);
  return guard;
}

function once({ asked }: Machine, key: string, decided: () => Guard): Guard {
  const guard = asked.get(key) ?? decided();
  asked.set(key, guard);
  return guard;
}

/** The condition, as far as tests that were made before tell, under which a value can be this constant. */
export function passedBy(machine: Machine, symbol: number, value: Constant): Guard {
  const { and, not } = machine.guards;
  return (machine.tests.get(symbol) ?? []).reduce<Guard>(
    (all, { holdsOf, guard }) => and(all, holdsOf(value) ? guard : not(guard)),
    ALWAYS,
  );
}

function equalConstants({ equalities }: Machine, symbol: number): readonly (readonly [Constant, Guard])[] {
  return [...(equalities.get(symbol) ?? [])].flatMap(
    ([key, guard]): readonly (readonly [Constant, Guard])[] => {
      if (key.startsWith('"')) return [[JSON.parse(key) as string, guard]];
      return Number.isFinite(Number(key)) ? [[Number(key), guard]] : [];
    },
  );
}
