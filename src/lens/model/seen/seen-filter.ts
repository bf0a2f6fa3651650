import { describe } from '../../flow/describe.ts';
import type { Flow } from '../../flow/flow.ts';
import { ALWAYS, type Guard, NEVER, type Told } from '../../flow/conditions/guards.ts';
import type { Observation } from '../../flow/machine.ts';
import { toPlain } from '../../flow/values/symbols.ts';
import { type Atom, isSame } from '../../flow/values/values.ts';
import { type Abstract, givenTo, unknown } from '../../link/values/abstract.ts';
import type { GivenTo } from '../../link/values/value.ts';
import type { Files } from '../../link/linker.ts';
import { MANY } from '../../../core/shape/condition.ts';
import type { Shape } from '../../../core/shape/shape.ts';
import { flatten, type Place } from '../../../core/text/segments.ts';
import { readFilterText } from '../../../core/shape/filter-text.ts';
import { filterOfCases } from '../filters/filter.ts';
import { casesSeen, type SeenCase } from './seen-cases.ts';
import type { FilterAlternative, QueryFilter } from '../operations/operation.ts';

/** What a query asks for, on every way on which it was seen; undefined where it never is. */
export function seenFilter(
  flow: Flow,
  files: Files,
  observations: readonly Observation[],
  place: Place,
  site: { readonly file: string; readonly nameStart: number; readonly fn?: number | undefined },
): QueryFilter | undefined {
  const all = observations.map((seen) => ({ reached: seen.reached, value: seen.filter }));
  const { cases: found, reached } = casesSeen(flow, all, areAlike);
  if (reached === NEVER) return undefined;
  const called = found.length > 1 ? shapesSeen(flow, site) : undefined;
  const [alone] = found;
  if (found.length === 1 && alone !== undefined)
    return filterOfCases([{ value: abstractOf(settledHoles(flow, alone.value, reached)) }], place);
  const isProved = (guard: Guard): boolean =>
    [...flow.guards.told(guard, reached).support].every(
      (decision) => flow.subjects[decision]?.kind !== 'changed',
    );
  const described = new Map<Guard, ReturnType<typeof describe>>();
  const whenOf = (guard: Guard): ReturnType<typeof describe> => {
    if (!described.has(guard)) described.set(guard, describe(flow, files, guard, reached));
    return described.get(guard);
  };
  const isTold = (guard: Guard): boolean =>
    isProved(guard) && (whenOf(guard) !== undefined || guard === reached);
  const asking = askedBySeveral(observations, site);
  // of which call it is that one is made nothing but the call tells
  if (asking !== undefined && found.some(({ guard }) => guard === reached || !isTold(guard)))
    return filterOfCases([{ value: givenTo(unknown('parameter'), asking) }], place);
  const values = found
    .filter(({ value }) => called === undefined || value.kind !== 'text' || called.all.has(shapeOf(value)))
    .map(({ guard, value: as }) => {
      const value = settledHoles(flow, as, guard);
      const when = whenOf(guard);
      return {
        // of what cannot be named nobody could tell whether it is so
        value:
          isTold(guard) && called?.unsure.has(shapeOfFilter(as)) !== true
            ? abstractOf(value)
            : givenTo(
                unknown('too-complex'),
                value.kind === 'unknown' || value.kind === 'typed' ? value.given : undefined,
              ),
        ...(when !== undefined && { when }),
        ...(isOfEmptyList(flow, flow.guards.told(guard, reached)) && { ifEmpty: true }),
      };
    })
    // what says most comes first
    .sort((a, b) => segmentsIn(b.value) - segmentsIn(a.value));
  // what the callers put in decides
  const given = values.length === 0 ? found.flatMap((one) => givenIn(one.value)) : [];
  const filter = filterOfCases(
    values.length === 0 ? [{ value: givenTo(unknown('parameter'), given[0]) }] : values,
    place,
  );
  if (filter.kind !== 'unknown' || filter.given !== undefined || called !== undefined) return filter;
  const possible = possibleOf(flow, found, place);
  return possible === undefined ? filter : { ...filter, possible };
}

/** All texts that a filter was seen to be, if it was nothing else; when it is which is not said. */
function possibleOf(
  flow: Flow,
  found: readonly SeenCase[],
  place: Place,
): readonly FilterAlternative[] | undefined {
  if (!found.every(({ value }) => value.kind === 'text' || value.kind === 'nothing')) return undefined;
  const values = found.map(({ guard, value }) => ({
    value: abstractOf(settledHoles(flow, value, guard)),
    when: MANY,
  }));
  const filter = filterOfCases(values, place);
  return filter.kind === 'known' && filter.isPartial !== true ? filter.alternatives : undefined;
}

/** The function around a query where several calls are seen to ask through it: each is judged by itself. */
function askedBySeveral(
  observations: readonly Observation[],
  { file, fn }: { readonly file: string; readonly fn?: number | undefined },
): GivenTo | undefined {
  const calls = new Set(
    observations.map(({ through }) => {
      const call = through.length > 1 ? through.at(-1) : undefined;
      return call && `${call.nameStart}\0${call.file}`;
    }),
  );
  return fn === undefined || calls.size < 2 || calls.has(undefined) ? undefined : { file, fn };
}

