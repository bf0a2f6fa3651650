import type { Flow } from '../../flow/flow.ts';
import { toPlain } from '../../flow/values/symbols.ts';
import { type Atom, isSame } from '../../flow/values/values.ts';
import { unknown } from '../../link/values/abstract.ts';
import type { Files } from '../../link/linker.ts';
import type { Value } from '../../link/values/value.ts';
import { casesSeen, plainOf, type Seen, type SeenCase, type SeenCases } from './seen-cases.ts';

/** Values of one key, or property, that are told apart; of more it is not known which it is. */
const MOST_VALUES = 24;

/** What a key is, on all ways on which it was seen. */
export function seenKey(flow: Flow, files: Files, all: Iterable<Seen>): Value {
  const seen = valuesSeen(flow, all, true);
  return seen === undefined || seen.cases.length === 0 ? unknown('too-complex') : plainOf(flow, files, seen);
}

/** What was seen of a key or a property at all times together; undefined where that is too much. */
export function valuesSeen(flow: Flow, all: Iterable<Seen>, isKey = false): SeenCases | undefined {
  const prints = new Map<Atom, string>();
  const areAlike = (a: Atom, b: Atom): boolean =>
    isSame(a, b) || (a.kind === b.kind && printOf(prints, a) === printOf(prints, b));
  const { cases, reached } = casesSeen(flow, all, areAlike, MOST_VALUES);
  if (cases.length > MOST_VALUES) return undefined;
  return { cases: withoutJson(flow, cases, areAlike, isKey), reached };
}

/** Who writes objects as JSON, and all else as it is, asks in some way whether it is one: what is seen to be none stays as it is. */
function withoutJson(
  { guards: { or } }: Flow,
  cases: readonly SeenCase[],
  areAlike: (a: Atom, b: Atom) => boolean,
  isKey: boolean,
): readonly SeenCase[] {
  const plainOf = ({ value }: SeenCase): SeenCase | undefined => {
    const of = value.kind === 'unknown' ? value.jsonOf : undefined;
    return of && (isKey || isPlain(of)) ? cases.find((other) => areAlike(other.value, of)) : undefined;
  };
  for (const one of cases) {
    const plain = plainOf(one);
    if (plain !== undefined) plain.guard = or(plain.guard, one.guard);
  }
  return cases.filter((one) => plainOf(one) === undefined);
}

function isPlain({ kind }: Atom): boolean {
  return kind === 'text' || kind === 'number' || kind === 'boolean' || kind.endsWith('-text');
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
