import type { LiteralSegment, Place, Segment } from '../../../core/text/segments.ts';
import { constantText } from '../../flow/values/texts.ts';
import type { Atom, Value } from '../../flow/values/values.ts';
import type { NumberFact, Value as Plain } from '../../link/values/value.ts';
import type { Seen } from './seen-cases.ts';

/** What stands at one place of a text, in all turns together. */
interface Standing {
  /** A number that a loop counts, with the width that it is padded to. */
  counted?: LiteralSegment['counted'];
  /** The clock, and a number that counts on from something. */
  clock?: NumberText;
  countsOn?: boolean;
}

/**
 * Values as they are in any turn: a number that a loop counts is no constant, though the turns that were run have one. What counts on
 * from the clock (`last = now > last ? now : last + 1`) is the clock.
 */
export function inAnyTurn(seen: readonly Seen[]): readonly Seen[] {
  const places = new Map<string, Standing>();
  for (const { value } of seen) for (const atom of atomsOf(value)) noteStanding(places, atom);
  if (![...places.values()].some(isOfTurns)) return seen;
  return seen.map(({ reached, value }) => ({
    reached,
    value: mapAtoms(value, (atom) => asOfAny(places, atom)),
  }));
}

function isOfTurns({ counted, clock, countsOn }: Standing): boolean {
  return counted !== undefined || (clock !== undefined && countsOn === true);
}

function atomsOf(value: Value): readonly Atom[] {
  return value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
}

function mapAtoms(value: Value, change: (atom: Atom) => Atom): Value {
  if (value.kind !== 'choice') return change(value);
  return {
    kind: 'choice',
    cases: value.cases.map((one) => ({ guard: one.guard, value: change(one.value) })),
  };
}

/** Where a part of a text stands; a number made a text is all of it. */
function keyOf({ file, span }: Place): string {
  return `${span.start} ${span.end} ${file}`;
}

const WHOLE = '';

function noteStanding(places: Map<string, Standing>, atom: Atom): void {
  const standing = (key: string): Standing => {
    const known = places.get(key) ?? {};
    places.set(key, known);
    return known;
  };
  if (atom.kind === 'number-text') noteNumber(standing(WHOLE), atom);
  if (atom.kind !== 'text') return;
  for (const segment of atom.segments) {
    if (segment.kind === 'hole') {
      if (segment.hole.kind === 'number-text') noteNumber(standing(keyOf(segment.place)), segment.hole);
    } else if (segment.counted !== undefined) standing(keyOf(segment.place)).counted = segment.counted;
  }
}

type NumberText = Extract<Plain, { kind: 'number-text' }>;

function noteNumber(standing: Standing, value: NumberText): void {
  const { origin } = value.number;
  if (origin.kind === 'counter') standing.countsOn = true;
  if (origin.kind === 'time' && origin.isNow === true) standing.clock = value;
}

const COUNTER: NumberFact = { representation: 'double', origin: { kind: 'counter' }, inverted: false };

function asOfAny(places: ReadonlyMap<string, Standing>, atom: Atom): Atom {
  const clock = places.get(WHOLE)?.countsOn === true ? places.get(WHOLE)?.clock : undefined;
  if (atom.kind === 'number-text')
    return clock !== undefined && atom.number.origin.kind === 'counter' ? clock : atom;
  if (atom.kind !== 'text') return atom;
  if (clock !== undefined && /^\d+$/.test(constantText(atom) ?? '')) return clock;
  const segments = atom.segments.map((segment) => segmentOfAny(places, segment));
  const [only, ...others] = segments;
  // `String(i)`
  const isMade =
    only?.kind === 'hole' && others.length === 0 && atom.place?.span.start === only.place.span.start;
  return isMade && only.hole.kind === 'number-text' ? only.hole : { ...atom, segments };
}

function segmentOfAny(places: ReadonlyMap<string, Standing>, segment: Segment<Plain>): Segment<Plain> {
  const { place } = segment;
  const standing = places.get(keyOf(place));
  if (standing === undefined || !isOfTurns(standing)) return segment;
  const { counted, clock, countsOn } = standing;
  if (clock !== undefined && countsOn === true) return { kind: 'hole', hole: clock, place };
  if (segment.kind === 'hole') return segment;
  const { width } = counted ?? {};
  const number: Plain = { kind: 'number-text', number: COUNTER, ...(width !== undefined && { width }) };
  return { kind: 'hole', hole: number, place };
}
