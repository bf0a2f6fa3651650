import { markOf } from './answers.ts';
import { NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine, type TestPlace } from '../machine.ts';
import { equality } from '../conditions/truth.ts';
import { UNDEFINED, type Value } from '../values/values.ts';

/** Notes of properties of an answer that values are counted with which may be missing there: what is selected comes as null then, which is 0. */
export function countWith(machine: Machine, values: readonly Value[], at: TestPlace): void {
  const { and } = machine.guards;
  for (const { guard, value } of values.flatMap((one) => casesOf(machine, one))) {
    const own = markOf(machine, value);
    if (own?.kind !== 'property' || own.of.isCounted) continue;
    const isMissing = equality(machine, value, UNDEFINED, true, at);
    if (and(and(guard, machine.reached), isMissing) !== NEVER) own.of.isCounted = true;
  }
}
