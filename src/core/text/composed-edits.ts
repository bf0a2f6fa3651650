import type { TextEdit } from './edit.ts';

/** A part of an edited text: of the text before, or what an edit put there. */
type Piece =
  | { readonly kind: 'kept'; readonly start: number; readonly end: number }
  | { readonly kind: 'put'; readonly text: string };

/**
 * The edits of a text that do what `first` and then `second` do, where `second` are edits of the text that `first` makes. Throws a RangeError
 * when two of the same list overlap.
 */
export function composedEdits(
  text: string,
  first: readonly TextEdit[],
  second: readonly TextEdit[],
): readonly TextEdit[] {
  const whole: readonly Piece[] = [{ kind: 'kept', start: 0, end: text.length }];
  return editsOf(text, edited(edited(whole, first), second));
}

function lengthOf(piece: Piece): number {
  return piece.kind === 'kept' ? piece.end - piece.start : piece.text.length;
}

function partOf(piece: Piece, from: number, to: number): Piece {
  return piece.kind === 'kept'
    ? { kind: 'kept', start: piece.start + from, end: piece.start + to }
    : { kind: 'put', text: piece.text.slice(from, to) };
}

/** The parts of a text that is made of pieces, between two offsets of it. */
function between(pieces: readonly Piece[], start: number, end: number): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const piece of pieces) {
    const length = lengthOf(piece);
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, length)];
    if (from < to) found.push(partOf(piece, from, to));
    at += length;
  }
  return found;
}

function edited(pieces: readonly Piece[], edits: readonly TextEdit[]): readonly Piece[] {
  const length = pieces.reduce((sum, one) => sum + lengthOf(one), 0);
  const result: Piece[] = [];
  let from = 0;
  for (const { span, text } of [...edits].sort(
    (a, b) => a.span.start - b.span.start || a.span.end - b.span.end,
  )) {
    if (span.start < from) throw new RangeError('text edits overlap');
    result.push(...between(pieces, from, span.start), { kind: 'put', text });
    from = span.end;
  }
  return [...result, ...between(pieces, from, length)];
}

/** What is put in place of what isn't kept. */
function editsOf(text: string, pieces: readonly Piece[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let [from, put] = [0, ''];
  const close = (end: number): void => {
    if (from < end || put !== '') edits.push({ span: { start: from, end }, text: put });
    put = '';
  };
  for (const piece of pieces) {
    if (piece.kind === 'put') put += piece.text;
    else {
      close(piece.start);
      from = piece.end;
    }
  }
  close(text.length);
  return edits;
}
