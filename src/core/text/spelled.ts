import { type FlatText, type Segment, toPlaces } from './segments.ts';
import type { Span } from './span.ts';

/**
 * Where `source`, the text of `file`, spells a span of a template's text out, with the braces of holes at its ends; `named`: those of constants
 * by name, too.
 */
export function spelledAt<H>(
  flat: FlatText<H>,
  span: Span,
  {
    file,
    source,
    named = false,
  }: { readonly file: string; readonly source: string; readonly named?: boolean },
): Span | undefined {
  const places = toPlaces(flat, span);
  const [first, last] = [places[0], places.at(-1)];
  if (first?.file !== file || last?.file !== file) return undefined;
  const isPut = (offset: number): boolean => {
    const segment = segmentAt(flat, offset);
    return segment?.kind === 'hole' || (named && segment?.whole === true);
  };
  const start = isPut(span.start) ? beforeHole(source, first.span.start) : first.span.start;
  const end = isPut(span.end - 1) ? afterHole(source, last.span.end) : last.span.end;
  return start === undefined || end === undefined || end < start ? undefined : { start, end };
}

function segmentAt<H>({ segments }: FlatText<H>, offset: number): Segment<H> | undefined {
  let end = 0;
  return segments.find((one) => {
    end += one.kind === 'hole' ? 1 : one.text.length;
    return offset < end;
  });
}

function beforeHole(source: string, start: number): number | undefined {
  return /\$\{\s*$/.exec(source.slice(0, start))?.index;
}

/** After the brace that closes a template's hole. */
export function afterHole(source: string, end: number): number | undefined {
  const brace = /^\s*\}/.exec(source.slice(end));
  return brace === null ? undefined : end + brace[0].length;
}
