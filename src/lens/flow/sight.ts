import type { CallPlace, Machine, Observation } from './machine.ts';
import type { Span } from '../../core/text/span.ts';
import { loseAnswers, type RanModule } from './interpreter.ts';
import { addTo } from '../syntax/facts/grouped.ts';

/** What one run saw; undefined where nothing is known of it. */
export type Seen = Sight | undefined;

export interface Sight extends Pick<Machine, 'observed' | 'lost' | 'followed' | 'chains' | 'throughs'> {
  /** Closures whose runs were given up. */
  readonly unseen: readonly Span[];
  /** The run was given up itself. */
  readonly isCut: boolean;
  /** What a run that came to its end saw instead, which forgot how conditions depend on each other. */
  readonly coarse?: Sight;
  /** Closures that it made and did not run, as nothing in them is near a table. */
  readonly left?: readonly Span[];
  /** It is that of code which stands in no function. */
  readonly isOfModule?: boolean;
}

export function sightOf(
  { observed, seenBefore, lost, followed, chains, throughs }: Machine,
  unseen: readonly Span[] | undefined,
): Sight {
  const all = seenBefore.length === 0 ? observed : [...observed, ...seenBefore];
  return {
    observed: all,
    lost,
    followed,
    chains,
    throughs,
    unseen: unseen ?? [],
    isCut: unseen === undefined,
  };
}

/** Where the names begin of calls that a run gave up, and not all that calls them. */
export function givenUpIn({ lost }: Sight): ReadonlySet<number> {
  return new Set(
    lost.flatMap((calls) => (calls.length < 2 ? [] : calls.slice(-1).map(({ nameStart }) => nameStart))),
  );
}

/** What the code of a module saw that stands in no function. */
export function sightOfModule({ machine, isGivenUp: isCut }: RanModule): Sight {
  const { observed, lost, followed, chains, throughs } = machine;
  const seen = isCut ? observed.filter(({ loops }) => loops.length === 0) : observed;
  if (isCut) loseAnswers(seen, -1);
  return { observed: seen, lost, followed, chains, throughs, unseen: [], isCut, isOfModule: true };
}

/**
 * Whether what was seen at a place, or through the call there, is all that happens. Where a function was given up before its end, that is
 * so of what stands in it itself, in no loop: it is met once.
 */
export function isWhole(
  { lost, unseen, isCut, isOfModule }: Sight,
  found: readonly Observation[],
  here: Named,
  isThrough: boolean,
): boolean {
  if (!isCut && lost.length === 0 && unseen.length === 0) return true;
  const isHere = (at: CallPlace | undefined): boolean =>
    at?.nameStart === here.nameStart && at.file === here.file;
  const isLost = isThrough && lost.some((calls) => calls.some(isHere));
  if (found.length === 0 || isLost) return false;
  if (!isCut && !unseen.some(({ start, end }) => start <= here.nameStart && here.nameStart < end))
    return true;
  return found.every(({ through }) => {
    const next = through[isOfModule ? 0 : 1];
    return isThrough ? isHere(next) : next === undefined;
  });
}

export type Named = Pick<CallPlace, 'file' | 'nameStart'>;

/** What was seen, by where the names of calls begin: those it was seen at, and those that led to these. The same offsets may be of several files. */
export interface SeenIndex {
  readonly at: ReadonlyMap<number, readonly Observation[]>;
  readonly through: ReadonlyMap<number, ReadonlyMap<number, readonly Observation[]>>;
}

export function indexed(observed: readonly Observation[]): SeenIndex {
  const at = new Map<number, Observation[]>();
  const through = new Map<number, Map<number, Observation[]>>();
  for (const one of observed) {
    addTo(at, one.nameStart, one);
    for (const { nameStart } of one.through) {
      const inner = through.get(nameStart) ?? new Map<number, Observation[]>();
      through.set(nameStart, inner);
      // a call may lead to itself
      if (inner.get(one.nameStart)?.at(-1) !== one) addTo(inner, one.nameStart, one);
    }
  }
  return { at, through };
}

/** What was seen at a call, or at the one that this leads to. */
export function seenIn(
  { at, through }: SeenIndex,
  { file, nameStart }: Named,
  inner: Named | undefined,
): readonly Observation[] {
  if (inner === undefined) return at.get(nameStart)?.filter((one) => one.file === file) ?? [];
  const isHere = (call: CallPlace): boolean => call.nameStart === nameStart && call.file === file;
  const found = through.get(nameStart)?.get(inner.nameStart) ?? [];
  return found.filter((one) => one.file === inner.file && one.through.some(isHere));
}
