/** What a part of a key may be: this text, or at least so many characters, digits alone or any. */
export type Piece = string | { readonly least: number; readonly isDigits: boolean };

/**
 * Whether a text is all of these pieces in their order, in as many steps as the pieces times the characters: all ways are
 * followed at once, where a regular expression tries them one after the other, and each piece multiplies their number.
 */
export function matches(pieces: readonly Piece[], text: string): boolean {
  // where what has been matched so far may end
  let ends: readonly boolean[] = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  for (const piece of pieces) {
    ends = typeof piece === 'string' ? endsOfText(ends, piece, text) : endsOfRun(ends, piece, text);
  }
  return ends[text.length] === true;
}

function endsOfText(from: readonly boolean[], piece: string, text: string): readonly boolean[] {
  return from.map((_, at) => from[at - piece.length] === true && text.startsWith(piece, at - piece.length));
}

function endsOfRun(
  from: readonly boolean[],
  { least, isDigits }: Exclude<Piece, string>,
  text: string,
): readonly boolean[] {
  let [length, hasBegun] = [0, false];
  return from.map((_, at) => {
    length = at > 0 && (!isDigits || /\d/.test(text.charAt(at - 1))) ? length + 1 : 0;
    hasBegun = (hasBegun && length > 0) || (least <= length && from[at - least] === true);
    return hasBegun;
  });
}
