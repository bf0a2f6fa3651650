import type { HoleText } from '../../core/shape/describe.ts';
import { shown } from '../../core/text/shown.ts';
import { type FlatText, type Place, toPlaces } from '../../core/text/segments.ts';
import type { Value } from '../link/values/value.ts';

/** Characters of an expression that can be read at a glance. */
const LIMIT = 40;

/** Source text at a place; undefined for places in files that are not at hand. */
export type SourceAt = (place: Place) => string | undefined;

/** Gives the source text of one file. */
export function sourceOf(file: string, text: string): SourceAt {
  return (place) => (place.file === file ? text.slice(place.span.start, place.span.end) : undefined);
}

/** How holes of a filter are shown: as template holes around what the source writes there. */
export function holesOf(flat: FlatText<Value>, sourceAt: SourceAt): HoleText {
  return (offset) => {
    const [place] = toPlaces(flat, { start: offset, end: offset + 1 });
    const written = place && sourceAt(place);
    return `\${${oneLine(written ?? nameOf(flat.holes.get(offset)))}}`;
  };
}

function nameOf(value: Value | undefined): string {
  return value?.kind === 'unknown' && value.name !== undefined ? value.name : '…';
}

/** An expression on one line, cut where it is long. */
export function oneLine(expression: string): string {
  return shown(expression, LIMIT);
}
