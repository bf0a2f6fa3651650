import { type FlatText, flatten, type Segment } from '../../src/core/text/segments.ts';

/** A filter as a template would have it: each `${name}` is a hole of that name, at the place where it stands. */
export function filterText(source: string): FlatText<string> {
  const segments: Segment<string>[] = [];
  let at = 0;
  for (const piece of source.split(/(\$\{[^}]*\})/)) {
    const place = (start: number, end: number): Segment<string>['place'] => ({
      file: '',
      span: { start, end },
    });
    const end = at + piece.length;
    if (piece.startsWith('${')) {
      segments.push({ kind: 'hole', hole: piece.slice(2, -1), place: place(at, end) });
    } else if (piece !== '') {
      segments.push({ kind: 'literal', text: piece, place: place(at, end) });
    }
    at = end;
  }
  return flatten(segments);
}
