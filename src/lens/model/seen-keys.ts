import { describe } from '../flow/describe.ts';
import type { Flow } from '../flow/flow.ts';
import type { Observation } from '../flow/machine.ts';
import { toPlain } from '../flow/symbols.ts';
import { type Atom, isSame, UNDEFINED } from '../flow/values.ts';
import { unknown } from '../link/abstract.ts';
import type { Files } from '../link/linker.ts';
import type { Alternative, Value } from '../link/value.ts';
import { casesSeen } from './seen-cases.ts';

/** Values of one key that are told apart; of more it is not known which it is. */
const MOST_VALUES = 24;

/** What a call gives as its key at `index`, on all ways on which the call was seen. */
export function seenKey(
  flow: Flow,
  files: Files,
  observations: readonly Observation[],
  index: number,
): Value {
  const prints = new Map<Atom, string>();
  const { cases, reached } = casesSeen(
    flow,
    observations,
    ({ keys }) => keys[index] ?? UNDEFINED,
    (a, b) => isSame(a, b) || (a.kind === b.kind && printOf(prints, a) === printOf(prints, b)),
    MOST_VALUES,
  );
  const [first, ...others] = cases;
  if (first === undefined || cases.length > MOST_VALUES) return unknown('too-complex');
  if (others.length === 0) return toPlain(first.value);
  const values = cases.map(({ guard, value }): Alternative => {
    const when = describe(flow, files, guard, reached);
    return { value: toPlain(value), ...(when !== undefined && { when }) };
  });
  return { kind: 'oneOf', values };
}

/** What is not of the value itself, but tells which one it is, or where it stands. */
const OF_ONE: ReadonlySet<string> = new Set(['symbol', 'place', 'offsets', 'whole']);

/** Equal for values of which as much is known, as of elements of one list in two turns of a loop. */
function printOf(prints: Map<Atom, string>, atom: Atom): string {
  let print = prints.get(atom);
  if (print === undefined) {
    print = JSON.stringify(toPlain(atom), (name, value: unknown) =>
      OF_ONE.has(name) ? undefined : typeof value === 'bigint' ? String(value) : value,
    );
    prints.set(atom, print);
  }
  return print;
}