/** The shapes of what callers ask for; `unsure`: those of which nobody can tell whether any of them ever does. */
interface ShapesCalled {
  readonly all: ReadonlySet<Shape>;
  readonly unsure: ReadonlySet<Shape>;
}

/** The shapes of what the callers of a function are seen to ask for through it, where all of them are seen. */
function shapesSeen(
  flow: Flow,
  { file, nameStart }: { readonly file: string; readonly nameStart: number },
): ShapesCalled | undefined {
  const seen = flow.seenFromCallers(file, nameStart);
  if (seen === undefined || seen.length === 0) return undefined;
  const { and, told } = flow.guards;
  const cases = seen.flatMap(({ filter, reached }) =>
    (filter.kind === 'choice' ? filter.cases : [{ guard: ALWAYS, value: filter }]).flatMap(
      ({ guard, value }) => (and(guard, reached) === NEVER ? [] : [{ guard, reached, value }]),
    ),
  );
  if (!cases.every(({ value }) => value.kind === 'text' || value.kind === 'nothing')) return undefined;
  const sure = cases.filter(({ guard, reached }) =>
    [...told(guard, reached).support].every((decision) => flow.subjects[decision]?.kind !== 'changed'),
  );
  const shapesOf = (some: typeof cases): Set<Shape> => new Set(some.map(({ value }) => shapeOfFilter(value)));
  const [all, proved] = [shapesOf(cases), shapesOf(sure)];
  return { all, unsure: new Set([...all].filter((shape) => !proved.has(shape))) };
}

function shapeOfFilter(atom: Atom): Shape {
  return atom.kind === 'text' ? shapeOf(atom) : 'table-scan';
}

function givenIn(atom: Atom): readonly GivenTo[] {
  if (atom.kind !== 'text') return [];
  return atom.segments.flatMap((segment) =>
    segment.kind === 'hole' && segment.hole.kind === 'unknown' && segment.hole.given !== undefined
      ? [segment.hole.given]
      : [],
  );
}

function shapeOf({ segments }: Extract<Atom, { kind: 'text' }>): Shape {
  return readFilterText(flatten(segments)).classification.shape;
}

/** What the way there says of the values in holes: that they are not missing, that they are empty, or what they are equal to. */
function settledHoles(flow: Flow, atom: Atom, on: Guard): Atom {
  if (atom.kind !== 'text') return atom;
  return { ...atom, segments: atom.segments.flatMap((segment) => settledHole(flow, segment, on)) };
}

type Pieces = Extract<Atom, { kind: 'text' }>['segments'];

function settledHole(flow: Flow, segment: Pieces[number], on: Guard): Pieces {
  if (segment.kind === 'literal' || segment.hole.kind !== 'unknown') return [segment];
  const { symbol, isOptional, is, isMadeText, texts: before } = segment.hole;
  if (symbol === undefined) return [segment];
  const { guards, truthOf } = flow;
  const texts = before === undefined ? flow.textsOn(symbol, on) : undefined;
  const { isOptional: _, ...there } = segment.hole;
  if (texts !== undefined) return [{ ...segment, hole: { ...there, texts } }];
  if (flow.isMadeOfFalsy(symbol, on)) return [{ ...segment, hole: { ...segment.hole, isOfNothing: true } }];
  const truth = truthOf(symbol);
  if (truth === undefined) return [segment];
  if (guards.and(on, truth) === NEVER) {
    const isText = is === 'string' && isOptional !== true && isMadeText !== true && segment.tagged !== true;
    return isText ? [] : [{ ...segment, hole: { ...segment.hole, isOfNothing: true } }];
  }
  return isOptional !== true || guards.and(on, guards.not(truth)) !== NEVER
    ? [segment]
    : [{ ...segment, hole: there }];
}

/** Whether a condition only holds where some list has no elements. */
function isOfEmptyList({ subjects }: Flow, { support, excludes }: Told): boolean {
  return [...support].some((decision) => {
    const subject = subjects[decision];
    return subject?.kind === 'elements' && subject.least === 1 && excludes(decision);
  });
}

function segmentsIn(value: Abstract): number {
  return value.kind === 'text' ? value.segments.length : 0;
}

function areAlike(a: Atom, b: Atom): boolean {
  return isSame(a, b) || (isNothing(a) && isNothing(b)) || isWrittenAlike(a, b);
}

/** The same characters and holes at the same places: which values come into the holes does not matter here. */
function isWrittenAlike(a: Atom, b: Atom): boolean {
  if (a.kind !== 'text' || b.kind !== 'text' || a.segments.length !== b.segments.length) return false;
  return a.segments.every((segment, index) => {
    const other = b.segments[index];
    return (
      other?.kind === segment.kind &&
      segment.place.file === other.place.file &&
      segment.place.span.start === other.place.span.start &&
      (segment.kind === 'hole'
        ? other.kind === 'hole' && segment.hole.kind === other.hole.kind
        : other.kind === 'literal' && segment.text === other.text)
    );
  });
}

function isNothing(atom: Atom): boolean {
  return atom.kind === 'nothing';
}

function abstractOf(atom: Atom): Abstract {
  return atom.kind === 'nothing' ? { kind: 'nothing' } : toPlain(atom);
}
