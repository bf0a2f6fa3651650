import type { Span } from './span.ts';

/** A place in a source file. */
export interface Place {
  readonly file: string;
  readonly span: Span;
}

/**
 * A piece of a text that a program puts together: characters that the source spells out, or a hole
 * whose value only the running program knows. `H` is what the analyser knows about the hole.
 */
export type Segment<H> = LiteralSegment | HoleSegment<H>;

export interface LiteralSegment {
  readonly kind: 'literal';
  /** The characters as the program sees them, escapes resolved. */
  readonly text: string;
  readonly place: Place;
  /**
   * Source offset of every character of `text`, and of the end, where escapes make them differ
   * (`text.length + 1` numbers). Absent: character i stands at `place.span.start + i`.
   */
  readonly offsets?: readonly number[];
  /** The place cannot be divided: any part of `text` is found at the whole of it (a constant used by name). */
  readonly whole?: boolean;
  /** A number that a loop counts, or an index, padded to a width: in another turn another one stands there. */
  readonly counted?: { readonly width?: number };
}

export interface HoleSegment<H> {
  readonly kind: 'hole';
  readonly hole: H;
  /** It stands in a template of the `odata` tag, which quotes and escapes it. */
  readonly tagged?: boolean;
  /** The expression in the source, without `${` and `}`. */
  readonly place: Place;
}

/** Stands for one hole in the flattened text: U+FFFC, the object replacement character. */
export const HOLE = '\uFFFC';

/** Segments joined to one text, in which every hole is one {@link HOLE} character. */
export interface FlatText<H> {
  readonly text: string;
  /** Hole by its offset in `text`. A HOLE character that is not a key here is an ordinary character. */
  readonly holes: ReadonlyMap<number, H>;
  readonly segments: readonly Segment<H>[];
}

/** Joins segments to the text that a parser reads; {@link toPlaces} leads its spans back to the source. */
export function flatten<H>(segments: readonly Segment<H>[]): FlatText<H> {
  const holes = new Map<number, H>();
  let text = '';
  for (const segment of segments) {
    if (segment.kind === 'hole') {
      holes.set(text.length, segment.hole);
      text += HOLE;
    } else {
      text += segment.text;
    }
  }
  return { text, holes, segments };
}

/** The characters of segments that are all literal; undefined when there is a hole. */
export function constantOf(segments: readonly Segment<unknown>[]): string | undefined {
  let text = '';
  for (const segment of segments) {
    if (segment.kind === 'hole') return undefined;
    text += segment.text;
  }
  return text;
}

/** A flat text without holes and without a source, as a filter box or the command line has it. */
export function plainText(text: string): FlatText<never> {
  return {
    text,
    holes: new Map<number, never>(),
    segments: [{ kind: 'literal', text, place: { file: '', span: { start: 0, end: text.length } } }],
  };
}

/**
 * The source places of a span of the flattened text, in order; neighbours that touch in the source are
 * merged. A hole counts as its expression. An empty span gives the one place where it would be inserted.
 */
export function toPlaces<H>(flat: FlatText<H>, span: Span): Place[] {
  const places: Place[] = [];
  let start = 0;
  for (const segment of flat.segments) {
    const length = segment.kind === 'hole' ? 1 : segment.text.length;
    const end = start + length;
    const from = Math.max(span.start, start);
    const to = Math.min(span.end, end);
    const insertion = span.start === span.end && places.length === 0 && from <= end && from >= start;
    if (from < to || insertion) {
      const found = segment.kind === 'hole' ? segment.place : slice(segment, from - start, to - start);
      const last = places.at(-1);
      if (last?.file === found.file && last.span.end === found.span.start) {
        places[places.length - 1] = {
          file: found.file,
          span: { start: last.span.start, end: found.span.end },
        };
      } else {
        places.push(found);
      }
    }
    start = end;
  }
  return places;
}

/**
 * The offset in the flattened text of the character that stands at `offset` of a file: the way back of
 * {@link toPlaces}. Anywhere in a hole's expression is the hole. Undefined where the text does not come from there.
 */
export function offsetAt<H>(flat: FlatText<H>, file: string, offset: number): number | undefined {
  let start = 0;
  for (const segment of flat.segments) {
    const { span } = segment.place;
    if (segment.place.file === file && span.start <= offset && offset < span.end) {
      if (segment.kind === 'hole' || segment.whole === true) return start;
      const { offsets } = segment;
      if (offsets === undefined) return start + offset - span.start;
      // an escape takes several characters of the source
      return start + offsets.findLastIndex((at, index) => at <= offset && index < segment.text.length);
    }
    start += segment.kind === 'hole' ? 1 : segment.text.length;
  }
  return undefined;
}

function slice(segment: LiteralSegment, from: number, to: number): Place {
  const { place, offsets } = segment;
  if (segment.whole === true) return place;
  const at = (index: number): number => offsets?.[index] ?? place.span.start + index;
  return { file: place.file, span: { start: at(from), end: at(Math.max(from, to)) } };
}

/** A call that lists entities, and the calls that lead to it where others make it for them. */
export interface ListedAt extends Place {
  readonly through?: readonly Place[];
}

/** Adds a call that lists entities, each once with all calls that lead to it. */
export function addList(lists: ListedAt[], list: ListedAt): void {
  const at = lists.findIndex((known) => samePlace([known, list]) !== undefined);
  const known = lists[at];
  const added =
    known && list.through?.filter((one) => !(known.through ?? []).some((other) => samePlace([one, other])));
  if (known === undefined) lists.push(list);
  else if (added !== undefined && added.length > 0)
    lists[at] = { ...known, through: [...(known.through ?? []), ...added] };
}

/** The place at which all of these begin. */
export function samePlace(places: readonly (Place | undefined)[]): Place | undefined {
  const [first] = places;
  const isOne = places.every((one) => one?.file === first?.file && one?.span.start === first?.span.start);
  return isOne ? first : undefined;
}
