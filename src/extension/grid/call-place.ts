import { placeInText } from '../../core/text/code-place.ts';
import type { Insertion } from '../../core/text/code-place.ts';

/** A cursor in a source that may be written in at any time. */
interface Cursor<Position> {
  readonly document: {
    /** Another one after each change. */
    readonly version: number;
    readonly getText: () => string;
    readonly offsetAt: (position: Position) => number;
  };
  readonly position: Position;
}

/** How often it is asked while somebody goes on writing. */
const TRIES = 3;

/**
 * Where a call goes in the text as it is when this resolves. `insertionAt` is asked again with the cursor as it is then, when its answer
 * is of a text that has changed meanwhile. Where it knows nothing, or there is never time for an answer: a line of its own.
 */
export async function callPlace<Position>(
  cursor: () => Cursor<Position>,
  insertionAt: (position: Position) => Promise<Insertion | null>,
): Promise<Insertion> {
  for (let tries = TRIES; tries > 0; tries--) {
    const { document, position } = cursor();
    const { version } = document;
    const answer = await insertionAt(position).catch(() => null);
    if (answer !== null && document.version === version) return answer;
    if (answer === null) break;
  }
  const { document, position } = cursor();
  return { place: placeInText(document.getText(), document.offsetAt(position)) };
}
